from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conformance import elixir

HERE = Path(__file__).parent
RECORDINGS = Path(os.environ.get("RECORDINGS", HERE.parents[1].parent / "shared" / "conformance"))


def test_recorded_game_of_our_own_replays_without_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert elixir.run(HERE / "recorded") == 0
    assert "El-Ixir: 1 games, 28 moves, 0 differences" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "field", "value", "differs"),
    [
        (27, "scores", [99, 1], "scores"),
        (27, "over", False, "over"),
        (27, "winner", 0, "winner"),
        (27, "events", [["Complete Embrace", 1]], "events"),
        (3, "after", ["." * 14] * 14, "after"),
        (3, "length", 1, "after"),
        (3, "direction", None, "is not listed"),
        (3, "rolled", [[1, 1], [1, 1], [2, 1], [3, 1]], "rolled"),
    ],
)
def test_changed_recording_is_found_out(line: int, field: str, value: object, differs: str) -> None:
    lines = elixir.recorded(HERE / "recorded" / "elixir.jsonl")
    lines[line] = {**lines[line], field: value}
    (difference,) = elixir.replay(lines).differences
    assert f"move {line + 1}: " in difference
    assert differs in difference


@pytest.mark.skipif(not elixir.recordings(RECORDINGS), reason=f"no recorded games of the original in {RECORDINGS}")
def test_recorded_games_of_the_original_replay_without_difference() -> None:
    count = sum((elixir.replay_file(path) for path in elixir.recordings(RECORDINGS)), elixir.Count())
    assert count.differences == ()
    assert count.games > 0
