"""The examination a scrub makes: copies of a journal are compared stream by stream, and what one has lost is named.

A store may lose or change what it has acknowledged, for disks do. Records say by their hashes what came before them, so
of several copies the right one of each record is the one that goes on the chain, whichever copy has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import TypeVar

import attrs
import trio

from journal.api import Damaged, JournalError, Record
from journal.chain import number_in, parse
from journal.operations.comparison import Bound, Chain, Copy, Held, StoredCopy, Told
from journal.operations.copy import run_all
from journal.sentences import Sentence, sentence

LOOKS = 3
"""How often a stream is looked at whose copies do not agree: what is wrong has to be so each time."""
RECHECK_SECONDS = 0.3
"""Seconds between two of these looks."""


@attrs.frozen
class Fault:
    """Something that is wrong in one of the copies."""

    copy: str
    stream: str
    """Empty for the whole copy."""
    what: Sentence


@attrs.frozen
class Findings:
    """What a look at all copies has found."""

    streams: int
    records: int
    faults: tuple[Fault, ...] = ()
    whole: Mapping[str, tuple[Record, ...]] = {}
    """The streams in which something is wrong, as whole as all copies together can make them."""
    lost: tuple[str, ...] = ()
    """Those of them of which no copy has everything that another one shows there was."""
    unlisted: frozenset[tuple[str, str]] = frozenset()
    """Copies of the house, and streams that each has without gap as far as it goes, but not in its lists."""


async def _everything() -> Bound:
    return Bound()


async def _nothing() -> frozenset[str]:
    return frozenset()


@attrs.frozen
class Copies:
    """The copies of a house, side by side."""

    own: Sequence[Copy]
    """Those that the house itself uses."""
    mirrors: Sequence[StoredCopy] = ()
    """Those that follow it, and may be a little behind."""
    note: Callable[[], Awaitable[Bound]] = _everything
    """Notes up to where all of the house's own can be compared, once they have come so far."""
    dropped: Callable[[], Awaitable[Collection[str]]] = _nothing
    """The streams that may be missing, because they were dropped."""
    told: Told = lambda *_: None


async def examine(copies: Copies) -> Findings:
    """Compare all copies. What is wrong was seen again each time that a stream was looked at."""
    faults: list[Fault] = []
    before, ends = await _read(copies.mirrors, lambda mirror: mirror.ends(), faults)
    bound = await copies.note()
    own, chains = await _read(copies.own, lambda copy: copy.chains(bound, copies.told), faults)
    names = set().union(*chains.values())
    seqs = {name: max(each[name].seq for each in chains.values() if name in each) for name in names}
    limit = Bound(seqs=seqs)
    mirrors, followed = await _read(before, lambda mirror: mirror.chains(limit, copies.told), faults)
    ended = [ends[mirror.name] for mirror in mirrors]
    expected = sorted(names.union(*ended))
    readable = attrs.evolve(copies, own=own, mirrors=mirrors)
    both = (*chains.values(), *followed.values())
    doubtful = [
        name
        for name in expected
        if not _agree([each.get(name) for each in both]) or any(end.get(name, 0) > seqs.get(name, 0) for end in ended)
    ]
    wrong = await _examine_streams(doubtful, readable)
    return Findings(
        len(expected), sum(seqs.values()),
        (*faults, *(fault for one in wrong.values() for fault in one.faults)),
        {name: one.records for name, one in wrong.items()},
        tuple(name for name, one in wrong.items() if one.is_lost),
        frozenset((copy, name) for name, one in wrong.items() for copy in one.unlisted),
    )  # fmt: skip


C = TypeVar("C", bound=Copy)
T = TypeVar("T")


async def _read(
    copies: Sequence[C], read: Callable[[C], Awaitable[T]], faults: list[Fault]
) -> tuple[tuple[C, ...], dict[str, T]]:
    """What is read of each copy, and the copies that can be read; of the others it is noted why not."""
    found: dict[str, T] = {}

    async def try_to_read(copy: C) -> None:
        try:
            found[copy.name] = await read(copy)
        except JournalError as error:
            faults.append(Fault(copy.name, "", error.sentence))

    await run_all(len(copies), [partial(try_to_read, copy) for copy in copies])
    readable = tuple(copy for copy in copies if copy.name in found)
    return readable, {copy.name: found[copy.name] for copy in readable}


def _agree(chains: Sequence[Chain | None]) -> bool:
    return all(chain is not None and chain.is_whole and chain == chains[0] for chain in chains)


@attrs.frozen
class _Looked:
    """What is wrong with a stream, and all records that there are."""

    faults: tuple[Fault, ...] = ()
    records: tuple[Record, ...] = ()
    is_lost: bool = False
    unlisted: tuple[str, ...] = ()
    """The copies that do not have it in their lists."""

    def seen_before(self, before: _Looked) -> _Looked:
        """Only with the faults that the same copies had when it was looked at before."""
        known = {fault.copy for fault in before.faults}
        return attrs.evolve(self, faults=tuple(fault for fault in self.faults if fault.copy in known))


async def _examine_streams(streams: Sequence[str], copies: Copies) -> dict[str, _Looked]:
    """Look at streams again and again, for somebody may be playing there: what stays wrong, by their names."""
    wrong: dict[str, _Looked] = {}
    for look in range(LOOKS):
        if not streams:
            break
        if look:
            await trio.sleep(RECHECK_SECONDS)
        looked = await _look(streams, copies)
        if look:
            looked = {name: one.seen_before(wrong[name]) for name, one in looked.items()}
        wrong = {name: one for name, one in looked.items() if one.faults}
        streams = list(wrong)
    return wrong


async def _look(streams: Sequence[str], copies: Copies) -> dict[str, _Looked]:
    """Look at streams once. Raises: JournalError."""
    before = {mirror.name: await mirror.held(streams, Bound()) for mirror in copies.mirrors}
    bound = await copies.note()
    own = {copy.name: await copy.held(streams, bound) for copy in copies.own}
    every = (*own.values(), *before.values())
    whole = {name: assembled(name, [copy[name].lines for copy in every if name in copy]) for name in streams}
    limit = Bound(seqs={name: len(records) for name, records in whole.items()})
    after = {mirror.name: await mirror.held(streams, limit) for mirror in copies.mirrors}
    dropped = await copies.dropped()
    looked = {}
    for name in streams:
        houses = {copy: held.get(name, Held()) for copy, held in own.items()}
        mirrors = {copy: held.get(name, Held()) for copy, held in after.items()}
        is_gone = name in dropped and not any(held.lines for held in houses.values())
        if is_gone:
            looked[name] = _Looked()
            continue
        judged = _judged(name, houses, mirrors, whole[name])
        had = max((len(held[name].lines) for held in before.values()), default=0)
        looked[name] = attrs.evolve(judged, is_lost=judged.is_lost or len(whole[name]) < had)
    return looked


def _judged(stream: str, own: Mapping[str, Held], mirrors: Mapping[str, Held], records: tuple[Record, ...]) -> _Looked:
    right = [record.line for record in records]
    faults = [
        Fault(copy, stream, what)
        for copies, follow in ((own, False), (mirrors, True))
        for copy, held in copies.items()
        if (what := _fault(held, right, follows=follow)) is not None
    ]
    everybody = (*own.values(), *mirrors.values())
    longest = max((max(len(held.lines), held.chain.seq) for held in everybody), default=0)
    unlisted = tuple(  # All that is held chains, so it can only be the lists in which it is not found.
        copy
        for copy, held in own.items()
        if not held.chain.is_whole
        and held.chain.seq == len(held.lines) > 0
        and list(held.lines) == right[: len(held.lines)]
    )
    return _Looked(tuple(faults), records, len(records) < longest, unlisted)


def _fault(held: Held, right: Sequence[bytes], *, follows: bool) -> Sentence | None:
    """What is wrong with what a copy holds; None if nothing is."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(held.lines, right, strict=False)))
    if same == len(held.lines) == len(right):
        return None if held.chain.is_whole else sentence("it is not in its lists")
    if same == len(held.lines):
        if follows and held.chain.is_whole:
            return sentence("it is behind: it has {count} of {all} records", count=same, all=len(right))
        return sentence("it lacks records {first} to {last}", first=same + 1, last=len(right))
    return sentence("record {seq} is not the one that follows", seq=same + 1)


def assembled(stream: str, copies: Iterable[Sequence[bytes]]) -> tuple[Record, ...]:
    """The chain that the lines of all copies make together, as far as it goes.

    Should copies go on differently, each by a chain of its own, the one is taken that most of them have.
    """
    numbered: dict[int, Counter[bytes]] = {}
    for lines in copies:
        for line in lines:
            numbered.setdefault(number_in(line), Counter())[line] += 1
    records: list[Record] = []
    last: Record | None = None
    while (record := _next(stream, numbered.get(len(records) + 1, Counter()), last)) is not None:
        records.append(record)
        last = record
    return tuple(records)


def _next(stream: str, lines: Counter[bytes], last: Record | None) -> Record | None:
    for line, _ in lines.most_common():
        with suppress(Damaged):
            return parse(stream, line, last)
    return None
