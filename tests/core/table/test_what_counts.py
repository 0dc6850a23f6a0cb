"""What a game counts as: one rule, whoever asks."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.message import english
from core.table import Begin, Close, DuelGame, Move, Resign, Restart, RunOut, Sit, Table, TakeHint, Undo, tell_ending
from core.table.what_counts import Ending, Pool, ending_of, helps, pool_of
from tests.core.tables import after, begun, moves, opened, when


def played(table: Table, count: int, *, demo: bool = False) -> Table:
    """The table after so many first moves there are."""
    for _ in range(count):
        seat = table.turn[0]
        table, _ = after(table, seat, Move(moves(table, seat)[0], demo=demo))
    return table


def ended(table: Table, command: Any, by: int | None) -> Table:
    return after(table, by, command, at=table.at + 1000)[0]


def between_two(count: int) -> Table:
    """A game of El-Ixir with a clock, after so many moves: the first two are the first player's."""
    return played(begun("elixir", opened_as="tst01", clock=60), count)


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_resignation_counts_once_both_have_moved(count: int, loser: int) -> None:
    table = ended(between_two(count), Resign(), loser)
    assert table.outcome is not None
    counts = count > 2
    assert (pool_of(table) is Pool.PEOPLE) is counts
    assert table.outcome.winners == ((1 - loser,) if counts else ())
    assert [ending_of(table, seat) for seat in (loser, 1 - loser)] == (
        [Ending.LOST, Ending.WON] if counts else [None, None]
    )
    said = english(tell_ending(table.game, table.outcome), ("Anna", "Bert"))
    names = ("Anna", "Bert")
    assert said == (
        f"{names[loser]} resigned. {names[1 - loser]} wins." if counts
        else f"{names[loser]} resigned before both had moved: nobody wins."
    )  # fmt: skip


@pytest.mark.parametrize(("count", "loser"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_flag_that_falls_before_both_have_moved_costs_nothing(count: int, loser: int) -> None:
    table = ended(between_two(count), RunOut(loser), None)
    assert table.outcome is not None
    assert (pool_of(table) is Pool.PEOPLE) is (count > 2)
    assert ending_of(table, loser) is (Ending.LOST if count > 2 else None)
    said = english(tell_ending(table.game, table.outcome), ("Anna", "Bert"))
    assert said.endswith("wins." if count > 2 else "ran out of time before both had moved: nobody wins.")


@pytest.mark.parametrize(
    ("programs", "order", "pool"),
    [
        ((False, False), "", Pool.PEOPLE),
        ((False, False), "rated", Pool.PEOPLE),
        ((True, False), "", None),
        ((False, True), "rated", Pool.PROGRAMS),
        ((True, True), "", Pool.PROGRAMS),
    ],
    ids=["two people", "two people who agreed", "no agreement", "agreement", "two programs"],
)
def test_programs_are_rated_apart_and_with_people_only_where_both_agree(
    programs: tuple[bool, bool], order: str, pool: Pool | None
) -> None:
    table = opened("elixir", opened_as="tst01", programs=order)
    for seat, program in enumerate(programs):
        table = when(table, (None, Sit(seat, f"p{seat}", program=program)))
    assert pool_of(ended(played(when(table, (None, Begin())), 3), Resign(), 0)) is pool


@pytest.mark.parametrize(
    ("owners", "pool"),
    [
        (("ann", "ann"), None),
        (("ann", "ben"), Pool.PROGRAMS),
        (("", "ann"), Pool.PROGRAMS),
        (("", ""), Pool.PROGRAMS),
        (("p1", ""), None),
    ],
    ids=["two of one owner", "of two owners", "a guest's", "two guests'", "one against its owner"],
)
def test_nobody_gains_a_rating_by_games_with_their_own_programs(owners: tuple[str, str], pool: Pool | None) -> None:
    table = opened("elixir", opened_as="tst01", programs="rated")
    for seat, owner in enumerate(owners):
        table = when(table, (None, Sit(seat, f"p{seat}", program=owner != "" or owners[0] != "p1", owner=owner)))
    assert pool_of(ended(played(when(table, (None, Begin())), 3), Resign(), 0)) is pool


def test_game_of_a_duel_counts_for_no_rating() -> None:
    table = opened("elixir", opened_as="tst01", reserved=("p0", "p1"), duel=DuelGame("d", 1, 2))
    for seat in (0, 1):
        table = when(table, (None, Sit(seat, f"p{seat}", program=True)))
    over = ended(played(when(table, (None, Begin())), 3), Resign(), 0)
    assert ending_of(over, 0) is Ending.LOST
    assert pool_of(over) is None


def test_person_who_resigns_before_their_first_move_against_the_computer_has_lost_nothing() -> None:
    assert ending_of(ended(begun("elixir", bots=(1,)), Resign(), 0), 0) is None
    table = ended(played(begun("elixir", bots=(1,)), 1), Resign(), 0)
    assert ending_of(table, 0) is Ending.LOST
    assert pool_of(table) is None


def test_solitaire_is_lost_once_a_move_was_made_though_it_was_taken_back() -> None:
    table = begun("pileon")
    assert ending_of(table, 0) is None
    assert ending_of(ended(table, Resign(), 0), 0) is None
    assert ending_of(ended(ended(table, TakeHint(), 0), Resign(), 0), 0) is None
    moved = played(table, 1)
    assert ending_of(moved, 0) is Ending.RUNNING
    for way_back in (Undo(), Restart()):
        back = ended(moved, way_back, 0)
        assert (ending_of(back, 0), helps(back)) == (Ending.RUNNING, 1)
        assert ending_of(ended(back, Resign(), 0), 0) is Ending.LOST


@pytest.mark.parametrize("before", [0, 3])
def test_what_the_computer_has_played_is_neither_won_nor_lost(before: int) -> None:
    table = played(played(begun("pileon"), before), 1, demo=True)
    assert ending_of(table, 0) is Ending.RUNNING
    assert ending_of(ended(table, Resign(), 0), 0) is Ending.SHOWN


def test_game_that_the_house_has_closed_is_not_decided() -> None:
    table = ended(between_two(3), Close(), None)
    assert ending_of(table, 0) is Ending.RUNNING
    assert pool_of(table) is None


def test_running_game_is_in_progress_once_both_have_moved() -> None:
    assert [ending_of(between_two(count), 0) for count in (0, 2, 3)] == [None, None, Ending.RUNNING]
