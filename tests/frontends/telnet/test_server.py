"""The house over real sockets: clients that draw and clients that do not, slow ones, rude ones, and many."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import trio

from core import codec, fold
from core.live import LiveTable
from core.service import open_service
from core.table import Cause, Move, decide
from frontends.telnet.listening import listen
from frontends.telnet.server import House, Limits
from frontends.visit import Settings, Visit, attend
from frontends.visitor import Guest
from journal import Record, open_journal, seal
from tests.frontends.telnet.clients import PATIENCE, Bare, Drawing, connect


@asynccontextmanager
async def a_house(limits: Limits | None = None) -> AsyncIterator[tuple[House, int]]:
    """A house on a journal in memory, and its port."""
    async with open_journal("memory:") as journal, open_service(journal) as service, trio.open_nursery() as nursery:
        house = House(lambda terminal: Visit(service, terminal, Guest(service.directory), Settings()), attend, limits)
        listeners = listen("127.0.0.1", 0)
        with listeners[0]:
            await nursery.start(house.serve, listeners)
            yield house, listeners[0].getsockname()[1]
            nursery.cancel_scope.cancel()


async def test_banner_comes_first_and_a_bare_client_can_play():
    async with a_house() as (_, port), await connect(port) as stream:
        anna = Bare(stream)
        await anna.expect("a games parlour")
        await anna.expect("Your name: ")
        await anna.ask("Anna", "lobby> ")
        await anna.ask("new pileon deal=7", "your move> ")
        await anna.ask("1 14", "your move> ")
        await anna.ask("undo", "at its start again")
        await anna.ask("quit", "Really")
        await anna.ask("y", "resume [a-z0-9]+-[a-z0-9]+")
        await anna.ask("quit", "Good-bye")
        await anna.end()


async def test_drawing_client_gets_the_board_in_place_and_single_keys():
    async with a_house() as (_, port), await connect(port) as stream:
        anna = Drawing(stream)
        await anna.expect("Your name: ")
        await anna.ask("Anna", "lobby> ")
        await anna.send("new pileon deal=7")
        await anna.see("Pileon +deal 7")
        await anna.press("q")
        await anna.see("Really?")
        await anna.press("n")
        await anna.press("?")
        await anna.see("Moves as they are typed")
        await anna.press(" qy")
        await anna.see("lobby>")


async def test_watcher_sees_the_same_board_as_the_player():
    async with a_house() as (_, port), await connect(port) as one, await connect(port) as two:
        anna, bert = Drawing(one), Drawing(two)
        for person, name in ((anna, "Anna"), (bert, "Bert")):
            await person.expect("Your name: ")
            await person.ask(name, "lobby> ")
        await anna.send("new pileon deal=7")
        table = (await anna.see("Table ([a-z0-9]{5})"))[1]
        await bert.send(f"watch {table}")
        await bert.see("deal 7")
        await anna.press("\r\0\x1b[A\x1b[A")
        await anna.press("L")
        await anna.send("1 14")
        await bert.see("1 move")


async def test_client_that_does_not_read_is_dropped_and_delays_nobody():
    async with a_house() as (house, port), await connect(port) as one, await connect(port, 2048) as two:
        anna, deaf = Bare(one), Bare(two)
        for person, name in ((anna, "Anna"), (deaf, "Deaf")):
            await person.expect("Your name: ")
            await person.ask(name, "lobby> ")
        await anna.ask("new pileon deal=7", "your move> ")
        (summary,) = (await house.service.journal.streams("table/")).summaries
        table = summary.stream.removeprefix("table/")
        await deaf.ask(f"watch {table}", "watching> ")
        async with house.service.table(table) as live:
            before = house.visitors
            with trio.fail_after(PATIENCE):
                while house.visitors == before:
                    await live.say(live.table.chairs[0].person, 0, "x" * 390)
                    await anna.expect("x{390}")


async def test_hanging_up_anywhere_leaves_the_game_to_come_back_to():
    async with a_house() as (_, port):
        async with await connect(port) as stream:
            anna = Bare(stream)
            await anna.expect("Your name: ")
            await anna.ask("Anna", "lobby> ")
            code = (await anna.ask("new pileon deal=7", "resume ([a-z0-9]{5}(?:-[a-z0-9]+)+)"))[1]
            await anna.ask("1 14", "your move> ")
        async with await connect(port) as stream:
            again = Bare(stream)
            await again.ask("Anna", "lobby> ")
            await again.ask(f"resume {code}", "your move> ")
            await again.ask("undo", "at its start again")


async def test_garbage_is_survived():
    async with a_house() as (_, port):
        for garbage in (bytes(range(256)) * 8, b"\xff\xfa" * 3000, b"\xff" * 5000, b"\x1b[" * 2000, b"A" * 50_000):
            async with await connect(port) as stream:
                await stream.send_all(garbage)
                await stream.send_eof()
                await Bare(stream).end()
        async with await connect(port) as stream:
            await Bare(stream).expect("Your name: ")


async def test_browsers_and_tls_get_an_answer_and_are_shown_out():
    async with a_house() as (_, port):
        for hello in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"):
            async with await connect(port) as stream:
                await stream.send_all(hello)
                await Bare(stream).end()


async def test_one_address_cannot_fill_the_house():
    async with a_house(Limits(connections_of_one_address=2)) as (house, port):
        async with await connect(port) as one, await connect(port) as two:
            await Bare(one).expect("Your name: ")
            await Bare(two).expect("Your name: ")
            async with await connect(port) as three:
                refused = Bare(three)
                await refused.expect("The house is full")
                await refused.end()
        with trio.fail_after(PATIENCE):
            while house.visitors:
                await trio.lowlevel.checkpoint()
        async with await connect(port) as again:
            await Bare(again).expect("Your name: ")


async def test_those_who_say_nothing_at_the_door_are_shown_out(autojump_clock):
    async with a_house(Limits(door_seconds=1)) as (house, port), await connect(port) as stream:
        silent = Bare(stream)
        await silent.end()
        assert "Your name: " in silent.text
        assert house.visitors == 0


async def test_what_had_arrived_before_the_news_was_meant_for_what_was_seen_before():
    """As when the house stood still: a key in the socket and news of another house come in the same moment."""
    async with a_house() as (house, port), await connect(port) as stream:
        anna = Bare(stream)
        await anna.ask("Anna", "lobby> ")
        await anna.ask("new pileon deal=7", "your move> ")
        (summary,) = (await house.service.journal.streams("table/")).summaries
        async with house.service.table(summary.stream.removeprefix("table/")) as live:
            await trio.testing.wait_all_tasks_blocked()
            os.write(stream.socket.fileno(), b"1 15\r\n")  # Nobody else runs between this and the news.
            live._fold(*_moved_elsewhere(live))
            await anna.expect("The game has moved on meanwhile")
            await anna.expect("You had typed: 1 15")
            assert live.table.now.plays == 1


def _moved_elsewhere(live: LiveTable) -> tuple[Sequence[Record], tuple[fold.Recorded, ...]]:
    """What another house has appended to the table."""
    cause = Cause("elsewhere", 0, live.table.seq, Move("1 14"))
    events = decide(live.table, cause.command, 0, live.table.at)
    records = seal(live.last, [codec.encode(event, cause) for event in events], codec.time_text(live.table.at))
    return records, fold.decode(live.stream, records)
