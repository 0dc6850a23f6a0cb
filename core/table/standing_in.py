"""Who may play for a player who is not there, and when: what the commands about it lead to. Pure.

A computer player takes a person's seat when both players agree, at once or for the case that the person has not moved
for so long. The person has the seat back whenever they want it; nobody is asked for that. What the computer player does
stands in the journal under the person's seat, with its own name.
"""

from __future__ import annotations

from core.game import Refused
from core.table.clock import LONGEST_TIME
from core.table.commands import AnswerStandIn, AskStandIn, TakeSeatBack
from core.table.events import SeatLent, SeatReturned, StandInAgreed, StandInAsked, StandInEvent, StandInRefused
from core.table.state import Table


def decide_stand_in(
    table: Table, command: AskStandIn | AnswerStandIn | TakeSeatBack, by: int
) -> tuple[StandInEvent, ...]:
    """What follows when a player asks, answers, or is back. Raises: Refused."""
    match command:
        case AskStandIn(bot, after):
            return _decide_ask(table, by, bot, after)
        case AnswerStandIn(yes):
            return _decide_answer(table, by, yes)
        case TakeSeatBack():
            chair = table.chairs[by]
            if not chair.stand_in and not chair.agreed[0]:
                raise Refused("You have your seat already.")
            return (SeatReturned(by),)


def decide_lend(table: Table, seat: int, at: float) -> tuple[SeatLent]:
    """What follows when the house says that a player has been absent for as long as was agreed. Raises: Refused."""
    if seat not in table.turn or table.chairs[seat].stand_in:
        raise Refused("Nobody is absent.")
    bot, after = table.chairs[seat].agreed
    if not bot or at < table.turn_at + after:
        raise Refused("Nobody is absent.")
    return (SeatLent(seat, bot),)


def _decide_ask(table: Table, by: int, bot: str, after: int) -> tuple[StandInEvent, ...]:
    if not table.begun:
        raise Refused("The game has not begun; simply leave.")
    if len(table.chairs) < 2 or table.chairs[by].stand_in:
        raise Refused("Nobody else is needed at your seat.")
    if not bot or not 0 <= after <= LONGEST_TIME:
        raise Refused("Type standin computer, or standin computer after 2d.")
    asked = StandInAsked(by, bot, after)
    has_others = any(seat != by for seat in table.persons)
    return (asked if has_others else _granted(asked),)


def _decide_answer(table: Table, by: int, yes: bool) -> tuple[StandInEvent, ...]:
    asked = table.stand_in_asked
    if asked is None or asked.seat == by:
        raise Refused("Nobody asks you for a stand-in.")
    return (_granted(asked) if yes else StandInRefused(asked.seat),)


def _granted(asked: StandInAsked) -> SeatLent | StandInAgreed:
    return StandInAgreed(asked.seat, asked.bot, asked.after) if asked.after else SeatLent(asked.seat, asked.bot)
