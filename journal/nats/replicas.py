"""The replicas of a journal on NATS, each by itself: what it holds, and making it anew from the others.

A server that is asked for messages directly answers from its own disk, if it has the journal there. So each replica is
read over a connection to its server alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import attrs
import msgspec
import trio

from journal.api import Damaged, JournalError, Record
from journal.chain import NO_HASH, parse
from journal.nats.address import Address, Server
from journal.nats.appending import lines_of
from journal.nats.connection import Connection
from journal.nats.jetstream import BATCH, OPENED, Failed, Found, JetStream, NoAnswer
from journal.nats.protocol import header_field
from journal.nats.subjects import stream_of, subject_of
from journal.scrubbing import Chain

PATIENCE = 10.0
"""Seconds for which what does not succeed at once is tried again."""
CATCH_UP = 300.0
"""Seconds that replicas which are made anew may take."""
_LOOK = 0.25
"""Seconds between two looks at how far they are."""
_ALL = ">"


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
    state: _State = _State()
    cluster: _Cluster = _Cluster()


_info = msgspec.json.Decoder(_Info).decode


@attrs.define(eq=False)
class _Tally:
    """A stream while its messages go by."""

    opened: str = ""
    """The place of its note, as its first message has it."""
    seq: int = 0
    hash: str = NO_HASH
    is_whole: bool = True

    def take(self, stream: str, message: Found) -> None:
        if not self.seq and self.is_whole:
            self.opened = header_field(message.header, OPENED) or ""
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

    def __init__(self, server: Server, jetstream: JetStream) -> None:
        self.name = f"nats://{server}"
        self._jetstream = jetstream

    @property
    def server(self) -> str:
        """What the server is called in its cluster."""
        return self._jetstream.connection.info.server_name

    async def chains(self) -> Mapping[str, Chain]:
        """All streams."""
        tallies: dict[str, _Tally] = {}
        notes: dict[str, str] = {}
        async for message in self._messages(_ALL):
            stream = stream_of(self._jetstream.name, message.subject)
            if stream is None:
                notes[str(message.place)] = message.payload.decode(errors="replace")
            else:
                tallies.setdefault(stream, _Tally()).take(stream, message)
        return {
            stream: Chain(tally.seq, tally.hash, tally.is_whole and notes.get(tally.opened) == stream)
            for stream, tally in tallies.items()
        }

    async def lines(self, stream: str) -> Sequence[bytes]:
        """Everything it has of a stream."""
        subject = subject_of(self._jetstream.name, stream)
        return [line async for message in self._messages(subject) for line in lines_of(message.payload)]

    async def chain(self, stream: str) -> Chain:
        """One stream, with its note."""
        tally = _Tally(is_whole=True)
        async for message in self._messages(subject_of(self._jetstream.name, stream)):
            tally.take(stream, message)
        if not tally.seq:
            return Chain(0, is_whole=False)
        note = await self._note(int(tally.opened)) if tally.opened.isdigit() else None
        return Chain(tally.seq, tally.hash, tally.is_whole and note == stream)

    async def _note(self, place: int) -> str | None:
        found, _ = await self._jetstream.batch(f"{self._jetstream.name}.opened.*", place, 1)
        return found[0].payload.decode(errors="replace") if found and found[0].place == place else None

    async def _messages(self, subject: str) -> AsyncIterator[Found]:
        place = 1
        while True:
            found, _ = await self._jetstream.batch(subject, place, BATCH)
            if not found:
                return
            for message in found:
                yield message
            place = found[-1].place + 1


class Replicas:
    """All replicas of a journal, and the cluster that keeps them."""

    def __init__(self, jetstream: JetStream, replicas: Sequence[Replica], missing: Mapping[str, JournalError]) -> None:
        self.all = tuple(replicas)
        self.missing = missing
        """Servers that cannot be asked, and why."""
        self._jetstream = jetstream

    async def wait(self) -> None:
        """Wait until all say that they have everything. Raises: JournalError when they do not in time."""
        with trio.move_on_after(CATCH_UP):
            while True:
                info = await self._look()
                wanted = info.config.get("num_replicas", 1)
                current = [peer for peer in info.cluster.replicas if peer.current and not peer.offline and not peer.lag]
                if info.cluster.leader and len(current) >= wanted - 1:
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
        with trio.move_on_after(CATCH_UP):
            while (info := await self._look()).cluster.replicas or info.cluster.leader != good.server:
                await trio.sleep(_LOOK)
        if info.cluster.leader != good.server:
            raise JournalError("The server {name} does not lead the journal; run it again.", name=good.server)
        await self._update(config)
        await self.wait()

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
            return _info(await self._jetstream.sure(f"STREAM.INFO.{self._jetstream.name}"))
        except Failed as error:
            raise self._jetstream.refused(error) from error


@asynccontextmanager
async def open_replicas(address: Address) -> AsyncIterator[Replicas]:
    """The replicas on all servers of an address, which must be all that there are. Raises: JournalError."""
    whole = Connection(address)
    async with whole.running(), _all_running(address) as (replicas, missing):
        yield Replicas(JetStream(whole, address.name, str(address), PATIENCE), replicas, missing)


@asynccontextmanager
async def _all_running(address: Address) -> AsyncIterator[tuple[list[Replica], dict[str, JournalError]]]:
    replicas: list[Replica] = []
    missing: dict[str, JournalError] = {}
    async with AsyncExitStack() as stack:
        for server in address.servers:
            connection = Connection(attrs.evolve(address, servers=(server,)))
            try:
                await stack.enter_async_context(connection.running())
            except JournalError as error:
                missing[f"nats://{server}"] = error
            else:
                replicas.append(Replica(server, JetStream(connection, address.name, str(server), PATIENCE)))
        yield replicas, missing
