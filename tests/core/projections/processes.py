"""What tests run in a process of its own: python -m tests.core.projections.processes JOURNAL VIEWS."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import attrs
import trio

from core.projections import read_models
from core.projections.engine.changes import Change
from core.projections.results import Results
from journal import open_journal


@attrs.frozen
class Stopping(Results):
    """Writes a batch, says so, and never comes to its checkpoint."""

    def write(self, connection: sqlite3.Connection, prefix: str, changes: Sequence[Change]) -> None:
        super().write(connection, prefix, changes)
        os.write(1, b"written\n")
        sys.stdin.read()


async def stop_before_checkpoint(url: str, path: str) -> None:
    read_models.RESULTS = Stopping()
    async with open_journal(url) as journal, read_models.open_views(journal, Path(path)):
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(stop_before_checkpoint, sys.argv[1], sys.argv[2])
