"""Codes that confirm mail addresses: how many are mailed, and for how long each holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

import pytest
import trio

from core.base.durations import DAY, HOUR
from core.base.game import Refused
from core.base.message import Message
from core.correspondence.mail_confirmation import TRIES
from core.correspondence.reminders import NotSent, ReminderTried, stream_of
from core.house.erasure import forget
from core.house.service import Service, open_service
from core.records.owned_stream import events_of
from journal import Journal, open_journal

START = 1_793_000_000.0
VICTIM = "victim@example.org"


class Post:
    """A mail server that keeps what it is given, and a clock."""

    def __init__(self) -> None:
        self.at = START
        self.sent: list[tuple[str, str]] = []
        self.is_down = False

    async def check(self, address: str) -> None:
        pass

    async def send(self, address: str, id: str, said: Message, code: str, data: Mapping[str, object]) -> None:
        if self.is_down:
            raise NotSent("nobody is there")
        self.sent.append((address, dict(said.args)["code"]))

    @asynccontextmanager
    async def house(self, journal: Journal) -> AsyncIterator[Service]:
        async with open_service(journal, now=lambda: self.at) as service:
            service.carriers = {"mail": self}
            yield service


async def mail(service: Service, person: str, address: str, network: str = "net") -> None:
    await service.mail_confirmation.mail(service, person, address, network, "")


async def try_mail(service: Service, person: str, address: str, network: str = "net") -> None:
    with pytest.raises(Refused):
        await mail(service, person, address, network)


async def test_code_holds_for_an_hour_and_for_its_address_alone() -> None:
    post = Post()
    async with open_journal("memory:") as journal, post.house(journal) as service:
        await mail(service, "anna", VICTIM)
        ((_, code),) = post.sent
        confirming = service.mail_confirmation
        assert confirming.holds("anna", VICTIM, post.at)
        assert not confirming.is_right("bert", VICTIM, code, post.at)
        assert not confirming.is_right("anna", "other@example.org", code, post.at)
        assert not confirming.is_right("anna", VICTIM, code, post.at + HOUR)
        await mail(service, "anna", VICTIM)
        assert confirming.is_right("anna", VICTIM, post.sent[-1][1].upper(), post.at)
        assert not confirming.is_right("anna", VICTIM, post.sent[-1][1], post.at)


async def test_code_holds_for_some_wrong_tries_and_none_of_them_has_another_sent() -> None:
    post = Post()
    async with open_journal("memory:") as journal, post.house(journal) as service:
        await mail(service, "anna", VICTIM)
        for _ in range(TRIES):
            assert service.mail_confirmation.holds("anna", VICTIM, post.at)
            assert not service.mail_confirmation.is_right("anna", VICTIM, "wrong", post.at)
        assert not service.mail_confirmation.is_right("anna", VICTIM, post.sent[0][1], post.at)
        assert len(post.sent) == 1


async def test_many_who_ask_at_one_moment_are_mailed_no_more_than_may_be() -> None:
    post = Post()
    async with open_journal("memory:") as journal, post.house(journal) as service, trio.open_nursery() as nursery:
        for n in range(20):
            nursery.start_soon(partial(_mail_or_not, service, f"p{n}", f"vic.tim+{n}@example.org", f"net{n}"))
    assert len(post.sent) == 3


async def _mail_or_not(service: Service, person: str, address: str, network: str) -> None:
    with suppress(Refused):
        await mail(service, person, address, network)


async def test_restart_gives_nobody_more_and_another_house_neither() -> None:
    post = Post()
    async with open_journal("memory:") as journal:
        async with post.house(journal) as service:
            await mail(service, "anna", VICTIM)
            await mail(service, "bert", VICTIM)
        async with post.house(journal) as here, post.house(journal) as there:
            await mail(here, "carl", "Victim+3@example.org")
            await try_mail(there, "dora", VICTIM)
            await mail(there, "anna", "a@example.org")
            await mail(here, "anna", "b@example.org")
            await try_mail(there, "anna", "c@example.org")
            post.at += DAY
            await mail(there, "anna", VICTIM)
    assert len(post.sent) == 6


async def test_that_a_code_is_mailed_is_written_down_before() -> None:
    """Also when the mail server takes nothing: nobody can know whether it did."""
    post = Post()
    post.is_down = True
    async with open_journal("memory:") as journal, post.house(journal) as service:
        for _ in range(3):
            with pytest.raises(Refused, match="mail server"):
                await mail(service, "anna", VICTIM)
        with pytest.raises(Refused, match="You asked for too many codes"):
            await mail(service, "anna", VICTIM)
        tried = await events_of(journal, stream_of("anna"))
    assert len({event.id for event in tried if isinstance(event, ReminderTried)}) == 3
    assert all(VICTIM not in event.id for event in tried)


async def test_who_is_refused_has_nothing_written_down() -> None:
    post = Post()
    async with open_journal("memory:") as journal, post.house(journal) as service:
        for n in range(3):
            await mail(service, "anna", f"a{n}@example.org")
        head = await journal.head(stream_of("anna"))
        await try_mail(service, "anna", VICTIM)
        assert await journal.head(stream_of("anna")) == head


async def test_forgotten_person_takes_the_digests_along() -> None:
    post = Post()
    async with open_journal("memory:") as journal, post.house(journal) as service:
        person = (await service.directory.create("Anna")).id
        await mail(service, person, VICTIM)
        await forget(service, person)
        assert await journal.head(stream_of(person)) == 0
        assert await service.views.codes_since(0.0) == ()
