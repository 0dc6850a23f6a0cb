"""One gate: whatever is in a stream, reading it raises Damaged with a record's number, or it can be shown to all."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from core.records import fold
from core.replay.recording import Recording
from journal import Damaged, Record
from tests.core.recorded import ID, STREAM
from tests.core.records.mutations import Chooser, honest, mutated

STREAMS = int(os.environ.get("PARLOUR_FUZZ", "2000"))
"""How many mutated streams are tried; `make fuzz` tries 100,000."""
PARTS = 4


@pytest.fixture(scope="module")
def games() -> list[list[Record]]:
    return [recorder.records for recorder in honest()]


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_streams_raise_nothing_but_damaged(games, part):
    rng = Chooser(part)
    shown = 0
    for _ in range(STREAMS // PARTS):
        records = mutated(games, rng)
        shown += can_be_shown(records)
        for check in (fold.verify, fold.read):
            assert 0 <= damage(check, records) <= len(records) + 1
    assert 0 < shown < STREAMS // PARTS


def damage(check: Callable[..., object], records: list[Record]) -> int:
    """The number of the record that is found damaged; 0 for none."""
    try:
        check(STREAM, records)
    except Damaged as damaged:
        return damaged.seq
    return 0


def can_be_shown(records: list[Record]) -> bool:
    """Step through a recording of the stream in everybody's eyes, if it can be read at all."""
    try:
        recording = Recording(ID, records, {})
    except Damaged:
        return False
    for seq in range(recording.first, len(recording) + 1):
        for viewer in recording.perspectives:
            try:
                recording.view(seq, viewer)
                recording.told(seq, viewer)
            except Damaged:
                continue
    recording.ending()
    return True
