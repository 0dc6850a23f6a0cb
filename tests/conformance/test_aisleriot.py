from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import aisleriot
from tests.conformance.terrace import TERRACE

RECORDINGS = Path(os.environ.get("RECORDINGS") or Path(__file__).parents[3] / "shared" / "conformance")


@pytest.mark.skipif(
    not any(RECORDINGS.glob(aisleriot.PATTERN)),
    reason=f"no {aisleriot.PATTERN} in {RECORDINGS}: set RECORDINGS to the folder with the recorded games",
)
@pytest.mark.parametrize("adapter", aisleriot.adapters(), ids=lambda adapter: type(adapter).__name__)
def test_it_arrives_at_every_recorded_position(adapter: aisleriot.Adapter) -> None:
    found = aisleriot.tallies(RECORDINGS, (adapter,))
    assert all(tally.steps for tally in found.values()), "a variant has no recordings"
    assert [line for tally in found.values() for line in tally.differences[: aisleriot.SHOWN]] == []
