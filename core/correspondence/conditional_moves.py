"""Replies that are planned ahead in games for two: "if THEIRS then MINE", in `plans/TABLE`. Pure.

Plans are in a stream of their own and not in the table's, because only their maker may know them: the table's stream is
exported, watched, replayed and followed at the other seats. A plan that fires is a move, and stands in the table's
stream as one that was planned, with the condition that has come true.

Plans are for one's next turn, also where they are made in the one before: when it comes, the first that fits the
other's last move and is still legal is played, and all are dropped. In games in which something is hidden, a condition
that names a move could tell what nobody has shown; there only "any" can be planned for. So whether a plan fires depends
on nothing its maker does not see.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from core.base.event_families import register
from core.base.game import Refused, Seat
from core.base.text import plain
from core.table import MOVES, Cause, Planned, RecordInfo, Table

ANY = "any"
"""The condition that every move meets."""
MOST = 20
"""Plans of one seat for one turn."""
LONGEST = 60
"""Characters of a condition, and of a move."""


def stream_of(table: str) -> str:
    """Where the plans for a table are kept."""
    return f"plans/{table}"


class PlanMade(Struct, frozen=True, gc=False):
    """A player wants to answer a move with one of theirs."""

    seat: int
    seen: int
    """The table's last record when it was made."""
    when: str
    then: str

    def __post_init__(self) -> None:
        if max(len(self.when), len(self.then)) > LONGEST:
            raise ValueError("it has a condition or a move that is too long")


class PlansDropped(Struct, frozen=True):
    """A player has dropped all replies that they had planned."""

    seat: int


PlanEvent = PlanMade | PlansDropped
EVENTS: dict[str, type] = {"plan.made": PlanMade, "plan.dropped": PlansDropped}
"""By kind."""
register("plans", EVENTS)


def plans_of(
    table: Table, seat: int, events: Iterable[PlanEvent], recent: Sequence[RecordInfo] = ()
) -> tuple[tuple[int, PlanMade], ...]:
    """A seat's plans that are still for its next turn, each with its record's number, the oldest first.

    `recent` are the last records of the table. Of a plan that is older its clocks say whether that turn is over;
    without any it is taken for over.
    """
    made: list[tuple[int, PlanMade]] = []
    for number, event in enumerate(events, 1):
        if event.seat != seat:
            continue
        if isinstance(event, PlanMade):
            made.append((number, event))
        else:
            made.clear()
    return tuple((number, plan) for number, plan in made if not _is_over(table, seat, plan, recent))


def _is_over(table: Table, seat: int, plan: PlanMade, recent: Sequence[RecordInfo]) -> bool:
    """Whether the turn for which it was planned has had its first move, or is over."""
    if not recent or recent[0].seq > plan.seen + 1:
        return table.clocks is None or plan.seen < table.clocks.passed[seat]
    others_moved = False
    for cause in (info.cause for info in recent if info.seq > plan.seen):
        if cause is None or not isinstance(cause.command, MOVES):
            continue
        if cause.by == seat and others_moved:
            return True
        others_moved = others_moved or cause.by != seat
    return False


def plan(table: Table, seat: int, typed: str, known: int) -> PlanMade:
    """What "THEIRS then MINE" plans, for somebody who has `known` plans. Raises: Refused with what to type instead."""
    if not table.begun or table.ended:
        raise Refused("You can plan replies only during a game.")
    words = plain(typed).removeprefix("if ")
    when, then, mine = words.partition(" then ")
    when, mine = when.strip(), mine.strip()
    if not then or not when or not mine or len(when) > LONGEST or len(mine) > LONGEST:
        raise Refused("Type if, their move, then, and yours, such as if roll then roll; to forget all: if off")
    if known >= MOST:
        raise Refused("You have planned enough. To forget it all: if off")
    if when != ANY and table.game.hides:
        raise Refused("In {game} you can only plan for any move: if any then {move}", game=table.game.title, move=mine)
    view = table.game.view(table.state, Seat(seat))
    for text in (when, mine):
        if text != ANY:
            table.game.read(view, text)
    return PlanMade(seat, table.seq, when, mine)


def reply(table: Table, seat: int, plans: Sequence[tuple[int, PlanMade]], last: Cause) -> Planned | None:
    """The planned move to make now, if it is the seat's turn; `last` is what has led to the last decision."""
    theirs = last.command
    if not plans or seat not in table.turn or last.by in (None, seat) or not isinstance(theirs, MOVES):
        return None
    view = table.game.view(table.state, Seat(seat))
    legal = table.game.moves(view)
    for number, made in plans:
        fits = made.when == ANY or _is_same(table, seat, made.when, theirs.text)
        if fits and _read(table, view, made.then) in legal.values():
            return Planned(made.then, made.when, number)
    return None


def _is_same(table: Table, seat: int, planned: str, played: str) -> bool:
    """Whether two texts meant the same move in the position before it."""
    if plain(planned) == plain(played):
        return True
    before = table.now.previous
    if before is None:
        return False
    view = table.game.view(before.state, Seat(seat))
    move = _read(table, view, planned)
    return move is not None and bool(move == _read(table, view, played))


def _read(table: Table, view: Any, text: str) -> Any:
    """The move that a text means; None where it means none."""
    try:
        return table.game.read(view, text)
    except Refused:
        return None
