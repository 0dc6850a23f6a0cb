"""Copying all streams of one journal into another: gone on with where it was left, and proved at its end.

What is copied already is known by where the streams end, so nothing needs to be noted about a copy under way. A
stream ends with a hash over everything in it: when the other journal reads it as a chain that ends with the same
record, it is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from functools import partial
from typing import Literal

import attrs
import trio

from journal.api import Conflict, Damaged, Journal, JournalError, OutcomeUnknown, Record, Summary

AT_ONCE = 64
"""Streams that are copied at the same time, so that stores which gather appends can."""
PAGE = 500
RECORDS = 2000
"""Records of a stream that are read at once."""
TRIES = 20
"""How often an append is tried again that others overtook or nobody answered."""


class Differs(JournalError):
    """A stream is another one in the second journal; to try again does not help."""

    def __init__(self, stream: str, seq: int) -> None:
        super().__init__(
            "{stream} is in both journals and differs at record {seq} or before; copy into an empty journal, or remove "
            "it from the one that is wrong.",
            stream=stream,
            seq=seq,
        )


@attrs.frozen
class Progress:
    """How far it has come: records of `of`, first copied, then compared."""

    step: Literal["copy", "compare"]
    done: int
    of: int


@attrs.frozen
class Copied:
    """What came of it."""

    streams: int
    """That are in both journals now, and the same up to where the first one was when the copy began."""
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
    """What is said to be dropped."""

    stream: str
    """Its name; with `first` only how it begins, because the name is not to be told any more."""
    first: str = ""
    """The hash of its first record."""

    async def found(self, journal: Journal) -> tuple[str, ...]:
        """The streams of a journal that are meant: those without a name are looked for. Raises: JournalError."""
        return await _found([self], journal)


@attrs.frozen
class Drops:
    """Where it is written down that streams were dropped."""

    stream: str
    dropped: Callable[[Record], Gone | None]
    """What a record of that stream says is gone; None when it says nothing of the kind."""

    async def all(self, journal: Journal, keeper: Journal) -> frozenset[str]:
        """All streams that were ever dropped from a journal, as far as a keeper needs to know. Raises: JournalError."""
        said = [gone for gone in map(self.dropped, await journal.read(self.stream)) if gone is not None]
        return frozenset(await _found(said, keeper))


async def _found(those: Sequence[Gone], journal: Journal) -> tuple[str, ...]:
    firsts = {gone.first for gone in those if gone.first}
    found = [gone.stream for gone in those if not gone.first]
    for prefix in sorted({gone.stream for gone in those if gone.first}):
        found += [one.stream for one in await all_streams(journal, prefix) if one.first.hash in firsts]
    return tuple(found)


Told = Callable[[Progress], None]
Wanted = Callable[[str], bool]


async def copy(
    source: Journal,
    target: Journal,
    told: Told = lambda _: None,
    wanted: Wanted = lambda _: True,
    drops: Drops | None = None,
) -> Copied:
    """Copy what the source holds now, as far as the target does not hold it yet; then compare.

    What was dropped from the source since an earlier copy is dropped from the target, too.

    Raises: JournalError when a stream is in both and differs, and whatever the journals raise.
    """
    summaries = [one for one in reversed(await all_streams(source)) if wanted(one.stream)]
    there = {one.stream: one.last for one in await all_streams(target)}
    for stream in await _let_go(source, target, there, drops) if drops is not None else ():
        del there[stream]
    total = sum(one.last.seq for one in summaries)
    work = _Work(source, target, total, told)
    turns = [trio.Event() for _ in (*summaries, None)]
    turns[0].set()
    await in_crowd(
        AT_ONCE,
        [partial(work.copy, one, there.get(one.stream), *turns[n : n + 2]) for n, one in enumerate(summaries)],
    )
    work.begin("compare")
    await in_crowd(AT_ONCE, [partial(work.compare, one) for one in summaries])
    extra = tuple(sorted(there.keys() - {one.stream for one in summaries}))
    return Copied(len(summaries), total, work.new, tuple(work.damaged), extra)


async def _let_go(source: Journal, target: Journal, there: Container[str], drops: Drops) -> list[str]:
    """Drop from the target what was dropped from the source, also if it was begun there again. Returns: that."""
    gone = [stream for stream in await drops.all(source, target) if stream in there]
    gone = [stream for stream in gone if not await is_there(source, target, stream)]
    for stream in gone:
        await target.drop(stream)
    return gone


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


async def all_streams(journal: Journal, prefix: str = "") -> list[Summary]:
    """All streams that can be listed, the one that was opened last first."""
    page = await journal.streams(prefix, limit=PAGE)
    found = list(page.summaries)
    while page.next is not None:
        page = await journal.streams(prefix, page.next, PAGE)
        found += page.summaries
    return found


class _Work:
    """A copy under way."""

    def __init__(self, source: Journal, target: Journal, total: int, told: Told) -> None:
        self._source, self._target, self._total, self._told = source, target, total, told
        self.new = 0
        self.damaged: list[Damaged] = []
        self.begin("copy")

    def begin(self, step: Literal["copy", "compare"]) -> None:
        """Count from 0 again."""
        self._step, self._done = step, 0
        self._go_on(0)

    def _go_on(self, count: int) -> None:
        self._done += count
        self._told(Progress(self._step, self._done, self._total))

    async def copy(self, summary: Summary, there: Record | None, turn: trio.Event, next_turn: trio.Event) -> None:
        """Bring one stream as far as it was when the copy began.

        Although many are copied at once they are begun one after the other, so that lists have the same order.
        """
        try:
            await self._copy(summary, there, turn, next_turn.set)
        finally:
            with trio.CancelScope(shield=True):  # Those before always get theirs, for they end so, too.
                await turn.wait()
            next_turn.set()

    async def _copy(self, summary: Summary, there: Record | None, turn: trio.Event, begun: Callable[[], None]) -> None:
        stream, end = summary.stream, summary.last.seq
        last = there
        if there is not None:
            await self._check_same(stream, there)
            self._go_on(min(there.seq, end))
        try:
            while (seq := last.seq if last else 0) < end:
                records = await self._source.read(stream, seq, min(RECORDS, end - seq))
                if not records:
                    return  # It was dropped meanwhile; the next copy sees that.
                await turn.wait()
                await bring(self._target, stream, records, begun)
                last = records[-1]
                self.new += len(records)
                self._go_on(len(records))
        except Damaged as damage:
            self.damaged.append(damage)
            self._go_on(end - (last.seq if last else 0))

    async def _check_same(self, stream: str, there: Record) -> None:
        """Raises: JournalError when the record is another one in the source."""
        found = await self._source.read(stream, there.seq - 1, 1)
        if found and found[0] != there:
            raise Differs(stream, there.seq)

    async def compare(self, summary: Summary) -> None:
        """See that the target reads the stream as one chain to the same end."""
        stream, end = summary.stream, summary.last.seq
        if all(damage.stream != stream for damage in self.damaged):
            last = await self._last(stream, end)
            if (last is None or last != summary.last) and await self._source.head(stream) >= end:
                raise Differs(stream, end)
        self._go_on(end)

    async def _last(self, stream: str, end: int) -> Record | None:
        """Read a stream of the target up to a record: chains are checked from the first one on."""
        last: Record | None = None
        while (seq := last.seq if last else 0) < end:
            records = await self._target.read(stream, seq, min(RECORDS, end - seq))
            if not records or (last and records[0].previous != last.hash):
                return None
            last = records[-1]
        return last


async def bring(
    journal: Journal, stream: str, records: Sequence[Record], begun: Callable[[], None] = lambda: None
) -> None:
    """Append records as they are, decision by decision, so that followers see none of them halved.

    Records that are there already are passed over. `begun` is called in the moment in which each append is asked for:
    what others ask for then comes after it. Raises: JournalError.
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
    raise JournalError("{stream} is written to by others; let nobody else write, and try again.", stream=stream)


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


async def in_crowd(most: int, tasks: Sequence[Callable[[], Awaitable[None]]]) -> None:
    """Run tasks in their order, so many at once. Raises: the first error of one of them, in no group."""
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
