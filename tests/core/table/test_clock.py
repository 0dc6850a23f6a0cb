"""Clocks: what counts as whose time, folded from the times of records alone."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.durations import DAY
from core.base.game import Refused, Seat
from core.base.message import english
from core.table import (
    LONGEST_TIME,
    Answer,
    Clocks,
    ComeBack,
    Correct,
    Fischer,
    GoAway,
    Mark,
    Move,
    Pause,
    Resume,
    RunOut,
    Table,
    Undo,
    is_slow,
    is_warning,
    read_clock,
    tell_clock,
    tell_left,
    tell_span,
    view_table,
)
from core.table.clock import Away, written_clock
from core.table.events import CameBack, ClockPaused, ClockResumed, Ended, RanOut, WentAway
from tests.core.tables import after, begun, moves, when

FISCHER = Fischer(600, 5)


def clocks_of(table: Table) -> Clocks:
    assert table.clocks
    return table.clocks


def later(table: Table, by: int | None, command: object, seconds: float) -> Table:
    return after(table, by, command, at=table.at + seconds)[0]  # type: ignore[arg-type]


def turn_of(table: Table, seconds: float) -> Table:
    """A turn of El-Ixir, rolled at once and placed after some seconds."""
    seat = table.turn[0]
    table = later(table, seat, Move("roll"), 0)
    return later(table, seat, Move(moves(table, seat)[0]), seconds)


# How clocks are typed and told.


@pytest.mark.parametrize(
    ("typed", "clock", "told"),
    [
        ("60", 60, "60 seconds a move"),
        ("90s", 90, "90 seconds a move"),
        ("2m", 120, "2 minutes a move"),
        ("3d", 3 * DAY, "3 days a move"),
        ("36h", 36 * 3600, "1 day 12 hours a move"),
        ("10m+5s", FISCHER, "10 minutes for the game, 5 seconds more for each turn"),
        ("600+5", FISCHER, "10 minutes for the game, 5 seconds more for each turn"),
        ("10m+0", Fischer(600), "10 minutes for the game"),
        ("30d+12h", Fischer(30 * DAY, DAY // 2), "30 days for the game, 12 hours more for each turn"),
        ("366d", 366 * DAY, "366 days a move"),
    ],
)
def test_clock_is_typed_and_told(typed: str, clock: object, told: str) -> None:
    assert read_clock(typed) == clock
    assert english(tell_clock(read_clock(typed))) == told


@pytest.mark.parametrize(
    "typed", ["", "0", "soon", "5x", "-5", "+5", "10m+", "10m+soon", "367d", "1d+367d", "1+2+3", "٣"]
)
def test_what_is_no_clock_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(Refused, match="clock=60 or clock=3d"):
        read_clock(typed)


def test_longest_time_can_be_given_and_not_a_second_more() -> None:
    longest = LONGEST_TIME
    assert read_clock(f"{longest}s") == longest
    assert read_clock(f"{longest}s+{longest}s") == Fischer(longest, longest)
    for typed in (f"{longest + 1}s", f"{longest + 1}s+5s", f"10m+{longest + 1}s"):
        with pytest.raises(Refused, match="clock=60 or clock=3d"):
            read_clock(typed)
    for bank, increment in ((longest + 1, 0), (600, longest + 1), (0, 5)):
        with pytest.raises(ValueError):
            Fischer(bank, increment)


@pytest.mark.parametrize(
    ("left", "told"),
    [(0, "0 seconds"), (0.001, "1 second"), (0.99, "1 second"), (1.0, "1 second"), (20.0000001, "20 seconds"),
     (119.2, "2 minutes"), (-1, "0 seconds")],
)  # fmt: skip
def test_time_that_is_left_is_rounded_up(left: float, told: str) -> None:
    assert english(tell_left(left)) == told


@given(st.integers(0, 400 * DAY))
def test_span_is_told_in_two_units_and_never_more_than_there_is(seconds: int) -> None:
    units = {"second": 1, "minute": 60, "hour": 3600, "day": DAY}
    words = english(tell_span(seconds)).split()
    parts = [int(number) * units[unit.removesuffix("s")] for number, unit in zip(words[::2], words[1::2], strict=True)]
    assert len(parts) <= 2
    assert sum(parts) <= seconds < sum(parts) + (1 if seconds < 3600 else 60 if seconds < DAY else 3600)


def test_clocks_of_a_day_are_slow() -> None:
    assert [is_slow(clock) for clock in (0, 60, DAY - 1, DAY, Fischer(600, DAY), Fischer(DAY))] == [
        False, False, False, True, False, True,
    ]  # fmt: skip


def test_last_fifth_warns() -> None:
    assert (is_warning(60, 12.1), is_warning(60, 12), is_warning(FISCHER, 121), is_warning(FISCHER, 120)) == (
        False, True, False, True,
    )  # fmt: skip


# For each move.


def test_time_for_a_move_begins_again_with_each() -> None:
    table = later(begun("elixir", clock=60), 0, Move("roll"), 50)
    assert clocks_of(table).left_at(0, table.at + 20) == 40
    assert clocks_of(table).due(0) == table.at + 60
    assert clocks_of(table).due(1) == inf


# For the game.


def test_game_clock_counts_the_time_of_whoever_is_to_move() -> None:
    table = begun("elixir", clock=FISCHER)
    assert clocks_of(table).left == (600, 600)
    table = turn_of(table, 100)
    assert clocks_of(table).left == (505, 600)
    table = turn_of(table, 30)
    assert clocks_of(table).left == (505, 575)
    assert clocks_of(table).left_at(0, table.at + 7) == 498
    assert clocks_of(table).left_at(1, table.at + 7) == 575


def test_increment_is_earned_by_a_turn_and_not_by_each_move_in_it() -> None:
    table = later(begun("elixir", clock=FISCHER), 0, Move("roll"), 1)
    assert clocks_of(table).left == (599, 600)


def test_deal_earns_nothing() -> None:
    assert clocks_of(begun("mille", clock=FISCHER)).left == (600, 600)


def test_time_that_is_taken_back_with_a_move_is_not_given_back() -> None:
    table = turn_of(begun("elixir", clock=FISCHER), 100)
    table = later(later(table, 0, Undo(), 3), 1, Answer(yes=True), 4)
    assert table.turn == (0,)
    assert clocks_of(table).left == (505, 593)
    assert clocks_of(turn_of_placed(table)).left == (505 - 10 + 5, 593)


def turn_of_placed(table: Table) -> Table:
    return later(table, 0, Move(moves(table, 0)[0]), 10)


def test_time_for_the_game_runs_out() -> None:
    table = turn_of(begun("elixir", clock=Fischer(60, 5)), 20)
    table = turn_of(table, 10)
    with pytest.raises(Refused, match="Nobody's time has run out"):
        after(table, None, RunOut(0), at=table.at + 44)
    with pytest.raises(Refused, match="Nobody's time has run out"):
        after(table, None, RunOut(1), at=table.at + 45)
    assert after(table, None, RunOut(0), at=table.at + 45)[1] == (RanOut(0), Ended("timeout", (1,), ()))


def test_move_that_was_decided_late_leaves_no_debt() -> None:
    table = later(begun("elixir", clock=Fischer(60)), 0, Move("roll"), 60.4)
    assert clocks_of(table).left == (0, 60)


@given(st.lists(st.floats(0, 50), min_size=1, max_size=12))
def test_no_time_is_lost_or_made(pauses: list[float]) -> None:
    """Law: what both have left is what they began with and earned, less what went by."""
    table = began = begun("elixir", clock=Fischer(3000, 7))
    turns = 0
    for pause in pauses:
        before = table.turn
        seat = before[0]
        table = later(table, seat, Move(moves(table, seat)[0]), pause)
        turns += table.turn != before
    assert sum(clocks_of(table).left) == pytest.approx(6000 + 7 * turns - (table.at - began.at), abs=1e-3)


# Nobody had the table open.


def test_time_in_which_nobody_had_the_table_open_does_not_count() -> None:
    table = begun("elixir", clock=60)
    opened = later(table, None, Resume(), 1000)
    assert after(table, None, Resume(), at=table.at + 1000)[1] == (ClockResumed(),)
    assert clocks_of(opened).due(0) == opened.at + 60


def test_house_that_had_it_open_contradicts() -> None:
    table = begun("elixir", clock=FISCHER)
    there = later(table, None, Resume(), 100)
    here = later(there, None, Correct(), 1)
    assert clocks_of(there).left_at(0, there.at) == 600
    assert clocks_of(here).left_at(0, here.at) == pytest.approx(499)
    with pytest.raises(Refused, match="All time is counted"):
        later(here, None, Correct(), 1)


def test_time_up_to_the_last_ones_leaving_counts_and_that_after_it_does_not() -> None:
    table = begun("elixir", clock=FISCHER)
    left, events = after(table, None, Pause(), at=table.at + 100)
    assert events == (ClockPaused(),)
    assert clocks_of(left).left_at(0, left.at + 9999) == 500
    assert clocks_of(left).due(0) == inf
    assert clocks_of(left).running == (0,)
    with pytest.raises(Refused, match="Nobody's time has run out"):
        later(left, None, RunOut(0), 9999)
    back = later(left, None, Resume(), 9999)
    assert clocks_of(back).left_at(0, back.at + 10) == 490


def test_clock_that_stands_is_not_stopped_again_and_runs_on_at_once() -> None:
    left = later(begun("elixir", clock=60), None, Pause(), 10)
    with pytest.raises(Refused, match="No clock is running"):
        later(left, None, Pause(), 10)
    assert clocks_of(later(left, None, Resume(), 0)).due(0) == left.at + 50


@pytest.mark.parametrize("clock", [0, DAY, Fischer(DAY)])
def test_without_a_clock_or_with_one_of_days_nothing_is_stopped(clock: object) -> None:
    with pytest.raises(Refused, match="No clock is running"):
        later(begun("elixir", clock=clock), None, Pause(), 1000)


def test_house_that_still_had_a_player_there_contradicts() -> None:
    left = later(begun("elixir", clock=FISCHER), None, Pause(), 100)
    there = later(left, None, Correct(), 3)
    assert clocks_of(there).left_at(0, there.at) == 600 - 103
    with pytest.raises(Refused, match="All time is counted"):
        later(there, None, Correct(), 1)


def test_contradiction_of_a_stop_leaves_what_was_not_counted_before() -> None:
    """Nobody had been there for 1,000 seconds; then one house came, and another one left that had only just come."""
    table = later(begun("elixir", clock=FISCHER), None, Resume(), 1000)
    there = later(later(table, None, Pause(), 10), None, Correct(), 0)
    assert clocks_of(there).left_at(0, there.at) == 590
    assert clocks_of(there).uncounted == 1000


def test_move_that_was_under_way_when_the_clock_stopped_is_played_and_the_clock_stands() -> None:
    left = later(begun("elixir", clock=FISCHER), None, Pause(), 100)
    moved = turn_of(left, 30)
    assert clocks_of(moved).left == (505, 600)
    assert clocks_of(moved).paused
    assert clocks_of(later(moved, None, Correct(), 5)).left_at(1, moved.at + 5) == 595


WHAT, WHEN = st.sampled_from(("move", "leave", "come", "deny", "-")), st.integers(0, 50_000).map(lambda ms: ms / 1000)


@given(st.lists(st.tuples(WHAT, WHEN), max_size=20))
def test_players_lose_the_time_in_which_one_of_them_was_there(steps: list[tuple[str, float]]) -> None:
    """Law: what both have left is what they began with and earned, less what went by while the clock did not stand."""
    table = begun("elixir", clock=Fischer(3000, 7))
    used, earned, stood_since = 0.0, 0, None
    for step, seconds in steps:
        before, turn = table.at, table.turn
        if stood_since is None:
            used += seconds
        match step:
            case "leave" if stood_since is None:
                table = later(table, None, Pause(), seconds)
                stood_since = table.at
            case "come" if stood_since is not None:
                table, stood_since = later(table, None, Resume(), seconds), None
            case "deny" if stood_since is not None:
                table = later(table, None, Correct(), seconds)
                used, stood_since = used + table.at - stood_since, None
            case "move" if stood_since is None:
                table = later(table, turn[0], Move(moves(table, turn[0])[0]), seconds)
                earned += 7 * (table.turn != turn)
            case _:
                table = marked(table, seconds)
        assert table.at == pytest.approx(before + seconds)
    left = sum(clocks_of(table).left_at(seat, table.at) for seat in (0, 1))
    assert left == pytest.approx(6000 + earned - used, abs=1e-3)


def marked(table: Table, seconds: float) -> Table:
    """Something happens that is no move: a bookmark is set."""
    return later(table, 0, Mark("x"), seconds)


@pytest.mark.parametrize("clock", [0, DAY, Fischer(DAY)])
def test_without_a_clock_or_with_one_of_days_no_time_is_lost(clock: object) -> None:
    with pytest.raises(Refused, match="No time was lost"):
        later(begun("elixir", clock=clock), None, Resume(), 1000)


def test_move_that_was_meant_for_the_position_before_is_decided() -> None:
    table = begun("elixir", clock=60)
    assert not later(table, None, Resume(), 1000).has_moved_on(Move("roll"), table.seq)


# Vacation.


def test_clock_of_days_stands_still_while_its_player_is_on_vacation() -> None:
    table = later(begun("elixir", clock=3 * DAY), 0, Move("roll"), 10)
    until = int(table.at) + 11 * DAY
    away, events = after(table, None, GoAway(0, until), at=table.at + DAY)
    assert events == (WentAway(0, until),)
    assert clocks_of(away).left_at(0, away.at + 5 * DAY) == 2 * DAY
    assert clocks_of(away).due(0) == until + 2 * DAY
    back = later(away, None, ComeBack(0), 3 * DAY)
    assert clocks_of(back).due(0) == back.at + 2 * DAY
    assert after(away, None, ComeBack(0), at=away.at + 3 * DAY)[1] == (CameBack(0),)


def test_vacation_of_the_other_stops_no_clock() -> None:
    table = begun("elixir", clock=DAY)
    away = later(table, None, GoAway(1, int(table.at) + 5 * DAY), 1)
    assert clocks_of(away).due(0) == table.at + DAY


def test_vacation_reaches_into_the_turns_that_come() -> None:
    table = begun("elixir", clock=DAY)
    until = int(table.at) + 5 * DAY
    table = turn_of(later(table, None, GoAway(1, until), 1), 100)
    assert table.turn == (1,)
    assert clocks_of(table).due(1) == until + DAY


def test_vacation_cannot_be_had_on_short_clocks_or_for_computers() -> None:
    for table in (begun("elixir", clock=60), begun("elixir"), begun("elixir", bots=(0,), clock=DAY)):
        with pytest.raises(Refused):
            later(table, None, GoAway(0, int(table.at) + DAY), 1)
    with pytest.raises(Refused, match="not on vacation"):
        later(begun("elixir", clock=DAY), None, ComeBack(0), 1)


def test_players_cannot_stop_clocks_themselves() -> None:
    table = begun("elixir", clock=DAY)
    for command in (Pause(), Resume(), Correct(), GoAway(0, 5000), ComeBack(0), RunOut(1)):
        with pytest.raises(Refused, match="Only the house"):
            later(table, 0, command, 1)


# What is shown.


def test_everybody_may_know_how_the_clocks_stand() -> None:
    table = when(begun("elixir", clock=FISCHER), (0, Move("roll")))
    assert view_table(table, Seat(1), ("", "")).clocks == table.clocks
    assert view_table(begun("elixir"), Seat(1), ("", "")).clocks is None


def test_clocks_stop_when_the_game_is_over() -> None:
    table = later(begun("elixir", clock=60), None, RunOut(0), 61)
    assert clocks_of(table).running == ()


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0, 100), st.floats(1, 100))
def test_due_is_when_nothing_is_left(since: float, begins: float, lasts: float, left: float) -> None:
    clocks = Clocks((left,), since, (0,), (Away(begins, begins + lasts),))
    due = clocks.due(0)
    assert clocks.left_at(0, due) == pytest.approx(0, abs=1e-6)
    assert clocks.left_at(0, due - 0.5) > 0 or clocks.is_away(0, due - 0.5)
    assert replace(clocks, running=()).due(0) == inf


@pytest.mark.parametrize("typed", ["1s", "60s", "90s", "2m", "1h", "3d", "10m+5s", "1h+0s", "2d+1h"])
def test_clock_is_written_as_it_is_typed(typed: str) -> None:
    assert written_clock(read_clock(typed)) == typed
