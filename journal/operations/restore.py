"""Restoring a backup: a new journal of it, as it was when the backup was made or at an earlier time."""

import sqlite3
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from journal import open_journal, split_url
from journal.api import JournalError, Record
from journal.atomic_files import placed
from journal.chain import parse_all, parse_alone
from journal.credentials import without_secrets
from journal.operations.backup import PATIENCE, THREADS, Checked, check_file, name_of, snapshot
from journal.operations.copy import copy, decisions
from journal.stores.sqlite.opening import connected, explained

_OF_STREAM = "select cast(line as blob) from record where stream = ? order by seq"
_LASTS = """select id, cast(name as blob), cast(seq as integer), cast(line as blob) from stream join record
    on record.stream = id and seq = (select max(seq) from record where stream = id)"""


async def restore(path: Path, url: str, until: str = "", whole: Collection[str] = ()) -> Checked:
    """Make a new journal at `url` of a backup: as it was at `until`, a time as records have it, if one is given.

    Each stream but those in `whole` ends then with the last decision that was made by that time. Raises: JournalError,
    also when the backup is damaged, or there is anything at `url` already; then nothing has changed there.
    """
    scheme, target = split_url(url)
    if scheme == "sqlite":
        place = Path(target).expanduser()
        work = partial(restore_file, path, place, until, whole)
        return await THREADS.run(work, abandon_on_cancel=True)
    with tempfile.TemporaryDirectory() as directory:
        restored = Path(directory) / "journal.db"
        checked = await THREADS.run(partial(restore_file, path, restored, until, whole))
        async with open_journal(f"sqlite:{restored}", read_only=True) as old, open_journal(url) as new:
            if (await new.streams(limit=1)).summaries:
                raise JournalError("{url} already holds a journal; restore into a new one.", url=without_secrets(url))
            await copy(old, new)
    return checked


def restore_file(path: Path, target: Path, until: str = "", whole: Collection[str] = ()) -> Checked:
    """Make a new journal in a SQLite file of a backup, blocking; see `restore`."""
    with placed(target) as beside:
        snapshot(path, beside, target)
        checked = check_file(beside, path)
        if checked.damaged:
            raise JournalError(
                "{path} is damaged: {damage} Take another backup, or use parlour copy, which brings over what can be "
                "read.",
                path=path, damage=checked.damaged[0],
            )  # fmt: skip
        if not until:
            return checked
        _cut(beside, until, whole)
        return check_file(beside)


def _cut(path: Path, until: str, whole: Collection[str]) -> None:
    """Leave of a journal what was in it at a time, and no byte of the rest."""
    with closing(connected(path, "rw", PATIENCE)) as writer:
        try:
            writer.execute("pragma secure_delete = on").fetchone()
            writer.execute("begin immediate")
            for id, end in tuple(_ends(writer, until, whole)):
                writer.execute("delete from record where stream = ? and seq > ?", (id, end))
                if not end:
                    writer.execute("delete from stream where id = ?", (id,))
            writer.execute("commit")
            writer.execute("vacuum")
        except sqlite3.Error as error:
            raise explained(path, error) from error


def _ends(reader: sqlite3.Connection, until: str, whole: Collection[str]) -> Iterator[tuple[int, int]]:
    """The streams that are longer than they were then, and their last records then; 0 for those that were not."""
    for id, raw, seq, line in reader.execute(_LASTS).fetchall():
        name = name_of(raw)
        if name in whole or parse_alone(name, line, seq).at <= until:
            continue
        records = parse_all(name, (line for (line,) in reader.execute(_OF_STREAM, (id,))), None)
        if (end := end_by(until, records)) < len(records):
            yield id, end


def end_by(until: str, records: Sequence[Record]) -> int:
    """The last record of the last decision in a stream that was made by a time; 0 for none.

    A clock may have been set back in between: what was made by then according to it is kept with all before it.
    """
    made = [decision[-1].seq for decision in decisions(records) if decision[0].at <= until]
    return made[-1] if made else 0
