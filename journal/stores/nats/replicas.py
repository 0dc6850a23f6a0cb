"""The replicas of a journal on NATS, each by itself: what it holds, and making it anew from the others.

A direct get is answered by any replica, so what one of them holds cannot be asked for so. But a consumer without
replicas of its own reads from the disk of the one server it runs on, and its server is told when it is made. The
servers choose which; so consumers are made until one runs where it is wanted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import attrs
import msgspec
import trio

from journal.api import Damaged, JournalError, Record
from journal.chain import NO_HASH, parse
from journal.operations.comparison import Bound, Chain, Held, Told
from journal.operations.copy import run_all
from journal.stores.nats.append import lines_of
from journal.stores.nats.client.address import Address
from journal.stores.nats.client.connection import ANSWER_SECONDS, Connection
from journal.stores.nats.client.consumer import delete_consumer, from_place, numbers_of
from journal.stores.nats.client.jetstream import BATCH, Failed, Found, JetStream, decoded, pause
from journal.stores.nats.client.protocol import Message
from journal.stores.nats.client.replies import NoAnswer
from journal.stores.nats.subjects import opened_subject, stream_of, subject_of

PATIENCE = 30.0
"""Seconds for which what does not succeed at once is tried again."""
READY_SECONDS = 150.0
"""Seconds until a server reads its replica: one that was damaged or cut off first fetches what it has missed, which was
seen to take two minutes."""
CATCH_UP_SECONDS = 300.0
"""Seconds that replicas which are made anew may take."""
_POLL_SECONDS = 0.25
"""Seconds between two looks at how far they are."""
_POLLS = 8
"""Looks with one consumer."""
_NO_MORE = 404
_ALL = ">"
_SUBJECTS = 64
"""Subjects that a consumer may be asked for; for more it reads all."""


class _Peer(msgspec.Struct, frozen=True):
    name: str
    current: bool = False
    offline: bool = False
    lag: int = 0


class _Cluster(msgspec.Struct, frozen=True):
    leader: str = ""
    replicas: list[_Peer] = []


class _State(msgspec.Struct, frozen=True):
    last_seq: int = 0


class _Info(msgspec.Struct, frozen=True):
    config: dict[str, Any]
    cluster: _Cluster = _Cluster()
    state: _State = _State()


class _Made(msgspec.Struct, frozen=True):
    name: str
    cluster: _Cluster = _Cluster()


@attrs.define(eq=False)
class _Tally:
    """A stream while its messages go by."""

    opened: int = 0
    """The place of its note, as its first message has it."""
    seq: int = 0
    hash: str = NO_HASH
    is_whole: bool = True
    lines: list[bytes] | None = None
    """All lines, where they are wanted."""

    def take(self, stream: str, message: Found) -> None:
        if not self.seq and self.is_whole:
            self.opened = message.opened
        lines = lines_of(message.payload)
        if self.lines is not None:
            self.lines += lines
        for line in lines:
            if not self.is_whole:
                return
            last = Record(self.seq, "", "", b"", b"", self.hash, b"") if self.seq else None
            try:
                record = parse(stream, line, last)
            except Damaged:
                self.is_whole = False
            else:
                self.seq, self.hash = record.seq, record.hash


class _Count:
    """All streams, or some, while the messages of a replica go by."""

    def __init__(self, name: str, wanted: Collection[str] | None = None) -> None:
        """`name` is that of the journal. Only of wanted streams the lines are kept, too; None for all without lines."""
        self._name, self._wanted = name, wanted
        self._tallies: dict[str, _Tally] = {}
        self._notes: dict[int, str] = {}

    def take(self, message: Found) -> None:
        """The next message."""
        stream = stream_of(self._name, message.subject)
        if stream is None:
            self._notes[message.place] = message.payload.decode(errors="replace")
        elif self._wanted is None or stream in self._wanted:
            tally = self._tallies.get(stream)
            if tally is None:
                tally = self._tallies[stream] = _Tally(lines=None if self._wanted is None else [])
            tally.take(stream, message)

    def held(self) -> dict[str, Held]:
        """What there was of each stream."""
        found = {}
        for stream, tally in self._tallies.items():
            is_whole = tally.is_whole and self._notes.get(tally.opened) == stream
            found[stream] = Held(tuple(tally.lines or ()), Chain(tally.seq, tally.hash, is_whole))
        return found


class Replica:
    """One server's copy, see `journal.operations.comparison.Copy`. Made by `open_replicas`."""

    def __init__(self, name: str, jetstream: JetStream) -> None:
        """`name` is that of the server in the cluster."""
        self.name, self._jetstream = name, jetstream

    async def chains(self, bound: Bound, told: Told = lambda *_: None) -> Mapping[str, Chain]:
        """All streams."""
        count = _Count(self._jetstream.name)
        await self._read((_ALL,), bound, count, told)
        return {stream: held.chain for stream, held in count.held().items()}

    async def held(self, streams: Collection[str], bound: Bound) -> Mapping[str, Held]:
        """Everything it has of some streams."""
        name, count = self._jetstream.name, _Count(self._jetstream.name, frozenset(streams))
        subjects = {each(name, stream) for stream in streams for each in (subject_of, opened_subject)}
        await self._read(tuple(sorted(subjects)) if len(subjects) <= _SUBJECTS else (_ALL,), bound, count)
        return count.held()

    async def _read(self, subjects: Sequence[str], bound: Bound, count: _Count, told: Told = lambda *_: None) -> None:
        place, until, is_cut = 1, bound.place, True
        while is_cut:
            async with self._reading(subjects, place) as messages:
                while found := await messages.some():
                    for message in found:
                        if until is not None and message.place > until:
                            told(self.name, until, until)
                            return
                        count.take(message)
                    place = found[-1].place + 1
                    told(self.name, found[-1].place, until or 0)
            is_cut = messages.is_cut

    async def reach(self, place: int, is_current: Callable[[], Awaitable[bool]]) -> None:
        """Wait until it holds everything up to a place.

        That is so when it holds a message there, or a later one; where none is left, when the servers say so.
        """
        while True:
            # A consumer gets nothing more where its server had to make the stream anew: so another is made in time.
            async with self._reading((_ALL,), max(place, 1)) as messages:
                for _ in range(_POLLS):
                    if await messages.some() or messages.is_cut:
                        return
                    if await self._jetstream.next(_ALL, place) is None and await is_current():
                        return
                    await trio.sleep(_POLL_SECONDS)

    @asynccontextmanager
    async def _reading(self, subjects: Sequence[str], place: int = 1) -> AsyncIterator[_Reader]:
        """What it holds from a place on. Raises: JournalError."""
        consumer = await self._placed({**from_place(place), "filter_subjects": subjects})
        try:
            yield _Reader(self._jetstream, consumer)
        finally:
            delete_consumer(self._jetstream, consumer)

    async def _placed(self, config: Mapping[str, Any]) -> str:
        """A new consumer on this server. Raises: JournalError."""
        stream = self._jetstream.name
        with trio.move_on_after(READY_SECONDS):
            while True:
                try:
                    body = {"stream_name": stream, "config": config}
                    made = decoded(_Made, await self._jetstream.api(f"CONSUMER.CREATE.{stream}", body))
                except (Failed, NoAnswer):
                    await pause()
                    continue
                if not made.cluster.leader or made.cluster.leader == self.name:
                    return made.name
                delete_consumer(self._jetstream, made.name)
                # The servers choose where it is, and agree on each one: without a pause, what is to be copied to a
                # server that has nothing yet waits behind hundreds of these.
                await pause()
        raise JournalError("The server {name} does not read its replica; check its log.", name=self.name)


class _Reader:
    """The messages that a consumer has, a batch at a time."""

    def __init__(self, jetstream: JetStream, consumer: str) -> None:
        self._jetstream, self._consumer = jetstream, consumer
        self._found: list[Found] = []
        self._is_over = self._is_at_end = False
        self._ready = trio.Event()
        self._number = 0
        """Of the last message, as the server counts what it sends."""
        self.is_cut = False
        """Whether some of what was sent has not arrived, so that all that comes after it is passed over."""

    async def some(self) -> list[Found]:
        """The next messages; none if there are no more, or no more can be had here. Raises: JournalError."""
        if self._is_at_end or self.is_cut:  # What was stored since may have been sent to nobody.
            return []
        with trio.move_on_after(PATIENCE):
            while True:
                self._found, self._is_over = [], False
                await self._fetch()
                if self._found or self._is_over or self.is_cut:
                    return self._found
                await pause()
        raise self._jetstream.no_answer_error(NoAnswer("no answer"))

    async def _fetch(self) -> None:
        connection, self._ready = self._jetstream.connection, trio.Event()
        await connection.wait_connected()
        with connection.subscribed(self._receive) as subscription:
            connection.tell(
                f"$JS.API.CONSUMER.MSG.NEXT.{self._jetstream.name}.{self._consumer}",
                msgspec.json.encode({"batch": BATCH, "no_wait": True}),
                subscription.subject,
            )
            known = -1
            while known < len(self._found) and not self._ready.is_set():  # As long as some still come.
                known = len(self._found)
                with trio.move_on_after(ANSWER_SECONDS):
                    await self._ready.wait()

    def _receive(self, message: Message) -> None:
        if message.status:
            # Anything but that there are no more means that it is not ready yet, or gone.
            self._is_over = message.status == _NO_MORE
            self._ready.set()
            return
        place, number, pending = numbers_of(message.reply)
        # What came too late for the fetch before is missing: it must not look as if the replica lacked it.
        if number != self._number + 1:
            self.is_cut = True
            self._ready.set()
            return
        self._number = number
        self._found.append(Found(place, message.subject, message.payload, message.header))
        self._is_at_end = not pending
        if self._is_at_end or len(self._found) == BATCH:
            self._ready.set()


class Replicas:
    """All replicas of a journal, and the cluster that keeps them."""

    def __init__(self, jetstream: JetStream) -> None:
        self.all: tuple[Replica, ...] = ()
        """That run, in the order of their servers' names."""
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

    async def note(self, patience: float = READY_SECONDS) -> Bound:
        """How far the journal has come now, once all replicas that run have come so far.

        Raises: JournalError when one of them does not in time.
        """
        if late := await self.late(bound := await self.top(), patience):
            raise JournalError(
                "{names} have not caught up with the journal; try again when curl NODE:8222/healthz says ok.",
                names=", ".join(replica.name for replica in late),
            )
        return bound

    async def top(self) -> Bound:
        """How far the journal has come, as its leader says. Raises: JournalError."""
        return Bound((await self._look()).state.last_seq)

    async def late(self, bound: Bound, patience: float = READY_SECONDS) -> tuple[Replica, ...]:
        """Wait until the replicas have come so far. Returns: those that have not in time. Raises: JournalError."""
        reached: list[Replica] = []

        async def wait(replica: Replica) -> None:
            with trio.move_on_after(patience):
                while replica not in reached:
                    with suppress(JournalError):  # Its server may have just been started again.
                        await replica.reach(bound.place or 0, partial(self._is_current, replica.name))
                        reached.append(replica)
                    await pause()

        await run_all(len(self.all), [partial(wait, replica) for replica in self.all])
        return tuple(replica for replica in self.all if replica not in reached)

    async def _is_current(self, server: str) -> bool:
        """Whether the leader says that a server has everything."""
        cluster = (await self._look()).cluster
        return cluster.leader in ("", server) or any(
            peer.name == server and peer.current and not peer.lag for peer in cluster.replicas
        )

    async def wait(self) -> None:
        """Wait until there are as many as there should be, and all that run have everything.

        Raises: JournalError when they do not in time.
        """
        with trio.move_on_after(CATCH_UP_SECONDS):
            while True:
                info = await self._look()
                if len(info.cluster.replicas) + 1 >= info.config.get("num_replicas", 1) and info.cluster.leader:
                    break
                await trio.sleep(_POLL_SECONDS)
            await self.find()
            await self.note(CATCH_UP_SECONDS)
            return
        raise JournalError("The replicas do not catch up with each other; check the servers' logs.")

    async def rebuild(self, good: Replica) -> None:
        """Throw away all replicas but a good one, and let the servers copy that.

        The journal goes on meanwhile, on one disk only. Raises: JournalError.
        """
        config = (await self._look()).config
        await self._lead(good.name)
        await self._update({**config, "num_replicas": 1})
        try:
            await self._alone(good.name)
        finally:
            # Whatever went wrong, and whoever left: on one disk only nothing is safe, and no house opens the journal.
            with trio.CancelScope(shield=True):
                await self._update(config)
        await self.wait()

    async def _alone(self, server: str) -> None:
        with trio.move_on_after(CATCH_UP_SECONDS):
            while (cluster := (await self._look()).cluster).replicas or cluster.leader != server:
                await trio.sleep(_POLL_SECONDS)
            return
        raise JournalError("The replicas do not catch up with each other; check the servers' logs.")

    async def _lead(self, server: str) -> None:
        with trio.move_on_after(CATCH_UP_SECONDS):
            while (await self._look()).cluster.leader != server:
                with suppress(Failed, NoAnswer):  # It is asked again.
                    await self._jetstream.api(
                        f"STREAM.LEADER.STEPDOWN.{self._jetstream.name}", {"placement": {"preferred": server}}
                    )
                await trio.sleep(4 * _POLL_SECONDS)
            return
        raise JournalError("The server {name} does not become the leader; run it again.", name=server)

    async def _update(self, config: Mapping[str, Any]) -> None:
        await self._jetstream.ask_surely(f"STREAM.UPDATE.{self._jetstream.name}", config, within=PATIENCE)

    async def _look(self) -> _Info:
        try:
            return decoded(_Info, await self._jetstream.ask_patiently(f"STREAM.INFO.{self._jetstream.name}"))
        except Failed as error:
            raise self._jetstream.refusal_error(error) from error


@asynccontextmanager
async def open_replicas(address: Address) -> AsyncIterator[Replicas]:
    """The replicas of a journal. Raises: JournalError."""
    connection = Connection(address)
    jetstream = JetStream(connection, address.name, str(address), PATIENCE)
    async with connection.running():
        replicas = Replicas(jetstream)
        await replicas.find()
        yield replicas
