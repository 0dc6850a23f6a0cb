"""What operators order in one of two houses is done in both."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from core.moderation.bans import STREAM
from journal import open_journal
from tests.frontends.server.admin.houses import Opened, opened
from tests.frontends.telnet.clients import Bare
from tests.patience import PATIENCE


@asynccontextmanager
async def two_houses(directory: Path) -> AsyncIterator[tuple[Opened, Opened]]:
    """Houses with an operator each."""
    for name in ("here", "there"):
        (directory / name).mkdir()
    async with (
        open_journal("memory:") as journal,
        opened(directory / "here", journal=journal) as here, opened(directory / "there", journal=journal) as there,
    ):  # fmt: skip
        yield here, there


async def known(house: Opened, name: str) -> None:
    """Wait until a house knows of somebody."""
    with trio.fail_after(PATIENCE):
        while not house.service.presence.named(name):
            await trio.lowlevel.checkpoint()


async def guest(there: Opened, here: Opened, name: str) -> Bare:
    person = await there.enter(name)
    await known(here, name)
    return person


async def test_who_lists_those_in_other_houses(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        await here.enter("Anna")
        await guest(there, here, "Bert")
        said = "\n".join((await here.order("who")).lines)
        assert re.search(r"^#1  Anna, guest, 127\.0\.0\.1, in the lobby, idle for 0:\d\d$", said, re.MULTILINE)
        assert said.endswith("\nBert, guest, in another house, in the lobby, idle for 0:00")


async def test_who_says_whose_clock_differs(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, _):
        times, now = here.service.neighbours.times, here.service.now
        assert not any("clock" in line for line in (await here.order("who")).lines)
        times.hear("elsewhere", now(), now(), now() + 5.5, 10.0)
        assert (await here.order("who")).lines[-1].startswith("The clock of house elsewhere is 5 seconds ahead")
        for number in range(4):
            asked = now()
            times.hear(f"many{number}", asked, asked, asked - 7200, 1e6)
        *_, behind, ahead, refused = (await here.order("who")).lines
        assert behind == "The clock of house many3 is 2 hours behind ours."
        assert "elsewhere is " in ahead
        assert refused.startswith("Games with a clock cannot begin in this house")


async def test_guest_of_another_house_is_kicked(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        bert, carl = await guest(there, here, "Bert"), await guest(there, here, "Carl")
        assert (await here.order("kick Bert")).lines == ("Shown out: 1.",)
        await bert.expect("You have been shown out of the house.")
        await bert.end()
        await carl.ask("help", "lobby> ")
        assert (await here.order("kick Bertram")).refusal.startswith('Nobody called "Bertram" is in the house')


async def test_person_of_another_house_is_kicked_and_banned(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        bert = await guest(there, here, "Bert")
        person = await there.sign_in("Bert")
        assert (await here.order("ban Bert")).lines == (f"Bert ({person}) may not come in until an operator lifts it.",)
        await bert.expect("You are banned here.")
        await bert.end()


async def test_guest_of_another_house_is_muted_by_their_address_which_that_house_knows(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        bert = await guest(there, here, "Bert")
        asked = "Bert is a guest of another house, which is told: see bans in a moment."
        assert (await here.order("mute Bert for 1 hour")).lines == (asked,)
        with trio.fail_after(PATIENCE):
            while not await here.service.journal.read(STREAM):
                await trio.lowlevel.checkpoint()
        await bert.ask("shout hello", "You cannot talk here until")
        (line,) = (await here.order("bans")).lines
        assert re.fullmatch(r"127\.0\.0\.1 may not talk until .* UTC, by order of shell:\w+\.", line)
        assert (await here.order("unmute Bert")).refusal.startswith("Bert is a guest of another house")
        await here.order("unmute 127.0.0.1")
        await bert.ask("shout hello", "to all> hello")


async def test_guest_of_another_house_is_banned_in_the_same_way(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        bert = await guest(there, here, "Bert")
        await here.order("ban Bert")
        await bert.expect("You are banned here.")
        await bert.end()
        await (await here.call()).expect("You are banned here")


async def test_announcement_is_heard_in_both_houses_once(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        anna, bert = await here.enter("Anna"), await guest(there, here, "Bert")
        assert (await here.order("announce Back in five minutes")).lines == ("Told to everybody here: 2.",)
        for person in (anna, bert):
            await person.expect("The house says: Back in five minutes")
            await person.ask("help", "lobby> ")
            assert person.text.count("The house says") == 1


async def test_one_house_that_drains_leaves_the_other_one_open(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (here, there):
        anna, bert = await here.enter("Anna"), await guest(there, here, "Bert")
        await here.order("drain")
        await anna.ask("new mille", "Parlour is about to close")
        await bert.ask("new mille", "your move> ")
        await anna.ask("quit", "")
        with trio.fail_after(PATIENCE):
            await here.stopped.wait()
        assert not there.stopped.is_set()
