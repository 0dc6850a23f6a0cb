"""A house is killed between a move and its acknowledgement, or between sealing luck and revealing it; it goes on."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from core.base.chance import sealed_luck
from core.public_log.tickets import check_ticket, read_ticket
from core.records import fold
from journal import open_journal
from tests.core.public_log.houses import KEY
from tests.frontends.programs.sockets import Client
from tests.frontends.served import Serving, serving


@asynccontextmanager
async def client(house: Serving) -> AsyncIterator[Client]:
    """A program that has not said hello."""
    found = re.search(r"For programs: .* port (\d+)", house.said)
    assert found is not None
    async with await trio.open_tcp_stream("127.0.0.1", int(found[1])) as stream:
        yield Client(stream)


@pytest.mark.parametrize("seconds", [0.0, 0.0005, 0.002, 0.005, 0.02])
async def test_move_that_was_not_acknowledged_is_made_once(tmp_path: Path, seconds: float) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    words = "--journal", url, "--programs", "127.0.0.1:0"
    async with serving(*words) as house, client(house) as robot:
        await robot.hello("Robo")
        await robot.ask("open", game="pileon", deal=7)
        state = await robot.wait(type="state")
        move = {"table": state["table"], "at": state["at"], "text": state["moves"][0]}
        line = json.dumps({"type": "play", "id": "m1", **move}).encode() + b"\n"
        await robot.stream.send_all(line)
        await trio.sleep(seconds)  # Wherever the move may be by then.
        house.process.send_signal(signal.SIGKILL)
        await house.process.wait()

    async with serving(*words) as house, client(house) as robot:
        await robot.ask("hello", protocol=1, code=state["code"])
        await robot.ask("resume", table=state["table"], since=state["at"])
        acks: list[dict[str, Any]] = []
        for _ in range(2):
            await robot.stream.send_all(line)
            acks.append(await robot.wait(id="m1"))
        assert [(one["type"], one["at"]) for one in acks] == [("ack", state["at"] + 1)] * 2
        told = [one["at"] for one in robot.heard if one["type"] == "event"]
        assert told == [state["at"] + 1]

    async with open_journal(url) as stored:
        records = await stored.read(f"table/{state['table']}")
    assert fold.verify(f"table/{state['table']}", records).now.plays == 1


async def test_luck_that_was_sealed_before_the_house_was_killed_is_revealed_after(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    key = tmp_path / "key"
    key.write_text(KEY.text)
    words = "--journal", url, "--programs", "127.0.0.1:0", "--log-key", str(key)
    nonces = [bytes([number] * 32) for number in (1, 2)]
    async with serving(*words) as house, client(house) as anna, client(house) as bert:
        await anna.hello("Anna")
        await bert.hello("Bert")
        sealed = [sealed_luck(nonce, "any luck") for nonce in nonces]
        opened = await anna.ask("open", game="mille", opponent="person", sealed=sealed[0])
        await bert.ask("join", table=opened["table"], sealed=sealed[1])
        codes = [(await robot.wait(type="state"))["code"] for robot in (anna, bert)]
        house.process.send_signal(signal.SIGKILL)
        await house.process.wait()

    async with serving(*words) as house, client(house) as anna, client(house) as bert:
        for robot, code, nonce in zip((anna, bert), codes, nonces, strict=True):
            await robot.ask("hello", protocol=1, code=code)
            back = await robot.ask("resume", table=opened["table"])
            assert robot is bert or back["ticket"] == opened["ticket"]
            revealed = {"table": opened["table"], "nonce": nonce.hex(), "luck": "any luck"}
            for _ in range(2):  # The second one as after an answer that was lost.
                assert (await robot.ask("reveal", **revealed))["type"] == "ack"
        assert bert.state.get("begun", True)

    stream = f"table/{opened['table']}"
    async with open_journal(url) as stored:
        table = fold.verify(stream, await stored.read(stream))
    assert table.begun
    ticket = read_ticket(opened["ticket"].encode(), KEY.public)
    check_ticket(ticket, table.id, table.setup.book, [chair.sealed for chair in table.chairs])
