"""The journal on NATS JetStream: any number of houses on any number of machines.

One consumer brings everything that is appended, by whichever house; what is followed is handed to its followers, and
nothing of the rest is kept. What this house appends is handed to its followers at once, and passed over when it
arrives again: every message has a place, and each tail knows up to which it has been fed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from functools import partial
from typing import TypeVar

import trio

from journal.api import Channel, Closed, Conflict, Damaged, Entry, Header, JournalError, Lost, Page, Record
from journal.chain import check_append, is_name, is_record, parse_all
from journal.follow.cursors import POSITION, SEQ, Bell, Bells, Follower, Tail, background_task
from journal.sentences import Sentence
from journal.stores.base import Store
from journal.stores.nats import house_letters, server_checks, stream_list
from journal.stores.nats.append import Appender, End, lines_of
from journal.stores.nats.client.address import read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.consumer import Consumer
from journal.stores.nats.client.jetstream import Found, JetStream, pause
from journal.stores.nats.newest import ROWS, Newest, entries_of
from journal.stores.nats.read import Reading, read_stream
from journal.stores.nats.subjects import houses_subject, place_of, stream_of, subject_of

PATIENCE = 12.0
"""Seconds for which a request is repeated: as long as a cluster may need for a new leader."""
_RECORDS = 2000
"""Records that are read at once for those who follow a stream."""
_CHECKS = 3
"""Consecutive checks that must find the settings unsafe before the journal is refused."""
_ERASED = 64
"""Messages that are overwritten at the same time."""
_ALL = ">"

T = TypeVar("T")


class _Tail(Tail):
    """A tail that knows the place up to which it was fed."""

    def __init__(self) -> None:
        super().__init__()
        self.place = 0
        self.base: Record | None = None
        """The record before the first that will be kept, while none is."""

    def forget_records(self) -> None:
        """Keep no records in memory, and none to go on from."""
        self.records, self.base = (), None


@asynccontextmanager
async def open_nats(path: str, *, read_only: bool = False, patience: float = PATIENCE) -> AsyncIterator[NatsJournal]:
    """The journal at what follows `nats:` in its URL. Raises: JournalError."""
    address = read_address(path)
    connection = Connection(address, partial(server_checks.check_server, address=address))
    jetstream = JetStream(connection, address.name, str(address), patience)
    async with connection.running():
        notices = server_checks.check_server(connection.info, address)
        with house_letters.tried(connection, houses_subject(address.name)):
            top = await server_checks.opened_stream(jetstream, address, read_only=read_only)
            if not read_only:
                await jetstream.check_may_store()
                notices += house_letters.denials(connection, houses_subject(address.name))
        journal = NatsJournal(jetstream, top, read_only=read_only)
        journal.check = partial(server_checks.check_again, jetstream, address)
        journal.check_syncs = partial(server_checks.check_syncs, address)
        journal.notices = notices + await journal.check_syncs()
        try:
            async with background_task(journal.watch):
                yield journal
        finally:
            with trio.CancelScope(shield=True):
                await journal.aclose()


class NatsJournal(Store):
    """See `Journal`. Made by `open_nats`, which also runs its task, `watch`."""

    notices: tuple[Sentence, ...] = ()
    header: Header | None = None
    damage: Sentence | None = None
    check: Callable[[], Awaitable[None]]
    """Raises: Unsafe when the servers must not be used any more."""
    check_syncs: Callable[[], Awaitable[tuple[Sentence, ...]]]
    """Looks only at whether every write is synced, also while no connection was lost. Raises: as `check`."""
    between_checks = 60.0
    """Seconds between two such looks."""
    between_looks = 10.0
    """Seconds between two looks at settings that seem unsafe."""

    def __init__(self, jetstream: JetStream, top: int, *, read_only: bool = False) -> None:
        super().__init__(read_only=read_only)
        self._jetstream = jetstream
        self._appender = Appender(jetstream)
        self._consumer = Consumer(jetstream, self._feed)
        self._tails = Bells(_Tail, Bell())
        self._newest = Newest(jetstream.name, top)
        self._followed = trio.Event()
        self._followers = self._followers_of_all = 0
        self._under_way = 0
        self._settled = trio.Event()
        self._consumer.fed = top

    async def append(
        self, stream: str, after: int, records: Sequence[Record], known: Callable[[], int] | None = None
    ) -> int:
        """Store the records as one message."""
        check_append(stream, after, records)
        self._check_writable()
        if not records:
            if (head := await self.head(stream)) != after:
                raise Conflict(stream, after, head)
            return after
        self._under_way += 1
        self._appender.saw(self._consumer.fed)
        try:
            end = await self._appender.append(stream, after, records)
            self._feed_own(stream, end, records, known)
        except Lost as error:
            self._refuse(error)
            raise
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._settled.set()
        return end.seq

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> tuple[Record, ...]:
        """The records after `after`, as many as their leader knows when it is asked."""
        return (await self._read(stream, after, limit)).records

    async def _read(self, stream: str, after: int, limit: int | None) -> Reading:
        self._check_open()
        if not is_name(stream):
            await trio.lowlevel.checkpoint()
            return Reading()
        return await read_stream(self._jetstream, self._appender, stream, after, limit)

    async def head(self, stream: str) -> int:
        """The last seq, as the leader knows it."""
        self._check_open()
        if not is_name(stream):
            await trio.lowlevel.checkpoint()
            return 0
        return (await self._appender.end(stream)).seq

    async def streams(self, prefix: str = "", after: int = 0, limit: int = 100) -> Page:
        """A page of the streams."""
        self._check_open()
        if not prefix.isprintable():
            await trio.lowlevel.checkpoint()
            return Page((), None)
        return await stream_list.page_of_streams(self._jetstream, prefix, after, limit)

    @asynccontextmanager
    async def follow(
        self, stream: str, after: int = 0, known: Callable[[], int] | None = None
    ) -> AsyncIterator[Follower[Record]]:
        """The records of one stream as they come."""
        await trio.lowlevel.checkpoint()
        with self._tails.of(stream) as tail:
            async with self._following():
                read = partial(self._read_for_all, stream, tail)
                yield Follower(tail, after, tail.since, read, SEQ, known)

    @asynccontextmanager
    async def follow_all(self, position: int = 0) -> AsyncIterator[Follower[Entry]]:
        """The records of all streams as they come."""
        await trio.lowlevel.checkpoint()
        self._followers_of_all += 1
        try:
            async with self._following():
                yield Follower(self._tails.of_all, position, self._entries_at_hand, self._entries_since, POSITION)
        finally:
            self._followers_of_all -= 1
            if not self._followers_of_all:
                self._newest.begin(self._consumer.fed)

    @asynccontextmanager
    async def _following(self) -> AsyncIterator[None]:
        # The consumer goes on from where it was, however long ago: what was missed is followed by others already, or
        # is passed over. Only the first follower of all lets it begin at what is newest.
        if not self._followers:
            self._check_open()
            top = (await server_checks.present_info(self._jetstream)).state.last_seq
            if not self._followers:
                # What is stored already the followers read themselves.
                self._consumer.fed = max(self._consumer.fed, top)
                self._newest.begin(self._consumer.fed)
        self._followers += 1
        self._followed.set()
        try:
            yield
        finally:
            self._followers -= 1

    async def _read_for_all(self, stream: str, tail: _Tail, after: int) -> tuple[Record, ...]:
        """Read records that are not in memory: the first of many followers does it for those that wait."""
        async with tail.reading:
            if (records := tail.since(after)) is not None:
                return records
            tail.has_missed = False
            reading = await self._waiting_out(partial(self._read, stream, after, _RECORDS))
            # What the limit has cut is read next; a tail that ended there would make its followers wait.
            if reading.place > tail.place and len(reading.records) < _RECORDS and not tail.has_missed:
                tail.push(reading.records)
                tail.place, tail.base = reading.place, reading.base
        return reading.records

    async def _waiting_out(self, read: Callable[[], Awaitable[T]]) -> T:
        """Read for a follower, however long the servers do not answer: an error would end its iteration for good."""
        while True:
            try:
                return await read()
            except (Damaged, Lost):
                raise
            except JournalError:
                self._check_open()
                await pause()

    async def watch(self) -> None:
        """Feed followers with what is appended, from the first one on, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._check_again)
            await self._followed.wait()
            await self._consumer.run()

    async def _check_again(self) -> None:
        """After each loss of a connection see whether what it is made to now may be used.

        Now and then whether every write is synced: another server may have been started with other settings.
        """
        connection = self._jetstream.connection
        lost = connection.lost
        while True:
            with trio.move_on_after(self.between_checks):
                await lost.wait()
            await connection.wait_connected()
            check = self.check if lost.is_set() else self.check_syncs
            # What is lost while it is looked at is looked at again.
            lost = connection.lost
            try:
                await self._check_certainly(check)
            except server_checks.Unsafe as error:
                connection.refuse(error)
                self._refuse(error)
                return

    async def _check_certainly(self, check: Callable[[], Awaitable[object]]) -> None:
        """Check as often as it takes to be answered.

        Raises: Unsafe for what stays so; while replicas are made anew there are fewer for a while.
        """
        unsafe = 0
        while True:
            try:
                await check()
            except server_checks.Unsafe:
                unsafe += 1
                if unsafe == _CHECKS:
                    raise
                await trio.sleep(self.between_looks)
            except JournalError:
                unsafe = 0
                await pause()
            else:
                return

    def _refuse(self, error: JournalError) -> None:
        """Refuse everything from now on; all followers get the error."""
        self._refusal = error
        self._tails.wake_everybody()

    def _feed(self, message: Found) -> None:
        """Hand a message that the consumer has brought to the followers of its stream, and of all streams."""
        if self._followers_of_all:
            self._newest.add(message)
            self._tails.of_all.ring()
        else:
            self._newest.begin(message.place)
        stream = stream_of(self._jetstream.name, message.subject)
        if stream is not None and (tail := self._tails.get(stream)) and message.place > tail.place:
            self._extend(stream, tail, message)

    def _extend(self, stream: str, tail: _Tail, message: Found) -> None:
        # Without a record to go on from it might be the past of a stream that was dropped and begun again since.
        if (last := tail.records[-1] if tail.records else tail.base) is not None:
            lines = lines_of(message.payload)
            try:
                tail.push(parse_all(stream, lines, last))
            except Damaged:
                if is_record(stream, lines[0], None):
                    self._tails.drop(stream)
                    return
                # Let every follower read for itself: it gets the records, or an error of its own.
                tail.forget_records()
                tail.has_missed = True
            tail.place = message.place
        else:
            tail.has_missed = True
        tail.ring(tail.records[-1].seq if tail.records else None)

    def _feed_own(self, stream: str, end: End, records: Sequence[Record], known: Callable[[], int] | None) -> None:
        tail = self._tails.get(stream)
        if tail is None or end.place <= tail.place:
            return
        if tail.records and records[0].seq <= tail.records[-1].seq:
            self._tails.drop(stream)
            return
        tail.push(records)
        tail.place = end.place
        tail.ring(end.seq, known)

    def _entries_at_hand(self, after: int) -> tuple[Entry, ...] | None:
        """The next entries from what came last; None when they have to be read."""
        return self._newest.entries(after) if self._refusal is None else None

    async def _entries_since(self, after: int) -> tuple[Entry, ...]:
        """The next entries from the stream of JetStream."""
        self._check_open()
        entries: tuple[Entry, ...] = ()
        place, _ = place_of(after)
        while not entries:
            look = partial(self._jetstream.range, _ALL, place, max(place, self._consumer.fed), ROWS)
            found = await self._waiting_out(look)
            entries = entries_of(self._jetstream.name, found, after)
            if len(found) < ROWS:
                break
            place = found[-1].place + 1
        return entries

    async def drop(self, stream: str) -> None:
        """Remove a stream, and the note that it was opened."""
        self._check_writable()
        await trio.lowlevel.checkpoint()
        if not is_name(stream):
            return
        subject = subject_of(self._jetstream.name, stream)
        if (first := await self._jetstream.next(subject, 1)) is None:
            return
        # Whoever asked may leave, but half of a stream would be damage. Servers that are silent end it all the same.
        with trio.CancelScope(shield=True):
            await self._erase(subject)
            await self._jetstream.purge(subject)
            self._appender.forget(stream)
            self._tails.drop(stream)
            if first.opened:
                await self._jetstream.delete(first.opened)

    async def _erase(self, subject: str) -> None:
        """Have the servers overwrite what a stream holds, from about its end: so many records at once, in any order.

        A purge alone would leave every byte in their files for as long as anything else is in them. Who reads the
        stream meanwhile may find records missing, which is raised as damage.
        """
        if (last := await self._jetstream.last(subject)) is None:
            return
        async with aclosing(self._jetstream.batches(subject, 1, last.place)) as batches:
            places = [found.place async for batch in batches for found in batch]
        for end in range(len(places), 0, -_ERASED):
            async with trio.open_nursery() as nursery:
                for place in places[max(0, end - _ERASED) : end]:
                    nursery.start_soon(self._jetstream.delete, place)

    def open_channel(self, receive: Callable[[bytes], None]) -> AbstractAsyncContextManager[Channel]:
        """A channel to all other houses on this journal, on whichever machine."""
        return house_letters.open_channel(self._jetstream.connection, houses_subject(self._jetstream.name), receive)

    async def aclose(self) -> None:
        """Wait for the answers to appends under way; from now on everything else is refused."""
        closed = Closed("The journal is closed.")
        self._refuse(closed)
        if self._under_way:
            self._settled = trio.Event()
            with trio.move_on_after(self._jetstream.patience):
                await self._settled.wait()
        self._jetstream.connection.refuse(closed)
