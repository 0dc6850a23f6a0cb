"""Backups: a whole journal in one SQLite file, read again from its first record to its last before it is put in place.

Such a file is a journal like any other, so whatever reads journals reads backups. What SQLite keeps is copied by its
online backup, in one step and as it stands at one moment, while others write; other stores are copied record by record.
"""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import attrs

from journal import open_journal, split_url
from journal.api import Damaged, Journal, JournalError
from journal.atomic_files import placed
from journal.blocking_threads import Threads
from journal.chain import is_name, parse
from journal.operations.copy import copy
from journal.stores.sqlite.opening import connected, explained, open_reader

THREADS = Threads("backups", 2)
PATIENCE = 10.0
"""Seconds to wait for a lock that another process holds."""

_OF_WRITING = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE)
"""What only a disk that is written to says."""

_ALL = """select stream.id, cast(name as blob), cast(seq as integer), cast(coalesce(line, '') as blob)
    from stream left join record on record.stream = stream.id order by stream.id, seq"""
_STRAYS = "select count(*) from record where stream not in (select id from stream)"


@attrs.frozen
class Checked:
    """What a journal in a file was found to hold, every hash computed again."""

    streams: int = 0
    records: int = 0
    newest: str = ""
    """When the last record was made, as records say it; empty when there is none."""
    damaged: tuple[Damaged, ...] = ()
    """The first damage of each stream that has one."""


Finish = Callable[[Journal, Journal], Awaitable[None]]
"""What is to be done besides copying records from one journal to another."""


async def back_up(url: str, path: Path, *, overwrite: bool = False, finish: Finish | None = None) -> Checked:
    """Write all that the journal at `url` holds now to a file, while others may go on writing to the journal.

    Damage that the journal has is in the backup, too, and in the answer. Raises: JournalError, and then nothing has
    changed at `path`.
    """
    scheme, source = split_url(url)
    if scheme == "sqlite":
        # Who has given up need not wait for it: it is put in place only once it is whole.
        work = partial(back_up_file, Path(source).expanduser(), path, overwrite)
        return await THREADS.run(work, abandon_on_cancel=True)
    with placed(path, overwrite) as beside:
        async with open_journal(url, read_only=True) as old, open_journal(f"sqlite:{beside}") as new:
            found = await copy(old, new)
            if finish is not None:
                await finish(old, new)
        checked = await THREADS.run(_checked_alone, beside)
    return attrs.evolve(checked, damaged=found.damaged + checked.damaged)


def _checked_alone(path: Path) -> Checked:
    """Make a journal need no other file beside it, and check it."""
    with closing(connected(path, "rw", PATIENCE)) as writer:
        writer.execute("pragma journal_mode = delete").fetchone()
    return check_file(path)


def back_up_file(source: Path, path: Path, overwrite: bool = False) -> Checked:
    """Back up a journal in a SQLite file, blocking."""
    with placed(path, overwrite) as beside:
        snapshot(source, beside, path)
        return check_file(beside, source)


def snapshot(source: Path, target: Path, path: Path) -> None:
    """Copy a journal as it stands now into an empty file that is meant for `path`; then it needs no other beside it."""
    with closing(open_reader(source, PATIENCE)) as reader, closing(connected(target, "rw", PATIENCE)) as writer:
        try:
            reader.backup(writer)
            writer.execute("pragma journal_mode = delete").fetchone()
        except sqlite3.Error as error:
            is_of_target = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_FULL or error.sqlite_errorcode in _OF_WRITING
            raise explained(path if is_of_target else source, error) from error


def check_file(path: Path, origin: Path | None = None) -> Checked:
    """Read all of a journal in a SQLite file and compute every hash again; `origin` is what it is a copy of.

    Raises: JournalError for no whole file, with the name that the operator knows.
    """
    with closing(open_reader(path, PATIENCE)) as reader:
        try:
            (said,) = reader.execute("pragma integrity_check(1)").fetchone()
            if said != "ok":
                raise JournalError("{path} is damaged; replace it with a copy.", path=origin or path)
            return _checked(reader)
        except sqlite3.Error as error:
            raise explained(origin or path, error) from error


def _checked(reader: sqlite3.Connection) -> Checked:
    streams = records = current = 0
    newest, last = "", None
    damaged: list[Damaged] = []
    for id, raw, _, line in reader.execute(_ALL):
        if id != current:
            current, last, is_whole = id, None, True
            streams += 1
        elif not is_whole:
            continue
        try:
            last = parse(name_of(raw), line, last)
        except Damaged as damage:
            is_whole = False
            damaged.append(damage)
        else:
            records += 1
            newest = max(newest, last.at)
    ((strays,),) = reader.execute(_STRAYS)
    if strays:
        damaged.append(Damaged("a stream without a name", 1, "its records belong to no stream in the list"))
    return Checked(streams, records, newest, tuple(damaged))


def name_of(raw: bytes | None) -> str:
    """What a stream is called. Raises: Damaged."""
    try:
        name = (raw or b"").decode()
    except UnicodeDecodeError:
        name = ""
    if not is_name(name):
        raise Damaged(repr(raw or b""), 1, "its stream cannot have that name")
    return name
