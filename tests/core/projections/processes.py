"""What tests run in a process of its own: python -m tests.core.projections.processes JOURNAL VIEWS."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import trio
from msgspec.structs import replace

from core.projections import read_models
from core.projections.engine.projection import Change, Tables
from core.projections.results import RESULTS
from journal import open_journal


def write_and_stop(tables: Tables, changes: Sequence[Change]) -> None:
    """Write a batch, say so, and never come to its checkpoint."""
    RESULTS.write(tables, changes)
    os.write(1, b"written\n")
    sys.stdin.read()


async def stop_before_checkpoint(url: str, path: str) -> None:
    vars(read_models)["RESULTS"] = replace(RESULTS, write=write_and_stop)
    async with open_journal(url) as journal, read_models.open_views(journal, Path(path)):
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(stop_before_checkpoint, sys.argv[1], sys.argv[2])
