"""One program at this process's standard streams: it sits at home, where nothing is counted."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import attrs
import trio

from frontends.programs.door.dispatch import take
from frontends.programs.door.program import Program
from frontends.programs.protocol.lines import Lines
from journal.blocking_threads import Threads

_READING, _WRITING = Threads("standard input", 1), Threads("standard output", 1)
READ_SIZE = 1 << 16
SLOW = 1 << 15
"""Bytes that wait to be read from which on the program gets states instead of events."""


@attrs.define(eq=False)
class Streams:
    """The way to the program. Threads read and write, as the streams may be pipes, files or terminals."""

    input: int = 0
    """The file descriptors."""
    output: int = 1
    on_read: Callable[[], None] = lambda: None
    _unsent: bytearray = attrs.field(factory=bytearray)
    _changed: trio.Event = attrs.field(factory=trio.Event)
    _written: trio.Event = attrs.field(factory=trio.Event)
    """Set once nothing is unsent, or nobody reads any more."""
    _is_broken: bool = False
    _waiting: trio.CancelScope = attrs.field(factory=trio.CancelScope)

    @property
    def is_slow(self) -> bool:
        """Whether much that was sent is not read yet."""
        return len(self._unsent) > SLOW

    def send(self, octets: bytes) -> None:
        """Write it as soon as it can be."""
        if not self._is_broken:
            self._unsent += octets
            self._changed.set()

    def wake(self) -> None:
        """Have who waits for lines look at once."""
        self._waiting.cancel()

    async def write_all(self) -> None:
        """Write what is sent, until cancelled or nobody reads any more."""
        while not self._is_broken:
            while self._unsent:
                await self._write_some()
            self._written.set()
            self.on_read()
            if not self._unsent:
                self._changed = trio.Event()
                await self._changed.wait()

    async def _write_some(self) -> None:
        try:
            written = await self.put(bytes(self._unsent))
        except OSError:
            self._is_broken, written = True, len(self._unsent)
        del self._unsent[:written]

    async def put(self, octets: bytes) -> int:
        """Write some of them. Returns: how many. Raises: OSError where nobody reads any more."""
        return await _WRITING.run(os.write, self.output, octets, abandon_on_cancel=True)

    async def take(self) -> bytes:
        """What comes next; nothing at the end."""
        return await _READING.run(os.read, self.input, READ_SIZE, abandon_on_cancel=True)

    async def drain(self) -> None:
        """Wait until all is written that was sent."""
        if self._unsent:
            self._written = trio.Event()
            await self._written.wait()

    async def read_all(self, lines: trio.MemorySendChannel[bytes]) -> None:
        """Read lines until the end."""
        cut = Lines()
        async with lines:
            while chunk := await self.take():
                for line in cut.feed(chunk):
                    await lines.send(line)
            for line in cut.end():
                await lines.send(line)

    async def next(self, lines: trio.MemoryReceiveChannel[bytes]) -> bytes | None:
        """The next line, an empty one when woken; None at the end."""
        with trio.CancelScope() as self._waiting:
            try:
                return await lines.receive()
            except trio.EndOfChannel:
                return None
        return b""


@asynccontextmanager
async def _running(streams: Streams) -> AsyncIterator[trio.MemoryReceiveChannel[bytes]]:
    into, lines = trio.open_memory_channel[bytes](0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(streams.write_all)
        nursery.start_soon(streams.read_all, into)
        yield lines
        nursery.cancel_scope.cancel()


async def attend(program: Program, streams: Streams) -> None:
    """Answer a program until it leaves, or its input ends."""
    program.outlet, streams.on_read = streams, program.catch_up
    async with _running(streams) as lines:
        try:
            while not program.is_over and (line := await streams.next(lines)) is not None:
                await (take(program, line) if line else program.settle())
                if streams.is_slow:
                    await streams.drain()
        finally:
            await program.close(lost=not program.is_over)
        await streams.drain()
