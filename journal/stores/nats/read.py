"""Reading a stream: as far as its leader knows it, in batches from any replica, and what is long as it is pushed."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import attrs
import trio

from journal.api import Record
from journal.chain import parse_all, parse_alone
from journal.stores.nats.append import LINE, Appender, End, lines_of, number_of
from journal.stores.nats.client.consumer import pushing
from journal.stores.nats.client.jetstream import Found, JetStream
from journal.stores.nats.subjects import subject_of

_SLICE = 250
"""Messages that are checked before others have their turn: about a millisecond. In a thread it takes longer,
for everybody, because the connection that brings the next ones would have to wait for the interpreter."""

_FIRST = 2 * _SLICE
"""Messages that are asked for before it is known whether there are many more."""
_LONG = 1000
"""Messages that it is worth while to make a consumer for, which takes a cluster some milliseconds."""


@attrs.frozen
class Reading:
    """What was read of a stream."""

    records: tuple[Record, ...] = ()
    place: int = 0
    """The place of the last message that was looked at; 0 for a stream that does not exist."""
    base: Record | None = None
    """The record before the first one, or before the next to come, if it was asked for."""


async def read_stream(jetstream: JetStream, ends: Appender, stream: str, after: int, limit: int | None) -> Reading:
    """The records after `after`, at most so many. Raises: Damaged, JournalError."""
    subject = subject_of(jetstream.name, stream)
    if (last := await jetstream.last(subject)) is None:
        return Reading()
    known = _known_place(ends, stream, after, last)
    start = known or (await _place_before(jetstream, stream, after, last) if after else 1)
    messages = _messages(jetstream, subject, start, last.place, None if limit is None else limit + 1)
    chain = _Chain(stream, after, limit)
    async with aclosing(messages):
        async for part in messages:
            if known and not chain.place and part.first != known:
                break
            for begin in range(0, len(part.payloads), _SLICE):
                chain.take(part.payloads[begin : begin + _SLICE], part.last)
                await trio.lowlevel.checkpoint()
    if known and not chain.place:
        # Another house has dropped the stream and begun it again: nothing of it is where the old one ended.
        ends.forget(stream)
        return await read_stream(jetstream, ends, stream, after, limit)
    if chain.records and limit is None:
        ends.remember(stream, End(chain.place, chain.records[-1].seq, chain.records[-1].hash))
    return Reading(tuple(chain.records), chain.place, chain.base)


@attrs.frozen
class _Part:
    """Messages of a stream that follow one another."""

    payloads: list[bytes]
    first: int
    """The place of the first, or one between it and the message before."""
    last: int
    """The place of the last."""


async def _messages(
    jetstream: JetStream, subject: str, start: int, until: int, count: int | None
) -> AsyncGenerator[_Part, None]:
    """The messages of a subject from a place up to another and perhaps after it, at most so many, as they come."""
    if count is None and (first := await jetstream.range(subject, start, until, _FIRST)):
        start = first[-1].place + 1
        if first[-1].pending > _LONG:
            with pushing(jetstream, subject, start) as pushed:
                yield _part(first)  # While the consumer is made.
                while start <= until and (payloads := await pushed.taken()):
                    yield _Part(payloads, start, pushed.place)
                    start = pushed.place + 1
        else:
            yield _part(first)
    async with aclosing(jetstream.batches(subject, start, until, count)) as rest:
        async for found in rest:
            yield _part(found)


def _part(found: Sequence[Found]) -> _Part:
    return _Part([message.payload for message in found], found[0].place, found[-1].place)


class _Chain:
    """The records after `after`, at most so many, of messages that follow one another."""

    def __init__(self, stream: str, after: int, limit: int | None) -> None:
        self._stream, self._after, self._limit = stream, after, limit
        self.records: list[Record] = []
        self.base: Record | None = None
        """The record before the first one, if there is one and it was in the messages."""
        self.place = 0
        """Of the last message."""

    def take(self, payloads: Sequence[bytes], place: int) -> None:
        """Add the records of the next messages, of which the last that is at hand has a place. Raises: Damaged."""
        lines = lines_of(LINE.join(payloads))
        if not self.place and self._after:
            lines = lines[max(0, self._after - number_of(self._stream, lines[0])) :]
            self.base = parse_alone(self._stream, lines.pop(0), self._after) if lines else None
        if self._limit is not None:
            lines = lines[: self._limit - len(self.records)]
        last = self.records[-1] if self.records else self.base
        self.records += parse_all(self._stream, lines, last)
        self.place = place


def _known_place(ends: Appender, stream: str, after: int, last: Found) -> int:
    """The place of the message with record `after`, if the stream ended there when it was last looked at; else 0."""
    known = ends.known_end(stream)
    return known.place if known is not None and known.seq == after and known.place <= last.place else 0


async def _place_before(jetstream: JetStream, stream: str, after: int, last: Found) -> int:
    """A place from which on the message with record `after` is the first of its stream, found by halving."""
    subject = subject_of(jetstream.name, stream)
    if number_of(stream, lines_of(last.payload)[0]) <= after:
        return last.place
    low, high = 1, last.place - 1
    while low < high:
        middle = (low + high + 1) // 2
        found = await jetstream.next(subject, middle)
        if found is None or found.place > high or number_of(stream, lines_of(found.payload)[0]) > after:
            high = middle - 1
        else:
            low = found.place
    return low
