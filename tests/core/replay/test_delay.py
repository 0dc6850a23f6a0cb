"""How much is shown to those who look on late: all but the last moves, and never less than before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.records import fold
from core.replay.delay import shown
from core.table import Cause, Mark, Move, RecordInfo


def recorded(kinds: str) -> list[fold.Recorded]:
    """Records by a letter each: "m" begins a move, "." goes on with it, "x" is of another decision."""
    causes = {"m": Cause("d", 0, 0, Move("x")), "x": Cause("d", 0, 0, Mark("x")), ".": None}
    return [(letter, RecordInfo(number, 0.0, causes[letter])) for number, letter in enumerate(kinds, 1)]


@given(st.text("m.x", max_size=30), st.integers(0, 5))
def test_exactly_the_last_moves_are_held_back_and_all_that_came_after_the_first_of_them(kinds: str, delay: int) -> None:
    count = shown(recorded(kinds), delay, over=False)
    assert shown(recorded(kinds), delay, over=True) == len(kinds)
    assert kinds[count:].count("m") == min(delay, kinds.count("m"))
    assert count == len(kinds) or kinds[count] == "m"


@given(st.text("m.x", max_size=30), st.integers(1, 5))
def test_what_is_shown_never_becomes_less(kinds: str, delay: int) -> None:
    counts = [shown(recorded(kinds[:length]), delay, over=False) for length in range(len(kinds) + 1)]
    assert counts == sorted(counts)
