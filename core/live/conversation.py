"""The talk at a table in one process: its last lines, and one follower for what is said in other processes."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import trio

from core.people import talk
from core.people.talk import Said
from core.records import fold
from core.records.follower import follow
from core.records.owned_stream import append, retry
from journal import JournalError, Record

if TYPE_CHECKING:
    from core.house.service import Service

_LOG = logging.getLogger("parlour")
RECENT_TALK = 50
"""Lines of talk that are kept at hand, and read by somebody who comes to a table."""
PATIENCE = 60.0
"""Seconds for which talk that is said to be dropped is waited for to be gone; a busy cluster may need some."""
PAUSE = 0.2
"""Seconds between two looks at it."""


class Conversation:
    """What is said at a table, once somebody wants to hear it."""

    def __init__(
        self, service: Service, id: str, hear: Callable[[tuple[Said, ...]], None], forget: Callable[[], None]
    ) -> None:
        """`hear` is told of the lines that come after `load`, `forget` that those so far are gone. Neither may wait."""
        self._service, self._hear, self._forget = service, hear, forget
        self.stream = talk.stream_of(id)
        self.said: deque[Said] = deque(maxlen=RECENT_TALK)
        """The last lines, once `load` has read them."""
        self.is_loaded = False
        self._last: Record | None = None
        self._drops = 0
        """How often it was found that what is known was dropped."""
        self._loading = trio.Lock()
        """So that of several who want to hear it at the same time one reads it and begins to follow."""
        self._scope, self._following = trio.CancelScope(), trio.CancelScope()
        """Of all following, and of what is followed now: the second is cancelled to begin anew after a drop."""

    def close(self) -> None:
        """Hear nothing more, and keep no reference to who heard it, so that a table of a long game is freed at once."""
        self._scope.cancel()
        self._hear, self._forget = lambda said: None, lambda: None

    async def load(self) -> None:
        """Read the last lines, and hear those that come, unless that is done already."""
        async with self._loading:
            if not self.is_loaded:
                await self._reload()
                self.is_loaded = True
                self._service.start(self._follow)

    async def _reload(self) -> None:
        """Read the end of the stream, which may have been dropped and begun anew."""
        self.said.clear()
        self._forget()
        self._last = None
        head = await self._service.journal.head(self.stream)
        if head:
            await self._take(await self._service.journal.read(self.stream, max(0, head - RECENT_TALK)))

    async def say(self, person: str, seat: int | None, text: str, at: int) -> None:
        """Say something at a record of the game, as a player or (seat None) as a spectator.

        Raises: Refused, JournalError.
        """
        said = talk.say(person, seat, text, at)
        await self.load()
        await self._service.directory.learn([person])  # Now, because nothing may fail any more once it is stored.

        async def attempt() -> Sequence[Record] | None:
            last = self._last
            records: Sequence[Record] = ()
            with suppress(ValueError):  # A stream that was begun anew may be as long again, but does not fit.
                records = await append(self._service.journal, self._service.now, self.stream, last, [said])
            if records:
                self._keep(records, (said,))
            else:
                await self._catch_up(last)
            return records or None

        await retry(attempt)

    async def look_again(self) -> None:
        """Forget what was said in a stream that was dropped, and hear the one that is begun anew.

        Raises: JournalError.
        """
        if self.is_loaded:
            await self._catch_up(self._last)

    async def let_go(self) -> None:
        """Look again as soon as the stream is gone, which is announced before it is dropped.

        A follower would not tell. Of a dropped stream it hears nothing more, and what is begun anew it may take for
        what it knows already.
        """
        known = self._drops
        with trio.move_on_after(PATIENCE):
            while self._drops == known and (self._last is not None or not self.is_loaded):
                with suppress(JournalError):  # What is being dropped cannot be read whole.
                    await self.look_again()
                await trio.sleep(PAUSE)

    async def _catch_up(self, last: Record | None) -> None:
        """Take what came after the last known record, or begin again where that is not there any more."""
        drops = self._drops
        records = await self._service.journal.read(self.stream, last.seq - 1 if last else 0)
        if drops != self._drops:
            return  # Somebody else has found out meanwhile, and read it anew.
        if last is None or (records and records[0].hash == last.hash):
            await self._take(records)
        elif self._last is last:
            self._drops += 1
            try:
                await self._reload()
            finally:
                self._following.cancel()  # Whoever follows a stream that is dropped hears nothing of the next one.

    async def _heard(self, drops: int, records: Sequence[Record]) -> None:
        """Take what was said elsewhere, which may follow on what was begun anew there, and not on what is known.

        `drops` is how many drops were known when following began: what was read before the last one is not heard.
        """
        if drops != self._drops:
            return
        last = self._last
        if last and any(record.seq == last.seq + 1 and record.previous != last.hash for record in records):
            await self._catch_up(last)
        else:
            await self._take(records)

    async def _take(self, records: Sequence[Record]) -> None:
        drops, events = self._drops, [event for event, _ in fold.decode(self.stream, records)]
        await self._service.directory.learn(event.person for event in events)
        if drops == self._drops:  # Else they were dropped while names were looked up.
            self._keep(records, events)

    def _keep(self, records: Sequence[Record], events: Sequence[Any]) -> None:
        """Keep what is not kept yet, and tell of it. Never waits, so each line is told once, whoever brings it."""
        reached = self._reached()
        new = [(record, event) for record, event in zip(records, events, strict=True) if record.seq > reached]
        if not new:
            return
        self._last = new[-1][0]
        said = tuple(event for _, event in new if isinstance(event, Said))
        self.said.extend(said)
        if self.is_loaded:
            self._hear(said)

    def _reached(self) -> int:
        return self._last.seq if self._last else 0

    async def _follow(self) -> None:
        with self._scope:
            while True:
                with trio.CancelScope() as self._following:
                    try:
                        heard = partial(self._heard, self._drops)
                        await follow(self._service.journal, self.stream, self._reached, heard)
                    except JournalError as error:
                        _LOG.warning("What is said elsewhere in %s is not heard any more: %s", self.stream, error)
                        await trio.sleep_forever()  # unless it is dropped: then it was damaged only on its way out
