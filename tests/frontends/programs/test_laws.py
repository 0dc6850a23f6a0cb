"""Laws of the door: it tells nobody what they may not know, each thing once and in order, and it does not break."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.live.live_table import LiveTable
from core.records.fold import decode
from core.sessions.at_table.happenings import happenings
from core.sessions.at_table.seat import Seat
from frontends.programs.protocol.requests import REQUESTS
from frontends.programs.protocol.schema import schema
from journal import Record
from tests.examples import examples, slow
from tests.frontends.programs.programs import Robot, Robots, in_turn, robots

MOVES = st.lists(st.integers(0, 1000), max_size=25)

FUZZED_LINES = int(os.environ.get("PARLOUR_FUZZ", "100000"))
FUZZED_PARTS = 4
"""As many tests share these lines, so that they can run side by side."""


async def play_on(*those: Robot, choices: list[int]) -> None:
    """Some moves of whoever is in turn, until the game is over."""
    for choice in choices:
        if "outcome" in those[0].state:
            return  # Nobody is in turn.
        mover = in_turn(*those)
        moves = mover.state["moves"]
        await mover.play(moves[choice % len(moves)])


# Nobody learns what they may not know.


@contextmanager
def dealt_anew(live: LiveTable, robot: Robot) -> Iterator[None]:
    """Have a table hold what somebody there cannot tell from what it holds."""
    table = live.table
    viewer = robot.program.places[live.id].seat.viewer
    other = table.game.redeal(table.state, viewer, Dice(b"otherwise", "redeal", table.seq))
    live.table = replace(table, now=replace(table.now, state=other))
    live._shared.clear()
    try:
        yield
    finally:
        live.table = table
        live._shared.clear()


async def octets_of(robot: Robot, table: str, since: int) -> bytes:
    """All that somebody can find out without changing anything, as the bytes they are sent."""
    before = len(robot.octets)
    for asked in (
        {"type": "look", "table": table},
        {"type": "resume", "table": table, "since": since},
        {"type": "list"},
        {"type": "who"},
        {"type": "fair", "table": table},
        {"type": "why", "table": table},
        {"type": "why", "table": table, "text": "u 1"},
        {"type": "watchers", "table": table},
        {"type": "plan", "table": table},
        {"type": "summary", "table": table},
        {"type": "share", "table": table},
        {"type": "winnable", "table": table},
        {"type": "where", "table": table},
        {"type": "saves"},
        {"type": "games"},
        {"type": "missed"},
        {"type": "replay", "table": table, "from": 0, "seat": 1},
        {"type": "play", "id": "x", "table": table, "at": robot.state["at"] - 1, "text": "d 3"},
        {"type": "play", "id": "y", "table": table, "at": robot.state["at"], "text": "u 9"},
    ):
        await robot.say(json.dumps(asked))
    idle = '"idle":'  # How long somebody did nothing is the only thing that is not the same a moment later.
    return b"\n".join(line for line in robot.octets[before:].splitlines() if idle.encode() not in line)


@examples(60, quick=6)
@given(MOVES)
def test_nobody_can_tell_a_table_from_one_with_other_hidden_cards_by_any_byte(choices: list[int]) -> None:
    async def run() -> None:
        async with robots() as house:
            anna, bert = await house.two_at("mille")
            carl = await house.guest("Carl")
            await carl.ask("watch", table=(table := anna.state["table"]))
            await play_on(anna, bert, choices=choices)
            await house.house.service.views.settle()
            live = anna.program.places[table].seat.live
            for robot in (anna, bert, carl):
                since = max(1, live.table.seq - 5)
                if robot is carl:
                    since = live.table.seq
                seen = await octets_of(robot, table, since)
                with dealt_anew(live, robot):
                    other = await octets_of(robot, table, since)
                assert other.splitlines() == seen.splitlines()

    trio.run(run)


# Each thing is told once and in order.


@examples(60, quick=6)
@given(
    st.lists(st.tuples(st.integers(0, 1000), st.sampled_from(["", "", "lost", "left", "slow", "read"])), max_size=40)
)
def test_each_record_is_told_once_and_in_order_whatever_connections_do(steps: list[tuple[int, str]]) -> None:
    async def run() -> None:
        async with robots() as house:
            anna, bert = await house.two_at("mille")
            table, code = anna.state["table"], anna.state["code"]
            told = Told(anna.state["at"])
            told.read = len(anna.heard)
            for choice, what in steps:
                anna = await befall(house, anna, what, table, code, told)
                if bert.state["seat"] in bert.state.get("turn", ()):
                    await play_on(bert, choices=[choice])
                elif not anna.is_slow:
                    await play_on(anna, choices=[choice])
                told.take(anna)
            anna = await befall(house, anna, "read", table, code, told)
            told.take(anna)
            assert told.at == bert.state["at"]
            seat = anna.program.places[table].seat
            assert told.is_all(seat, await seat.session.service.journal.read(seat.live.stream))

    trio.run(run)


class Told:
    """What a program has noted of what it was told, over all its connections."""

    def __init__(self, at: int) -> None:
        self.at = self.first = at
        self.events: list[int] = []
        self.passed_over: list[range] = []
        """Records in whose place it was given a state."""
        self.read = 0

    def take(self, robot: Robot) -> None:
        """Note what came since: every event after the last one, and every state where its events have led."""
        for one in robot.heard[self.read :]:
            if one["type"] == "event" and one["kind"] != "talk":
                assert one["at"] > self.at, f"{one} was told before"
                self.events.append(one["at"])
            elif one["type"] == "state" and one.get("reason"):
                self.passed_over.append(range(self.at + 1, one["at"] + 1))
            if one["type"] in ("event", "state"):
                assert one["at"] >= self.at
                self.at = one["at"]
        self.read = len(robot.heard)

    def is_all(self, seat: Seat, records: Sequence[Record]) -> bool:
        """Whether that is all that somebody at the seat was to be told."""
        recorded = [one for one in decode(seat.live.stream, records) if one[1].seq > self.first]
        wanted = [one.seq for one in happenings(seat, recorded)]
        return self.events == [seq for seq in wanted if not any(seq in one for one in self.passed_over)]


async def befall(house: Robots, robot: Robot, what: str, table: str, code: str, told: Told) -> Robot:
    """What happens to a connection; the program comes back where it was."""
    told.take(robot)
    if what == "slow":
        robot.is_slow = True
    if what in ("read", "lost", "left"):
        robot.is_slow = False
        robot.program.catch_up()
        told.take(robot)
    if what not in ("lost", "left"):
        return robot
    await robot.program.close(lost=what == "lost")
    again = house.enter()
    assert (await again.ask("hello", protocol=1, code=code))["type"] == "welcome"
    told.read = 0
    assert (await again.ask("resume", table=table, since=told.at))["type"] == "ack"
    return again


# It does not break.


def is_request(kind: dict[str, Any]) -> bool:
    """Whether a type of the schema is what programs send."""
    return kind.get("properties", {}).get("type", {}).get("enum", [""])[0] in TYPES


TYPES = {kind.__name__.lower() for kind in REQUESTS}
VALUES: list[Any] = [
    "", "Anna", "p", "roll", "mille", "pileon", "computer", "person", "fr", -1, 0, 1, 7, 2**31, 2**63, 2**70, 1.5, True,
    False, None, [], {}, ["x"], {"x": "y"}, "\u202e", "\x00", "x" * 300, "\U0001f3b2", "d2uht-aaaa-bbbb-ccccc",
]  # fmt: skip


WORDS = ("Anna", "p", "roll", "mille", "pileon", "signora", "help", "any", "10 days", "off", "20:00", "here", "d2uht")
KINDS: dict[str, Any] = {name: one for name, one in json.loads(schema())["$defs"].items() if is_request(one)}
"""What the schema says of each request."""


def fitting(dice: Dice, kind: dict[str, Any]) -> Any:
    """A value that the schema allows, mostly."""
    if "enum" in kind:
        return kind["enum"][dice.below(len(kind["enum"]))]
    if "anyOf" in kind:
        return fitting(dice, kind["anyOf"][dice.below(len(kind["anyOf"]))])
    match kind.get("type"):
        case "integer":
            low, high = kind.get("minimum", 0), min(kind.get("maximum", 50), 50)
            return low + dice.below(max(1, high - low))
        case "boolean":
            return bool(dice.below(2))
        case "array":
            return [fitting(dice, kind["items"]) for _ in range(kind.get("minItems", 0) + dice.below(2))]
        case "string":
            return WORDS[dice.below(len(WORDS))]
        case _:
            return VALUES[dice.below(len(VALUES))]


def lines(dice: Dice, tables: Callable[[], Sequence[str]]) -> Iterator[bytes]:
    """Lines that mean something, nearly mean something, and mean nothing: for each request that the schema has."""
    names = sorted(KINDS)
    while True:
        fields = KINDS[names[dice.below(len(names))]]["properties"]
        request: dict[str, Any] = {"type": fields["type"]["enum"][0], "id": "ab"[dice.below(2)]}
        for name, kind in fields.items():
            if name not in request and dice.below(4):
                request[name] = fitting(dice, kind) if dice.below(4) else VALUES[dice.below(len(VALUES))]
        if "table" in request and dice.below(4):
            request["table"] = tables()[dice.below(len(tables()))]
        line = json.dumps(request).encode()
        for _ in range(max(0, dice.below(6) - 3)):
            at = dice.below(len(line) + 1)
            line = line[:at] + bytes([dice.below(256)]) * dice.below(4) + line[at + dice.below(3) :]
        yield line.replace(b"\n", b" ")


async def at_tables(house: Robots, name: str) -> Robot:
    """Somebody who plays two games, and learns a third."""
    robot = await house.guest(name)
    await robot.ask("open", game="mille")
    await robot.ask("open", game="pileon", deal=7)
    await robot.ask("learn", game="elixir")
    return robot


@pytest.mark.parametrize("part", [0, *slow(*range(1, FUZZED_PARTS + 1))])
async def test_no_line_breaks_anything_or_does_anything_to_others(part: int, caplog: Any) -> None:
    count = FUZZED_LINES // FUZZED_PARTS if part else 400
    async with robots() as house:
        anna, bert = await house.two_at("mille")
        robot = await at_tables(house, "Robo")
        sent = lines(Dice(bytes(16), "fuzz", part), lambda: [anna.state["table"], *robot.program.places])
        caplog.set_level(logging.ERROR)
        before = anna.state["at"]
        for number in range(count):
            robot.octets = b""
            await robot.say(next(sent))
            if robot.program.is_over or number % 500 == 499:
                await robot.program.close(lost=True)
                robot = await at_tables(house, f"Robo{number}")
            assert not caplog.records, caplog.records[-1].exc_info
        assert anna.state["at"] == before
        assert all(one["type"] in ("ack", "welcome", "state", "event", "notice") for one in anna.heard)
        assert (await in_turn(anna, bert).play("p"))["type"] == "ack"
