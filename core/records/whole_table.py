"""The table of a whole stream, wherever folding it may take long."""

from collections.abc import Sequence

from core.base.game import Refused
from core.records import fold
from core.table import Table
from journal import Record
from journal.blocking_threads import Threads

LONG = 500
"""Records that are folded in some ten milliseconds; more of them are folded in a thread, so that no table waits."""
_FOLDING = Threads("long tables", 2)


def no_table(id: str) -> Refused:
    """What is said to somebody who wants a table that is not there."""
    return Refused("There is no table {id}. To see all tables: list", id=id)


async def folded(id: str, records: Sequence[Record]) -> Table:
    """The table of a whole stream; a long one is folded in a thread, so that nobody waits. Raises: Damaged."""
    stream = fold.stream_of(id)
    if len(records) <= LONG:
        return fold.read(stream, records)
    return await _FOLDING.run(fold.read, stream, records)
