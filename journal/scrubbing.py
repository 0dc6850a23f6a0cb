"""Scrubbing: the copies of a journal are compared stream by stream, and what one of them has lost is put back.

A store may lose or change what it has acknowledged, for disks do. Records say by their hashes what came before them, so
of several copies the right one of each record is the one that goes on the chain, whichever copy has it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import attrs
import msgspec
import trio

from journal.api import Damaged, Journal, JournalError, Record
from journal.chain import NO_HASH, parse
from journal.copying import Pages, bring, in_crowd
from journal.lines import write_lines
from journal.sentences import Sentence, sentence

LOOKS = 3
"""How often a stream is looked at until all copies agree: somebody may be playing there."""
PAUSE = 0.3
"""Seconds between two of these looks."""
RECORDS = 2000
AT_ONCE = 32
"""Streams that are looked at at the same time."""


@attrs.frozen
class Chain:
    """What a copy holds of a stream."""

    seq: int
    """The last record up to which all is well; 0 for none."""
    hash: str = NO_HASH
    is_whole: bool = True
    """Whether that is all it holds of the stream, and the stream can be found in its lists."""


class Copy(Protocol):
    """One of the copies of a journal."""

    name: str
    """As an operator knows it."""
    follows: bool
    """Whether it may be a little behind the others, as a mirror is."""

    async def chains(self) -> Mapping[str, Chain]:
        """What it holds of every stream. Raises: JournalError when the copy cannot be read at all."""

    async def lines(self, stream: str) -> Sequence[bytes]:
        """Everything it holds of a stream, in order, whether it chains or not."""

    async def chain(self, stream: str) -> Chain:
        """What it holds now of one stream."""


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
    unlisted: tuple[str, ...] = ()
    """Those of them that a copy of the house has without gap as far as it goes, but not in its lists."""


class StoredCopy:
    """A journal as a copy: a mirror, or a house that is not on NATS."""

    def __init__(self, name: str, journal: Journal, *, follows: bool) -> None:
        self.name, self.follows = name, follows
        self._journal = journal

    async def chains(self) -> Mapping[str, Chain]:
        """The streams that can be listed. One that cannot is missing here, which the other copies show."""
        return {
            one.stream: await self.chain(one.stream) async for page in Pages(self._journal) for one in page.summaries
        }

    async def lines(self, stream: str) -> Sequence[bytes]:
        """A stream as far as it can be read; after that an empty line for each record."""
        records, is_whole = await self._read(stream)
        return [
            *(record.line for record in records),
            *([] if is_whole else await self._unreadable(stream, len(records))),
        ]

    async def _unreadable(self, stream: str, count: int) -> list[bytes]:
        try:
            return [b""] * max(1, await self._journal.head(stream) - count)
        except Damaged:
            return [b""]

    async def chain(self, stream: str) -> Chain:
        """Read it whole."""
        records, is_whole = await self._read(stream)
        return Chain(records[-1].seq, records[-1].hash, is_whole) if records else Chain(0, is_whole=is_whole)

    async def _read(self, stream: str) -> tuple[list[Record], bool]:
        found: list[Record] = []
        limit = RECORDS
        while True:
            try:
                records = await self._journal.read(stream, len(found), limit)
            except Damaged:
                if limit == 1:
                    return found, False
                limit = max(1, limit // 2)
                continue
            found += records
            if len(records) < limit:
                return found, True


async def examine(
    copies: Sequence[Copy], told: Callable[[str], None] = lambda _: None, ignored: frozenset[str] = frozenset()
) -> Findings:
    """Compare all copies. Streams in `ignored` may be missing: they were dropped. `told` hears of what is looked at."""
    chains: dict[str, Mapping[str, Chain]] = {}
    faults: list[Fault] = []
    for copy in copies:
        told(copy.name)
        try:
            chains[copy.name] = await copy.chains()
        except JournalError as error:
            faults.append(Fault(copy.name, "", error.sentence))
    readable = [copy for copy in copies if copy.name in chains]
    names = sorted(set().union(*chains.values()))
    doubtful = [name for name in names if not _agree([chains[copy.name].get(name) for copy in readable])]
    looked: dict[str, _Looked] = {}

    async def look(name: str) -> None:
        looked[name] = await _examine_stream(name, readable, name in ignored)

    await in_crowd(AT_ONCE, [partial(look, name) for name in doubtful])
    wrong = {name: looked[name] for name in doubtful if looked[name].faults}
    count = sum(max((each[name].seq for each in chains.values() if name in each), default=0) for name in names)
    return Findings(
        len(names), count,
        (*faults, *(fault for one in wrong.values() for fault in one.faults)),
        {name: one.records for name, one in wrong.items()},
        tuple(name for name, one in wrong.items() if one.is_lost),
        tuple(name for name, one in wrong.items() if one.is_unlisted),
    )  # fmt: skip


def _agree(chains: Sequence[Chain | None]) -> bool:
    return all(chain is not None and chain.is_whole and chain == chains[0] for chain in chains)


@attrs.frozen
class _Looked:
    """What is wrong with a stream, and all records that there are."""

    faults: tuple[Fault, ...] = ()
    records: tuple[Record, ...] = ()
    is_lost: bool = False
    is_unlisted: bool = False


async def _examine_stream(stream: str, copies: Sequence[Copy], may_be_gone: bool) -> _Looked:
    for look in range(LOOKS):
        if look:
            await trio.sleep(PAUSE)
        held = {copy.name: await copy.lines(stream) for copy in copies}
        chains = {copy.name: await copy.chain(stream) for copy in copies}
        records = assembled(stream, held.values())
        faults = [fault for copy in copies if (fault := _fault(stream, copy, held, chains[copy.name], records))]
        if not faults or (may_be_gone and not any(held[copy.name] for copy in copies if not copy.follows)):
            return _Looked()
    right = [record.line for record in records]
    longest = max(max(map(len, held.values())), max(chain.seq for chain in chains.values()))
    is_unlisted = any(not copy.follows and _is_unlisted(held[copy.name], chains[copy.name], right) for copy in copies)
    return _Looked(tuple(faults), records, len(records) < longest, is_unlisted)


def _is_unlisted(lines: Sequence[bytes], chain: Chain, right: Sequence[bytes]) -> bool:
    """Whether all that is held chains, so that it can only be the lists in which it is not found."""
    return not chain.is_whole and chain.seq == len(lines) > 0 and list(lines) == right[: len(lines)]


def _fault(
    stream: str, copy: Copy, held: Mapping[str, Sequence[bytes]], chain: Chain, records: Sequence[Record]
) -> Fault | None:
    lines = held[copy.name]
    right = [record.line for record in records]
    if lines == right and chain.is_whole:
        return None
    same = sum(1 for _ in _common(lines, right))
    if same == len(lines) < len(right):
        if copy.follows and chain.is_whole:
            what = sentence("it is behind: it has {count} of {all} records", count=same, all=len(right))
        else:
            what = sentence("it lacks records {first} to {last}", first=same + 1, last=len(right))
    elif lines == right:
        what = sentence("it is not in its lists")
    else:
        what = sentence("record {seq} is not the one that follows", seq=same + 1)
    return Fault(copy.name, stream, what)


def _common(some: Sequence[bytes], others: Sequence[bytes]) -> Iterable[bytes]:
    for one, other in zip(some, others, strict=False):
        if one != other:
            return
        yield one


def assembled(stream: str, copies: Iterable[Sequence[bytes]]) -> tuple[Record, ...]:
    """The chain that the lines of all copies make together, as far as it goes.

    Should copies go on differently, each by a chain of its own, the one is taken that most of them have.
    """
    numbered: dict[int, Counter[bytes]] = {}
    for lines in copies:
        for line in lines:
            numbered.setdefault(_number(line), Counter())[line] += 1
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


class _Number(msgspec.Struct, frozen=True):
    seq: int


_decode_number = msgspec.json.Decoder(_Number).decode


def _number(line: bytes) -> int:
    """The number that a line says it has; 0 for one that says none."""
    try:
        return _decode_number(line).seq
    except (msgspec.MsgspecError, RecursionError):
        return 0


async def put_back(journal: Journal, stream: str, records: Sequence[Record], *, anew: bool = False) -> None:
    """Make a stream of a journal hold these records: the rest of them, if it has their beginning, else all anew.

    What was appended to it since they were read stays: that follows them, or else nothing is changed, for the next look
    at all copies takes it in. Followers of a stream that is made anew hear nothing more of it. Raises: JournalError.
    """
    copy = StoredCopy("", journal, follows=False)
    held, lines = await copy.chain(stream), await copy.lines(stream)
    records = assembled(stream, [[record.line for record in records], lines])
    is_beginning = held.is_whole and (
        not held.seq or (held.seq <= len(records) and records[held.seq - 1].hash == held.hash)
    )
    if is_beginning and not anew:
        if held.seq < len(records):
            await bring(journal, stream, records[held.seq :])
    elif len(lines) <= len(records):
        await _make_anew(journal, stream, records, lines)


async def _make_anew(journal: Journal, stream: str, records: Sequence[Record], held: Sequence[bytes]) -> None:
    """Drop a stream and store it again. It is in a file meanwhile: no other copy may have it, and storing may fail."""
    file = Path(f"scrub-{records[-1].hash[:16]}-{os.getpid()}.jsonl")
    await trio.to_thread.run_sync(partial(write_lines, file, records, {"stream": stream}, overwrite=True))
    try:
        # Somebody may play there: what was appended while the file was written would go with the stream.
        if await StoredCopy("", journal, follows=False).lines(stream) == held:
            await journal.drop(stream)
            await bring(journal, stream, records)
    except JournalError as error:
        raise JournalError(
            "{stream} could not be put back: {why} Its records are in the file {path}; bring them into the journal "
            "with parlour copy.",
            stream=stream, why=error.sentence, path=file,
        ) from error  # fmt: skip
    await trio.Path(file).unlink()
