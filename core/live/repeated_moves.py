"""Moves that a program may ask for twice, because it does not know whether the first time reached the journal.

Each has a name of the program's own. The decision's name in the journal ends with a digest of it, so it is found there
again, also after the house was restarted, and by every house on the journal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.base.game import Refused
from core.records import codec
from core.table import Cause, RecordInfo
from journal import Damaged

if TYPE_CHECKING:
    from core.live.live_table import LiveTable

DIGITS = 20
SIGN = "x"
"""Stands before the digits; the number that is before it has none."""


class UsedBefore(Refused):
    """The name was that of another move."""

    def __init__(self) -> None:
        super().__init__("You used that id for another move here: choose a new one.")


def marked(decision: str, by: int, stand_in: str, name: str) -> str:
    """The name of a decision that a player, or who stands in at the seat, calls so."""
    digest = hashlib.sha256(f"{by}/{stand_in}/{name}".encode()).hexdigest()
    return f"{decision}{SIGN}{digest[:DIGITS]}"


def _mark(decision: str) -> str:
    """What such a name ends with; empty for a decision that nobody has named."""
    mark = decision[-DIGITS - len(SIGN) :]
    return mark if len(decision) > len(mark) and mark.startswith(SIGN) else ""


async def find(live: LiveTable, cause: Cause, *, deep: bool = False) -> RecordInfo | None:
    """The first record of the decision that came of the same wish before; None where there is none.

    It is looked for in what the table keeps at hand, and, if `deep`, in all that came after what the player had seen.
    Raises: UsedBefore, JournalError.
    """
    if not (mark := _mark(cause.id)):
        return None
    infos: Iterable[RecordInfo] = (info for _, info in reversed(live.recent))
    if deep and live.recent[0][1].seq > cause.seen + 1:
        records = await live.service.journal.read(live.stream, cause.seen)
        try:
            infos = [codec.info(record) for record in reversed(records)]
        except ValueError as error:
            raise Damaged(live.stream, cause.seen + 1, str(error)) from error
    for info in infos:
        if info.cause is not None and info.cause.id.endswith(mark):
            if info.cause.command != cause.command:
                raise UsedBefore
            return info
    return None
