"""Coming to a table as a visit does it: the person waits while a deal is looked for, and is told the result.

All raise Refused with a sentence, and JournalError.
"""

import secrets
from functools import partial

from msgspec.structs import replace

from core.base.chance import LONGEST_LUCK
from core.base.game import Refused
from core.base.message import Message, message
from core.base.text import clean
from core.games import GAMES
from core.games.deals.grades import NAMES as GRADES
from core.games.deals.grades import Grade
from core.replay.recording import Recording
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.order_words import read_number
from core.sessions.arrival.orders import Luck, Order
from core.sessions.arrival.resumption import Saves
from core.sessions.arrival.tables import Ask
from core.sessions.at_table.seat import TableRef
from core.sessions.lists import daily
from frontends.visit.everywhere.waiting import STOPPED, wait
from frontends.visit.visit import Visit

LUCK_BYTES = 16
"""Bytes of the luck that is drawn here when nobody gives any."""


async def open_table(visit: Visit, order: Order) -> TableRef | None:
    """Open a table and sit down at it; None when the person did not want to wait for a deal that can be won."""
    tables.check_opponent(order)
    if order.daily and (begun := await daily.daily_begun(visit.session, order)) is not None:
        id, is_over = begun
        if not is_over:
            return await resumption.go_on(visit.session, id)
        visit.farewell(message("You have played today's deal: only your first game counts."))
    deal = None
    if order.winnable or order.grade:
        looking = message("Looking for a deal that can be won.")
        if order.grade:
            looking = message("Looking for a deal that is {grade}.", grade=GRADES[Grade(order.grade)])
        deal = await wait(visit, looking, lambda: tables.find_deal(visit.session, order))
        if deal is None:
            visit.say(STOPPED)
            return None
    if not GAMES[order.game].numbered:
        order = replace(order, luck=with_own_luck(visit, order.luck))
    return await tables.open_table(visit.session, order, deal=deal, ask=luck_asked_by(visit))


def with_own_luck(visit: Visit, luck: Luck) -> Luck:
    """The luck that the person gives; at home, where this program is theirs, never none."""
    return luck or (drawn_luck() if visit.session.is_home else "")


def drawn_luck() -> str:
    """Luck for somebody who has not said any."""
    return secrets.token_hex(LUCK_BYTES)


def luck_asked_by(visit: Visit) -> Ask:
    """What asks the person for their luck once they were shown which seed it is added to; it may be empty."""
    return partial(_ask_luck, visit)


async def _ask_luck(visit: Visit, said: tuple[Message, ...]) -> str:
    await visit.read(*said)
    return clean(await visit.ask(message("Your luck, or Enter for none:")), LONGEST_LUCK)


def listed_saves(found: Saves) -> tuple[Message, ...]:
    """The saves of a seat, a line each, with what to type for each."""
    if not found.marks:
        return (message("There are no saves at table {table}.", table=found.table),)
    lines = [message("Saves at table {table}, {game}:", table=found.table, game=found.title)]
    for name, move in found.marks:
        line = message("  {name}, after move {move}: return {code} {name}")
        lines.append(line.filled(name=name, move=move, code=found.code))
    return tuple(lines)


def moment(recording: Recording, move: str) -> int | None:
    """The record with which a replay from a move on begins, None without a move. Raises: Refused."""
    if not move:
        return None
    number = read_number(move, recording.moves)
    if number is None:
        raise Refused("There is no such move: this game has {moves}.", moves=recording.moves)
    return recording.at_move(number)
