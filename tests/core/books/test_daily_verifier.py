"""A daily deal of a sealed day checked in another language, from its export alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from journal.game_lines import write_lines
from tests.archive.__main__ import PLACE
from tests.archive.recorder import ANNA, chain_made_for, of_the_day
from tests.core.recorded import resealed

NODE = shutil.which("node")
VERIFIER = Path(__file__).parent / "daily_verifier.js"
FILE, BEACON = PLACE / "pileon-sealed-day-finished.jsonl", chain_made_for("pileon6").beacon
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node.js here")


def said(path: Path, *noted: str) -> subprocess.CompletedProcess[str]:
    assert NODE
    return subprocess.run([NODE, VERIFIER, path, *noted], check=False, capture_output=True, text=True)


@pytest.mark.parametrize("noted", [(), (BEACON,), (BEACON[:32],), (BEACON[:4], BEACON[4:32])])
def test_day_is_found_right(noted: tuple[str, ...]) -> None:
    assert said(FILE, *noted).stdout == "deal 98269055 is that of 2026-10-26, 3 from the beacon\n"


@pytest.mark.parametrize("noted", ["00" * 16, BEACON[:31]])
def test_other_beacon_or_too_little_of_it_proves_nothing(noted: str) -> None:
    assert said(FILE, noted).stderr == "the beacon is not as specified\n"


def test_variant_has_a_number_of_its_own(tmp_path: Path) -> None:
    made = of_the_day("terrace1", "terrace", ANNA)
    write_lines(tmp_path / "game", made.records, {"stream": "table/terrace1"})
    assert said(tmp_path / "game").stdout.startswith(f"deal {made.table.setup.deal} is that of ")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"secret": "00" * 32}, "the secret of the day"),
        ({"beacon": "00" * 32}, "the secret of the day"),
        ({"first": "2026-10-25"}, "the secret of the day"),
        ({"day": "2026-10-27", "first": "2026-10-25"}, "the day of the opening"),
    ],
)
def test_what_does_not_fit_is_found(change: dict[str, Any], what: str, tmp_path: Path) -> None:
    made = of_the_day("pileon6", "pileon", ANNA)
    opened = made.records[0].data
    wrong = resealed(made.records, {1: {"data": {**opened, "daily": {**opened["daily"], **change}}}})
    write_lines(tmp_path / "game", wrong, {"stream": "table/pileon6"})
    assert said(tmp_path / "game").stderr == f"{what} is not as specified\n"
