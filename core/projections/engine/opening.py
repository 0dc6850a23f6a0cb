"""Opening the file of the read models: whose it is, and what serves where it cannot be used."""

import itertools
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from core.projections.engine.projection import Projection
from core.projections.engine.store import MARK, Store
from journal import Sentence, sentence

SUFFIX = ".views"
"""How the names of our files end."""
_MAGIC = b"SQLite format 3\0"
_numbers = itertools.count(1)
_empty: dict[tuple[Projection, ...], bytes] = {}
"""What a store in memory was when it was made, by its projections."""


def open_store(path: Path | None, projections: Sequence[Projection]) -> tuple[Store, tuple[Sentence, ...]]:
    """The store in a file, None is in memory, and what the operator should know, in sentences.

    A file of ours that cannot be used is thrown away and made anew. Where no file can be made, memory serves. Raises
    nothing for any file.
    """
    if path is None:
        return open_in_memory(projections), ()
    try:
        if _is_ours(path):
            return _open_file(path, projections), ()
        notice = sentence(
            "{path} is not a file of Parlour's lists, so they are kept in memory; choose another name.", path=path
        )
    except (sqlite3.OperationalError, OSError) as error:
        notice = sentence(
            "The lists in {path} cannot be opened ({why}); they are kept in memory.", path=path, why=error
        )
    except sqlite3.DatabaseError:
        return throw_away(path, projections)
    return open_in_memory(projections), (notice,)


def throw_away(path: Path, projections: Sequence[Projection]) -> tuple[Store, tuple[Sentence, ...]]:
    """The store in a new file in place of a damaged one, or in memory."""
    try:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        notice = sentence("{path} was damaged; the lists are made again from the journal.", path=path)
        return _open_file(path, projections), (notice,)
    except (sqlite3.Error, OSError) as error:
        notice = sentence(
            "{path} is damaged and cannot be made again ({why}); the lists are kept in memory.", path=path, why=error
        )
        return open_in_memory(projections), (notice,)


def open_in_memory(projections: Sequence[Projection]) -> Store:
    """A store that ends with the process.

    To copy an empty one takes a fifth of the time of making it, which counts where a process opens thousands of houses,
    as tests do.
    """
    target = f"file:/parlour-{os.getpid()}-{next(_numbers)}?vfs=memdb"
    with closing(sqlite3.connect(target, uri=True)) as made:
        if empty := _empty.get(tuple(projections)):
            with closing(sqlite3.connect(":memory:")) as copied:
                copied.deserialize(empty)
                copied.backup(made)
        store = Store(target, projections)
        if not empty:
            _empty[tuple(projections)] = made.serialize()
    return store


def _open_file(path: Path, projections: Sequence[Projection]) -> Store:
    # Made here, because SQLite would give it the rights that the umask leaves; its -wal and -shm take after it.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    return Store(f"{path.resolve().as_uri()}?mode=rw", projections)


def _is_ours(path: Path) -> bool:
    """Whether a file may be thrown away: it is not there, has our mark, or our suffix and is no other database."""
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError:
        return True
    if not head:
        return True
    if head[68:72] == MARK.to_bytes(4, "big"):
        return True
    return path.suffix == SUFFIX and not head.startswith(_MAGIC)
