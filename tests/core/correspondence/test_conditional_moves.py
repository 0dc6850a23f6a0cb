"""Replies that are planned: what may be planned, when a plan fires, and that nobody else learns of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import SPECTATOR, Refused, Seat, Viewer
from core.correspondence.conditional_moves import MOST, PlanMade, PlansDropped, plan, plans_of, reply
from core.table import Cause, Move, Planned, RecordInfo, Table, TakeHint, view_table
from tests.core.tables import after, begun, moves, when


def waiting() -> Table:
    """A game of El-Ixir in which the other has rolled."""
    return when(begun("elixir", clock=86_400), (0, Move("roll")))


def answered(table: Table, theirs: str, *plans: PlanMade | PlansDropped, seat: int = 1) -> Planned | None:
    """What a seat plays when the other has played that."""
    by = table.turn[0]
    table, _ = after(table, by, Move(theirs))
    return reply(table, seat, plans_of(table, seat, plans), Cause("d", by, 0, Move(theirs)))


def test_plan_fires_when_its_condition_comes_true() -> None:
    table = waiting()
    theirs = moves(table)[0]
    planned = plan(table, 1, f"{theirs} then roll", 0)
    assert planned == PlanMade(1, table.seq, theirs, "roll")
    assert answered(table, theirs, planned) == Planned("roll", theirs, 1)
    assert answered(table, moves(table)[1], planned) is None


def test_condition_is_the_move_and_not_how_it_is_typed() -> None:
    table = waiting()
    theirs = next(text for text in moves(table) if text.endswith(" 4"))
    longhand = theirs.replace(" 4", "")
    assert answered(table, theirs, plan(table, 1, f"if {longhand} then r", 0)) == Planned("r", longhand, 1)


def test_first_that_fits_and_is_legal_fires() -> None:
    table = waiting()
    plans = [plan(table, 1, text, 0) for text in ("any then 1 up 4", "any then roll", "any then r")]
    assert answered(table, moves(table)[0], *plans) == Planned("roll", "any", 2)


def test_plans_are_for_the_next_turn_only() -> None:
    table = waiting()
    made = plan(table, 1, "any then roll", 0)
    table = when(table, (0, Move(moves(table)[0])))
    table = when(table, (1, Move("roll")))
    assert plans_of(table, 1, (made,)) == ((1, made),)
    table = when(table, (1, Move(moves(table, 1)[0])))
    assert plans_of(table, 1, (made,)) == ()


def test_what_was_dropped_is_not_played_and_each_seat_has_its_own() -> None:
    table = waiting()
    made = plan(table, 1, "any then roll", 0)
    assert answered(table, moves(table)[0], made, PlansDropped(1)) is None
    assert answered(table, moves(table)[0], made, PlansDropped(0)) is not None
    assert plans_of(table, 0, (made,)) == ()


def test_games_that_hide_something_are_planned_for_whatever_the_other_does() -> None:
    table = begun("mille", clock=86_400)
    waits = 1 - table.turn[0]
    with pytest.raises(Refused, match="only plan for any move: if any then p"):
        plan(table, waits, "u 3 then p", 0)
    assert plan(table, waits, "any then p", 0).when == "any"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type if"), ("roll", "Type if"), ("then roll", "Type if"), ("roll then", "Type if"),
        ("nonsense then roll", "is not a move"), ("roll then nonsense", "is not a move"),
        (f"{'x' * 70} then r", "Type if"),
    ],
)  # fmt: skip
def test_what_is_no_plan_is_refused(typed: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        plan(waiting(), 1, typed, 0)


def test_plan_that_is_made_in_ones_own_turn_is_for_the_next_one() -> None:
    table = waiting()
    made, recent = plan(table, 0, "any then roll", 0), [RecordInfo(table.seq, 0.0)]
    for seat, text, is_kept in ((0, "", True), (1, "roll", True), (1, "", True), (0, "roll", False)):
        move = Move(text or moves(table, seat)[0])
        table = when(table, (seat, move))
        recent.append(RecordInfo(table.seq, 0.0, Cause("d", seat, 0, move)))
        assert plans_of(table, 0, (made,), recent) == (((1, made),) if is_kept else ())


def test_plan_does_not_fire_when_the_other_does_something_else() -> None:
    table = when(waiting(), (0, Move(moves(waiting())[0])))
    made = PlanMade(1, table.seq, "any", "roll")
    assert reply(table, 1, ((1, made),), Cause("d", 0, 0, TakeHint())) is None
    assert reply(table, 1, ((1, made),), Cause("d", 0, 0, Move("x"))) == Planned("roll", "any", 1)


def test_nothing_is_planned_without_end() -> None:
    with pytest.raises(Refused, match="enough"):
        plan(waiting(), 1, "any then roll", MOST)


@pytest.mark.parametrize("viewer", [SPECTATOR, Seat(0)])
def test_nobody_learns_of_a_plan_and_it_depends_on_nothing_hidden(viewer: Viewer) -> None:
    """Leak law: the position is dealt anew as its maker may know it, and the plan fires just the same."""
    table = begun("mille", clock=86_400)
    mover, maker = table.turn[0], 1 - table.turn[0]
    made = plan(table, maker, "any then p", 0)
    before = view_table(table, viewer, ("", ""))
    table = when(table, (mover, Move("p")))
    theirs = next(text for text in moves(table, mover) if text.startswith("d "))
    after_it, _ = after(table, mover, Move(theirs))
    last = Cause("d", mover, 0, Move(theirs))
    fired = []
    for number in range(5):
        state = after_it.game.redeal(after_it.state, Seat(maker), Dice(bytes(32), "mille", number + 1))
        other: Any = with_state(after_it, state)
        fired.append(reply(other, maker, plans_of(other, maker, (made,)), last))
    assert fired == [Planned("p", "any", 1)] * 5
    assert "any" not in repr(before)


def with_state(table: Table, state: Any) -> Table:
    return replace(table, now=replace(table.now, state=state))
