"""Law: an evening of several people leaves the same records, whether they come by terminals or as bare sessions."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import attrs
import trio
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.base.chance import SEED_BYTES
from core.base.game import Refused
from core.base.message import Message, english
from core.house.service import Service, open_service
from core.presence.roster import Kind
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table import correspondence, play
from core.sessions.at_table.seat import Seat, TableRef, seated
from core.sessions.identity import entry, registration
from core.sessions.others import conversation, invitations, rematch
from core.sessions.others.replays_together import Shown
from core.sessions.parlour import Parlour
from core.sessions.session import Session
from core.table import AnswerStandIn, AskStandIn, Resign
from journal import open_journal
from tests.examples import examples
from tests.frontends.terminals import House, ListTerminal, open_house, quiet

NAMES = ("Anna", "Bert", "Carl")
TOLD = frozenset({"seat", "person", "name", "bot", "reason", "winners", "seats", "text", "value", "after", "policy"})
"""What is compared of an event: not the cards, which every house deals anew."""
STEPS = st.lists(
    st.tuples(
        st.integers(0, len(NAMES) - 1),
        st.sampled_from(
            (
                "open", "join", "watch", "leave", "resume", "move", "move", "move", "resign", "mark", "rename",
                "standin", "refuse", "quit", "forget", "say", "tell", "ignore", "invite", "seek", "accept", "decline",
                "rematch", "notices", "vacation", "plan",
            )
        ),
    ),
    max_size=30,
)  # fmt: skip


@attrs.define
class Somebody:
    """One person of the evening, at a terminal in one house and as a bare session in the other."""

    terminal: ListTerminal
    session: Session
    seat: Seat | None = None
    held: AsyncExitStack = attrs.field(factory=AsyncExitStack)
    """What keeps the seat."""
    codes: tuple[str, str] = ("", "")
    """With which they come back, in each of the houses."""
    ids: tuple[set[str], set[str]] = attrs.field(factory=lambda: (set(), set()))
    """All that they were in each of the houses."""


@attrs.define
class Evening:
    """The same evening in two houses."""

    house: House
    parlour: Parlour
    people: list[Somebody] = attrs.field(factory=list)
    tables: tuple[list[str], list[str]] = attrs.field(factory=lambda: ([], []))

    async def begin(self) -> None:
        """Everybody comes in."""
        # Both houses deal the same hands, so that a move which is legal in one is so in the other.
        for service in (self.house.service, self.parlour.service):
            service.books.size, service.books.known_secret = 1, bytes(SEED_BYTES)
        for name in NAMES:
            self.people.append(await self.come(name))

    async def come(self, name: str) -> Somebody:
        """Somebody comes to both doors and says a name."""
        one = Somebody(self.house.enter(), self.parlour.enter())
        await one.terminal.told(name)
        assert await entry.come_in(one.session, name) is None
        return one

    async def do(self, number: int, step: str) -> None:
        """What one person does, if it can be done where they are."""
        one = self.people[number]
        if (doing := self._doing(one, step, number)) is not None:
            lines, act = doing
            refused = ""
            try:
                await act()
            except Refused as refusal:
                refused = english(refusal.message)
            told = await one.terminal.told(*lines)
            if step in ("quit", "forget") and not refused:
                await one.terminal.left()
            if refused and "{" not in refused:
                assert _plain(refused, self.tables) in _plain(told, self.tables)
            await self._note(one)
        assert self.where(0) == self.where(1), step

    def _doing(self, one: Somebody, step: str, number: int) -> tuple[list[str], Callable[[], Awaitable[Any]]] | None:
        """The lines for a terminal, and what a session does; None where that makes no sense."""
        session, seat = one.session, one.seat
        longer = f"{NAMES[number]}a"
        last = [found[-1] if found else "" for found in self.tables]
        if (calling := self._calling(one, step, NAMES[(number + 1) % len(NAMES)])) is not None:
            return calling
        if seat is None:
            return {
                "open": lambda: (["new mille person"], lambda: self._sit(one, self._opened(one))),
                "join": lambda: ([f"join {last[0]}"], lambda: self._sit(one, tables.join(session, last[1]))),
                "watch": lambda: ([f"watch {last[0]}"], lambda: self._sit(one, tables.watch(session, last[1]))),
                "resume": lambda: None if not one.codes[0] else (
                    [f"resume {one.codes[0]}"], lambda: self._sit(one, resumption.resume(session, one.codes[1])),
                ),
                "rename": lambda: ([f"name {longer}"], lambda: registration.rename(session, longer)),
                "quit": lambda: (["quit"], lambda: self._quit(one)),
                "forget": lambda: (["forget me", "y"], lambda: self._forget(one)),
            }.get(step, lambda: None)() if last[0] or step not in ("join", "watch", "resume") else None  # fmt: skip
        table = seat.live.table
        is_played = bool(seat.seats) and table.begun and table.outcome is None
        asked = table.stand_in_asked
        match step:
            case "leave":
                return ["leave", *(["y"] if seat.seats and not table.outcome else [])], lambda: self._leave(one)
            case "move" if moves := [move for move in ("p", "d 1") if move in seat.moves]:
                return [moves[0]], lambda: seat.play(moves[0])
            case "resign" if is_played and not seat.stand_in:
                return ["resign", "y"], lambda: seat.submit(Resign())
            case "mark" if seat.seats:
                return ["mark here"], lambda: play.mark(seat, "here")
            case "standin" if is_played:
                return ["standin computer"], lambda: seat.submit(AskStandIn("Comp"))
            case "plan" if is_played and not seat.stand_in:
                return ["if any then p"], lambda: correspondence.plan(seat, "any then p")
            case "say":
                return ["say Well met."], lambda: conversation.say(seat, "Well met.")
            case "rematch" if table.outcome is not None and seat.seats:
                return ["rematch"], lambda: self._sit(one, rematch.rematch(seat))
            case "refuse" if is_played and asked is not None and asked.seat not in seat.seats:
                return ["refuse"], lambda: seat.submit(AnswerStandIn(yes=False))
            case _:
                return None

    def _calling(self, one: Somebody, step: str, other: str) -> tuple[list[str], Callable[[], Awaitable[Any]]] | None:
        """The same for what can be done with another person in every room."""
        session = one.session
        order = Order("mille", {}, "computer")
        match step:
            case "tell":
                return [f"tell {other} Well met."], lambda: self._tell(session, other)
            case "ignore":
                return [f"ignore {other}"], lambda: conversation.ignore(session, other)
            case "invite":
                return [f"invite {other} mille"], lambda: self._sit(one, invitations.invite(session, other, order))
            case "seek":
                return ["seek mille"], lambda: self._sit(one, invitations.seek(session, order))
            case "accept":
                return ["accept"], lambda: self._sit(one, invitations.accept(session))
            case "decline":
                return ["decline"], lambda: invitations.decline(session)
            case "notices":
                return ["notices came off"], lambda: conversation.turn(session, (Kind.CAME,), on=False)
            case "vacation":
                return ["vacation 2 days"], lambda: correspondence.take_vacation(session, "2 days")
            case _:
                return None

    async def _tell(self, session: Session, other: str) -> None:
        conversation.tell(session, other, "Well met.")

    async def _opened(self, one: Somebody) -> TableRef:
        return await tables.open_table(one.session, Order("mille", {}, "person"))

    async def _sit(self, one: Somebody, going: Awaitable[TableRef | Shown | Message]) -> None:
        if not isinstance(ref := await going, TableRef):
            return
        await self._leave(one)
        one.seat = await one.held.enter_async_context(seated(one.session, ref))
        one.session.be_at(one.seat)

    async def _leave(self, one: Somebody) -> None:
        one.seat = None
        await one.held.aclose()
        one.session.be_at(None)

    async def _quit(self, one: Somebody) -> None:
        one.session.leave()

    async def _forget(self, one: Somebody) -> None:
        await registration.forget(one.session)
        one.session.leave()

    async def _note(self, one: Somebody) -> None:
        """Find out what there is now; who has left comes again."""
        await quiet()
        for found, service in zip(self.tables, (self.house.service, self.parlour.service), strict=True):
            await service.views.settle()  # Lists are asked for what one may accept.
            ids = {one.stream.removeprefix("table/") for one in (await service.journal.streams("table/")).summaries}
            found += sorted(ids - set(found))
        visit = self.house.visits[one.terminal]
        for ids, session in zip(one.ids, (visit.session, one.session), strict=True):
            ids |= {*session.persons, session.visitor.id} - {""}
        one.codes = tuple(session.codes[-1] if session.codes else code
                          for session, code in zip((visit.session, one.session), one.codes, strict=True))  # type: ignore[assignment]  # fmt: skip
        if one.terminal.status is not None:
            again = await self.come(one.session.name)
            one.terminal, one.session = again.terminal, again.session

    def where(self, house: int) -> list[tuple[str, int, tuple[int, ...], bool]]:
        """Where everybody is in one of the houses, by name, the number of their table, and their seats."""
        service = (self.house.service, self.parlour.service)[house]
        ids = self.tables[house]
        return sorted(
            (one.name, ids.index(one.table) if one.table else -1, one.seats, one.stands_in)
            for one in service.presence.everybody()
        )

    async def records(self, house: int) -> dict[str, list[Any]]:
        """What stands in the journal of one of the houses, with names in place of ids."""
        service = (self.house.service, self.parlour.service)[house]
        known = {id: f"table {number}" for number, id in enumerate(self.tables[house])}
        known |= {id: f"{name}" for one, name in zip(self.people, NAMES, strict=True) for id in one.ids[house]}
        return await _records(service, known)


async def _records(service: Service, known: dict[str, str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for kind in ("table/", "talk/", "person/", "slow/", "plans/"):
        for name in sorted(one.stream for one in (await service.journal.streams(kind)).summaries):
            records = await service.journal.read(name)
            label = f"{kind}{known.get(name.removeprefix(kind), '?')}"
            found.setdefault(label, []).extend(
                (record.kind, _cause(record.raw_play), _named(json.loads(record.raw), known)) for record in records
            )
    return {
        label: records if label.startswith("table") else sorted(records, key=str) for label, records in found.items()
    }


def _cause(raw: bytes) -> Any:
    cause = json.loads(raw) if raw else {}
    return cause.get("by"), cause.get("command", {}).get("kind")


def _named(data: Any, known: dict[str, str]) -> Any:
    match data:
        case dict():
            return {key: _named(value, known) for key, value in data.items() if key in TOLD}
        case list():
            return [_named(value, known) for value in data]
        case str():
            return known.get(data, data)
        case _:
            return data


def _plain(text: str, found: tuple[list[str], list[str]]) -> str:
    """A text without the names of tables, in one line."""
    for ids in found:
        for number, id in enumerate(ids):
            text = text.replace(id, f"table{number}")
    return " ".join(text.split())


KNOWN = (
    [(0, "open"), (1, "join"), (2, "watch"), (0, "mark"), (1, "standin"), (0, "refuse"), (1, "leave"), (1, "resume")],
    [(0, "invite"), (1, "accept"), (1, "say"), (0, "invite"), (0, "resign"), (1, "rematch"), (0, "rematch")],
    [(0, "seek"), (2, "invite"), (0, "decline"), (1, "join"), (1, "ignore"), (1, "tell"), (1, "decline")],
    [(0, "vacation"), (0, "notices"), (0, "open"), (1, "join"), (0, "plan"), (1, "plan"), (0, "move"), (1, "move")],
    [(0, "open"), (1, "join"), (0, "move"), (0, "move"), (1, "move"), (1, "resign"), (0, "leave"), (0, "forget")],
)
"""Evenings on which much happens."""


def on_many_evenings(law: Callable[[list[tuple[int, str]]], None]) -> Callable[[], None]:
    """Put a law to evenings on which much happens, and to random ones."""
    tested = given(STEPS)(law)
    for steps in KNOWN:
        tested = example(steps)(tested)
    return settings(examples(25, quick=5), suppress_health_check=list(HealthCheck))(tested)


async def check_evening(evening: Evening, steps: list[tuple[int, str]]) -> None:
    """Both houses must have the same records when an evening of these steps is over."""
    await evening.begin()
    try:
        for number, step in steps:
            await evening.do(number, step)
        assert await evening.records(0) == await evening.records(1)
    finally:
        for one in evening.people:
            await one.held.aclose()


@on_many_evenings
def test_terminals_and_bare_sessions_leave_the_same_records(steps: list[tuple[int, str]]) -> None:
    async def run() -> None:
        async with open_house() as house, open_journal("memory:") as journal, open_service(journal) as service:
            await check_evening(Evening(house, Parlour(service)), steps)

    trio.run(run)
