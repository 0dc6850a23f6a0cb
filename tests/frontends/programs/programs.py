"""Programs in a house in this process: what they send, and the lines that they are sent."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import attrs

from core.sessions.limits import Budget
from core.sessions.parlour import Origin
from frontends.programs.door.dispatch import take
from frontends.programs.door.program import Program
from frontends.programs.protocol.version import PROTOCOL
from journal import Journal
from tests.core.sessions.houses import House, open_house


@attrs.define(eq=False)
class Robot:
    """A program, and all that it was sent."""

    program: Program
    octets: bytes = b""
    is_slow: bool = False
    woken: int = 0
    asked: int = 0
    _read: bytes = b""
    _lines: list[dict[str, Any]] = attrs.field(factory=list)
    """The lines of what was read: to read all of it again for each question takes longer than the house's answers."""

    def send(self, octets: bytes) -> None:
        self.octets += octets

    def wake(self) -> None:
        self.woken += 1

    @property
    def heard(self) -> list[dict[str, Any]]:
        """All lines that were sent."""
        if not self.octets.startswith(self._read):
            self._read, self._lines = b"", []
        self._lines += [json.loads(line) for line in self.octets[len(self._read) :].splitlines()]
        self._read = self.octets
        return list(self._lines)

    @property
    def told(self) -> list[dict[str, Any]]:
        """The same without notices of other people."""
        return [one for one in self.heard if one["type"] != "notice"]

    async def ask(self, type: str, **more: Any) -> dict[str, Any]:
        """Ask something. Returns: the answer, which is the one that has its id."""
        self.asked += 1
        request = {"type": type, "id": f"q{self.asked}", **more}
        answers = [one for one in await self.say(json.dumps(request)) if one.get("id") == request["id"]]
        assert len(answers) == 1, answers
        return answers[0]

    async def say(self, line: str | bytes) -> list[dict[str, Any]]:
        """Send a line. Returns: what was sent meanwhile, but for notices of other people."""
        before = len(self.told)
        await take(self.program, line.encode() if isinstance(line, str) else line)
        return self.told[before:]

    def of(self, type: str) -> list[dict[str, Any]]:
        """The lines of a type."""
        return [one for one in self.heard if one["type"] == type]

    @property
    def state(self) -> dict[str, Any]:
        """The last state."""
        return self.of("state")[-1]

    async def play(self, text: str = "", **more: Any) -> dict[str, Any]:
        """Make a move at the table of the last state; without a text the first there is."""
        state = self.state
        return await self.ask("play", table=state["table"], at=state["at"], text=text or state["moves"][0], **more)


@attrs.define(eq=False)
class Robots:
    """A house, and the programs in it."""

    house: House

    def enter(self, address: str = "192.0.2.1") -> Robot:
        """Somebody who has not said hello."""
        program = Program(self.house.parlour.enter(Origin(address)))
        robot = Robot(program)
        program.outlet = robot
        self.house.stack.push_async_callback(program.close, lost=False)
        return robot

    async def guest(self, name: str, **more: Any) -> Robot:
        """A guest of that name."""
        robot = self.enter()
        assert (await robot.ask("hello", protocol=PROTOCOL, name=name, **more))["type"] == "welcome"
        return robot

    async def two_at(self, game: str = "mille", **more: Any) -> tuple[Robot, Robot]:
        """Anna and Bert at a table of a game that has begun; `more` is what they say with hello."""
        anna, bert = await self.guest("Anna", **more), await self.guest("Bert", **more)
        table = (await anna.ask("open", game=game, opponent="person"))["table"]
        await bert.ask("join", table=table)
        return anna, bert


@asynccontextmanager
async def robots(budget: Budget | None = None, journal: Journal | None = None) -> AsyncIterator[Robots]:
    """A house for programs."""
    async with open_house(budget, journal) as house:
        yield Robots(house)


def in_turn(*those: Robot) -> Robot:
    """Whose turn it is."""
    return next(one for one in those if one.state["seat"] in one.state.get("turn", ()))
