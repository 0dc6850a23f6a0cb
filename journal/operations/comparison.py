"""Copies of a journal, to be put side by side: what each holds of every stream, up to where they can be compared.

People play meanwhile, so a copy that is read a second later holds more. Those that the house itself uses are compared
up to a place that all of them have reached. One that follows the house is looked at twice: what it has before must be
in all of them, and after that it must have what was found in them.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

import attrs

from journal.api import Damaged, Journal, Record
from journal.chain import NO_HASH
from journal.operations.copy import Pages

RECORDS = 2000
"""Records that are read at once."""

Told = Callable[[str, int, int], None]
"""Called with how far a copy is read: its name, how much of it, and how much there is; 0 for what is not known."""


@attrs.frozen
class Chain:
    """What a copy holds of a stream."""

    seq: int
    """The last record up to which all is well; 0 for none."""
    hash: str = NO_HASH
    is_whole: bool = True
    """Whether that is all it holds of the stream, and the stream can be found in its lists."""


NOTHING = Chain(0, is_whole=False)


@attrs.frozen
class Held:
    """What a copy holds of a stream, every line of it, whether they chain or not."""

    lines: tuple[bytes, ...] = ()
    chain: Chain = NOTHING


@attrs.frozen
class Bound:
    """How far copies are compared."""

    place: int | None = None
    """Up to which message, where copies have the same messages."""
    seqs: Mapping[str, int] | None = None
    """Up to which record of each stream; of streams that are not in it, up to the last."""

    def of(self, stream: str) -> int | None:
        """The last record of a stream that is compared; None for all."""
        return None if self.seqs is None else self.seqs.get(stream)


class Copy(Protocol):
    """One of the copies of a journal. What is asked for raises JournalError when the copy cannot be read at all."""

    @property
    def name(self) -> str:
        """As an operator knows it."""

    async def chains(self, bound: Bound, told: Told) -> Mapping[str, Chain]:
        """What it holds of every stream."""

    async def held(self, streams: Collection[str], bound: Bound) -> Mapping[str, Held]:
        """All that it holds of some streams now."""


class StoredCopy:
    """A journal as a copy: a mirror, or a house that is not on NATS."""

    def __init__(self, name: str, journal: Journal) -> None:
        self.name, self._journal = name, journal

    async def ends(self) -> Mapping[str, int]:
        """The last record of every stream that can be listed."""
        return {one.stream: one.last.seq async for page in Pages(self._journal) for one in page.summaries}

    async def chains(self, bound: Bound, told: Told) -> Mapping[str, Chain]:
        """The streams that can be listed. One that cannot is missing here, which the other copies show."""
        chains: dict[str, Chain] = {}
        async for page in Pages(self._journal):
            for one in page.summaries:
                chains[one.stream] = (await self.look(one.stream, bound.of(one.stream))).chain
                told(self.name, len(chains), len(bound.seqs or ()))
        return chains

    async def held(self, streams: Collection[str], bound: Bound) -> Mapping[str, Held]:
        """Streams as `look` finds them."""
        return {stream: await self.look(stream, bound.of(stream)) for stream in streams}

    async def look(self, stream: str, until: int | None = None) -> Held:
        """A stream up to a record, or whole, as far as it can be read; after that an empty line for each record."""
        records, is_whole = await self._read(stream, until)
        lines = [record.line for record in records]
        if not is_whole:
            lines += [b""] * max(1, await self._end(stream, until) - len(lines))
        last = records[-1] if records else None
        return Held(tuple(lines), Chain(last.seq, last.hash, is_whole) if last else Chain(0, is_whole=is_whole))

    async def _end(self, stream: str, until: int | None) -> int:
        """The last record that is looked at; 0 where it cannot be told."""
        try:
            head = await self._journal.head(stream)
        except Damaged:
            return 0
        return head if until is None else min(head, until)

    async def _read(self, stream: str, until: int | None) -> tuple[list[Record], bool]:
        found: list[Record] = []
        limit = RECORDS
        while until is None or len(found) < until:
            most = limit if until is None else min(limit, until - len(found))
            try:
                records = await self._journal.read(stream, len(found), most)
            except Damaged:
                if most == 1:
                    return found, False
                limit = max(1, most // 2)
                continue
            found += records
            if len(records) < most:
                break
        return found, True
