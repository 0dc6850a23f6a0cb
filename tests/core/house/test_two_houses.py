"""Two processes with a service each on one SQLite journal, in which the same seat is played at once."""

from __future__ import annotations

from pathlib import Path

from tests.bench import two_houses_bench

HANDS = 25


def test_two_houses_that_play_one_seat_double_no_move_and_end_no_session(tmp_path: Path):
    result = two_houses_bench.play(tmp_path, HANDS)
    assert result.table.ended is None
    assert result.ended == HANDS
    assert result.doubled == ()
    # On a busy machine the same one may be first each time.
    assert all(house.moves + house.late > 0 and house.wrong == () for house in result.houses)
    by_hand = [record for record in result.records if record.has_play and record.play["by"] == two_houses_bench.MINE]
    assert sum(house.moves for house in result.houses) == len(by_hand)
