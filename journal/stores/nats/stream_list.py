"""The streams of a journal, newest first, by the notes that they were opened.

JetStream reads forward only, and its list of subjects grows with them and is cut at 100,000. So each stream's opening
is noted under a subject of its family, and a page is found by halving: the server tells how many notes come after a
place without reading them. A note whose stream was never begun, or was dropped, is passed over: the first message of
a stream names its note.
"""

from contextlib import suppress
from functools import partial

from journal.api import Damaged, Page, Summary
from journal.chain import is_name, parse
from journal.operations.copy import run_all
from journal.stores.nats.append import last_record, lines_of
from journal.stores.nats.client.jetstream import BATCH, Found, JetStream
from journal.stores.nats.subjects import opened_subjects, place_of, position, subject_of

_AT_ONCE = 100
"""Streams that are looked at together."""


async def page_of_streams(jetstream: JetStream, prefix: str, after: int, limit: int) -> Page:
    """A page of the streams, see `Journal`."""
    subject = opened_subjects(jetstream.name, prefix)
    bound = place_of(after)[0] if after else await _newest(jetstream, subject) + 1
    found: list[tuple[int, Summary]] = []
    count = limit + 1
    while bound > 1 and len(found) <= limit:
        notes, bound = await _before(jetstream, subject, bound, count)
        # When most notes are passed over, many are looked at at once.
        count = min(2 * count, BATCH)
        wanted = [note for note in reversed(notes) if note.payload.decode(errors="replace").startswith(prefix)]
        for begin in range(0, len(wanted), _AT_ONCE):
            if len(found) <= limit:
                found += await _summaries(jetstream, wanted[begin : begin + _AT_ONCE])
    summaries = tuple(summary for _, summary in found[:limit])
    return Page(summaries, position(found[limit - 1][0], 0) if len(found) > limit else None)


async def _newest(jetstream: JetStream, subject: str) -> int:
    last = await jetstream.last(subject)
    return last.place if last else 0


async def _before(jetstream: JetStream, subject: str, bound: int, count: int) -> tuple[list[Found], int]:
    """The last notes before a place, in their order, and the place from which on these are all.

    They are at least so many if there are, and not many more; or fewer, if a replica was late when it counted.
    """
    beyond = await _count_from(jetstream, subject, bound)

    async def between(low: int) -> int:
        return await _count_from(jetstream, subject, low) - beyond

    low, width = bound, 4 * count
    known = 0
    while low > 1 and known < count:
        low = max(1, bound - width)
        known = await between(low)
        width *= 4
    high = bound
    while known > 4 * count and high - low > 1:
        middle = (low + high) // 2
        if (less := await between(middle)) >= count:
            low, known = middle, less
        else:
            high = middle
    step = max(1, min(known, BATCH))
    return [note for note in await jetstream.range(subject, low, bound - 1, step=step) if note.place < bound], low


async def _count_from(jetstream: JetStream, subject: str, place: int) -> int:
    """How many notes there are from a place on, according to any replica: good enough to choose where to begin."""
    found = await jetstream.range(subject, place, place, 1)
    return 1 + found[0].pending if found else 0


async def _summaries(jetstream: JetStream, notes: list[Found]) -> list[tuple[int, Summary]]:
    """The streams that were opened with these notes, in the same order."""
    found: dict[int, Summary] = {}

    async def look(note: Found) -> None:
        if (summary := await _summary(jetstream, note)) is not None:
            found[note.place] = summary

    await run_all(len(notes), [partial(look, note) for note in notes])
    return [(note.place, found[note.place]) for note in notes if note.place in found]


async def _summary(jetstream: JetStream, note: Found) -> Summary | None:
    """The stream that was opened with a note; None when there is none, or an end of it is damaged."""
    stream = note.payload.decode(errors="replace")
    if not is_name(stream):
        return None
    subject = subject_of(jetstream.name, stream)
    first = await jetstream.next(subject, note.place)
    if first is None or first.opened != note.place or (last := await jetstream.last(subject)) is None:
        return None
    with suppress(Damaged):
        return Summary(stream, parse(stream, lines_of(first.payload)[0], None), last_record(stream, last.payload))
    return None
