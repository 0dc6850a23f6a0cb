"""The replicas of a journal on NATS, each by itself: what it holds, and making it anew from the others.

A direct get is answered by any replica, so what one of them holds cannot be asked for so. But a consumer without
replicas of its own reads from the disk of the one server it runs on, and its server is told when it is made. The
servers choose which; so consumers are made until one runs where it is wanted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import attrs
import msgspec
import trio

from journal.api import Damaged, JournalError, Record
from journal.chain import NO_HASH, parse
from journal.nats.address import Address
from journal.nats.appending import lines_of
from journal.nats.connection import ANSWER, Connection
from journal.nats.consumer import delete_consumer, numbers_of
from journal.nats.jetstream import BATCH, Failed, Found, JetStream, NoAnswer, pause, understood
from journal.nats.protocol import Message
from journal.nats.subjects import opened_subject, stream_of, subject_of
from journal.scrubbing import Chain

PATIENCE = 30.0
"""Seconds for which what does not succeed at once is tried again."""
READY = 150.0
"""Seconds until a server reads its replica: one that was damaged or cut off first fetches what it has missed, which was
seen to take two minutes."""
CATCH_UP = 300.0
"""Seconds that replicas which are made anew may take."""
_LOOK = 0.25
"""Seconds between two looks at how far they are."""
_KEPT = 30.0
"""Seconds after which the servers forget a consumer that nobody asks."""
_NO_MORE = 404
_ALL = ">"


class _Peer(msgspec.Struct, frozen=True):
    name: str
    current: bool = False
    offline: bool = False
    lag: int = 0


class _Cluster(msgspec.Struct, frozen=True):
    leader: str = ""
    replicas: list[_Peer] = []


class _Info(msgspec.Struct, frozen=True):
    config: dict[str, Any]
    cluster: _Cluster = _Cluster()


class _Made(msgspec.Struct, frozen=True):
    name: str
    cluster: _Cluster = _Cluster()


_info = msgspec.json.Decoder(_Info).decode
_made = msgspec.json.Decoder(_Made).decode


@attrs.define(eq=False)
class _Tally:
    """A stream while its messages go by."""

    opened: int = 0
    """The place of its note, as its first message has it."""
    seq: int = 0
    hash: str = NO_HASH
    is_whole: bool = True

    def take(self, stream: str, message: Found) -> None:
        if not self.seq and self.is_whole:
            self.opened = message.opened
        for line in lines_of(message.payload):
            if not self.is_whole:
                return
            last = Record(self.seq, "", "", b"", b"", self.hash, b"") if self.seq else None
            try:
                record = parse(stream, line, last)
            except Damaged:
                self.is_whole = False
            else:
                self.seq, self.hash = record.seq, record.hash


class Replica:
    """One server's copy, see `journal.scrubbing.Copy`. Made by `open_replicas`."""

    follows = False

    def __init__(self, server: str, jetstream: JetStream) -> None:
        """`server` is its name in the cluster."""
        self.name = self.server = server
        self._jetstream = jetstream

    async def chains(self) -> Mapping[str, Chain]:
        """All streams."""
        tallies: dict[str, _Tally] = {}
        notes: dict[int, str] = {}
        async with self._reading(_ALL) as batches:
            async for message in batches:
                stream = stream_of(self._jetstream.name, message.subject)
                if stream is None:
                    notes[message.place] = message.payload.decode(errors="replace")
                else:
                    tallies.setdefault(stream, _Tally()).take(stream, message)
        return {
            stream: Chain(tally.seq, tally.hash, tally.is_whole and notes.get(tally.opened) == stream)
            for stream, tally in tallies.items()
        }

    async def lines(self, stream: str) -> Sequence[bytes]:
        """Everything it has of a stream."""
        async with self._reading(subject_of(self._jetstream.name, stream)) as messages:
            return [line async for message in messages for line in lines_of(message.payload)]

    async def chain(self, stream: str) -> Chain:
        """One stream, with its note."""
        tally = _Tally()
        async with self._reading(subject_of(self._jetstream.name, stream)) as messages:
            async for message in messages:
                tally.take(stream, message)
        is_noted = tally.opened > 0 and await self._note(stream, tally.opened) == stream
        return Chain(tally.seq, tally.hash, tally.is_whole and is_noted)

    async def _note(self, stream: str, place: int) -> str:
        async with self._reading(opened_subject(self._jetstream.name, stream), place) as messages:
            async for message in messages:
                return message.payload.decode(errors="replace") if message.place == place else ""
        return ""

    @asynccontextmanager
    async def _reading(self, subject: str, place: int = 1) -> AsyncIterator[_Reader]:
        """What it holds from a place on. Raises: JournalError."""
        config = {
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": place,
            "filter_subject": subject,
            "ack_policy": "none",
            "max_deliver": 1,
            "mem_storage": True,
            "num_replicas": 1,
            "inactive_threshold": int(_KEPT * 1e9),
        }
        consumer = await self._placed(config)
        try:
            yield _Reader(self._jetstream, consumer)
        finally:
            delete_consumer(self._jetstream, consumer)

    async def _placed(self, config: Mapping[str, Any]) -> str:
        """A new consumer on this server. Raises: JournalError."""
        stream = self._jetstream.name
        with trio.move_on_after(READY):
            while True:
                try:
                    body = {"stream_name": stream, "config": config}
                    made = understood(_made, await self._jetstream.api(f"CONSUMER.CREATE.{stream}", body))
                except (Failed, NoAnswer):
                    await pause()
                    continue
                if not made.cluster.leader or made.cluster.leader == self.server:
                    return made.name
                delete_consumer(self._jetstream, made.name)
        raise JournalError("The server {name} does not read its replica; look into its log.", name=self.server)


class _Reader(AsyncIterator[Found]):
    """The messages that a consumer has, a batch at a time."""

    def __init__(self, jetstream: JetStream, consumer: str) -> None:
        self._jetstream, self._consumer = jetstream, consumer
        self._found: deque[Found] = deque()
        self._is_over = False
        self._ready = trio.Event()
        self._count = 0

    async def __anext__(self) -> Found:
        with trio.move_on_after(PATIENCE):
            while not self._found:
                if self._is_over:
                    raise StopAsyncIteration
                await self._fetch()
                if not self._found and not self._is_over:
                    await pause()
            return self._found.popleft()
        raise self._jetstream.silent(NoAnswer("no answer"))

    async def _fetch(self) -> None:
        connection, self._ready, self._count = self._jetstream.connection, trio.Event(), 0
        await connection.reached()
        with connection.subscribed(self._receive) as subscription, trio.move_on_after(ANSWER):
            connection.tell(
                f"$JS.API.CONSUMER.MSG.NEXT.{self._jetstream.name}.{self._consumer}",
                msgspec.json.encode({"batch": BATCH, "no_wait": True}),
                subscription.subject,
            )
            await self._ready.wait()

    def _receive(self, message: Message) -> None:
        if message.status:
            # Anything but that there are no more means that it is not ready yet, or gone.
            self._is_over = message.status == _NO_MORE
            self._ready.set()
            return
        place, _, pending = numbers_of(message.reply)
        self._found.append(Found(place, message.subject, message.payload, message.header))
        self._count += 1
        self._is_over = not pending
        if self._is_over or self._count == BATCH:
            self._ready.set()


class Replicas:
    """All replicas of a journal, and the cluster that keeps them."""

    def __init__(self, jetstream: JetStream) -> None:
        self.all: tuple[Replica, ...] = ()
        """In the order of their servers' names."""
        self.missing: tuple[str, ...] = ()
        """Servers that have a replica and do not run."""
        self._jetstream = jetstream

    async def find(self) -> None:
        """Find out which servers have one. Raises: JournalError."""
        cluster = (await self._look()).cluster
        running = [peer.name for peer in cluster.replicas if not peer.offline]
        names = sorted([cluster.leader or self._jetstream.connection.info.server_name, *running])
        self.all = tuple(Replica(name, self._jetstream) for name in names)
        self.missing = tuple(sorted(peer.name for peer in cluster.replicas if peer.offline))

    async def wait(self) -> None:
        """Wait until all that run say that they have everything. Raises: JournalError when they do not in time."""
        with trio.move_on_after(CATCH_UP):
            while True:
                info = await self._look()
                running = [peer for peer in info.cluster.replicas if not peer.offline]
                has_all = len(info.cluster.replicas) + 1 >= info.config.get("num_replicas", 1)
                if has_all and info.cluster.leader and all(peer.current and not peer.lag for peer in running):
                    return
                await trio.sleep(_LOOK)
        raise JournalError("The replicas do not catch up with one another; look into the servers' logs.")

    async def make_anew(self, good: Replica) -> None:
        """Throw away all replicas but a good one, and let the servers copy that.

        The journal goes on meanwhile, on one disk only. Raises: JournalError.
        """
        config = (await self._look()).config
        await self._lead(good.server)
        await self._update({**config, "num_replicas": 1})
        try:
            await self._alone(good.server)
        finally:
            # Whatever went wrong, and whoever left: on one disk only nothing is safe, and no house opens the journal.
            with trio.CancelScope(shield=True):
                await self._update(config)
        await self.wait()

    async def _alone(self, server: str) -> None:
        with trio.move_on_after(CATCH_UP):
            while (cluster := (await self._look()).cluster).replicas or cluster.leader != server:
                await trio.sleep(_LOOK)
            return
        raise JournalError("The replicas do not catch up with one another; look into the servers' logs.")

    async def _lead(self, server: str) -> None:
        with trio.move_on_after(CATCH_UP):
            while (await self._look()).cluster.leader != server:
                with suppress(Failed, NoAnswer):  # It is asked again.
                    await self._jetstream.api(
                        f"STREAM.LEADER.STEPDOWN.{self._jetstream.name}", {"placement": {"preferred": server}}
                    )
                await trio.sleep(4 * _LOOK)
            return
        raise JournalError("The server {name} does not become the leader; run it again.", name=server)

    async def _update(self, config: Mapping[str, Any]) -> None:
        try:
            await self._jetstream.sure(f"STREAM.UPDATE.{self._jetstream.name}", config, within=PATIENCE)
        except Failed as error:
            raise self._jetstream.refused(error) from error

    async def _look(self) -> _Info:
        try:
            return understood(_info, await self._jetstream.sure(f"STREAM.INFO.{self._jetstream.name}"))
        except Failed as error:
            raise self._jetstream.refused(error) from error


@asynccontextmanager
async def open_replicas(address: Address) -> AsyncIterator[Replicas]:
    """The replicas of a journal. Raises: JournalError."""
    connection = Connection(address)
    jetstream = JetStream(connection, address.name, str(address), PATIENCE)
    async with connection.running():
        replicas = Replicas(jetstream)
        await replicas.find()
        yield replicas
