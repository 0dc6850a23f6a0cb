"""Deciding every move of a recorded game again, for those who want to know that it is what the rules give.

Records and seeds stay in here; what comes out may be shown.
"""

from collections.abc import Sequence

import attrs

from core.base.chance import commitment
from core.games.features.titles import title_at
from core.records import codec, fold
from core.replay.recorded_games import game_of
from core.table import Opened
from journal import Damaged, Journal, JournalError, Record
from journal.game_lines import Lines
from journal.threads import Threads

_PROOFS = Threads("proofs", 1)


@attrs.frozen
class Proof:
    """What was found when every move of a game was decided again."""

    game: str
    """The game's title."""
    records: int
    house_seed: str
    """In hexadecimal once the game is over; empty before."""
    end: str
    """The hash of the last record in hexadecimal, which no other records have."""


async def commitment_of(journal: Journal, id: str) -> str:
    """What the house has committed to at a table, in hexadecimal; empty where that cannot be read."""
    try:
        (record,) = await journal.read(fold.stream_of(id), 0, 1)
        opened = codec.decode(record)
    except (JournalError, ValueError):
        return ""
    return commitment(bytes.fromhex(opened.house_seed)) if isinstance(opened, Opened) else ""


async def prove(journal: Journal, id: str, promised: str = "", end: str = "") -> Proof:
    """Decide every move of a table again, and compare what was noted of it before, both in hexadecimal.

    `promised` is the beginning of its commitment, `end` that of the hash of a record that was once the last; empty
    for none.

    Raises: Refused when there is no such table; Damaged with the first record that is wrong.
    """
    await game_of(journal, id)
    stream = fold.stream_of(id)
    records = await journal.read(stream)
    return await _PROOFS.run(_proof, stream, records, promised, end)


def prove_file(lines: Lines, promised: str = "", end: str = "") -> Proof:
    """The same for a game in a file. Raises: Damaged."""
    return _proof(lines.header.stream, lines.records, promised, end)


def _proof(stream: str, records: Sequence[Record], promised: str, end: str) -> Proof:
    table = fold.verify(stream, records, promised=promised)
    last = records[-1]
    # A game may have gone on since its end was noted.
    if end and not any(record.hash.startswith(end) for record in records):
        raise Damaged(stream, last.seq, "neither it nor an earlier record is the end that was noted")
    return Proof(title_at(table.setup), len(records), table.setup.house_seed.hex() if table.ended else "", last.hash)
