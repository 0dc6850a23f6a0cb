"""What happens at a table, one value after the other: for programs, which read when they come to it.

Whoever is slow is not waited for: who has not read `MOST` values is told where the table stands instead.

async with at(session, ref) as seat:
    stream = news(seat)
    show(stream.begin)
    async for one in stream: ...
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack
from typing import TypeAlias

import attrs
import trio

from core.base.message import Message
from core.live.live_table import LiveTable, News
from core.people.talk import Said
from core.sessions.at_table.seat import Seat
from core.table import TableView

MOST = 64
"""Values that wait to be read."""


@attrs.frozen
class Happened:
    """One news of a table."""

    seq: int
    """The table's last record then."""
    told: tuple[Message, ...]
    """What happened, to be said with the names in `view`."""
    said: tuple[Said, ...]
    """The lines of talk that the person hears."""
    view: TableView
    """What they may know then."""


@attrs.frozen
class Reset:
    """Where the table stands; what led to it is told no more."""

    view: TableView
    seq: int
    """The table's last record."""


Value: TypeAlias = Happened | Reset


class NewsStream:
    """The news of a table from `begin` on, each once and in order. Use it inside the seat's block, in one task.

    Raises while it is read: Refused as soon as the person may not be there any more, which drops what was not read;
    Refused once somebody plays there from elsewhere, and Damaged where no more is heard of the table, after the rest.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._waiting: deque[Value] = deque()
        self._end: Exception | None = None
        self._woken = trio.Event()
        self._subscription = ExitStack()
        # Nothing waits between these two: so what is not in `begin` is news, and nothing is both.
        self.begin = Reset(seat.view, seat.seq)
        self._subscription.enter_context(seat.following(self, self._take))
        self._subscription.enter_context(seat.until_over(self._stop))

    def __aiter__(self) -> NewsStream:
        return self

    async def __anext__(self) -> Value:
        await trio.lowlevel.checkpoint()  # Nothing is taken out before it: who is cancelled there has lost nothing.
        while not self._waiting and self._end is None:
            self._woken = trio.Event()
            await self._woken.wait()
        if self._waiting:
            return self._waiting.popleft()
        assert self._end is not None
        raise self._end

    def close(self) -> None:
        """Be told nothing any more; whoever reads on comes to the end after the rest."""
        self._stop(StopAsyncIteration())

    def _stop(self, why: Exception) -> None:
        self._subscription.close()
        self._end = self._end or why
        self._woken.set()

    def _take(self, live: LiveTable, news: News) -> None:
        if (objection := self._seat.objection()) is not None:
            self._waiting.clear()
            self._stop(objection)
        elif news.fault is not None:
            self._stop(news.fault)
        else:
            self._tell(live, news)

    def _tell(self, live: LiveTable, news: News) -> None:
        seat = self._seat
        viewer = seat.viewer
        said = tuple(live.heard(news.said, viewer, seat.session.attention))
        if not news.events and not said:
            return  # Spectators talk among themselves.
        if len(self._waiting) < MOST:
            told = live.tell(live.latest, viewer, seat.stand_in) if news.events else ()
            self._waiting.append(Happened(seat.seq, told, said, seat.view))
        else:
            self._waiting.clear()
            self._waiting.append(Reset(seat.view, seat.seq))
        self._woken.set()


def news(seat: Seat) -> NewsStream:
    """What happens at a table from now on. Raises: Refused for whom the seat is not any more."""
    if (objection := seat.objection()) is not None:
        raise objection
    return NewsStream(seat)
