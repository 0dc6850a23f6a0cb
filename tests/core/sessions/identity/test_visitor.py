"""Who somebody is in the journal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.people.directory import Directory, read_code
from core.sessions.identity.visitor import Guest, Resident, code_at
from journal import open_journal


@asynccontextmanager
async def a_directory() -> AsyncIterator[Directory]:
    async with open_journal("memory:") as journal:
        yield Directory(journal, lambda: 0.0)


async def test_guest_is_nobody_until_it_is_needed_and_then_the_same_person() -> None:
    async with a_directory() as directory:
        guest = Guest(directory)
        assert await guest.found("Anna") == ""
        id = await guest.known_as("Anna")
        assert (await guest.known_as("Bella"), await guest.found("Carla")) == (id, id)
        assert (await directory.person(id)).name == "Anna"
        assert (await directory.person(id)).has_secret(guest.secret)


async def test_guest_with_a_code_becomes_who_it_was_given_to() -> None:
    async with a_directory() as directory:
        first, second = Guest(directory), Guest(directory)
        id = await first.known_as("Anna")
        table, secret = read_code(code_at(first, "abcde"))
        assert table == "abcde"
        second.become(id, secret)
        assert await second.known_as("Somebody") == id
        assert code_at(second, "fghjk") == code_at(first, "fghjk")


async def test_owner_is_one_person_whatever_the_login_name_is() -> None:
    async with a_directory() as directory:
        id = await Resident(directory, is_owner=True).known_as("root")
        assert await Resident(directory, is_owner=True).known_as("anna") == id
        assert (await directory.person(id)).name == "root"
        assert code_at(Resident(directory, is_owner=True), "abcde") == ""


async def test_resident_with_a_name_is_who_holds_it_and_looking_writes_nothing() -> None:
    async with a_directory() as directory:
        assert await Resident(directory, is_owner=False).found("Anna") == ""
        assert await directory.find_holder("Anna") is None
        id = await Resident(directory, is_owner=False).known_as("Anna")
        assert await Resident(directory, is_owner=False).found("anna") == id
