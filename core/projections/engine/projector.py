"""The task that keeps the read models up to date with the journal, whatever else appends to it."""

import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias

import trio

from core.projections.engine.fold import Folder, InPlay
from core.projections.engine.projection import Damage, StreamDropped
from core.projections.engine.store import Anchor, Store
from core.records import codec, fold, house_events
from journal import Batches, Damaged, Entry, Journal, JournalError, Lost, Record, Sentence, Unreadable, sentence
from journal.blocking_threads import Threads

KIND = "projections"
"""The name of the kind of thread that writes the store."""
INTERVAL = 0.1
"""Seconds from one transaction to the next while caught up, so that many moves share one."""
RETRY_DELAY = 1.0
"""Seconds until a store or journal that fails is tried again."""
_FULL = 250
"""Records in a batch after which the next one is taken without a pause."""
_MOST = 5000
"""Records in a transaction, give or take a batch of the journal."""
_DECISION = 200
"""Records of a decision at the most."""

_LOG = logging.getLogger("parlour")

Batch: TypeAlias = tuple[Entry, ...] | Damaged
"""Records, or one that cannot be read."""


class Projector:
    """Follows a journal and writes what its records change, batch by batch, in a worker thread."""

    def __init__(
        self,
        journal: Journal,
        store: Store,
        replace: Callable[[], tuple[Store, tuple[Sentence, ...]]],
        in_play: InPlay = lambda _: None,
    ) -> None:
        """`replace` makes a new store in place of a damaged one, and says what the operator should know.

        `in_play` gives the table of a stream, if this process has it folded already.
        """
        self._in_play = in_play
        self.threads = Threads(KIND, 1)
        self.store = store
        self.notices: tuple[Sentence, ...] = ()
        self.caught_up = trio.Event()
        self.moved = trio.Event()
        self.reached_at = 0.0
        self.is_stopped = False
        self._journal, self._replace = journal, replace
        self._position = 0
        self._damaged: Damaged | None = None
        """One that was met after records that are written before."""
        self._following = trio.CancelScope()
        """Cancelled by whoever finds the store to be damaged: `run` makes it anew when no thread is at work on it."""

    async def run(self) -> None:
        """Write what is new until cancelled. Whatever goes wrong becomes a notice; nothing is raised."""
        await self._go_on()
        # Nobody must wait for what does not come any more.
        self.is_stopped = True
        self.caught_up.set()
        self._wake()

    async def _go_on(self) -> None:
        while True:
            try:
                with trio.CancelScope() as self._following:
                    await self._follow()
                if self._following.cancelled_caught:
                    await self._make_anew()
            except Lost:
                return self._notice(sentence("The lists end here, because the journal's file is gone."))
            except Unreadable:
                return self._notice(sentence("The lists end here, because the journal cannot be read any further."))
            except (JournalError, sqlite3.OperationalError) as error:
                # Such as a full disk: it may pass.
                self._notice(sentence("The lists are out of date ({why}); Parlour keeps trying.", why=error))
                await trio.sleep(RETRY_DELAY)
            except sqlite3.DatabaseError:
                await self._make_anew()
            except Exception:  # a bug in the lists must not end the games
                _LOG.exception("The lists are not brought up to date any more.")
                return self._notice(sentence("The lists are no longer updated; restart Parlour."))

    def _notice(self, notice: Sentence) -> None:
        if notice not in self.notices:
            _LOG.warning("%s", notice)
            self.notices = (*self.notices, notice)

    def replace_store(self) -> None:
        """Put an empty store in the place of this one, which somebody found to be damaged."""
        self._following.cancel()

    async def _make_anew(self) -> None:
        old = self.store
        self.caught_up = trio.Event()
        # Whoever asks meanwhile asks the old store. A query that is still under way keeps its connection to the end.
        self.store, notices = await self.threads.run(self._replace)
        for notice in notices:
            self._notice(notice)
        await self.threads.run(old.close)

    async def _follow(self) -> None:
        """Follow the journal from where the store stands. Returns when the store was begun anew by another process."""
        if not await self._is_of_this_journal():
            await self.threads.run(self.store.reset)
        folder = Folder(in_play=self._in_play)
        self._position = await self.threads.run(self.store.position)
        async with self._journal.follow_all(self._position) as batches:
            while True:
                began = trio.current_time()
                batch = await self._next(batches)
                if batch is None:
                    await self._finish()
                elif not await self._take(folder, batch):
                    return
                elif self.caught_up.is_set() and not (isinstance(batch, tuple) and len(batch) >= _FULL):
                    await trio.sleep_until(began + INTERVAL)

    async def _next(self, batches: Batches[Entry]) -> Batch | None:
        """The next records, or the next damaged one; None the first time that there are none.

        While there are many, several batches of the journal are taken together, which makes a transaction cheaper.
        """
        found: list[Entry] = []
        while self._damaged is None and len(found) < _MOST:
            is_done = self.caught_up.is_set() and not found
            try:
                batch = await (anext(batches) if is_done else batches.take_ready())
            except Damaged as damaged:
                if damaged.position is None:
                    raise
                self._damaged = damaged
                break
            found += batch
            if len(batch) < _FULL:
                break
        if found:
            return tuple(found)
        damage, self._damaged = self._damaged, None
        return damage

    async def _finish(self) -> None:
        await self.threads.run(self.store.serve)
        self.caught_up.set()
        self._wake()

    def _wake(self) -> None:
        self.moved.set()
        self.moved = trio.Event()

    async def _take(self, folder: Folder, batch: Batch) -> bool:
        """Write a batch. Returns: False when the store stands elsewhere now."""
        if isinstance(batch, Damaged):
            position = batch.position or self._position
            damage = Damage(batch.stream, batch.seq, str(batch.why), position, self.reached_at)
            written = await self.threads.run(self.store.write, self._position, position, (damage,), None)
        else:
            # What completes the batch comes again: it stands elsewhere in the journal, so it is no anchor.
            position, anchor = batch[-1].position, _anchor(batch)
            batch = await self._completed(batch)
            # A thread costs more than a small batch, and a large one would keep everybody waiting.
            missing = folder.missing(batch) if len(batch) < _FULL else await self.threads.run(folder.missing, batch)
            written = await self.threads.run(self._write, folder, batch, await self._read(missing), anchor)
            self.reached_at = codec.seconds(batch[-1].record.at)
        self._position = position
        self._wake()
        return written

    async def _completed(self, batch: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """A large batch with the rest of its last decision, which it may end in the middle of.

        What is taken here comes again in the next batch, where it is passed over. No table is fit to be looked at in
        the middle of a decision.
        """
        last = batch[-1]
        if len(batch) < _FULL or not last.stream.startswith(fold.TABLE):
            return batch
        try:
            following = await self._journal.read(last.stream, last.record.seq, _DECISION)
        except Damaged:
            return batch
        rest = takewhile(lambda record: not record.has_play, following)
        return *batch, *(Entry(last.position, last.stream, record) for record in rest)

    async def _read(self, missing: Mapping[str, int]) -> dict[str, Sequence[Record] | Damaged]:
        """The streams of tables from their beginnings."""
        whole: dict[str, Sequence[Record] | Damaged] = {}
        for stream, last in missing.items():
            try:
                whole[stream] = await self._journal.read(stream, 0, last)
            except Damaged as damaged:
                whole[stream] = damaged
        return whole

    def _write(
        self,
        folder: Folder,
        batch: Sequence[Entry],
        whole: Mapping[str, Sequence[Record] | Damaged],
        anchor: Anchor | None,
    ) -> bool:
        """Fold a batch and write what it changes. In a worker thread."""
        changes = folder.fold(batch, whole)
        written = self.store.write(self._position, batch[-1].position, changes, anchor)
        if written and any(isinstance(change, StreamDropped) for change in changes):
            self.store.erase()
        return written

    async def settle(self) -> None:
        """Return once everything is written that is in the journal now, or nothing more is written at all."""
        top = await self._top()
        while self._position < top and not self.is_stopped:
            await self.moved.wait()

    async def _top(self) -> int:
        """The last position in the journal, or a later one than that when it was asked for."""
        position = self._position
        async with self._journal.follow_all(position) as batches:
            while True:
                try:
                    if not (batch := await batches.take_ready()):
                        return position
                    position = batch[-1].position
                except Damaged as damaged:
                    position = damaged.position or position

    async def _is_of_this_journal(self) -> bool:
        """Whether the records that the store remembers are where they were; so they are in a new store."""
        anchors, position = await self.threads.run(lambda: (self.store.anchors(), self.store.position()))
        if not position:
            return True
        for anchor in anchors:
            if not await self._stands(anchor):
                self._notice(sentence("The lists belonged to another journal; they are made again from this one."))
                return False
        return bool(anchors)

    async def _stands(self, anchor: Anchor) -> bool:
        async with self._journal.follow_all(anchor.position - 1) as batches:
            try:
                batch = await batches.take_ready()
            except Damaged as damaged:
                return damaged.position == anchor.position
        found = [Anchor(entry.position, entry.stream, entry.record.seq, entry.record.hash) for entry in batch[:1]]
        return found == [anchor]


def _anchor(batch: Sequence[Entry]) -> Anchor | None:
    """The last record of a stream that is never dropped."""
    for entry in reversed(batch):
        if entry.stream.startswith(fold.TABLE) or entry.stream == house_events.STREAM:
            return Anchor(entry.position, entry.stream, entry.record.seq, entry.record.hash)
    return None
