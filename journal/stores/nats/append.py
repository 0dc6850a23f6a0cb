"""Appends: each decision is one message, stored only where it expects to be.

The server compares the place of the subject's last message with the one we expect. So the same append may be sent any
number of times and is stored once at the most, and whoever got no answer can find out by asking for the message that
followed: it is ours if it has our bytes, for they hold the hash of the decision and all before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import attrs
import trio

from journal.api import Conflict, Damaged, JournalError, Lost, OutcomeUnknown, Record
from journal.chain import NO_HASH, check_chain, number_in, parse_alone
from journal.stores.nats.client.connection import ANSWER_SECONDS
from journal.stores.nats.client.jetstream import HEADERS, STORE, Failed, Found, JetStream, expecting, pause
from journal.stores.nats.client.replies import NoAnswer, Unsent
from journal.stores.nats.subjects import DECISION_LIMIT, opened_subject, subject_of

_ENDS = 20_000
"""Streams whose end is remembered."""
LINE = b"\n"


@attrs.frozen
class End:
    """Where a stream ends: the place of its last message, its last seq and hash."""

    place: int
    seq: int
    hash: str

    def takes(self, after: int, records: Sequence[Record]) -> bool:
        """Whether records that expect to come after `after` fit here."""
        return self.seq == after and (not records or self.hash == records[0].previous)


NOTHING = End(0, 0, NO_HASH)


def number_of(stream: str, line: bytes) -> int:
    """The seq that a line says it has. Raises: Damaged, when it says none."""
    if not (seq := number_in(line)):
        raise Damaged(stream, 0, "it is not a record")
    return seq


def lines_of(payload: bytes) -> list[bytes]:
    """The lines of a decision."""
    return payload.split(LINE)


def last_record(stream: str, payload: bytes) -> Record:
    """The last record of a decision, by its form. Raises: Damaged."""
    line = payload.rpartition(LINE)[2]
    return parse_alone(stream, line, number_of(stream, line))


class Appender:
    """Appends to streams and remembers where they end."""

    def __init__(self, jetstream: JetStream) -> None:
        self._jetstream = jetstream
        self._ends: dict[str, End] = {}
        self._highest = 0

    def saw(self, place: int) -> None:
        """Note that something is stored at a place: whatever is sent from now on comes after it."""
        self._highest = max(self._highest, place)

    async def _publish(self, subject: str, payload: bytes, head: bytes) -> int:
        """Store a message, once. Returns: its place.

        A node whose files were cut off while it was down may lead when it is back, and goes on from its own end: then
        what was stored beyond is lost, and this message stands where another one stood.

        Raises: Failed, NoAnswer, Lost.
        """
        highest = self._highest
        place = await self._jetstream.publish(subject, payload, head)
        if place <= highest:
            raise Lost(
                "The NATS servers at {servers} have lost stored records: they continue at {place}, after "
                "{highest}. Nobody may play before parlour scrub --repair --mirror has put them back.",
                servers=self._jetstream.servers,
                place=place,
                highest=highest,
            )
        self.saw(place)
        return place

    def known_end(self, stream: str) -> End | None:
        """Where a stream ended when it was last looked at."""
        return self._ends.get(stream)

    def remember(self, stream: str, end: End) -> None:
        """Remember where a stream ends."""
        if len(self._ends) >= _ENDS:
            self._ends.clear()
        self._ends[stream] = end

    def forget(self, stream: str) -> None:
        """Forget where a stream ended, because it was dropped or nobody knows what was appended."""
        self._ends.pop(stream, None)

    async def end(self, stream: str) -> End:
        """Where a stream ends, as its leader knows it. Raises: JournalError."""
        found = await self._last(stream)
        if found is None:
            self.forget(stream)
            return NOTHING
        record = last_record(stream, found.payload)
        end = End(found.place, record.seq, record.hash)
        self.remember(stream, end)
        return end

    async def _last(self, stream: str) -> Found | None:
        """The last message of a stream. Raises: JournalError where the servers have less than they once stored.

        A node whose files were cut off while it was down may not notice, and lead when it is back. Whatever it takes
        then is a second end of the stream. So it is to let another node lead.
        """
        jetstream, subject = self._jetstream, subject_of(self._jetstream.name, stream)
        highest, lacked = self._ends.get(stream, NOTHING).place, -1
        give_up_at = trio.current_time() + jetstream.patience
        while (found := await jetstream.last(subject)) is not None and found.place < highest:
            if trio.current_time() > give_up_at:
                raise JournalError(
                    "The NATS servers at {servers} have lost stored records of {stream}; run parlour scrub --repair.",
                    servers=jetstream.servers,
                    stream=stream,
                )
            # A stream that another house drops is shorter for a moment, too, and then it is gone.
            if lacked == found.place:
                await jetstream.step_down()
            lacked = found.place
            await pause()
        return found

    async def append(self, stream: str, after: int, records: Sequence[Record]) -> End:
        """Store a decision. Raises: as the journal's `append` does."""
        append = _Append(stream, after, records, LINE.join([record.line for record in records]))
        end = self._ends.get(stream, NOTHING)
        if not end.takes(after, records):
            end = await self.end(stream)
        self._check(append, end)
        try:
            # Nearly always this is all; it needs no deadline of its own.
            return self._settled(append, await self._send(append, end))
        except (NoAnswer, Failed) as error:
            self._consider(append, error)
        with trio.move_on_after(self._jetstream.patience):
            return await self._stored(append)
        raise self._unsettled(append)

    def _check(self, append: _Append, end: End) -> None:
        if end.seq != append.after:
            raise Conflict(append.stream, append.after, end.seq)
        append.check_chain(end)
        size, most = len(append.payload) + HEADERS, self._jetstream.connection.info.max_payload
        if size > most or len(append.records) > DECISION_LIMIT:
            raise JournalError(
                "A decision of {size} bytes is more than the NATS servers take ({most}); raise their max_payload.",
                size=size,
                most=most,
            )

    async def _stored(self, append: _Append) -> End:
        """Send the append again until it is known what came of it."""
        while True:
            try:
                end = await self.end(append.stream)
            except JournalError as error:
                if append.is_unsure:
                    raise self._unsettled(append) from error
                raise
            if not end.takes(append.after, append.records):
                return await self._overtaken(append, end)
            # Nothing has come in between after all: the alarm was false, or an earlier try is still on its way.
            try:
                return self._settled(append, await self._send(append, end))
            except (NoAnswer, Failed) as error:
                self._consider(append, error)
            await pause()

    def _consider(self, append: _Append, error: NoAnswer | Failed) -> None:
        """Go on after an error, if it passes by. Raises: JournalError."""
        append.trouble = error
        if isinstance(error, Failed) and not error.is_wrong_last and not error.passes:
            raise self._unsettled(append) from error

    async def _send(self, append: _Append, end: End) -> int:
        jetstream = self._jetstream
        if not append.after and not append.opened:
            # Noted before, so that no stream is ever missing in lists; a note without its stream is passed over.
            note = append.stream.encode()
            append.opened = await self._publish(opened_subject(jetstream.name, append.stream), note, b"")
        subject = subject_of(jetstream.name, append.stream)
        # Without a connection nothing is sent; from then on only an answer tells.
        await jetstream.connection.wait_connected(trio.current_time() + ANSWER_SECONDS)
        append.expected, was_unsure, append.is_unsure = end.place, append.is_unsure, True
        try:
            return await self._publish(subject, append.payload, expecting(end.place, append.opened))
        except Unsent:
            append.is_unsure = was_unsure
            raise
        except Failed as error:
            append.is_unsure = was_unsure or not error.is_wrong_last
            raise

    async def _overtaken(self, append: _Append, end: End) -> End:
        """The stream has gone on: by ourselves, if there was a try without an answer, or by others."""
        jetstream = self._jetstream
        if append.is_unsure:
            found = await jetstream.next(subject_of(jetstream.name, append.stream), append.expected + 1)
            if found is not None and found.payload == append.payload:
                # Only its answer was lost, and a house that is idle gets no other that would speak for the server.
                jetstream.connection.note_success(STORE)
                return self._settled(append, found.place)
        if append.opened:
            with suppress(JournalError):
                await jetstream.delete(append.opened)
        if end.seq == append.after:
            append.check_chain(end)
        raise Conflict(append.stream, append.after, end.seq)

    def _settled(self, append: _Append, place: int) -> End:
        last = append.records[-1]
        end = End(place, last.seq, last.hash)
        self.remember(append.stream, end)
        return end

    def _unsettled(self, append: _Append) -> JournalError:
        self.forget(append.stream)
        jetstream, trouble = self._jetstream, append.trouble
        if append.is_unsure:
            return OutcomeUnknown(
                "The NATS servers at {servers} do not answer ({trouble}); the last records may not be stored.",
                servers=jetstream.servers,
                trouble=trouble,
            )
        return jetstream.refusal_error(trouble) if isinstance(trouble, Failed) else jetstream.no_answer_error(trouble)


@attrs.define(eq=False)
class _Append:
    """What somebody wants to append, and how far it has come."""

    stream: str
    after: int
    records: Sequence[Record]
    payload: bytes
    opened: int = 0
    """The place of the note that the stream is opened."""
    expected: int = 0
    """The place after which it was last tried."""
    is_unsure: bool = False
    """Whether one of the tries may have been stored."""
    trouble: Exception = attrs.field(factory=partial(NoAnswer, "no answer"))

    def check_chain(self, end: End) -> None:
        """Raises: ValueError when it does not chain to the end of its stream."""
        check_chain(end.hash, self.records[0].seq, self.records[0].previous)
