"""Copying all streams of one journal into another: resumable, and checked at its end.

What is copied already is known by where the streams end, so nothing needs to be noted about a copy under way. A
stream ends with a hash over everything in it: when the other journal reads it as a chain that ends with the same
record, it is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise

import attrs
import trio

from journal.api import Conflict, Damaged, Journal, JournalError, OutcomeUnknown, Page, Record, Summary

AT_ONCE = 64
"""Streams that are copied at the same time, so that stores which gather appends can."""
PAGE = 500
"""Streams that are looked at together. No more of them are in memory, however many there are."""
RECORDS = 2000
"""Records of a stream that are read at once."""
TRIES = 20
"""Attempts at an append that conflicts or whose outcome is unknown."""


class Differs(JournalError):
    """A stream has other records in the second journal; trying again does not help."""

    def __init__(self, stream: str, seq: int) -> None:
        super().__init__(
            "{stream} is in both journals and differs at record {seq} or before; copy into an empty journal, or remove "
            "it from the one that is wrong.",
            stream=stream,
            seq=seq,
        )


@attrs.frozen
class Progress:
    """How many records of `of` are copied, and how many of them were compared."""

    copied: int
    compared: int
    of: int


@attrs.frozen
class Copied:
    """The result of a copy."""

    streams: int
    """Streams that are in both journals now, equal up to where the source ended when the copy began."""
    records: int
    """In these streams."""
    new: int
    """Records that were copied this time."""
    damaged: tuple[Damaged, ...] = ()
    """Streams that cannot be read whole; each is copied up to there."""
    extra: tuple[str, ...] = ()
    """Streams that only the second journal has, although nothing says that they were dropped."""


@attrs.frozen
class Gone:
    """A stream that was dropped, according to a record."""

    stream: str
    """Its name; where `first` is set only a prefix of it, because the name itself must not be stored any more."""
    first: str = ""
    """The hash of its first record."""


@attrs.frozen
class Drops:
    """The stream whose records say which streams were dropped."""

    stream: str
    dropped: Callable[[Record], Gone | None]
    """The stream that a record says was dropped; None for a record that says something else."""

    async def all(self, journal: Journal, keeper: Journal) -> frozenset[str]:
        """All streams ever dropped from a journal, by name, as far as `keeper` may have them. Raises: JournalError."""
        said: list[Gone] = []
        after = 0
        while records := await journal.read(self.stream, after, RECORDS):
            said += [gone for gone in map(self.dropped, records) if gone is not None]
            after = records[-1].seq
        return frozenset(await names_of(said, keeper))


async def names_of(those: Sequence[Gone], journal: Journal) -> tuple[str, ...]:
    """The names that dropped streams have in a journal. Raises: JournalError."""
    firsts = {gone.first for gone in those if gone.first}
    found = [gone.stream for gone in those if not gone.first]
    for prefix in sorted({gone.stream for gone in those if gone.first}):
        async for page in Pages(journal, prefix):
            found += [one.stream for one in page.summaries if one.first.hash in firsts]
    return tuple(found)


class Pages:
    """The streams that can be listed, page by page, the one that was opened last first.

    No generator, because those who leave its loop early would have to close it.
    """

    def __init__(self, journal: Journal, prefix: str = "", after: int = 0) -> None:
        self._journal, self._prefix = journal, prefix
        self._after: int | None = after

    def __aiter__(self) -> Pages:
        return self

    async def __anext__(self) -> Page:
        if self._after is None:
            raise StopAsyncIteration
        page = await self._journal.streams(self._prefix, self._after, PAGE)
        self._after = page.next
        return page


Told = Callable[[Progress], None]
Wanted = Callable[[str], bool]


async def copy(
    source: Journal,
    target: Journal,
    told: Told = lambda _: None,
    wanted: Wanted = lambda _: True,
    drops: Drops | None = None,
) -> Copied:
    """Copy what the source holds now and the target does not, and compare both.

    What was dropped from the source since an earlier copy is dropped from the target, too.

    Raises: JournalError when a stream is in both and differs, and whatever the journals raise.
    """
    if drops is not None:
        await _drop_gone(source, target, drops)
    work = _Work(source, target, told, wanted)
    extra = await work.compare_ends()
    for after, until in reversed(await work.parts()):
        await work.copy(after, until)
    return Copied(work.streams, work.copied, work.new, tuple(work.damaged.values()), extra)


async def _drop_gone(source: Journal, target: Journal, drops: Drops) -> None:
    """Drop from the target what was dropped from the source, also if it was begun there again."""
    if not (gone := await drops.all(source, target)):
        return
    async for page in Pages(target):
        for one in page.summaries:
            if one.stream in gone and not await is_there(source, target, one.stream):
                await target.drop(one.stream)
    if not await target.is_compact():
        with suppress(JournalError):  # Somebody reads it: then the next copy does it.
            await target.compact()


async def is_there(source: Journal, target: Journal, stream: str) -> bool:
    """Whether the stream that the target has is in the source, too, and not another one of its name.

    What cannot be read is taken to be the same, so that nothing is dropped from the target because of it.
    """
    if not await source.head(stream):
        return False
    try:
        return await source.read(stream, 0, 1) == await target.read(stream, 0, 1)
    except Damaged:  # or it is being dropped this moment: its records may go in any order
        return True


class _Work:
    """A copy under way."""

    def __init__(self, source: Journal, target: Journal, told: Told, wanted: Wanted) -> None:
        self._source, self._target, self._told, self._wanted = source, target, told, wanted
        self.streams = self.copied = self.new = self._compared = self._total = 0
        self.damaged: dict[str, Damaged] = {}
        self._before: frozenset[str] = frozenset()

    async def compare_ends(self) -> tuple[str, ...]:
        """See that what the target has ends with a record of the source. Returns: what only the target has.

        Raises: JournalError when it is another record there.
        """
        extra: list[str] = []

        async def look(there: Summary) -> None:
            stream, last = there.stream, there.last
            try:
                found = await self._source.read(stream, last.seq - 1, 1) if self._wanted(stream) else ()
                if found and found[0] != last:
                    raise Differs(stream, last.seq)
                if not found and not (self._wanted(stream) and await self._source.head(stream)):
                    extra.append(stream)
            except Damaged as damage:
                self.damaged[stream] = damage

        async for page in Pages(self._target):
            await run_all(AT_ONCE, [partial(look, one) for one in page.summaries])
        return tuple(sorted(extra))

    async def parts(self) -> list[tuple[int, int]]:
        """Between which positions the pages of the source are: they come newest first, and are copied oldest first."""
        bounds = [0]
        async for page in Pages(self._source):
            self._total += sum(one.last.seq for one in page.summaries if self._wanted(one.stream))
            bounds.append(page.next or 0)
        return list(pairwise(bounds))

    async def copy(self, after: int, until: int) -> None:
        """Copy the streams of a part up to where they end now, and compare them.

        Although many are copied at once they are begun one after the other, so that lists have the same order.
        """
        summaries = await self._streams_between(after, until)
        turns = [trio.Event() for _ in (*summaries, None)]
        turns[0].set()
        await run_all(
            AT_ONCE, [partial(self._copy_and_compare, one, *turns[n : n + 2]) for n, one in enumerate(summaries)]
        )

    async def _streams_between(self, after: int, until: int) -> list[Summary]:
        found: list[Summary] = []
        async for page in Pages(self._source, after=after):
            found += page.summaries
            if page.next is None or page.next <= until:
                break
        # Some may have been dropped since the bounds were taken: then a page reaches into the part before.
        summaries = [one for one in reversed(found) if self._wanted(one.stream) and one.stream not in self._before]
        self._before = frozenset(one.stream for one in found)
        return summaries

    async def _copy_and_compare(self, summary: Summary, turn: trio.Event, next_turn: trio.Event) -> None:
        self.streams += 1
        try:
            await self._copy(summary, turn, next_turn.set)
        finally:
            with trio.CancelScope(shield=True):  # Those before always get theirs, for they end so, too.
                await turn.wait()
            next_turn.set()
        await self._compare(summary)
        self._go_on(0, summary.last.seq)

    def _go_on(self, copied: int, compared: int = 0) -> None:
        self.copied += copied
        self._compared += compared
        # What is begun while this goes on is copied, too, and was not counted before.
        self._told(Progress(self.copied, self._compared, max(self._total, self.copied)))

    async def _copy(self, summary: Summary, turn: trio.Event, begun: Callable[[], None]) -> None:
        """Copy one stream up to where it ended when its page was read."""
        stream, end, counted = summary.stream, summary.last.seq, 0
        try:
            seq = await self._target.head(stream)
            while seq < end:
                self._go_on(seq - counted)
                counted = seq
                records = await self._source.read(stream, seq, min(RECORDS, end - seq))
                if not records:
                    break  # It was dropped meanwhile; the next copy sees that.
                await turn.wait()
                await append_decisions(self._target, stream, records, begun)
                seq = records[-1].seq
                self.new += len(records)
        except Damaged as damage:
            self.damaged.setdefault(stream, damage)
        self._go_on(end - counted)

    async def _compare(self, summary: Summary) -> None:
        """See that the target reads the stream as one chain to the same end."""
        stream, end = summary.stream, summary.last.seq
        if stream not in self.damaged:
            last = await self._last(stream, end)
            if (last is None or last != summary.last) and await self._source.head(stream) >= end:
                raise Differs(stream, end)

    async def _last(self, stream: str, end: int) -> Record | None:
        """Read a stream of the target up to a record: chains are checked from the first one on."""
        last: Record | None = None
        while (seq := last.seq if last else 0) < end:
            records = await self._target.read(stream, seq, min(RECORDS, end - seq))
            if not records or (last and records[0].previous != last.hash):
                return None
            last = records[-1]
        return last


async def append_decisions(
    journal: Journal, stream: str, records: Sequence[Record], begun: Callable[[], None] = lambda: None
) -> None:
    """Append records as they are, decision by decision, so that followers see none of them halved.

    Records that are there already are skipped. `begun` is called right before each append: what is appended after that
    call comes later in the journal. Raises: JournalError.
    """
    for decision in decisions(records):
        begun()  # Nobody else runs before the append has been handed to the store.
        await _store(journal, stream, decision)


async def _store(journal: Journal, stream: str, decision: Sequence[Record]) -> None:
    for _ in range(TRIES):
        try:
            await journal.append(stream, decision[0].seq - 1, decision)
        except Conflict as conflict:
            found = await journal.read(stream, decision[0].seq - 1, len(decision))
            if not found and conflict.head >= decision[0].seq - 1:
                continue
            if tuple(found) != tuple(decision[: len(found)]) or not found:
                raise Differs(stream, decision[0].seq) from conflict
            if not (decision := decision[len(found) :]):
                return
        except OutcomeUnknown:
            continue
        else:
            return
    raise JournalError("Others write to {stream}; stop them and try again.", stream=stream)


def decisions(records: Sequence[Record]) -> Iterator[Sequence[Record]]:
    """The records of each decision, as far as they tell: the first of one has what caused it.

    Where nothing has caused anything, as in talk, each record is taken for a decision.
    """
    begin = 0
    for index in range(1, len(records)):
        if records[index].has_play or not records[begin].has_play:
            yield records[begin:index]
            begin = index
    yield records[begin:]


async def run_all(most: int, tasks: Sequence[Callable[[], Awaitable[None]]]) -> None:
    """Run tasks in their order, at most `most` at once. Raises: the first error of one of them, in no group."""
    left = iter(tasks)
    failed: list[Exception] = []

    async def work(nursery: trio.Nursery) -> None:
        for task in left:
            try:
                await task()
            except Exception as error:
                failed.append(error)
                nursery.cancel_scope.cancel()
                return

    async with trio.open_nursery() as nursery:
        for _ in range(min(most, len(tasks))):
            nursery.start_soon(work, nursery)
    if failed:
        raise failed[0]
