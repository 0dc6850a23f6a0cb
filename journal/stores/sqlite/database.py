"""One SQLite file as the blocking half of the journal in it: committing and reading.

One connection writes and belongs to one thread at a time; others read and never wait for a commit (write-ahead log)
nor for one another. Several processes may do this with the same file. A writer holds the write lock from before
it reads the heads until after the commit, so what it read still holds when it is stored; the unique key is the last
guard. Positions are handed out under the same lock, so they are in the order of the commits and a reader who has seen
position n never misses one below it.
"""

import math
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from journal.api import Conflict, Damaged, JournalError, Lost, OutcomeUnknown, Page, Record, Summary, Unreadable
from journal.chain import NO_HASH, before_damage, check_chain, is_name, parse, parse_all, parse_alone
from journal.sentences import Sentence
from journal.stores.sqlite import opening, salvage
from journal.stores.sqlite.opening import (
    Place,
    connected,
    explained,
    identity,
    located,
    make_sure,
    open_reader,
    open_writer,
)

_HEADS = 65_536
"""Heads that are remembered: some 20 MB at most."""
_SALVAGED = 64
"""Rows that are read one by one around a bad page before whole queries are tried again."""
_STEPS = 10_000
"""Steps of SQLite, some milliseconds, between two looks at the time."""
_CHECKPOINT_SECONDS = 0.25
"""To wait at most for other readers, because all appends wait meanwhile."""
_ROWS = (64, 16, 4, 1)
"""Rows inserted by one statement. Python gives up its lock during each statement and may wait long to have it again
while the event loop is busy; so a batch takes few statements."""

_BEGIN = "begin immediate"
_INSERTS = {
    rows: f"insert into record(position, stream, seq, line) values{','.join(['(?, ?, ?, ?)'] * rows)}" for rows in _ROWS
}
_ID = "select id from stream where name = ?"
_OPEN = "insert into stream(id, name, family) values(?, ?, ?)"
_TOP = """select max((select coalesce(max(position), 0) from record),
    (select coalesce(max(cast(position as integer)), 0) from dropped))"""
_DROPS = "select coalesce(max(cast(streams as integer)), 0) from dropped"
_COMPACTED = "select coalesce(max(cast(streams as integer)), 0) from compacted"
_NOTE_COMPACTED = "insert or replace into compacted values(0, ?)"
# In a file that somebody else has changed values may have any type and names may be no UTF-8: so they are cast.
_HEAD = """select stream.id, cast(coalesce(seq, 0) as integer), cast(coalesce(line, '') as blob)
    from stream left join record on record.stream = stream.id where name = ? order by seq desc limit 1"""
_READ = """select cast(coalesce(line, '') as blob) from record
    where stream = (select id from stream where name = ?) and seq >= ? order by seq limit ?"""
_ROWS_AFTER = """select position, cast(name as blob), cast(seq as integer), cast(line as blob)
    from record left join stream on stream.id = record.stream where position > ? order by position limit ?"""
_LAST = "from record where stream = stream.id order by seq desc limit 1"
_STREAMS = f"""select id, cast(name as blob), (select cast(line as blob) from record where stream = id and seq = 1),
    (select cast(seq as integer) {_LAST}), (select cast(line as blob) {_LAST})
    from stream where id < ? and substr(name, 1, ?) = ? {{family}} order by id desc limit ?"""
_STREAMS_OF_ALL = _STREAMS.format(family="")
_STREAMS_OF_FAMILY = _STREAMS.format(family="and family = ?")
_NEWEST = (1 << 63) - 1

Row = tuple[int, str, int, bytes]
"""Position, stream, seq, line."""
Placed = tuple[int, str, Record]
"""What an `Entry` is made of, which another process would be sent in twice the time."""


Append = tuple[str, int, tuple[bytes, ...], str, str]
"""Records to be appended, as `append_of` makes it: their stream, the record they come after, their lines, and two
hashes: to which the first one chains, and that of the last one. A tuple, as is the answer: of classes their modules are
looked up anew for each packet to another process and from there."""
Commit = tuple[int, int, Sequence[Exception | None]]
"""The positions a transaction wrote, those after one and up to another, and the error of each append, or None."""
_Head = tuple[int, int, str]
"""The end of a stream: its id (0: there is no such stream), its last seq and hash."""

_NOTHING: _Head = (0, 0, NO_HASH)


def append_of(stream: str, after: int, records: Sequence[Record]) -> Append:
    """What a database needs to know of sealed records. None at all only compare `after` with the head."""
    previous, last = (records[0].previous, records[-1].hash) if records else ("", "")
    return stream, after, tuple([record.line for record in records]), previous, last


class Database:
    """The file, opened. Every method blocks, and raises JournalError for what the file or the disk refuses."""

    def __init__(
        self,
        path: Path,
        place: Place,
        patience: float,
        reader: sqlite3.Connection,
        writer: sqlite3.Connection | None,
    ) -> None:
        """Without a writer it is read only. `path` is as the user wrote it, for sentences."""
        self._path, self.place, self._patience, self._writer = path, place, patience, writer
        self._readers = [reader]
        self._is_closed = False
        self._heads: dict[str, _Head] = {}
        self._version: object = None
        self._top = 0
        self.damage: Sentence | None = None
        """The sentence about a bad page, once one was read."""
        self._salvaged: tuple[int, Sequence[Any]] = (0, ())
        """What was read last around one, and after which position: whoever reads on wants the rest of it."""

    def close(self) -> None:
        """Close all connections; the last one to close brings the log back into the file."""
        self._is_closed = True
        self._close_readers()
        if self._writer is not None:
            self._writer.close()

    def _close_readers(self) -> None:
        while self._readers:
            self._readers.pop().close()

    def commit(self, appends: Sequence[Append]) -> Commit:
        """Store all appends that are where they expect to be, in one transaction, durably when this returns.

        The others get their error. So do all of them when the transaction fails; this itself never raises one.
        """
        writer = self._writer
        assert writer is not None
        step = _BEGIN
        errors: list[Exception | None] = [None] * len(appends)
        try:
            writer.execute(step)
            self._notice_others(writer)
            before = self._top
            rows, heads = self._admit(writer, appends, errors)
            _insert(writer, rows)
            # Before, so that nothing is written to a file that is lost; and again, before anybody is told.
            self.place.check()
            step = "commit"
            writer.execute(step)
            self.place.check()
        except (sqlite3.Error, Lost, OverflowError) as error:
            if len(appends) > 1 and step != "commit" and isinstance(explained(self._path, error), Unreadable):
                return self._commit_each(writer, appends)
            self._give_up(writer, errors, error, committing=step == "commit")
            return 0, 0, errors
        if len(self._heads) > _HEADS:
            self._heads.clear()
        self._heads.update(heads)
        self._top = before + len(rows) // 4
        return before, self._top, errors

    def _commit_each(self, writer: sqlite3.Connection, appends: Sequence[Append]) -> Commit:
        """Store appends one by one, because one of them meets a bad page: the others go on."""
        self._roll_back(writer)
        commits = [self.commit([append]) for append in appends]
        stored = [(before, top) for before, top, _ in commits if top > before]
        before, top = (stored[0][0], stored[-1][1]) if stored else (0, 0)
        return before, top, [error for _, _, errors in commits for error in errors]

    def _notice_others(self, writer: sqlite3.Connection) -> None:
        """Forget what is remembered if anybody else has written, or dropped, since."""
        (version,) = writer.execute("pragma data_version").fetchone()
        if version != self._version:
            self._heads.clear()
            (self._top,) = writer.execute(_TOP).fetchone()
            self._version = version

    def _admit(
        self, writer: sqlite3.Connection, appends: Sequence[Append], errors: list[Exception | None]
    ) -> tuple[list[int | bytes], dict[str, _Head]]:
        """The fields of the rows to write, one after the other, and the heads then; what is wrong goes to `errors`."""
        position = self._top
        rows: list[int | bytes] = []
        heads: dict[str, _Head] = {}
        for number, (stream, seq, lines, previous, end) in enumerate(appends):
            try:
                id, head, last = heads.get(stream) or self._heads.get(stream) or _stored_head(writer, stream)
                if seq != head:
                    errors[number] = Conflict(stream, seq, head)
                    continue
                if not lines:
                    continue
                check_chain(last, seq + 1, previous)
            except (ValueError, Damaged) as error:
                errors[number] = error
                continue
            except sqlite3.DatabaseError as error:
                if not isinstance(why := self._explained(error), Unreadable):
                    raise
                errors[number] = why  # Its own stream cannot be read; the others go on.
                continue
            if not id:
                id = position + 1
                writer.execute(_OPEN, (id, stream, opening.family(stream)))
            for line in lines:
                position += 1
                seq += 1
                rows += (position, id, seq, line)
            heads[stream] = id, seq, end
        return rows, heads

    def _give_up(
        self, writer: sqlite3.Connection, errors: list[Exception | None], error: Exception, *, committing: bool
    ) -> None:
        self._roll_back(writer)
        why = error if isinstance(error, Lost) else self._explained(error)
        if committing and why is not error and getattr(error, "sqlite_errorcode", 0) not in _NOT_COMMITTED:
            why = OutcomeUnknown("{why} The last records may not be stored.", why=why)
        for number, known in enumerate(errors):
            if known is None:
                errors[number] = own = type(why)(why.sentence)
                own.__cause__ = error

    def _roll_back(self, writer: sqlite3.Connection) -> None:
        """End a transaction that may be open, and have the next commit look at the heads in the file."""
        if writer.in_transaction:
            with suppress(sqlite3.Error):
                writer.execute("rollback")
        self._heads.clear()
        self._version = None

    def _explained(self, error: Exception) -> JournalError:
        """An error of SQLite as a sentence; a bad page is remembered."""
        why = explained(self._path, error)
        if isinstance(why, Unreadable):
            self.damage = why.sentence
        return why

    def drop(self, stream: str) -> None:
        """Remove a stream. Its bytes are overwritten in the file, but not yet in the log (see `compact`)."""
        if not is_name(stream):
            return
        with self._writing() as writer:
            writer.execute(_BEGIN)
            if found := writer.execute(_ID, (stream,)).fetchone():
                writer.execute(
                    "update dropped set streams = streams + 1, position = max(position, coalesce("
                    "(select max(position) from record where stream = ?), 0))",
                    found,
                )
                writer.execute("delete from record where stream = ?", found)
                writer.execute("delete from stream where id = ?", found)
            self.place.check()
            writer.execute("commit")
            self.place.check()

    def compact(self, within: float = math.inf) -> None:
        """Write the file anew without what was dropped, and empty its log.

        Raises: JournalError, also when to read the file takes longer than `within` seconds; then nothing has changed.
        """
        _, drops = self.reach()  # What another process drops from now on may be left over.
        # First, because nothing is won while others keep the log: what is written anew would be kept in it, too.
        if self.empty_log():
            with self._writing() as writer, self._given_up_after(within, writer):
                writer.execute("vacuum")
            if self.empty_log():
                # Last, so that a process that is killed before leaves it to be done again.
                with self._writing() as writer:
                    writer.execute(_NOTE_COMPACTED, (drops,))
                return
        raise JournalError(
            "Another program is reading {path}, so dropped records stay in it; try again later.", path=self._path
        )

    @contextmanager
    def _given_up_after(self, seconds: float, writer: sqlite3.Connection) -> Iterator[None]:
        until = time.monotonic() + seconds
        writer.set_progress_handler(lambda: time.monotonic() >= until, _STEPS)
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            raise JournalError(
                "Rewriting {path} takes too long now; Parlour does it later.", path=self._path
            ) from error
        finally:
            writer.set_progress_handler(None, 0)

    def is_compact(self) -> bool:
        """Whether the file was written anew since anything was dropped, by whichever process, or cannot be."""
        try:
            ((drops, compacted),) = self._select(f"select ({_DROPS}), ({_COMPACTED})")
        except Unreadable:
            return True
        return bool(drops <= compacted)

    def empty_log(self) -> bool:
        """Bring the log back into the file, and leave nothing in it. Returns: whether nobody keeps it by reading."""
        with self._writing() as writer:
            writer.execute(f"pragma busy_timeout = {round(1000 * min(_CHECKPOINT_SECONDS, self._patience))}")
            try:
                (is_kept, *_) = writer.execute("pragma wal_checkpoint(truncate)").fetchone()
            finally:
                writer.execute(f"pragma busy_timeout = {round(1000 * self._patience)}")
            self.place.check()
        return not is_kept

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        writer = self._writer
        assert writer is not None
        try:
            yield writer
        except sqlite3.Error as error:
            raise self._explained(error) from error
        finally:
            self._roll_back(writer)

    def _select(self, query: str, *arguments: object) -> list[Any]:
        # Taken and put back at once by any thread; there are as many as have ever read at the same time.
        try:
            reader = self._readers.pop()
        except IndexError:
            self.place.check(all_files=False)
            reader = connected(self.place.path, "ro", self._patience)
        try:
            rows = reader.execute(query, arguments).fetchall()
        except sqlite3.Error as error:
            why = self._explained(error)
            if isinstance(why, Unreadable):
                self._readers.append(reader)
            else:
                reader.close()
            raise why from error
        self._readers.append(reader)
        if self._is_closed:  # Meanwhile, and perhaps before this connection was put back.
            self._close_readers()
        self.place.check(all_files=False)
        return rows

    def reach(self) -> tuple[int, int]:
        """The highest position ever given, 0 for an empty journal, and how many streams were dropped.

        Either changes when another process appends or drops.
        """
        try:
            ((top, drops),) = self._select(f"select ({_TOP}), ({_DROPS})")
        except Unreadable:
            return salvage.top(self._select), 0
        return top, drops

    def head(self, stream: str) -> int:
        """The last seq of a stream; 0 when it does not exist."""
        if not is_name(stream):
            return 0
        try:
            found = self._select(_HEAD, stream)
        except Unreadable:
            return salvage.head(self._select, stream)
        return int(found[0][1]) if found else 0

    def read(self, stream: str, after: int, limit: int | None) -> tuple[Record, ...]:
        """The records after `after`, checked against their chain. Raises: Damaged."""
        if not is_name(stream):
            return ()
        count = -1 if limit is None else limit + (after > 0)
        try:
            lines = [line for (line,) in self._select(_READ, stream, after, count)]
        except Unreadable:
            lines = salvage.lines(self._select, stream, after, count)
        if not lines or not after:
            return parse_all(stream, lines, None)
        return parse_all(stream, lines[1:], parse_alone(stream, lines[0], after))

    def rows(self, position: int, limit: int) -> list[Row]:
        """The rows after a position in order, at most so many; none only when there are none."""
        return [
            (place, (name or b"").decode(errors="replace"), seq or 0, line or b"")
            for place, name, seq, line in self._rows(position, limit)
        ]

    def _rows(self, position: int, limit: int) -> Sequence[Any]:
        begin, salvaged = self._salvaged
        if begin <= position and (found := [row for row in salvaged if row[0] > position]):
            return found[:limit]
        while limit:
            try:
                return self._select(_ROWS_AFTER, position, limit)
            except Unreadable:
                limit //= 4  # What stands before the bad page is read as ever.
        found = salvage.rows(self._select, position, _SALVAGED)
        self._salvaged = position, found
        return found

    def entries(self, position: int, limit: int) -> tuple[Placed, ...]:
        """The records after a position, checked by their form. Raises: Damaged, if the first is, with its position."""
        return before_damage(map(_placed, self.rows(position, limit)))

    def streams(self, prefix: str, after: int, limit: int) -> Page:
        """A page of streams, see `Journal`."""
        if not prefix.isprintable():
            return Page((), None)
        arguments: list[object] = [after or _NEWEST, len(prefix), prefix]
        query = _STREAMS_OF_ALL
        if "/" in prefix:
            query = _STREAMS_OF_FAMILY
            arguments.append(opening.family(prefix))
        try:
            rows = self._select(query, *arguments, limit + 1)
        except Unreadable:
            rows = list(salvage.streams(self._select, prefix, after or _NEWEST, limit + 1))
        summaries: list[Summary] = []
        for _, name, first, seq, last in rows[:limit]:
            stream = (name or b"").decode(errors="replace")
            with suppress(Damaged):
                alone = parse_alone(stream, last or b"", seq or 0)
                summaries.append(Summary(stream, parse(stream, first or b"", None), alone))
        return Page(tuple(summaries), rows[limit - 1][0] if len(rows) > limit else None)


def _placed(row: Row) -> Placed:
    """A row as a record of all streams. Raises: Damaged with its position."""
    position, stream, seq, line = row
    if not is_name(stream):
        raise Damaged(repr(stream), seq, "its stream cannot have that name", position)
    try:
        return position, stream, parse_alone(stream, line, seq)
    except Damaged as damage:
        raise Damaged(stream, seq, damage.why, position) from damage


def _insert(writer: sqlite3.Connection, rows: list[int | bytes]) -> None:
    """Insert rows, given as their fields one after the other."""
    begin = 0
    for size in _ROWS:
        while len(rows) - begin >= 4 * size:
            writer.execute(_INSERTS[size], rows[begin : begin + 4 * size])
            begin += 4 * size


def _stored_head(writer: sqlite3.Connection, stream: str) -> _Head:
    found = writer.execute(_HEAD, (stream,)).fetchone()
    if found is None:
        return _NOTHING
    id, seq, line = found
    return id, seq, parse_alone(stream, line, seq).hash if seq else NO_HASH


def open_database(path: Path, patience: float, *, read_only: bool = False) -> Database:
    """Open the journal in a file, or make it there; `patience` is how many seconds to wait for other processes.

    Raises: JournalError when the file is no journal, or not one that this program may use so.
    """
    if not read_only:
        make_sure(path)
    before = identity(path)
    writer = None if read_only else open_writer(path, patience)
    try:
        reader = open_reader(path, patience)
        return Database(path, located(path, before), patience, reader, writer)
    except JournalError:
        if writer is not None:
            writer.close()
        raise


_NOT_COMMITTED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY)
"""With these a commit failed before its last page was written; with others nobody can know."""
