"""Games that come from elsewhere: files that are read back in, and old games that are gone on with as new ones."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from core import codec, fold
from core.game import Refused
from core.service import Player, Service, draw_word
from core.table import Continue, Marked
from journal import Conflict, Record


async def restore(service: Service, name: str, records: Sequence[Record]) -> str:
    """Bring the records of a file into the journal, after they have been checked and every move decided again.

    A file that is the same game, as far as the journal has it or further, goes on in its stream; an older save of a
    game that has gone on becomes a game of its own.

    Returns: the id of the stream it is in now.
    Raises: Damaged with the number of the first record that cannot be right.
    """
    for record in records:
        codec.check(name, record)
    table = await trio.to_thread.run_sync(fold.verify, name, records)
    stored = await service.journal.read(table.id)
    if [record.hash for record in stored] == [record.hash for record in records[: len(stored)]]:
        if len(records) > len(stored):
            await service.journal.append(table.id, len(stored), records[len(stored) :])
        return table.id
    return await copy(service, records)


async def copy(service: Service, records: Sequence[Record]) -> str:
    """Store records as a new stream; the answer is its id."""
    while True:
        id = draw_word(5)
        try:
            await service.journal.append(id, 0, records)
        except Conflict:
            continue
        return id


async def fork(service: Service, id: str, mark: str, player: Player) -> tuple[str, int, str]:
    """Make a new game of an old one as it stood when a bookmark was set last, with the same person in the same seat.

    Returns: the new table's id, the seat, the code to come back with.
    Raises: Refused when there is no such bookmark, or when the player's code is not that of a seat.
    """
    records = await service.journal.read(id)
    upto = max((record.seq for record in records if _sets(id, record, mark)), default=0)
    if not upto:
        raise Refused(f'There is no bookmark "{mark}" in this game.')
    seat = fold.fold(id, None, records).seat_of(player.code)
    if seat is None:
        raise Refused("That code does not belong to a seat of this game.")
    new = await copy(service, records[:upto])
    async with service.table(new) as live:
        await live.submit(Continue(id))
        return new, seat, await service.sit(live, seat, Player(player.name))


def _sets(id: str, record: Record, mark: str) -> bool:
    event = fold.event_of(id, record)
    return isinstance(event, Marked) and event.name == mark
