"""One SQLite file as the blocking half of the journal in it: opening, committing, reading, and what errors mean.

Two connections: one writes and belongs to one thread at a time, the other reads and never waits for a commit
(write-ahead log). Several processes may do this with the same file. Whoever writes holds the write lock from
before he looks at the heads until after the commit, so what he saw still holds when it is stored; the unique key
is the last guard. Positions are handed out under the same lock, so they are in the order of the commits and a
reader who has seen position n never misses one below it.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import attrs

from journal.api import Conflict, Damaged, Entry, JournalError, OutcomeUnknown, Record, Summary
from journal.chain import NO_HASH, check_chain, hash_of, parse, parse_all, parse_alone

APPLICATION_ID = 0x5061724C
"""Stands in the file's header ("ParL"): a journal of this program."""
FORMAT = 1
"""The version of the tables, in the file's header as `user_version`."""
_HEADS = 65_536
"""So many heads are remembered, some 20 MB at the most."""

_TABLE = """create table record(position integer primary key, stream text not null, seq integer not null,
    line blob not null, unique(stream, seq))"""
_SCHEMA = (
    _TABLE,
    # Streams in the order of their opening, without a look at the records between.
    "create index opened on record(position) where seq = 1",
    f"pragma application_id = {APPLICATION_ID}",
    f"pragma user_version = {FORMAT}",
)
_INSERT = "insert into record(position, stream, seq, line) values(?, ?, ?, ?)"
_TOP = "select coalesce(max(position), 0) from record"
# Lines are cast: in a file that somebody else has changed they may have any type.
_HEAD = "select seq, cast(line as blob) from record where stream = ? order by seq desc limit 1"
_READ = "select cast(line as blob) from record where stream = ? and seq >= ? order by seq"
_BEHIND = "select position, stream, seq, cast(line as blob) from record where position > ? order by position limit ?"
_LAST = "from record where stream = o.stream order by seq desc limit 1"
_STREAMS = f"""select stream, cast(line as blob), (select seq {_LAST}), (select cast(line as blob) {_LAST})
    from record as o where seq = 1 order by position desc"""

Row = tuple[int, str, int, bytes]
"""Position, stream, seq, line."""


@attrs.define(eq=False)
class Append:
    """What somebody wants to append, and what came of it."""

    stream: str
    after: int
    records: Sequence[Record]
    error: Exception | None = None


@attrs.frozen
class Commit:
    """The positions a transaction wrote: those behind `before` up to `top`."""

    before: int
    top: int


class Database:
    """The file, opened. Every method blocks, and raises JournalError for what the file or the disk refuses."""

    def __init__(self, path: Path, writer: sqlite3.Connection | None, reader: sqlite3.Connection) -> None:
        """Without a writer it is read only."""
        self._path, self._writer, self._reader = path, writer, reader
        self._heads: dict[str, tuple[int, str]] = {}
        self._top = -1

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be appended."""
        return self._writer is None

    def close(self) -> None:
        """Close both connections; the last one to close brings the log back into the file."""
        self._reader.close()
        if self._writer is not None:
            self._writer.close()

    def commit(self, appends: Sequence[Append]) -> Commit:
        """Store all appends that are where they expect to be, in one transaction, durably when this returns.

        The others get their error. So do all of them when the transaction fails; this itself never raises one.
        """
        writer = self._writer
        assert writer is not None
        step = "begin immediate"
        try:
            writer.execute(step)
            before, rows, heads = self._admit(writer, appends)
            writer.executemany(_INSERT, rows)
            step = "commit"
            writer.execute(step)
        except sqlite3.Error as error:
            self._give_up(writer, appends, error, committing=step == "commit")
            return Commit(0, 0)
        if len(self._heads) > _HEADS:
            self._heads.clear()
        self._heads.update(heads)
        self._top = before + len(rows)
        return Commit(before, self._top)

    def _admit(
        self, writer: sqlite3.Connection, appends: Sequence[Append]
    ) -> tuple[int, list[Row], dict[str, tuple[int, str]]]:
        """The highest position so far, the rows to write and the heads after it."""
        (before,) = writer.execute(_TOP).fetchone()
        if before != self._top:  # Another process wrote: what is remembered may be old.
            self._heads.clear()
        position, rows, heads = before, list[Row](), dict[str, tuple[int, str]]()
        for append in appends:
            stream = append.stream
            seq, last = heads.get(stream) or self._heads.get(stream) or _stored_head(writer, stream)
            append.error = _objection(append, seq, last)
            if append.error is None:
                for record in append.records:
                    position += 1
                    seq, last = record.seq, record.hash
                    rows.append((position, stream, seq, record.line))
                heads[stream] = seq, last
        return before, rows, heads

    def _give_up(
        self, writer: sqlite3.Connection, appends: Sequence[Append], error: sqlite3.Error, *, committing: bool
    ) -> None:
        if writer.in_transaction:
            with suppress(sqlite3.Error):
                writer.execute("rollback")
        self._heads.clear()
        self._top = -1
        why = explained(self._path, error)
        if committing and getattr(error, "sqlite_errorcode", 0) not in _NOT_COMMITTED:
            why = OutcomeUnknown(f"{why} It is not certain whether the last records were stored.")
        for append in appends:
            if append.error is None:
                append.error = type(why)(str(why))
                append.error.__cause__ = error

    def _select(self, query: str, *arguments: object) -> list[Any]:
        try:
            return self._reader.execute(query, arguments).fetchall()
        except sqlite3.Error as error:
            raise explained(self._path, error) from error

    def top(self) -> int:
        """The highest position; 0 for an empty journal."""
        return int(self._select(_TOP)[0][0])

    def head(self, stream: str) -> int:
        """The last seq of a stream; 0 when it does not exist."""
        found = self._select(_HEAD, stream)
        return int(found[0][0]) if found else 0

    def read(self, stream: str, after: int) -> tuple[Record, ...]:
        """The records behind `after`, checked against their chain. Raises: Damaged."""
        lines = [line for (line,) in self._select(_READ, stream, after)]
        if not lines or not after:
            return parse_all(stream, lines, None)
        return parse_all(stream, lines[1:], parse_alone(stream, lines[0], after))

    def behind(self, position: int, limit: int) -> list[Row]:
        """The rows behind a position in order, at most so many."""
        return self._select(_BEHIND, position, limit)

    def entries(self, position: int, limit: int) -> tuple[Entry, ...]:
        """The same as records, checked by their form. Raises: Damaged."""
        return tuple(
            Entry(place, stream, parse_alone(stream, line, seq))
            for place, stream, seq, line in self.behind(position, limit)
        )

    def streams(self) -> tuple[Summary, ...]:
        """The first and last record of every stream, the newest stream first; damaged ones are left out."""
        summaries: list[Summary] = []
        for stream, first, seq, last in self._select(_STREAMS):
            with suppress(Damaged):
                summaries.append(Summary(stream, parse(stream, first, None), parse_alone(stream, last, seq)))
        return tuple(summaries)


def _objection(append: Append, seq: int, last: str) -> Exception | None:
    """What is against an append to a stream whose last record has this number and hash."""
    if append.after != seq:
        return Conflict(append.stream, append.after, seq)
    try:
        check_chain(last, append.records)
    except ValueError as error:
        return error
    return None


def _stored_head(writer: sqlite3.Connection, stream: str) -> tuple[int, str]:
    found = writer.execute(_HEAD, (stream,)).fetchone()
    return (found[0], hash_of(found[1])) if found else (0, NO_HASH)


def open_database(path: Path, patience: float, *, read_only: bool = False) -> Database:
    """Open the journal in a file, or make it there; `patience` is how many seconds to wait for other processes.

    Raises: JournalError when the file is no journal, or not one that this program may use so.
    """
    if read_only:
        return Database(path, None, _reader(path, patience))
    if not path.parent.is_dir():
        raise JournalError(f"There is no directory {path.parent}; make it first.")
    if path.is_dir():
        raise JournalError(f"{path} is a directory; name a file in it.")
    writer = _connected(path, "rwc", patience)
    with _closed_on_error(path, writer):
        _prepare(path, writer, patience)
        return Database(path, writer, _reader(path, patience))


def _reader(path: Path, patience: float) -> sqlite3.Connection:
    if not path.exists():
        raise JournalError(f"There is no journal at {path}; check the name.")
    reader = _connected(path, "ro", patience)
    with _closed_on_error(path, reader):
        _check_is_journal(path, reader)
        return reader


@contextmanager
def _closed_on_error(path: Path, connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        connection.close()
        raise explained(path, error) from error
    except JournalError:
        connection.close()
        raise


def _connected(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=patience,
            isolation_level=None,  # Transactions begin and end where this file says so.
            check_same_thread=False,  # Worker threads take turns.
        )
    except sqlite3.Error as error:
        raise explained(path, error) from error


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever put into the file."""
    marked = _mark(connection, "application_id") or _mark(connection, "user_version")
    return not marked and connection.execute("select 1 from sqlite_master").fetchone() is None


def _check_is_journal(path: Path, connection: sqlite3.Connection) -> None:
    if _mark(connection, "application_id") != APPLICATION_ID:
        raise JournalError(f"{path} is not a journal; choose another file.")
    if (version := _mark(connection, "user_version")) != FORMAT:
        raise JournalError(f"{path} was written by a newer Parlour (format {version}); update this one to open it.")


def _mark(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"pragma {name}").fetchone()[0])


def _use_log(writer: sqlite3.Connection, patience: float) -> str:
    """Turn on the write-ahead log, unless it is; the answer is the mode that the file has then."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return str(writer.execute("pragma journal_mode = wal").fetchone()[0])
        except sqlite3.OperationalError as error:
            # SQLite does not wait for a lock here, and another process may be making the same journal.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _prepare(path: Path, writer: sqlite3.Connection, patience: float) -> None:
    """Make the tables unless they are there, and have every commit synced."""
    if not _is_empty(writer):  # Before anything is changed in a file that may not be ours.
        _check_is_journal(path, writer)
    if _use_log(writer, patience) != "wal":
        raise JournalError(f"{path} is on a file system without write-ahead logging; use a local disk.")
    writer.execute("pragma synchronous = full")
    writer.execute("begin immediate")
    try:
        if _is_empty(writer):
            for statement in _SCHEMA:
                writer.execute(statement)
        writer.execute("commit")
    finally:
        if writer.in_transaction:
            writer.execute("rollback")


_NOT_COMMITTED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY)
"""With these a commit failed before its last page was written; with others nobody can know."""

_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} is not a journal; choose another file.",
    sqlite3.SQLITE_BUSY: "{path} is locked by another program; try again when that has finished.",
    sqlite3.SQLITE_READONLY: "{path} may not be written; open it for reading only or change its permissions.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; check that it and its directory may be read and written.",
    sqlite3.SQLITE_FULL: "The disk of {path} is full; make space and try again.",
    sqlite3.SQLITE_IOERR: "The disk of {path} failed; make sure that it has space and works, and try again.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; put a copy in its place.",
}


def explained(path: Path, error: sqlite3.Error) -> JournalError:
    """SQLite's error as a sentence for the operator."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return JournalError(_SENTENCES.get(code, "{path} failed: {error}.").format(path=path, error=error))
