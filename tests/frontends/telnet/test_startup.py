"""People who play in a house over real sockets."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest
import trio

from core.house.service import Service, open_service
from core.live.live_table import LiveTable
from core.people.password_queue import Lane, Rank
from core.records import codec, fold
from core.table import Cause, Move, decide
from frontends.server.config import Config, Limits, Traffic
from frontends.server.guests import Guest
from frontends.telnet.callers.listeners import listen
from frontends.telnet.server import House
from frontends.telnet.startup import visits
from frontends.terminal.paint import MOUSE_OFF, MOUSE_ON
from journal import Record, open_journal, seal
from tests.frontends.logged import logged
from tests.frontends.served import come_in
from tests.frontends.telnet.clients import Bare, Drawing, connect
from tests.frontends.telnet.echo import QUICK, empty
from tests.patience import PATIENCE


@asynccontextmanager
async def a_house(limits: Limits = QUICK, **more: Any) -> AsyncIterator[tuple[House[Guest], Service, int]]:
    """A house on a journal in memory, and its port."""
    async with open_journal("memory:") as journal, open_service(journal) as service, trio.open_nursery() as nursery:
        house = visits(service, Config(limits=limits, **more))
        listeners = listen("127.0.0.1", 0)
        with listeners[0]:
            await nursery.start(house.serve, listeners)
            yield house, service, listeners[0].getsockname()[1]
            nursery.cancel_scope.cancel()


async def test_bare_client_can_play():
    async with a_house() as (_, _, port), await connect(port) as stream:
        anna = Bare(stream)
        await come_in(anna, "Anna")
        await anna.ask("new pileon deal=7", "your move> ")
        await anna.ask("1 14", "your move> ")
        await anna.ask("undo", "at its start again")
        await anna.ask("quit", "y/n")
        await anna.ask("y", "resume [a-z0-9]+-[a-z0-9]+")
        await anna.ask("quit", "Good-bye")
        await anna.end()


@pytest.mark.parametrize("kind", [Bare, Drawing])
async def test_line_is_as_long_as_the_house_says(kind: type[Bare]) -> None:
    async with a_house(traffic=Traffic(line_length=80)) as (_, _, port), await connect(port) as stream:
        anna = kind(stream)
        await come_in(anna, "Anna")
        await anna.ask("tell Bert " + "x" * 70, "Nobody here is called Bert")
        await anna.send("tell Bert " + "x" * 71)
        await anna.expect("That line is too long" if kind is Bare else "\a")


async def test_one_prompt_follows_all_that_a_line_brought_about():
    async with a_house() as (_, _, port), await connect(port) as stream:
        anna = Bare(stream)
        await come_in(anna, "Anna")
        await anna.ask("new pileon deal=7", "your move> ")
        for line in ("hint", "1 14", "undo", "mark here", "zork", "talk"):
            before = len(anna.text)
            await anna.ask(line, "your move> ")
            await anna.ask("", "your move> ")
            assert anna.text[before:].count("your move> ") == 2, line
        before = len(anna.text)
        await anna.ask("quit", "y/n")
        await anna.ask("y", "lobby> ")
        assert anna.text[before:].count("> ") == 1


async def test_drawing_client_gets_the_board_in_place_and_single_keys():
    async with a_house(Limits()) as (_, _, port), await connect(port) as stream:
        anna = Drawing(stream)
        await come_in(anna, "Anna")
        await anna.send("new pileon deal=7")
        await anna.see("Pileon +deal 7")
        assert MOUSE_ON in anna.raw
        await anna.press("q")
        await anna.see("y/n")
        await anna.press("ny")
        await anna.press("qy")
        await anna.see("lobby>")
        assert MOUSE_OFF in anna.raw


async def test_watcher_sees_the_same_board_as_the_player():
    async with a_house(Limits()) as (_, service, port), await connect(port) as one, await connect(port) as two:
        anna, bert = Drawing(one), Drawing(two)
        for person, name in ((anna, "Anna"), (bert, "Bert")):
            await person.expect("Your name: ")
            await person.ask(name, "lobby> ")
        await anna.send("new pileon deal=7")
        await anna.see("Pileon +deal 7")
        await bert.send(f"watch {await only_table(service)}")
        await bert.see("Pileon +deal 7")
        await anna.press("L")
        await anna.expect("your move> ")
        await anna.send("1 14")
        await bert.see("1 move")


async def only_table(service: Service) -> str:
    (summary,) = (await service.journal.streams("table/")).summaries
    return summary.stream.removeprefix("table/")


async def test_client_that_does_not_read_is_dropped_and_delays_nobody():
    with logged() as log:
        async with a_house() as (house, service, port), await connect(port) as one, await connect(port, 2048) as two:
            anna, deaf = Bare(one), Bare(two)
            for person, name in ((anna, "Anna"), (deaf, "Deaf")):
                await person.expect("Your name: ")
                await person.ask(name, "lobby> ")
            await anna.ask("new pileon deal=7", "your move> ")
            table = await only_table(service)
            await deaf.ask(f"watch {table}", "watching> ")
            async with service.table(table) as live:
                before = house.visitors
                with trio.fail_after(PATIENCE):
                    for number in count():
                        await live.say(live.table.chairs[0].person, 0, f"number{number} {'x' * 380}")
                        await anna.expect(f"number{number}")
                        if house.visitors < before:
                            break
    assert re.search(r"event=left visitor=2 address=127\.0\.0\.1 why=too-slow-to-read ", log.getvalue())


async def test_hanging_up_anywhere_leaves_the_game_to_come_back_to():
    async with a_house() as (house, _, port):
        async with await connect(port) as stream:
            anna = Bare(stream)
            await come_in(anna, "Anna")
            code = (await anna.ask("new pileon deal=7", "resume ([a-z0-9]{5}(?:-[a-z0-9]+)+)"))[1]
            await anna.ask("1 14", "your move> ")
        await empty(house)
        async with await connect(port) as stream:
            again = Bare(stream)
            await again.ask("Anna", "lobby> ")
            await again.ask(f"resume {code}", "your move> ")
            await again.ask("undo", "at its start again")


def _lane(house: House[Guest]) -> Lane:
    """In which passwords of the house are computed."""
    lane: Lane = house.callers[0].visit.session.allowance.house.lane  # type: ignore[union-attr]
    return lane


async def _wait_for_a_password(anna: Drawing) -> None:
    """Have somebody come in, and register as far as the password is computed."""
    await come_in(anna, "Anna")
    await anna.ask("register", "Choose a password for Anna:")
    await anna.ask("correct horse", "The same password again:")
    await anna.send("correct horse")


async def _waits_in(lane: Lane) -> None:
    with trio.fail_after(PATIENCE):
        while not lane._waiting:
            await trio.lowlevel.checkpoint()


async def test_who_hangs_up_while_a_password_waits_to_be_computed_is_let_out():
    async with a_house() as (house, _, port):
        stream = await connect(port)
        anna = Drawing(stream)
        await anna.expect("Your name: ")
        lane = _lane(house)
        async with lane.turn(Rank.AT_HOME, "of another"):
            await _wait_for_a_password(anna)
            await _waits_in(lane)
            await stream.aclose()
            await empty(house)
            assert not lane._waiting


async def test_who_only_sends_nothing_more_is_given_what_was_waited_for():
    async with a_house() as (house, _, port), await connect(port) as stream:
        anna = Drawing(stream)
        await anna.expect("Your name: ")
        lane = _lane(house)
        async with lane.turn(Rank.AT_HOME, "of another"):
            await _wait_for_a_password(anna)
            await _waits_in(lane)
            await stream.send_eof()
            await anna.wait(lambda: anna.raw.endswith(b"\xff\xf1"))  # It is asked whether she is there.
        await anna.expect("is yours")


async def test_what_had_arrived_before_the_news_was_meant_for_what_was_seen_before():
    """As when the house stood still: a key in the socket and news of another house come in the same moment."""
    async with a_house() as (_, service, port), await connect(port) as stream:
        anna = Bare(stream)
        await anna.ask("Anna", "lobby> ")
        await anna.ask("new pileon deal=7", "your move> ")
        async with service.table(await only_table(service)) as live:
            await trio.testing.wait_all_tasks_blocked()
            os.write(stream.socket.fileno(), b"1 15\r\n")  # Nobody else runs between this and the news.
            live._fold(*_moved_elsewhere(live))
            await anna.expect("You had typed: 1 15")
            await anna.expect("The game has moved on")
            assert live.table.now.plays == 1


def _moved_elsewhere(live: LiveTable) -> tuple[Sequence[Record], tuple[fold.Recorded, ...]]:
    """What another house has appended to the table."""
    cause = Cause("elsewhere", 0, live.table.seq, Move("1 14"))
    events = decide(live.table, cause.command, 0, live.table.at)
    records = seal(live.last, [codec.encode(event, cause) for event in events], codec.time_text(live.table.at))
    return records, fold.decode(live.stream, records)
