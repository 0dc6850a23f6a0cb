"""Where a house signs tickets: with the key of its public log, which `parlour log` keeps beside the journal."""

from pathlib import Path

import attrs

from core.table import Table
from journal.blocking_threads import Threads

_SIGNING = Threads("tickets", 1)


@attrs.define
class TicketOffice:
    """Gives tickets, as soon as there is a key."""

    key: Path | None = None
    """The file of the key; None for a house that gives none."""

    async def ticket(self, table: Table, seat: int) -> str:
        """The ticket for a seat that has sealed luck; empty without a key. Raises: Refused for a file that is no key,
        JournalError."""
        book, sealed = table.setup.book, table.chairs[seat].sealed
        if self.key is None or book is None or not sealed:
            return ""
        from core.public_log.keys import read_key  # no game at home has sealed luck, and few in a house
        from core.public_log.tickets import ticket_for

        given = ticket_for(table.setup.opened_as, book, seat, sealed)
        key = self.key

        def sign() -> str:
            own = read_key(key)
            return str(given.signed(own)) if own is not None else ""

        return await _SIGNING.run(sign)
