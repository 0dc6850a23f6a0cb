"""A program at standard streams: pipes, files, and one that reads slowly or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import trio

from core.sessions.identity.visitor import Resident
from frontends.programs import stdio
from frontends.programs.door.program import Program
from tests.core.sessions.houses import House, open_house
from tests.patience import PATIENCE


def at_home(house: House) -> Program:
    """Somebody who owns the journal."""
    session = house.parlour.at_home(Resident(house.service.directory, is_owner=True))
    session.be_called("Anna")
    return Program(session)


@asynccontextmanager
async def pipes() -> AsyncIterator[tuple[int, int, stdio.Streams]]:
    """Where to write requests and read answers, and the streams behind."""
    (into, requests), (answers, out) = os.pipe(), os.pipe()
    yield requests, answers, stdio.Streams(into, out)
    for number in (into, answers, out):
        os.close(number)


def lines(octets: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in octets.splitlines()]


async def test_program_is_answered_until_its_input_ends_also_without_a_last_line_end() -> None:
    async with open_house() as house, pipes() as (requests, answers, streams):
        os.write(requests, b'{"type":"hello","protocol":1}\n\n{"type":"open","id":"a","game":"pileon","deal":7}')
        os.close(requests)
        with trio.fail_after(PATIENCE):
            await stdio.attend(at_home(house), streams)
        welcome, ack, state = lines(os.read(answers, 1 << 16))
        assert (welcome["type"], welcome["name"]) == ("welcome", "Anna")
        assert (ack["type"], state["type"], state["deal"]) == ("ack", "state", 7)
        assert "code" not in state


async def test_program_may_take_another_name_and_says_good_bye() -> None:
    async with open_house() as house, pipes() as (requests, answers, streams):
        os.write(requests, b'{"type":"hello","protocol":1,"name":"Robo"}\n{"type":"bye"}\n')
        with trio.fail_after(PATIENCE):
            await stdio.attend(at_home(house), streams)
        assert [one["type"] for one in lines(os.read(answers, 1 << 16))] == ["welcome", "ack", "gone"]
        os.close(requests)


class Held(stdio.Streams):
    """Those of a program that reads nothing yet."""

    def __init__(self, input: int, output: int) -> None:
        super().__init__(input, output)
        self.is_read = trio.Event()

    async def put(self, octets: bytes) -> int:
        await self.is_read.wait()
        return await super().put(octets)


async def test_who_does_not_read_is_not_sent_more_than_is_kept() -> None:
    got = b""
    async with open_house() as house, pipes() as (requests, answers, whole):
        streams = Held(whole.input, whole.output)
        asked = b'{"type":"hello","protocol":1}\n{"type":"open","game":"mille"}\n'
        look = b'{"type":"list","everything":true}\n'
        os.write(requests, asked + look * 400)
        os.close(requests)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stdio.attend, at_home(house), streams)
            with trio.fail_after(PATIENCE):
                while not streams.is_slow:
                    await trio.sleep(0.01)
                assert len(streams._unsent) < 4 * stdio.SLOW
                streams.is_read.set()
                while got.count(b'"type":"tables"') < 400:
                    got += await trio.to_thread.run_sync(os.read, answers, 1 << 16)
        assert len([one for one in lines(got) if one["type"] == "tables"]) == 400


class Unread(stdio.Streams):
    """Those of a program that is gone."""

    async def put(self, octets: bytes) -> int:
        raise BrokenPipeError


async def test_nobody_reads_any_more() -> None:
    async with open_house() as house, pipes() as (requests, _, whole):
        streams = Unread(whole.input, whole.output)
        os.write(requests, b'{"type":"hello","protocol":1}\n' + b'{"type":"who"}\n' * 10)
        os.close(requests)
        with trio.fail_after(PATIENCE):
            await stdio.attend(at_home(house), streams)
