"""A mirror: a second journal that follows everything in the first, and checks each record before it takes it.

What a store loses or changes later is still in the mirror, so `scrub` can find it and put it back. Nothing is noted
about how far a mirror has come: it begins by copying what it does not have, and follows from there.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import attrs
import trio

from journal.api import Closed, Damaged, Entry, Journal, JournalError, Record
from journal.chain import parse_all
from journal.operations.copy import (
    AT_ONCE,
    Copied,
    Differs,
    Drops,
    Gone,
    Progress,
    append_decisions,
    copy,
    is_there,
    names_of,
    run_all,
)
from journal.sentences import Sentence, sentence

RETRY_SECONDS = 1.0
"""Between two attempts at a journal that does not answer."""
PATIENCE = 15.0
"""Seconds for which a stream that is said to be dropped is waited for to be gone; a busy cluster may need several."""
_KNOWN = 10_000
"""Streams whose last record is remembered."""


@attrs.frozen
class Mirrored:
    """The status of a mirror."""

    records: int = 0
    """Records that were stored since it was opened."""
    trouble: Sentence | None = None
    """What is wrong now; None when nothing is."""


async def mirror(
    source: Journal,
    target: Journal,
    drops: Drops,
    told: Callable[[Mirrored], None],
    progress: Callable[[Progress], None] = lambda _: None,
    caught_up: Callable[[], None] = lambda: None,
) -> None:
    """Keep the target as the source is, until cancelled; `caught_up` is called once it has everything.

    A record that does not chain is reported by `told` and not stored.

    Raises: JournalError when the beginnings of both differ; Closed when one of them is closed, or its file is gone.
    """
    work = _Mirror(source, target, drops, told)
    # So low that the copy, which is made from now on, contains everything before it.
    position = (await source.streams(limit=1)).next or 0
    for damage in (await work.catch_up(progress)).damaged:
        work.complain(damage.sentence)
    async with source.follow_all(position) as batches:
        caught_up()
        batch: Sequence[Entry] = ()
        while True:
            try:
                batch = batch or await anext(batches)
                await work.take(batch)
                batch = ()
            except Closed:
                raise
            except Damaged as damage:
                work.complain(damage.sentence)
                batch = ()
            except JournalError as error:
                # The same entries are tried again: if they were left out, they would be missing until the next start.
                work.complain(error.sentence)
                await trio.sleep(RETRY_SECONDS)


class _Mirror:
    """The state of a running mirror."""

    def __init__(self, source: Journal, target: Journal, drops: Drops, told: Callable[[Mirrored], None]) -> None:
        self._source, self._target, self._drops, self._told = source, target, drops, told
        self._lasts: dict[str, Record | None] = {}
        self._taken = 0

    async def catch_up(self, progress: Callable[[Progress], None]) -> Copied:
        """Copy what is not there yet, and drop what was dropped while nobody mirrored."""
        copied = await copy(self._source, self._target, progress, drops=self._drops)
        self._taken += copied.new
        self._told(Mirrored(self._taken))
        return copied

    def complain(self, trouble: Sentence) -> None:
        """Report what is wrong, and go on."""
        self._told(Mirrored(self._taken, trouble))

    async def take(self, entries: Iterable[Entry]) -> None:
        """Store entries of the source, those of a stream in order."""
        waiting: dict[str, list[Record]] = {}
        for entry in entries:
            waiting.setdefault(entry.stream, []).append(entry.record)
            gone = self._drops.dropped(entry.record) if entry.stream == self._drops.stream else None
            if gone is not None:
                await self._flush(waiting)
                await self._drop_all(gone)
        await self._flush(waiting)
        self._told(Mirrored(self._taken))

    async def _drop_all(self, gone: Gone) -> None:
        try:
            for stream in await names_of([gone], self._target):
                await self._drop(stream)
        except Damaged as damage:
            self.complain(damage.sentence)

    async def _drop(self, stream: str) -> None:
        # What was said to go may not be gone yet; then it stays until the next copy sees it gone.
        with trio.move_on_after(PATIENCE):
            while await is_there(self._source, self._target, stream):
                await trio.sleep(RETRY_SECONDS / 10)
            await self._target.drop(stream)
            self._lasts.pop(stream, None)
        await self._target.compact(whole=False)  # To write it whole anew takes long: the next start does it.

    async def _flush(self, waiting: dict[str, list[Record]]) -> None:
        await run_all(AT_ONCE, [partial(self._try_extend, stream, records) for stream, records in waiting.items()])
        waiting.clear()

    async def _try_extend(self, stream: str, records: list[Record]) -> None:
        """Extend a stream; one that cannot be extended is reported, and the others go on."""
        try:
            await self._extend(stream, records)
        except (Damaged, Differs) as error:
            self._lasts.pop(stream, None)
            self.complain(error.sentence)

    async def _extend(self, stream: str, records: list[Record]) -> None:
        """Append records to a stream. Those it has already must be equal; those missing in between are read first."""
        last = await self._last(stream)
        reached = last.seq if last else 0
        old, new = [one for one in records if one.seq <= reached], [one for one in records if one.seq > reached]
        if old and not await self._has(stream, old):
            self.complain(sentence("{stream} in the mirror is another one; drop it there.", stream=stream))
            return
        if new and new[0].seq > reached + 1:
            new = list(await self._source.read(stream, reached))
        if not new:
            return
        checked = parse_all(stream, [one.line for one in new], last)
        await append_decisions(self._target, stream, checked)
        self._taken += len(checked)
        self._remember(stream, checked[-1])

    async def _has(self, stream: str, records: list[Record]) -> bool:
        first = records[0].seq
        stored = await self._target.read(stream, first - 1, records[-1].seq - first + 1)
        known = {one.seq: one for one in stored}
        return all(known.get(one.seq) == one for one in records)

    async def _last(self, stream: str) -> Record | None:
        if stream not in self._lasts:
            head = await self._target.head(stream)
            self._remember(stream, (await self._target.read(stream, head - 1))[-1] if head else None)
        return self._lasts[stream]

    def _remember(self, stream: str, last: Record | None) -> None:
        if len(self._lasts) >= _KNOWN:
            self._lasts.clear()
        self._lasts[stream] = last
