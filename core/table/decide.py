"""The one place that says what a command at a table leads to, and what is refused."""

from typing import Any

from core.base.durations import DAY
from core.base.game import Outcome, Refused
from core.base.message import message
from core.table import commands, events
from core.table.clock import LONGEST_TIME, is_slow
from core.table.sealed_luck import REVEALING, check_given, decide_reveal, decide_unrevealed
from core.table.stand_in import check_stand_in, decide_lend, decide_stand_in, decide_wanted
from core.table.state import Chair, Table
from core.table.takeback import bookmark, decide_return, decide_takeback

ABANDONED_AFTER = 3 * DAY
"""Seconds without a move of the other after which a player may abandon a game, so that nobody wins."""
MOST_ADMITTED = 100
"""Persons who may be admitted to watch, at one table."""

OF_TOURNAMENT = message("This is a game of a tournament. To leave the tournament: withdraw")
_OF_HOLDER = (commands.Move, commands.Planned)
"""What is played at a seat by who holds it now."""
_NOBODY_CAME = (events.Ended("nobody_came", (), ()),)


def decide(table: Table, command: commands.Command, by: int | None, at: float, stand_in: str = "") -> tuple[Any, ...]:
    """What follows from a command: events of the table and of its game.

    `by` is the seat that gave it, None the house; `stand_in` the id of a person who gave it for whose seat it is; `at`
    is in seconds since the epoch.

    Raises:
        Refused: with a sentence that depends only on what the one who asked may know.
    """
    if table.ended:
        raise Refused("This game is over.")
    if by is None and not stand_in:
        return _decide_for_house(table, command, at)
    if by is None or not (0 <= by < len(table.chairs) and table.chairs[by].is_taken):
        raise Refused("Only players at this table can do that.")
    if stand_in:
        check_stand_in(table.chairs[by], command, stand_in)
    elif isinstance(command, _OF_HOLDER):
        _check_holder(table.chairs[by])
    return _decide_for_seat(table, command, by, at)


def _check_holder(chair: Chair) -> None:
    """Raises Refused where a stand-in plays at the seat now."""
    if chair.stand_in.bot:
        raise Refused("{name} plays for you. To take your seat back: back", name=chair.stand_in.bot)
    if chair.stand_in.person:
        raise Refused("Somebody plays for you. To take your seat back: back")


def _decide_for_house(table: Table, command: commands.Command, at: float) -> tuple[Any, ...]:
    match command:
        case commands.Sit():
            return _decide_sit(table, command)
        case commands.Begin():
            return _decide_begin(table)
        case commands.Restore(origin):
            return (events.Restored(origin),)
        case commands.LendSeat(seat):
            return decide_lend(table, seat, at)
        case commands.AcceptStandIn() | commands.DeclineStandIn():
            return decide_wanted(table, command, at)
        case commands.Close():
            return (events.Ended("closed", (), ()),)
        case commands.CloseUnbegun():
            if table.begun:
                raise Refused("The game has begun.")
            if table.is_revealing:
                raise Refused(REVEALING)
            return _NOBODY_CAME
        case commands.EndUnrevealed():
            return decide_unrevealed(table, at)
        case _:
            return _decide_about_clocks(table, command, at)


def _decide_for_seat(table: Table, command: commands.Command, by: int, at: float) -> tuple[Any, ...]:
    match command:
        case commands.Substitute(text, who):
            if not who or who != table.chairs[by].stand_in.bot:
                raise Refused("That seat is not lent.")
            return _decide_move(table, by, text, at)
        case commands.Move(text) | commands.Planned(text):
            return _decide_move(table, by, text, at)
        case commands.AskStandIn() | commands.AnswerStandIn() | commands.TakeSeatBack():
            return decide_stand_in(table, command, by)
        case commands.Resign():
            return _decide_resign(table, by)
        case commands.Undo() | commands.Redo() | commands.Restart() | commands.Answer():
            return decide_takeback(table, command, by)
        case commands.Mark(name, muted):
            return (events.Marked(by, bookmark(name), muted),)
        case commands.Return(name):
            return decide_return(table, by, name)
        case commands.TakeHint():
            if table.game.hint is None:
                raise Refused("This game has no hints.")
            return (events.Hinted(by),)
        case commands.Abandon():
            return _decide_abandon(table, by, at)
        case commands.SetWatching() | commands.Admit():
            return _decide_watching(table, command, by)
        case commands.RevealLuck():
            return decide_reveal(table, by, command)
        case _:
            raise Refused("Only the house can do that.")


def _decide_move(table: Table, seat: int, text: str, at: float) -> tuple[Any, ...]:
    if table.is_revealing:
        raise Refused(REVEALING)
    if not table.begun:
        raise Refused("Wait until somebody has joined.")
    game, state = table.setup.game, table.now.state
    played = game.decide_typed(state, seat, text, table.dice(), at)
    return (*played, *_closing(game.outcome(game.fold(state, played))))


def _closing(outcome: Outcome | None) -> tuple[events.Ended, ...]:
    return (events.Ended(outcome.reason, outcome.winners, outcome.figures),) if outcome else ()


def _decide_sit(table: Table, sit: commands.Sit) -> tuple[events.Seated, ...]:
    if not 0 <= sit.seat < len(table.chairs):
        raise Refused("This table does not have that seat.")
    if table.chairs[sit.seat].is_taken:
        raise Refused("That seat is taken.")
    if bool(sit.person) == bool(sit.bot):
        raise Refused("A seat is for one player.")
    if sit.person and any(chair.person == sit.person for chair in table.chairs):
        raise Refused("You already sit at this table.")
    reserved = table.setup.reserved
    if reserved and reserved[sit.seat] not in ("", sit.person):
        raise Refused("That seat is reserved for somebody else.")
    if sit.program and table.setup.programs == "no":
        raise Refused("Only people may play at this table.")
    check_given(table, sit)
    if table.setup.duel is not None:
        _check_duelist(table, sit)
    seated = events.Seated(
        sit.seat, sit.person, sit.bot, sit.luck, sit.muted, sit.early, sit.sealed, sit.program, sit.owner
    )
    return (seated,)


def _check_duelist(table: Table, sit: commands.Sit) -> None:
    """Raises: Refused for who may not sit down at a table of a duel, or not so: both games of a pair have one deal."""
    if not (sit.bot or table.setup.reserved[sit.seat]):
        raise Refused("That seat is reserved for somebody else.")
    if sit.luck:
        raise Refused("In a duel nobody gives luck: leave out luck=")


def _decide_begin(table: Table) -> tuple[Any, ...]:
    """In a decision of its own, so that every luck is in the journal before a card is dealt."""
    if table.begun or not table.is_full:
        raise Refused("The game begins when the last seat is taken.")
    if table.unrevealed:
        raise Refused(REVEALING)
    if table.setup.position is not None:
        return (events.Begun(),)
    return (events.Begun(), *table.setup.game.begin(table.setup.options, table.dice()))


def _decide_resign(table: Table, seat: int) -> tuple[Any, ...]:
    if table.is_revealing:
        raise Refused(REVEALING)
    if not table.begun:
        raise Refused("The game has not begun: just leave.")
    reason = "resigned" if len(table.chairs) > 1 else "gave_up"
    return events.Resigned(seat), *_closing(_without(table, seat, reason))


def _without(table: Table, seat: int, reason: str) -> Outcome:
    """The outcome when this seat cannot go on."""
    return Outcome(reason, tuple(other for other in range(len(table.chairs)) if other != seat))


def _decide_about_clocks(table: Table, command: commands.Command, at: float) -> tuple[Any, ...]:
    clocks = table.clocks
    match command:
        case commands.RunOut(seat):
            if clocks is None or seat not in table.turn or at < clocks.due(seat):
                raise Refused("Nobody's time has run out.")
            return events.RanOut(seat), *_closing(_without(table, seat, "timeout"))
        case commands.Pause():
            if not may_pause(table):
                raise Refused("No clock is running.")
            return (events.ClockPaused(),)
        case commands.Resume():
            if clocks is None or not _has_fast_turn(table) or (at <= table.at and not clocks.paused):
                raise Refused("No time was lost.")
            return (events.ClockResumed(),)
        case commands.Correct():
            if clocks is None or not (clocks.uncounted or clocks.paused):
                raise Refused("All time is counted already.")
            return (events.ClockCorrected(),)
        case commands.GoAway(seat, until):
            return _decide_go_away(table, seat, until, at)
        case commands.ComeBack(seat):
            return _decide_come_back(table, seat, at)
        case _:
            raise Refused("Only players at this table can do that.")


def may_pause(table: Table) -> bool:
    """Whether a clock runs here that is stopped once no player is at the table."""
    return table.clocks is not None and _has_fast_turn(table) and not table.clocks.paused


def _has_fast_turn(table: Table) -> bool:
    return bool(table.turn) and not is_slow(table.setup.clock)


def _decide_go_away(table: Table, seat: int, until: int, at: float) -> tuple[events.WentAway]:
    if table.clocks is None or not is_slow(table.setup.clock):
        raise Refused("A vacation only stops clocks of a day or more.")
    if seat not in table.persons:
        raise Refused("That player is not at this table.")
    if not at < until <= at + LONGEST_TIME or table.clocks.away[seat].until == until:
        raise Refused("That vacation changes nothing.")
    return (events.WentAway(seat, until),)


def _decide_come_back(table: Table, seat: int, at: float) -> tuple[events.CameBack]:
    if table.clocks is None or not 0 <= seat < len(table.chairs) or not table.clocks.is_away(seat, at):
        raise Refused("That player is not on vacation.")
    return (events.CameBack(seat),)


def _decide_abandon(table: Table, seat: int, at: float) -> tuple[Any, ...]:
    if table.is_revealing:
        raise Refused(REVEALING)
    if not table.begun and table.setup.is_of_tournament:
        raise Refused(OF_TOURNAMENT)
    if not table.begun:
        return _NOBODY_CAME
    if len(table.persons) == 1:
        return _decide_resign(table, seat)
    check_abandoned(table, seat, at)
    return (events.Ended("abandoned", (), ()),)


def check_abandoned(table: Table, seat: int, at: float) -> None:
    """Raises: Refused where a game between two that has begun is not left alone by the other."""
    if table.begun and len(table.persons) > 1 and (seat in table.turn or at < table.turn_at + ABANDONED_AFTER):
        raise Refused(
            "You can abandon a game, with nobody winning, when the other has not moved for {n} days. Or resign: resign",
            n=ABANDONED_AFTER // DAY,
        )


def _decide_watching(
    table: Table, command: commands.SetWatching | commands.Admit, seat: int
) -> tuple[events.WatchingSet | events.Admitted]:
    if isinstance(command, commands.Admit):
        return _decide_admit(table, seat, command.person)
    policy, delay = command.policy, command.delay
    if policy not in events.WATCHING:
        raise Refused("Choose who may watch: open or invited.")
    if not 0 <= delay <= events.MOST_DELAY:
        raise Refused("Watchers can be up to {most} moves behind.", most=events.MOST_DELAY)
    if (policy, delay) == (table.watching, table.delay):
        raise Refused("That is already so.")
    return (events.WatchingSet(seat, policy, delay),)


def _decide_admit(table: Table, seat: int, person: str) -> tuple[events.Admitted]:
    if not person or person in table.admitted:
        raise Refused("They may already watch.")
    if len(table.admitted) >= MOST_ADMITTED:
        raise Refused("You can admit no more than {most} people by name.", most=MOST_ADMITTED)
    return (events.Admitted(seat, person),)
