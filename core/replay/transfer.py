"""Games in files: brought into the journal, written out of it, and gone on with at home.

Whoever goes on with an older save gets an exact copy or a practice copy (see `practice`). An exact one holds the same
hidden cards, so it is made only for somebody alone at home, and counts as played with help.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.game import Refused
from core.base.message import SOMEBODY
from core.base.text import clean
from core.people.directory import draw_word
from core.records import codec, fold
from core.records.whole_table import folded
from core.replay.practice import practise
from core.table import LONGEST_NAME, Cause, Origin, Restore, Restored, Table
from journal import Conflict, Record, seal
from journal.atomic_files import explained
from journal.blocking_threads import Threads
from journal.game_lines import Lines, text_of, write_lines

if TYPE_CHECKING:
    from core.house.service import Service
    from core.public_log.directory import LogFiles

_PERSON = re.compile(r"[a-z0-9]{1,40}", re.ASCII)
_IMPORTS, _EXPORTS = Threads("imports", 1), Threads("exports", 1)


async def restore(service: Service, lines: Lines) -> str:
    """Bring the game in a file into the journal, after every move was decided again and found right.

    Returns: the table's id, which is that of the file.
    Raises: Damaged with the number of the first record that cannot be right; Refused when the journal holds another
        game of that id.
    """
    table = await _verified(lines)
    stored = await service.journal.read(lines.header.stream)
    if not _goes_on(lines.records, stored):
        raise Refused("Table {id} is another game in this journal; export that one first.", id=table.id)
    await _meet(service, table, lines.header.names)
    if len(lines.records) > len(stored):
        await service.journal.append(lines.header.stream, len(stored), lines.records[len(stored) :])
    return table.id


def _goes_on(records: Sequence[Record], stored: Sequence[Record]) -> bool:
    """Whether one of them is the other one gone on with."""
    return all(mine.hash == theirs.hash for mine, theirs in zip(records, stored, strict=False))


async def _verified(lines: Lines) -> Table:
    """In a thread, because a whole game takes a while to decide. Raises: Refused, Damaged."""
    stream = lines.header.stream
    if not stream.startswith(fold.TABLE):
        raise Refused("That file holds no game: choose another.")
    return await _IMPORTS.run(fold.verify, stream, lines.records)


async def _meet(service: Service, table: Table, names: Mapping[str, str]) -> None:
    """Know the persons of a game that comes from another journal by the names in its file."""
    for person in table.people:
        name = clean(names.get(person, ""), LONGEST_NAME)
        if name and _PERSON.fullmatch(person):
            await service.directory.introduce(person, name)


async def go_on(service: Service, lines: Lines, person: str) -> str:
    """Go on at home with the game in a file.

    A game that the journal holds no further than the file simply goes on. Of an older save, a game of one person goes
    on as an exact copy; a game between persons as a practice copy, in which the other's seat is kept for the other.

    Returns: the id of the table. Raises: Damaged, Refused.
    """
    table = await _verified(lines)
    if table.ended:
        raise Refused("That game is over. To see it: parlour replay")
    stored = await service.journal.read(lines.header.stream)
    alone = len(table.persons) <= 1 and table.is_full
    if _goes_on(lines.records, stored) and len(stored) <= len(lines.records) and (alone or stored):
        return await restore(service, lines)
    await _meet(service, table, lines.header.names)
    if alone and not table.setup.is_practice:
        return await _copy(service, table, lines.records)
    seat = next((seat for seat in table.persons if table.chairs[seat].person == person), table.persons[0])
    return await practise(service, table, table.now, seat)


async def _copy(service: Service, table: Table, records: Sequence[Record]) -> str:
    """The records of a game as a new stream, marked as a copy."""
    origin = Origin(table.id, table.seq)
    while True:
        id = draw_word(5)
        cause = Cause(next(service.decisions), None, table.seq, Restore(origin))
        at = codec.time_text(max(codec.whole_milliseconds(service.now()), table.at))
        added = seal(records[-1], [codec.encode(Restored(origin), cause)], at)
        try:
            await service.journal.append(fold.stream_of(id), 0, (*records, *added))
        except Conflict:
            continue
        return id


def header(service: Service, table: Table) -> Mapping[str, Any]:
    """What stands above the records of a game in a file: who was forgotten has no name there either."""
    names = {person: service.directory.name(person) for person in table.people}
    known = {id: name for id, name in names.items() if name != SOMEBODY}
    return {"stream": fold.stream_of(table.id), "names": known}


async def export(
    service: Service, id: str, file: Path, *, overwrite: bool = False, log: LogFiles | None = None
) -> Record:
    """Write a game to a file, readable for its owner only, with proofs where the `log` of the house is given.

    Returns: the last record that is in it.
    Raises: Refused when there is no such game, or the log does not have it; JournalError when the file is there, or
        cannot be written.
    """
    records = await service.records(id)
    table = await folded(id, records)
    await service.directory.learn(table.people)
    written = {**header(service, table)}
    if log is not None:
        from core.public_log.logged_game import leaves_of  # only where there is a log: to play is to start fast

        leaves = leaves_of(fold.stream_of(id), records)
        written["log"] = await _EXPORTS.run(log.proofs, leaves.by_name())
    await _EXPORTS.run(write_lines, file, records, written, overwrite)
    return records[-1]


async def exported(service: Service, id: str) -> bytes:
    """A game as the text of such a file. Raises: Refused where there is no such game; JournalError."""
    records = await service.records(id)
    table = await folded(id, records)
    await service.directory.learn(table.people)
    return await _EXPORTS.run(text_of, records, header(service, table))


def is_there(file: Path) -> bool:
    """Whether a file is there already. Raises: JournalError where that cannot be known."""
    try:
        return file.exists()
    except OSError as error:
        raise explained(file, error) from error
