"""The public log of a house in which 100,000 games were played: a checkpoint, a proof, and what an export carries.

    python -m tests.bench log

The floor of a checkpoint is to write as many files durably, that of a proof to read the tiles it needs.
"""

from __future__ import annotations

import json
import tempfile
from collections import deque
from pathlib import Path

from core.public_log.directory import OwnDirectory, in_directory, write_file
from core.public_log.formats.signed_notes import SIGNS, PrivateKey
from core.public_log.leaves import Book, Closing, Opening, written
from tests.bench.figures import heading, least_cpu, table

GAMES, OF_A_BOOK = 100_000, 1024
KEY = PrivateKey("parlour.example/log", SIGNS, bytes(32))
SIGNATURES_OF_WITNESSES = 10
FILES = 5
"""That a checkpoint after one game writes: leaves, three levels of hashes, the checkpoint itself."""


def run(directory: Path) -> None:
    """Print the figures."""
    heading(f"the log of {GAMES:,} games", "a checkpoint in 200 ms of processor", "a proof in 5 ms", "50 KB a bundle")
    with tempfile.TemporaryDirectory(dir=directory) as place:
        path = Path(place) / "log"
        leaves = [leaf for number in range(GAMES) for leaf in leaves_of(number)]
        own = OwnDirectory(path, KEY)
        own.append(leaves)
        more = iter(range(GAMES, 2 * GAMES))
        checkpoint = least_cpu(lambda: own.append([*leaves_of(next(more))]))
        floor = least_cpu(lambda: write_files(path))
        files = in_directory(path)
        signed = files.checkpoint(KEY.public)
        assert signed is not None
        middle = own.size // 2
        proof = least_cpu(lambda: in_directory(path).proof(signed.note, middle))
        carried = dict(zip(("book", "opening", "closing"), leaves, strict=False))
        bundle = files.proofs(carried)
        find = least_cpu(lambda: files.proofs(carried))
        start = least_cpu(lambda: deque(own.load()), 1)
        size = len(json.dumps(bundle)) + SIGNATURES_OF_WITNESSES * 3 * 150
        rows = [
            ("a checkpoint after one more game", f"{1e3 * checkpoint:.1f}"),
            (f"floor: {FILES} files of a tile, written durably", f"{1e3 * floor:.1f}"),
            ("a proof of a leaf", f"{1e3 * proof:.2f}"),
            ("finding an old game in the log, and its three proofs", f"{1e3 * find:.0f}"),
            ("reading and checking the whole log, as at a start", f"{1e3 * start:.0f}"),
        ]
        table(("", "ms of processor"), rows)
        table(("", "KB"), [(f"what an export carries, with {SIGNATURES_OF_WITNESSES} witnesses", f"{size / 1e3:.1f}")])


def write_files(path: Path) -> None:
    for number in range(FILES):
        write_file(path / f"floor{number}", bytes(8192))


def leaves_of(number: int) -> list[bytes]:
    """What a log says of a game; with the first number of a book, of the book, too."""
    book, head = f"b{number // OF_A_BOOK:07}", f"{number:064x}"
    opened = [written(Book(book, head, OF_A_BOOK))] if number % OF_A_BOOK == 0 else []
    place = number % OF_A_BOOK
    closing = Closing(book, place, "resigned", (1,), (), head)
    return [*opened, written(Opening(book, place, head)), written(closing)]
