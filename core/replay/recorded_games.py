"""Reading what is recorded, for those who only want to know: a game to step through, and what it is.

Records and seeds stay in here; what comes out may be shown.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from core.base.game import Refused
from core.people import talk
from core.records import fold
from core.records.whole_table import LONG, no_table
from core.replay.delay import shown
from core.replay.history import History
from core.replay.recording import Recording
from core.table import Opened
from journal import Damaged, Journal
from journal.blocking_threads import Threads
from journal.game_lines import Lines

if TYPE_CHECKING:
    from core.house.service import Service

_REPLAYS = Threads("replays", 1)
REPLAYED_TALK = 150
"""Lines of talk that a replay has, the last ones."""


async def recording_of(service: Service, id: str, history: History, seats: tuple[int, ...] = ()) -> Recording:
    """A game to step through, as far as somebody may see it who has those seats. Raises: Damaged."""
    table = history.last
    late = shown(history.recorded, table.delay, over=bool(table.ended)) if not seats else len(history)
    if late < len(history):
        history = History(id, await service.journal.read(fold.stream_of(id), 0, late))
    said = await _talk_at(service.journal, id)
    if not seats and not table.ended:
        said = tuple(line for line in said if line.seat is None or line.at <= late)
    persons = {*table.people, *(line.person for line in said)}
    return Recording(id, history, await service.directory.shown_names(persons), seats, said)


async def history_of(service: Service, id: str) -> History:
    """The history of a table, shared by all who step through it. Raises: Refused, Damaged."""
    stream = fold.stream_of(id)
    # One long game is read at a time: they are folded in threads, which take turns with everything else.
    async with service.recalling:
        known = service.histories.get(id)
        if known is not None and len(known) == await service.journal.head(stream):
            return known
        history = History(id)
        while records := await service.journal.read(stream, len(history), len(history) + LONG) if id else ():
            if len(records) < LONG:
                history.extend(records)
            else:
                await _REPLAYS.run(history.extend, records)
        if not history:
            raise no_table(id)
        service.histories[id] = history
        return history


async def _talk_at(journal: Journal, id: str) -> tuple[talk.Said, ...]:
    """What was said lately at a table; nothing where that cannot be read."""
    stream = talk.stream_of(id)
    try:
        records = await journal.read(stream, max(0, await journal.head(stream) - REPLAYED_TALK))
        return tuple(event for event, _ in fold.decode(stream, records) if isinstance(event, talk.Said))
    except Damaged:
        return ()


async def game_of(journal: Journal, id: str) -> str:
    """The name of the game that is played at a table. Raises: Refused when there is none; Damaged."""
    stream = fold.stream_of(id)
    records = await journal.read(stream, 0, 1) if id else ()
    if not records:
        raise Refused("There is no game {id} in this journal. To see all games: parlour list", id=id)
    return _opened(stream, fold.decode(stream, records)).game


def game_in(lines: Lines) -> str:
    """The name of the game in a file. Raises: Damaged."""
    stream = lines.header.stream
    return _opened(stream, fold.decode(stream, lines.records[:1])).game


def _opened(stream: str, recorded: Collection[fold.Recorded]) -> Opened:
    ((event, _),) = recorded
    if not isinstance(event, Opened):
        raise Damaged(stream, 1, "a game begins with table.opened")
    return event
