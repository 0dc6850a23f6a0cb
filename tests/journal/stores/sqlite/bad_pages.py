"""Pages of a SQLite file, and what becomes of one of them when a disk has lost it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

KINDS = {2: "interior index", 5: "interior table", 10: "leaf index", 13: "leaf table"}
_HEADER = 100
"""Bytes before the first page's own beginning."""


def pages(path: Path) -> dict[int, str]:
    """The pages of a file that nobody has open, each with what it is."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma wal_checkpoint(truncate)")
    data, size = path.read_bytes(), _size(path)
    return {
        number: KINDS.get(data[(number - 1) * size + (_HEADER if number == 1 else 0)], "other")
        for number in range(1, len(data) // size + 1)
    }


def without_page(path: Path, page: int, bad: Path) -> None:
    """Write a copy of a file in which a page, counted from 1, is zeros."""
    data, size = bytearray(path.read_bytes()), _size(path)
    data[(page - 1) * size : page * size] = bytes(size)
    bad.write_bytes(data)


def _size(path: Path) -> int:
    with path.open("rb") as file:
        return int.from_bytes(file.read(18)[16:], "big")
