"""Statistics: which games count for what, and sums that stay right whatever comes in whatever order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.message import english
from core.games import GAMES
from core.projections import statistics
from core.projections.engine.opening import open_in_memory
from core.projections.engine.projection import Tables
from core.projections.engine.store import Store
from core.projections.results import RESULTS, Kind, Result, Writing
from core.projections.statistics import Tally, show
from core.table.what_counts import Ending
from tests.core.projections import reference
from tests.core.projections.scenes import Plan, records_of
from tests.examples import examples

SOLITAIRE, AGAINST = Kind("pileon", (), ""), Kind("mille", (), "computer")
FINAL = (Ending.WON, Ending.LOST, Ending.DRAWN, Ending.SHOWN)


def tallies(store: Store, person: str) -> dict[Kind, Tally]:
    return dict(store.ask(RESULTS, statistics.tallies, person))


@st.composite
def histories(draw: st.DrawFn) -> list[Result | str]:
    """Results of some games as they go on, mixed; the text is a game that turns out not to count."""
    steps: list[list[Result | str]] = []
    for number in range(draw(st.integers(1, 8))):
        opened = draw(st.integers(0, 20))
        ats = sorted(draw(st.lists(st.integers(opened, 30), min_size=1, max_size=4)))
        kind = draw(st.sampled_from([SOLITAIRE, SOLITAIRE, AGAINST]))
        game: list[Result | str] = [
            Result(f"g{number}", "ann", kind, Ending.RUNNING, opened, at, place + 1, 7 * at, draw(st.booleans()))
            for place, at in enumerate(ats)
        ]
        if draw(st.booleans()):
            assert isinstance(game[-1], Result)
            game[-1] = replace(game[-1], ending=draw(st.sampled_from(FINAL)))
        if draw(st.integers(0, 4)) == 0:
            game.append(f"g{number}")
        steps.append(game)
    order = draw(st.permutations([number for number, game in enumerate(steps) for _ in game]))
    return [steps[number].pop(0) for number in order]


@examples(400)
@given(histories(), st.sets(st.integers(1, 40)))
def test_sums_are_those_of_all_results_in_the_order_of_their_last_moves(
    history: Sequence[Result | str], cuts: set[int]
):
    latest: dict[str, Result] = {}
    with closing(open_in_memory((RESULTS,))) as store:
        with store.transaction() as connection:
            writing = Writing(Tables(connection, RESULTS.prefix))
            for number, step in enumerate(history):
                if number in cuts:
                    writing.finish()
                    writing = Writing(Tables(connection, RESULTS.prefix))
                if isinstance(step, Result):
                    latest[step.id] = step
                    writing.write(step)
                else:
                    latest.pop(step)
                    writing.remove(step)
            writing.finish()
        assert tallies(store, "ann") == reference.tallies_of(latest.values())


# What counts.


def tally(*plans: Plan, person: str = "ann") -> Tally:
    (found,) = all_tallies(*plans, person=person).values()
    return found


def all_tallies(*plans: Plan, person: str = "ann") -> dict[Kind, Tally]:
    with closing(open_in_memory((RESULTS,))) as store:
        changes = [reference.changed(f"table/{plan.id}", records_of(plan)) for plan in plans]
        assert store.write(0, 1, changes, None)
        return tallies(store, person)


def a_game(id: str, *commands: str, at: int = 0, **more) -> Plan:
    return Plan(id, "pileon", ("ann",), commands, 7, at, **more)


def against(id: str, opponent: str, *commands: str, at: int = 0) -> Plan:
    return Plan(id, "mille", ("ann", opponent), commands, 7, at)


def test_win_counts_with_its_moves_and_time():
    found = tally(a_game("a", "move", "move", "win"), a_game("b", *["move"] * 4, "win", at=100))
    assert (found.played, found.won, found.lost) == (2, 2, 0)
    assert found.all_wins == found.perfect_wins == statistics.Score(2, 2, 3.0, 5.0, 6.0)


def test_dealt_game_without_a_move_is_not_played():
    assert all_tallies(a_game("a", "hint"), a_game("b")) == {}


def test_game_given_up_is_lost_and_one_in_progress_is_neither():
    found = tally(a_game("a", "move", "resign"), a_game("b", "move", at=100))
    assert (found.played, found.lost, found.running) == (1, 1, 1)


def test_game_left_for_another_is_in_progress_until_it_is_given_up():
    left = tally(a_game("a", "move", "restart"), a_game("b", "move", "win", at=100), a_game("c", at=200))
    assert (left.lost, left.running, left.streak) == (0, 1, 1)
    given_up = tally(a_game("a", "move", "resign"), a_game("b", "move", "win", at=100))
    assert (given_up.lost, given_up.running) == (1, 0)


def test_game_of_another_kind_does_not_end_one():
    found = all_tallies(a_game("a", "move"), Plan("b", "terrace", ("ann",), ("move",), 7, 100))
    assert [one.running for one in found.values()] == [1, 1]


def test_streak_ends_with_a_lost_game_and_the_best_one_stays():
    ends = ("win", "win", "win", "resign", "win", "win")
    found = tally(*(a_game(f"g{number}", "move", end, at=100 * number) for number, end in enumerate(ends)))
    assert (found.streak, found.best_streak) == (2, 3)


@pytest.mark.parametrize("help", ["undo", "hint"])
def test_win_with_help_is_not_perfect(help: str):
    found = tally(a_game("a", "move", "win"), a_game("b", "move", help, "move", "move", "win", at=100))
    assert found.all_wins is not None
    assert found.perfect_wins is not None
    assert (found.all_wins.wins, found.perfect_wins.wins) == (2, 1)


def test_exact_copy_counts_with_help_once_a_move_was_made_in_it():
    assert all_tallies(a_game("a", "move", "move", restored_after=1)) != {}
    assert all_tallies(a_game("a", "move", "mark", restored_after=1)) == {}
    assert tally(a_game("a", "move", "move", "win", restored_after=1)).perfect_wins is None


def test_copy_takes_back_what_its_original_moves_counted_for():
    plan = a_game("a", "move", "mark", restored_after=1)
    records = records_of(plan)
    restored = next(place for place, record in enumerate(records) if record.kind == "table.restored")
    with closing(open_in_memory((RESULTS,))) as store:
        assert store.write(0, 1, [reference.changed("table/a", records[:restored])], None)
        assert tallies(store, "ann")
        assert store.write(1, 2, [reference.changed("table/a", records)], None)
        assert tallies(store, "ann") == {}


def test_practice_never_counts():
    assert all_tallies(a_game("a", "move", "win", is_practice=True)) == {}


def test_game_with_moves_of_the_computer_is_a_demonstration():
    plans = (
        a_game("a", "move", "win"), a_game("b", "demo", "win", at=100), a_game("c", "demo", "resign", at=200),
    )  # fmt: skip
    found = tally(*plans)
    assert (found.won, found.demonstrated, found.lost, found.streak) == (1, 2, 0, 1)


def test_two_seats_count_for_both_against_their_kind_of_opponent():
    plans = (
        against("a", "ben", "move", "move", "move", "move", "resign"),
        against("b", "", "move", "move", "move", "move", "resign", at=100),
        against("c", "", "move", at=200),
    )
    found = all_tallies(*plans)
    assert [(kind.opponent, one.played, one.running) for kind, one in found.items()] == [
        ("computer", 1, 1), ("person", 1, 0),
    ]  # fmt: skip
    (ben,) = all_tallies(*plans, person="ben").values()
    (ann,) = (one for kind, one in found.items() if kind.opponent == "person")
    assert (ann.won, ann.lost) == (ben.lost, ben.won)
    assert ann.won + ann.lost == 1


def shown(found: Mapping[Kind, Tally], name: str) -> tuple[str, ...]:
    return tuple(map(english, show(found, name)))


def test_statistics_are_shown_in_lines():
    found = all_tallies(
        a_game("a", "move", "move", "win"),
        a_game("b", "hint", "move", "move", "move", "win", at=100),
        a_game("c", "move", "resign", at=200),
        a_game("d", "move", at=300),
        against("e", "", "move", at=400),
    )
    assert shown(found, "Ann") == (
        f"{GAMES['mille'].title} against the computer",
        "  0 played, 0 won, 0 lost, 1 in progress",
        "Pileon",
        "  3 played, 2 won (67%), 1 lost, 1 in progress",
        "  won in a row: 0 now, 2 at best",
        "  all wins        2   best 2 moves, 0:05   average 2.5 moves, 0:06",
        "  without help    1   best 2 moves, 0:05   average 2.0 moves, 0:05",
    )


def test_wins_against_the_computer_are_told_apart_by_help():
    found = all_tallies(
        against("a", "", "move", "mark", "win"),
        against("b", "", "move", "undo", "win", at=100),
    )
    assert shown(found, "Ann") == (
        f"{GAMES['mille'].title} against the computer",
        "  2 played, 2 won (100%), 0 lost",
        "  won without help: 1",
        "  won in a row: 2 now, 2 at best",
    )


def test_stranger_has_no_statistics():
    assert shown({}, "Zoe") == ("Zoe has not played yet.",)
