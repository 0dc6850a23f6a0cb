"""Law: an evening of several people leaves the same records, whether they come by programs or as bare sessions."""

from __future__ import annotations

from typing import Any, cast

import attrs
import trio

from core.house.service import Service, open_service
from core.sessions.parlour import Parlour
from journal import open_journal
from tests.frontends.programs.programs import Robot, robots
from tests.frontends.visit.test_same_evening import Evening, check_evening, on_many_evenings

GOING = {"open", "join", "watch", "resume", "invite", "seek", "accept", "rematch"}


@attrs.define(eq=False)
class Typist:
    """A program that does what lines say which people would type, and answers with what was refused.

    People are at one table at a time: so is it.
    """

    robot: Robot
    status: int | None = None

    @property
    def session(self) -> Any:
        return self.robot.program.session

    async def told(self, line: str, *answers: str) -> str:
        """Do what a line says; nobody asks a program whether it means it. Returns: the refusal, if it was refused."""
        word, _, rest = line.partition(" ")
        if not self.robot.program.protocol:
            answer = await self.robot.ask("hello", protocol=1, name=line)
        else:
            here = tuple(self.robot.program.places)
            type, fields = self._asked(word, rest, *here)
            answer = await self.robot.ask(type, **fields)
            if answer["type"] == "ack" and type in GOING and answer.get("table"):
                await self._go(here, answer["table"])
        return str(answer["said"]["text"]) if answer["type"] == "refused" else ""

    def _asked(self, word: str, rest: str, table: str = "") -> tuple[str, dict[str, Any]]:
        """The request that does the same."""
        at = {"table": table}
        name, _, text = rest.partition(" ")
        match word:
            case "new":
                return "open", {"game": "mille", "opponent": "person"}
            case "join" | "watch" | "resume":
                return word, {"table": rest}
            case "name":
                return "rename", {"name": rest}
            case "quit" | "forget":
                self.status = 0
                return {"quit": "bye", "forget": "forget"}[word], {}
            case "p" | "d":
                seq = self.robot.program.places[table].seat.seq
                return "play", {**at, "at": seq, "text": f"{word} {rest}".strip()}
            case "mark":
                return "mark", {**at, "name": rest}
            case "say":
                return "say", {**at, "text": rest}
            case "refuse":
                return "allow", {**at, "yes": False}
            case "tell":
                return "tell", {"name": name, "text": text}
            case "ignore":
                return "ignore", {"name": name}
            case "invite":
                return "invite", {"name": name, "game": text}
            case "seek":
                return "seek", {"game": rest}
            case "accept" | "decline":
                return word, {}
            case _:
                return self._asked_of_time(word, rest, at)

    def _asked_of_time(self, word: str, rest: str, at: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The same of what is for games that take days, of what one is told, and of words that need no more."""
        match word:
            case "notices":
                return "notices", {"kind": "came", "on": False}
            case "vacation":
                return "vacation", {"text": rest}
            case "if":
                return "plan", {**at, "then": "p"}
            case _:  # leave, resign, standin, rematch
                return word, at

    async def _go(self, here: tuple[str, ...], there: str) -> None:
        """Be only there, as whoever goes from table to table is."""
        program = self.robot.program
        ref = program.places[there].seat.ref
        for table in {*here, there}:
            await program.leave(table)
        await self.robot.ask("resume" if ref.held.seats else "watch", table=there)

    async def left(self) -> None:
        """They have gone."""
        await self.robot.program.close(lost=False)


@attrs.define(eq=False)
class Hall:
    """A house of programs, as an evening asks of one."""

    service: Service
    robots: Any
    visits: dict[Typist, Typist] = attrs.field(factory=dict)

    def enter(self) -> Typist:
        typist = Typist(self.robots.enter(""))
        typist.session.visitor.is_program = False  # As nobody is who comes by no door at all.
        self.visits[typist] = typist
        return typist


@on_many_evenings
def test_programs_and_bare_sessions_leave_the_same_records(steps: list[tuple[int, str]]) -> None:
    async def run() -> None:
        async with robots() as house, open_journal("memory:") as journal, open_service(journal) as service:
            await check_evening(Evening(cast(Any, Hall(house.house.service, house)), Parlour(service)), steps)

    trio.run(run)
