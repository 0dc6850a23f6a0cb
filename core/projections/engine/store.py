"""Read models in a SQLite file of their own: what the journal comes to, ready to be asked for.

A projection's tables have its version in their names, so that a new version is built beside the old one, which answers
until the new one has caught up. What a batch of records changes and the position up to which it reaches are written in
one transaction, and only if no other process has been there: so several processes may share the file.

All methods block, and belong into worker threads.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

from msgspec import Struct

from core.projections.engine.projection import Change, Projection, Tables, prefix_of

PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
READERS = 3
"""Queries that run at the same time."""

MARK = 0x50617256
"""SQLite's application id in our files, which tells them from other databases."""
_LAYOUT = 1
"""The version of the tables below; a file with another one is thrown away."""
_TABLES = """
CREATE TABLE checkpoint (name TEXT, version INTEGER, position INTEGER, PRIMARY KEY (name, version)) WITHOUT ROWID;
CREATE TABLE serving (name TEXT PRIMARY KEY, version INTEGER) WITHOUT ROWID;
CREATE TABLE anchor (place TEXT PRIMARY KEY, position INTEGER, stream TEXT, seq INTEGER, hash TEXT) WITHOUT ROWID;
"""

P = ParamSpec("P")
T = TypeVar("T")


class Anchor(Struct, frozen=True):
    """A record by which a journal is known again."""

    position: int
    stream: str
    seq: int
    hash: str


class Broken(sqlite3.DatabaseError):
    """The file cannot be used any more, and must be thrown away."""


class Store:
    """The read models of one journal. Made by `open_store`; one thread writes, any number may ask."""

    def __init__(self, target: str, projections: Sequence[Projection]) -> None:
        """`target` is a URI as SQLite takes it. Raises: sqlite3.Error."""
        self.projections = tuple(projections)
        self._target = target
        self._free: list[sqlite3.Connection] = []
        self._freed = threading.Semaphore(READERS)
        self._writer = self._connected()
        try:
            # Catching up touches pages all over the file; the tables of 100,000 games fit.
            self._writer.execute("PRAGMA cache_size=-65536")
            self._prepare()
        except BaseException:
            self._writer.close()
            raise

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._target, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False,
            cached_statements=400,
        )  # fmt: skip
        try:
            # What was dropped must not be left in free pages. A crash may cost the last batches, which are read again.
            connection.executescript("PRAGMA secure_delete=ON; PRAGMA synchronous=NORMAL; PRAGMA cache_spill=OFF;")
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self) -> None:
        if not self._writer.execute("PRAGMA application_id").fetchone()[0]:
            # Before the journal mode, so that it stands in the main file and not only in the one beside it.
            self._writer.execute(f"PRAGMA application_id={MARK}")
        self._writer.execute("PRAGMA journal_mode=WAL").fetchone()
        with self.transaction() as writer:
            if not writer.execute("SELECT 1 FROM sqlite_master").fetchone():
                writer.execute(f"PRAGMA user_version={_LAYOUT}")
                Tables(writer, "").create(_TABLES)
            elif writer.execute("PRAGMA user_version").fetchone() != (_LAYOUT,):
                raise Broken("it was written by another version")
            self._create_missing(writer)

    def _create_missing(self, writer: sqlite3.Connection) -> None:
        for projection in self.projections:
            if _position(writer, projection) is None:
                Tables(writer, projection.prefix).create(projection.schema)
                writer.execute("INSERT INTO checkpoint VALUES (?, ?, 0)", (projection.name, projection.version))
            # Without an older version to answer meanwhile, the new one answers from the start.
            writer.execute("INSERT OR IGNORE INTO serving VALUES (?, ?)", (projection.name, projection.version))

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The connection that writes, in a transaction."""
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            yield self._writer
        except BaseException:
            if self._writer.in_transaction:  # SQLite has ended it itself where the disk was full.
                self._writer.execute("ROLLBACK")
            raise
        self._writer.execute("COMMIT")

    def position(self) -> int:
        """The position up to which every projection reaches."""
        with self.transaction() as writer:
            self._create_missing(writer)
            return min(_position(writer, projection) or 0 for projection in self.projections)

    def write(self, before: int, after: int, changes: Sequence[Change], anchor: Anchor | None) -> bool:
        """Write what the records after position `before` up to `after` changed, where that is not done yet.

        `anchor` is one of these records that will stay.

        Returns: False when the file does not reach `before` any more, so that one must begin at `position` again.
        """
        with self.transaction() as writer:
            # Compared inside the transaction: another process may have written the same batch, or begun anew.
            positions = [_position(writer, projection) for projection in self.projections]
            if any(position is None or position < before for position in positions):
                return False
            for projection, position in zip(self.projections, positions, strict=True):
                if position is not None and position < after:
                    projection.write(Tables(writer, projection.prefix), changes)
                    writer.execute(
                        "UPDATE checkpoint SET position=? WHERE name=? AND version=?",
                        (after, projection.name, projection.version),
                    )
            if anchor is not None:
                _keep_anchor(writer, anchor)
        return True

    def serve(self) -> None:
        """Let this version's tables answer from now on, and remove those of older ones."""
        with self.transaction() as writer:
            for projection in self.projections:
                (version,) = writer.execute("SELECT version FROM serving WHERE name=?", (projection.name,)).fetchone()
                # A newer version may be served already, to a newer Parlour on the same file; it stays.
                if version < projection.version:
                    writer.execute("UPDATE serving SET version=? WHERE name=?", (projection.version, projection.name))
                    _remove_older(writer, projection)

    def is_behind(self) -> bool:
        """Whether an older version still answers for one of the projections, or nothing is in them yet."""
        with self.reading() as connection:
            served = dict(connection.execute("SELECT name, version FROM serving"))
        return any(served.get(projection.name, 0) < projection.version for projection in self.projections)

    def anchors(self) -> tuple[Anchor, ...]:
        """The records by which the journal is known again, the last one at the end; none in a new file."""
        with self.reading() as connection:
            rows = connection.execute("SELECT position, stream, seq, hash FROM anchor ORDER BY place").fetchall()
        return tuple(Anchor(*row) for row in rows)

    def reset(self) -> None:
        """Empty everything, to begin with the first record again."""
        with self.transaction() as writer:
            for name, version in writer.execute("SELECT name, version FROM checkpoint").fetchall():
                _drop_tables(writer, prefix_of(name, version))
            writer.execute("DELETE FROM checkpoint")
            writer.execute("DELETE FROM serving")
            writer.execute("DELETE FROM anchor")
            self._create_missing(writer)

    def erase(self) -> None:
        """Leave nothing of what was removed in the file beside the main one, as far as nobody reads there now."""
        self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def ask(
        self, projection: Projection, query: Callable[Concatenate[Tables, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Ask a projection, in one snapshot. Never waits for a batch, but in memory for its last milliseconds."""
        with self.reading() as connection:
            return query(Tables(connection, _serving_prefix(connection, projection)), *args, **kwargs)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read from, in a transaction of its own."""
        with self._freed:
            # Lists are safe between threads: at worst one more connection is made.
            connection = self._free.pop() if self._free else self._connected()
            try:
                connection.execute("BEGIN")
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.close()
                raise
            self._free.append(connection)

    def close(self) -> None:
        """Close all connections. Nobody may ask or write any more."""
        for connection in (*self._free, self._writer):
            connection.close()


def _position(connection: sqlite3.Connection, projection: Projection) -> int | None:
    row = connection.execute(
        "SELECT position FROM checkpoint WHERE name=? AND version=?", (projection.name, projection.version)
    ).fetchone()
    if row is not None and not isinstance(row[0], int):
        raise Broken("a position in it is no number")
    return None if row is None else row[0]


def _serving_prefix(connection: sqlite3.Connection, projection: Projection) -> str:
    """The tables that answer: those of an older version while they can be read and the own ones are being built."""
    row = connection.execute("SELECT version FROM serving WHERE name=?", (projection.name,)).fetchone()
    version = projection.version
    if row is not None and projection.readable <= row[0] < version:
        version = row[0]
    return prefix_of(projection.name, version)


def _keep_anchor(writer: sqlite3.Connection, anchor: Anchor) -> None:
    row = (anchor.position, anchor.stream, anchor.seq, anchor.hash)
    writer.execute("INSERT OR IGNORE INTO anchor VALUES ('first', ?, ?, ?, ?)", row)
    writer.execute(
        "INSERT INTO anchor VALUES ('last', ?, ?, ?, ?) ON CONFLICT DO UPDATE SET position=excluded.position, "
        "stream=excluded.stream, seq=excluded.seq, hash=excluded.hash WHERE excluded.position > position",
        row,
    )


def _remove_older(writer: sqlite3.Connection, projection: Projection) -> None:
    older = writer.execute(
        "SELECT version FROM checkpoint WHERE name=? AND version<?", (projection.name, projection.version)
    ).fetchall()
    for (version,) in older:
        _drop_tables(writer, prefix_of(projection.name, version))
        writer.execute("DELETE FROM checkpoint WHERE name=? AND version=?", (projection.name, version))


def _drop_tables(writer: sqlite3.Connection, prefix: str) -> None:
    names = writer.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall()
    for (name,) in names:
        if name.startswith(prefix):
            writer.execute(f'DROP TABLE "{name}"')
