"""Coming back to a table: with the code of a seat, at home without one, or to a save of it as a practice game.

All raise Refused, and JournalError.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, message
from core.games.features.titles import title_at
from core.people.directory import code_of, read_code
from core.people.persons import is_home
from core.replay import practice, transfer
from core.sessions import preferences
from core.sessions.arrival.table_access import check_may_look
from core.sessions.arrival.tables import join
from core.sessions.at_table.held_seats import NO_SEATS, Held, free_seats, held_by, held_with
from core.sessions.at_table.seat import NOT_YOURS, TableRef
from core.sessions.identity.entry import note_home
from core.sessions.identity.free_names import RENAMED, name_again, take_name
from core.sessions.limits import Limit
from core.sessions.session import Session
from core.table import Table
from core.table.opening import Player
from journal import JournalError
from journal.game_lines import lines_of

NO_SEAT = message("That code belongs to no seat: check it.")


async def resume(session: Session, code: str) -> TableRef:
    """Back to one's seat, or to all seats that go with a code."""
    id, secret = read_code(code)
    async with session.service.table(id, attended=False) as live:
        held = await _held_with(session, live.table, secret)
        await _become(session, live.table, held, secret)
    return TableRef(id, held)


async def go_on(session: Session, id: str, *, all_seats: bool = False, luck: str = "") -> TableRef:
    """Back to a table without a code, where the person owns the journal; or take its free seat.

    A table that only one person plays at belongs to whoever is at home; where a seat is free, somebody who goes by
    another name takes that one, and never sees the owner's hand.
    """
    own = await session.identify()
    async with session.service.table(id, attended=False) as live:
        table = live.table
        check_may_look(table, await session.own_ids())
        held = Held(table.persons) if all_seats else held_by(table, {own})
        if not held.seats and not free_seats(table, own) and len(table.persons) == 1:
            held = Held(table.persons)
    if not held.seats:
        return await join(session, id, luck)
    return TableRef(id, held if all_seats else replace(held, seats=held.seats[:1]))


async def bring_in(session: Session, text: bytes) -> str:
    """Bring a game that was exported into the journal, at home. Returns: the table's id."""
    if not session.is_home:
        raise Refused("You can bring in games only at home: parlour import FILE")
    return await transfer.restore(session.service, lines_of(Path("import"), text))


class Saves(Struct, frozen=True):
    """What was saved at a table."""

    table: str
    """Its id."""
    title: str
    """Of the game or its variant."""
    code: str
    """With which `fork` goes back to one of them."""
    marks: tuple[tuple[str, int], ...]
    """The name of each, and the moves that were made before it."""


async def saves(session: Session, code: str) -> Saves:
    """What was saved at the table of a seat."""
    id, secret = read_code(code)
    async with session.service.table(id, attended=False) as live:
        table = live.table
        own = await _own_with(session, table, secret)
        shown = {name for seat in own for name in table.marks_for(seat)}
        marks = tuple((name, snapshot.plays) for name, snapshot in table.marks if name in shown)
        return Saves(id, title_at(table.setup), code_of(id, secret), marks)


async def fork(session: Session, code: str, mark: str, say: Callable[[Message], str]) -> TableRef:
    """Go on from a save as a practice game. `say` writes the line of talk by which the others are asked to it."""
    id, secret = read_code(code)
    async with session.service.table(id, attended=False) as live:
        table = live.table
        seats = await _own_with(session, table, secret)
        own = table.chairs[seats[0]].person
        session.spend(Limit.COPIES)
        copy = await practice.fork(session.service, table, mark, own)
        await _become(session, table, Held(seats), secret)
        async with session.service.table(copy, attended=False) as copied:
            for seat in seats[1:]:  # Where one person plays several seats, they go back together.
                chair = table.chairs[seat]
                await session.service.sit(copied, seat, Player(chair.person, is_program=chair.is_program))
        if set(table.persons) - set(seats):
            invitation = message('Type join {copy} to practise with me from "{mark}".', copy=copy, mark=mark)
            await live.say(own, seats[0], say(invitation))
    return TableRef(copy, Held(seats))


async def _own_with(session: Session, table: Table, secret: str) -> tuple[int, ...]:
    """One's own seats that go with a code: what was kept there is not for those who stand in."""
    held = await _held_with(session, table, secret)
    if held.stand_in:
        raise Refused(NOT_YOURS)
    return held.seats


async def _held_with(session: Session, table: Table, secret: str) -> Held:
    """The seats that go with a code; without the secret of one, what the person has."""
    directory, network, held = session.service.directory, session.allowance.network, NO_SEATS

    async def find() -> bool:
        nonlocal held
        held = await held_with(directory, table, secret)
        return bool(held.seats)

    if not secret:
        held = held_by(table, await session.own_ids())
    else:
        persons = [await directory.person(table.chairs[seat].person) for seat in table.persons] if network else []
        came_before = any(is_home(person.homes, network) for person in persons)
        await session.allowance.look_at(f"table/{table.id}", find, is_home=came_before)
    if not held.seats:
        raise Refused(NO_SEAT)
    return held


async def _become(session: Session, table: Table, held: Held, secret: str) -> None:
    """Be the guest whose code was typed; who has registered stays who they are, and has the seats all the same."""
    persons = [held.stand_in] if held.stand_in else [table.chairs[seat].person for seat in held.seats]
    session.persons |= set(persons)
    if secret and session.visitor.is_guest and session.visitor.id not in persons:
        known = await session.service.directory.person(persons[0])
        before = session.visitor.id, session.visitor.secret, session.visitor.is_program
        session.visitor.become(known.id, secret, is_program=known.is_program)
        try:
            if (name := await name_again(session, known.name)) == known.name:
                session.be_called(name)
            else:
                await take_name(session, name)
        except (Refused, JournalError):
            session.visitor.become(*before[:2], is_program=before[2])
            raise
        await note_home(session, known.id)
        await preferences.bring(session, known)
        if session.name != known.name:
            session.audience.be_told(RENAMED.filled(taken=known.name, name=session.name))
