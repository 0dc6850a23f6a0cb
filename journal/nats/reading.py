"""Reading a stream: as far as its leader knows it, in batches from any replica."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import attrs
import trio

from journal.api import Record
from journal.chain import parse_all, parse_alone
from journal.nats.appending import Appender, End, lines_of, number_of
from journal.nats.jetstream import Found, JetStream
from journal.nats.subjects import subject_of

_LONG = 500
"""Messages that are read in a thread, so that others go on meanwhile."""


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
    start = await _place_before(jetstream, ends, stream, after, last) if after else 1
    found = await jetstream.range(subject, start, last.place, None if limit is None else limit + 1)
    if not found:
        return Reading()
    parse = partial(_records, stream, found, after, limit)
    records, base = await trio.to_thread.run_sync(parse) if len(found) > _LONG else parse()
    if records and limit is None:
        ends.remember(stream, End(found[-1].place, records[-1].seq, records[-1].hash))
    return Reading(records, found[-1].place, base)


async def _place_before(jetstream: JetStream, ends: Appender, stream: str, after: int, last: Found) -> int:
    """A place from which on the message with record `after` is the first of its stream, found by halving."""
    known = ends.known_end(stream)
    if known is not None and known.seq == after and known.place <= last.place:
        return known.place
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


def _records(
    stream: str, found: Sequence[Found], after: int, limit: int | None
) -> tuple[tuple[Record, ...], Record | None]:
    """The records after `after` in messages that follow one another, and that record itself. Raises: Damaged."""
    lines = [line for message in found for line in lines_of(message.payload)]
    if not after:
        return parse_all(stream, lines[:limit], None), None
    lines = lines[max(0, after - number_of(stream, lines[0])) :]
    if not lines:
        return (), None
    base = parse_alone(stream, lines[0], after)
    return parse_all(stream, lines[1 : None if limit is None else limit + 1], base), base
