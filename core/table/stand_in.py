"""Who may play for a player who is not there, and when: what the commands about it lead to. Pure.

A computer player or another person takes somebody's seat when both players agree, at once or for the case that whose
seat it is has not moved for so long. A person who is asked has to accept, too. Whose seat it is has it back whenever
they want it; nobody is asked for that. What a stand-in does stands in the journal under the seat, with who did it.

A person who stands in sees what the seat sees, for as long as they have it. So nobody can who plays at the table, or
has stood in at another seat of it.
"""

import attrs

from core.base.game import Refused
from core.table import commands, events
from core.table.clock import LONGEST_TIME
from core.table.state import NOBODY, Chair, Holder, Table

NEVER = float("inf")
OF_STAND_INS = (commands.Move, commands.Answer, commands.TakeHint, commands.TakeSeatBack)
"""What a person may do who stands in; all else is for whose seat it is."""


def decide_stand_in(
    table: Table, command: commands.AskStandIn | commands.AnswerStandIn | commands.TakeSeatBack, by: int
) -> tuple[events.StandInEvent, ...]:
    """What follows when a player asks, answers, or is back. Raises: Refused."""
    match command:
        case commands.AskStandIn(bot, after, person):
            return _decide_ask(table, by, Holder(person, bot), after)
        case commands.AnswerStandIn(yes):
            return _decide_answer(table, by, yes)
        case commands.TakeSeatBack():
            check_away(table, by)
            return (events.SeatReturned(by),)


def check_away(table: Table, by: int | None) -> None:
    """Raises: Refused where nobody plays, or is to play, at a player's seat for them."""
    chair = table.chairs[by] if by is not None else None
    if chair is None or not (chair.stand_in or chair.agreed):
        raise Refused("You already have your seat.")


def asked_of(table: Table, by: int | None) -> events.StandInAsked:
    """What a player is asked to agree to. Raises: Refused where that is nothing."""
    asked = table.stand_in_asked
    if asked is None or by in (None, asked.seat):
        raise Refused("Nobody is asking you for a stand-in.")
    return asked


def decide_wanted(
    table: Table, command: commands.AcceptStandIn | commands.DeclineStandIn, at: float
) -> tuple[events.SeatLent | events.StandInAccepted | events.StandInDeclined]:
    """What follows when a person who is asked to stand in says yes or no. Raises: Refused."""
    seat, person = command.seat, command.person
    if not 0 <= seat < len(table.chairs) or not person or table.chairs[seat].wanted != person:
        raise Refused("They no longer ask you to play for them.")
    if isinstance(command, commands.DeclineStandIn):
        return (events.StandInDeclined(seat, person),)
    if _has_another_hand(table, seat, person):
        raise Refused("You cannot play for both players. To decline: decline")
    after = table.chairs[seat].after
    is_due = not after or (seat in table.turn and at >= table.turn_at + after)
    return (events.SeatLent(seat, "", person) if is_due else events.StandInAccepted(seat, person),)


def lent_from(table: Table, seat: int) -> float:
    """When a seat is lent because its player is absent, in seconds since the epoch; infinite while it is not to be."""
    chair = table.chairs[seat]
    if seat not in table.turn or chair.stand_in or not chair.agreed or chair.wanted:
        return NEVER
    return table.turn_at + chair.after


def first_lent(table: Table) -> tuple[float, int]:
    """When a seat is lent first because of an absence, and which; infinite where none is to be."""
    return min(((lent_from(table, seat), seat) for seat in table.turn), default=(NEVER, 0))


def decide_lend(table: Table, seat: int, at: float) -> tuple[events.SeatLent]:
    """What follows when the house says that a player has been absent for as long as was agreed. Raises: Refused."""
    if not 0 <= seat < len(table.chairs) or at < lent_from(table, seat):
        raise Refused("Nobody is absent.")
    agreed = table.chairs[seat].agreed
    return (events.SeatLent(seat, agreed.bot, agreed.person),)


def _decide_ask(table: Table, by: int, whom: Holder, after: int) -> tuple[events.StandInEvent, ...]:
    if not table.begun:
        raise Refused("The game has not begun: just leave.")
    if len(table.chairs) < 2 or table.chairs[by].stand_in:
        raise Refused("You need no stand-in here.")
    if bool(whom.bot) == bool(whom.person) or not 0 <= after <= LONGEST_TIME:
        raise Refused("Type standin computer, standin and a name, or standin computer after 2d")
    if whom.person and any(chair.person == whom.person for chair in table.chairs):
        raise Refused("The other player cannot play for you: ask somebody else.")
    if _has_another_hand(table, by, whom.person):
        raise Refused("They play for the other player here: ask somebody else.")
    asked = events.StandInAsked(by, whom.bot, after, whom.person)
    has_others = any(seat != by for seat in table.persons)
    return (asked if has_others else _granted(asked),)


def _has_another_hand(table: Table, seat: int, person: str) -> bool:
    """Whether a person has seen the hand of another seat, or has said that they will play there."""
    promised = (chair.agreed.person for other, chair in enumerate(table.chairs) if other != seat and chair.accepted)
    known = (holder.person for other, holder in table.stood_in if other != seat)
    return bool(person) and person in {*promised, *known}


def _decide_answer(table: Table, by: int, yes: bool) -> tuple[events.StandInEvent, ...]:
    asked = asked_of(table, by)
    return (_granted(asked) if yes else events.StandInRefused(asked.seat),)


def _granted(asked: events.StandInAsked) -> events.SeatLent | events.StandInAgreed:
    if asked.person or asked.after:
        return events.StandInAgreed(asked.seat, asked.bot, asked.after, asked.person)
    return events.SeatLent(asked.seat, asked.bot)


def lent(
    chair: Chair,
    event: events.StandInAgreed
    | events.StandInAccepted
    | events.StandInDeclined
    | events.SeatLent
    | events.SeatReturned,
) -> Chair:
    """A chair after somebody was found to play for its person, or the person has it again."""
    match event:
        case events.StandInAgreed(_, bot, after, person):
            return attrs.evolve(chair, agreed=Holder(person, bot), after=after, accepted=False)
        case events.StandInAccepted():
            return attrs.evolve(chair, accepted=True)
        case events.StandInDeclined():
            return attrs.evolve(chair, agreed=NOBODY, after=0, accepted=False)
        case events.SeatLent(_, bot, person):
            return attrs.evolve(chair, stand_in=Holder(person, bot))
        case events.SeatReturned():
            return attrs.evolve(chair, stand_in=NOBODY, agreed=NOBODY, after=0, accepted=False)


def check_stand_in(chair: Chair, command: commands.Command, person: str) -> None:
    """Raises Refused for what somebody may not do, or not any more, who plays for another."""
    if chair.stand_in.person != person:
        raise Refused("You no longer play at that seat.")
    if not isinstance(command, OF_STAND_INS):
        raise Refused("You play for somebody: only they can do that.")
