"""A SQLite file as a journal: making and opening it, recognizing it, and what its errors mean."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from journal.api import JournalError, Lost, Unreadable
from journal.atomic_files import make_private
from journal.sentences import sentence

APPLICATION_ID = 0x5061724C
"""Stands in the file's header ("ParL"): a journal of this program."""
FORMAT = 2
"""The version of the tables, in the file's header as `user_version`."""

_SCHEMA = (
    # A stream's id is the position of its first record, so ids are in the order of opening. `family` is the name up
    # to and with its first slash, so that a page of one kind of streams need not look at the others.
    "create table stream(id integer primary key, name text not null unique, family text not null)",
    "create index stream_family on stream(family, id)",
    """create table record(position integer primary key, stream integer not null, seq integer not null,
        line blob not null, unique(stream, seq))""",
    # How many streams were dropped, and the highest position that any of them had: it is never given again.
    "create table dropped(streams integer not null, position integer not null)",
    "insert into dropped values(0, 0)",
    f"pragma application_id = {APPLICATION_ID}",
    f"pragma user_version = {FORMAT}",
)

_COMPACTED = "create table if not exists compacted(id integer primary key check(id = 0), streams integer not null)"
"""How many streams had been dropped when the file was last written anew. Files that older versions made lack it, and
those do not look at it, so it is no other format."""

Identity = tuple[int, int]
"""The device of a file and its number there."""


class Place(Struct, frozen=True):
    """Where the files of an open journal were when it was opened.

    SQLite has them open, so no other file can get their numbers; and they cannot be opened here to compare them: the
    system gives up all locks of a process on a file when it closes any descriptor of it.
    """

    path: Path
    """Absolute, so that the program may go elsewhere."""
    files: tuple[Path, ...]
    """The journal, and its write-ahead log unless it was opened for reading only and there was none."""
    identities: tuple[tuple[str, Identity], ...]
    """The files, the journal itself first, and the device and number of each."""

    def check(self, *, all_files: bool = True) -> None:
        """Raises: Lost when the journal, or with `all_files` its log, is not where it was."""
        for path, known in self.identities if all_files else self.identities[:1]:
            if identity(path) != known:
                raise lost(path)


def lost(path: str | Path) -> Lost:
    """The error for a journal, or a file of it, that is not what was opened."""
    return Lost("{path} was deleted, moved or replaced while it was open; put it back and start again.", path=path)


def family(stream: str) -> str:
    """A stream's name up to and with its first slash; empty without one."""
    kind, slash, _ = stream.partition("/")
    return kind + slash if slash else ""


def identity(path: str | Path) -> Identity | None:
    """Which file is at a path; None when there is none. Raises: Lost when nobody can tell."""
    try:
        state = os.stat(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Lost(
            "{path} is no longer there ({why}); check its disk and start again.", path=path, why=error.strerror
        ) from error
    return state.st_dev, state.st_ino


def connected(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    """A connection to the file; `mode` is rw or ro. Raises: JournalError."""
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=patience,
            isolation_level=None,  # Transactions begin and end where this program says so.
            check_same_thread=False,  # Worker threads take turns.
        )
    except sqlite3.Error as error:
        raise explained(path, error) from error


def make_sure(path: Path) -> None:
    """See that there is a file that can become or be a journal. Raises: JournalError."""
    if not path.parent.is_dir():
        raise JournalError("The directory {directory} does not exist; make it first.", directory=path.parent)
    _check_is_file(path)
    if not os.access(path.parent, os.W_OK | os.X_OK):
        # SQLite would say so only when it makes its log.
        raise JournalError(
            "The journal needs to write in {directory}; change its permissions or choose another place.",
            directory=path.parent,
        )
    try:
        os.close(make_private(path, os.O_RDWR))  # SQLite gives its log the same permissions.
    except FileExistsError:
        pass
    except OSError as error:
        raise JournalError(_SENTENCES[sqlite3.SQLITE_CANTOPEN].template, path=path) from error
    if not os.access(path, os.W_OK):
        # SQLite opens such a file all the same, and says so at the first append.
        raise JournalError(_SENTENCES[sqlite3.SQLITE_READONLY].template, path=path)


def open_writer(path: Path, patience: float) -> sqlite3.Connection:
    """The connection that writes to a file that is there; an empty one becomes a journal. Raises: JournalError.

    It syncs every commit, and overwrites what is dropped.
    """
    writer = connected(path, "rw", patience)
    with _closed_on_error(path, writer):
        if not _is_empty(writer):  # Before anything is changed in a file that may not be ours.
            _check_is_journal(path, writer)
        if _use_log(writer, patience) != "wal":
            raise JournalError("{path} is on a file system without write-ahead logging; use a local disk.", path=path)
        writer.execute("pragma synchronous = full")
        writer.execute("pragma secure_delete = on")
        writer.execute("begin immediate")
        if _is_empty(writer):
            for statement in _SCHEMA:
                writer.execute(statement)
        writer.execute(_COMPACTED)
        writer.execute("commit")
    return writer


def _check_is_file(path: Path) -> None:
    """Raises: JournalError for a directory, or a device, of which SQLite would say that its disk has failed."""
    if path.is_dir():
        raise JournalError("{path} is a directory; name a file in it.", path=path)
    if path.exists() and not path.is_file():
        raise JournalError("{path} is not a file; choose another.", path=path)


def open_reader(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that only reads a journal that is there. Raises: JournalError."""
    if not path.exists():
        raise JournalError("{path} is not there; check the name of the journal.", path=path)
    _check_is_file(path)
    reader = connected(path, "ro", patience)
    with _closed_on_error(path, reader):
        _check_is_journal(path, reader)
    return reader


def located(path: Path, before: Identity | None) -> Place:
    """Where the files of a journal are that has been opened, and read from, since its identity was `before`.

    Raises: Lost when it is another file now.
    """
    here = path.absolute()
    real = os.path.realpath(here)  # SQLite puts the log beside what a link leads to.
    found = [(name, identity(name)) for name in (str(here), f"{real}-wal", f"{real}-shm")]
    if found[0][1] is None or found[0][1] != before:
        raise Lost("{path} has just been deleted, moved or replaced; try again.", path=path)
    files = tuple(Path(name) for name, known in found[:2] if known)
    return Place(here, files, tuple((name, known) for name, known in found if known))


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


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever put into the file."""
    marked = _mark(connection, "application_id") or _mark(connection, "user_version")
    return not marked and connection.execute("select 1 from sqlite_master").fetchone() is None


def _check_is_journal(path: Path, connection: sqlite3.Connection) -> None:
    if _mark(connection, "application_id") != APPLICATION_ID:
        raise JournalError("{path} is not a journal; choose another file.", path=path)
    version = _mark(connection, "user_version")
    if version > FORMAT:
        raise JournalError(
            "{path} was written by a newer Parlour (format {version}); update this one to open it.",
            path=path,
            version=version,
        )
    if version < FORMAT:
        raise JournalError(
            "{path} was written by a version before the first release, which this one cannot read; choose "
            "another file.",
            path=path,
        )


def _mark(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"pragma {name}").fetchone()[0])


def _use_log(writer: sqlite3.Connection, patience: float) -> str:
    """Turn on the write-ahead log, unless it is on. Returns: the mode that the file has then."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return str(writer.execute("pragma journal_mode = wal").fetchone()[0])
        except sqlite3.OperationalError as error:
            # SQLite does not wait for a lock here, and another process may be making the same journal.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


_SENTENCES = {
    sqlite3.SQLITE_NOTADB: sentence("{path} is not a journal; choose another file."),
    sqlite3.SQLITE_BUSY: sentence("Another program has locked {path}; try again when it has finished."),
    sqlite3.SQLITE_READONLY: sentence("You may not write {path}; open it for reading only or change its permissions."),
    sqlite3.SQLITE_CANTOPEN: sentence(
        "You cannot open {path}; check that it and its directory may be read and written."
    ),
    sqlite3.SQLITE_FULL: sentence("The disk of {path} is full; make space and try again."),
    sqlite3.SQLITE_IOERR: sentence("The disk of {path} failed; check that it works and has space, and try again."),
    sqlite3.SQLITE_CORRUPT: sentence("{path} is damaged; replace it with a copy."),
}


def explained(path: Path, error: Exception) -> JournalError:
    """SQLite's error as a sentence for the operator."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    found = _SENTENCES.get(code)
    if found is None:
        return JournalError("{path} failed: {why}.", path=path, why=error)
    kind = Unreadable if code == sqlite3.SQLITE_CORRUPT else JournalError
    return kind(found.template, path=path)
