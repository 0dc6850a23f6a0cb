"""A process beside the house: started with a line to it, started again when it ends by itself, ended with the house.

What computes much for strangers, or has to outlive a house that is killed, runs in such a process. Over the line go
packets, each with a socket or without one. A program imports what it needs, and need not import this: so one that
needs little is small and starts at once.
"""

import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import trio

from frontends.server import logs

LONGEST = 4096
"""Bytes of a packet."""
RESTART_SECONDS = 1.0
"""Seconds until a process that ended by itself is started again."""
GRACE_SECONDS = 1.5
"""Seconds for it to end with the house: enough for last words, and for all clients that answer them."""

Hear = Callable[[bytes, socket.socket | None], None]
"""Called with a packet, and with its socket if it has one and there is room for it."""


def send(line: socket.socket, packet: bytes, sock: socket.socket | None = None) -> bool:
    """Send without waiting; False when there is no room, or either end is closed."""
    try:
        socket.send_fds(line, [packet], [sock.fileno()] if sock is not None else [])
    except OSError:
        return False
    return True


async def listen(line: socket.socket, hear: Hear) -> None:
    """Call `hear` with each packet that comes, until the other end is closed."""
    while True:
        await trio.lowlevel.wait_readable(line)
        try:
            packet, files, _, _ = socket.recv_fds(line, LONGEST, 1)
        except BlockingIOError:
            continue
        except ConnectionError:  # closed before it had read all
            return
        if not packet:
            return
        hear(packet, socket.socket(fileno=files[0]) if files else None)


class ChildProcess:
    """The house's end.

    Attributes:
        line: goes to the process, or to one that is about to be started; None while there is none.
    """

    def __init__(
        self, name: str, program: Sequence[str], begin: Callable[[], None], hear: Hear = lambda packet, sock: None
    ) -> None:
        """`name` is for the log; `program` what Python is started with, before the number of the line.

        `begin` is called for each new line before anything else goes there, `hear` as in `listen`.
        """
        self._name, self._program, self._begin, self._hear = name, program, begin, hear
        self.line: socket.socket | None = None
        self._was_tried = trio.Event()
        self._fault: OSError | None = None

    def send(self, packet: bytes, sock: socket.socket | None = None) -> bool:
        """Send without waiting; False when there is no room, or no process."""
        return self.line is not None and send(self.line, packet, sock)

    async def run(self) -> None:
        """Have the process running until cancelled."""
        while True:
            try:
                async with self._running() as line:
                    self._was_tried.set()
                    await listen(line, self._hear)
            except OSError as fault:
                self._fault = fault
                self._was_tried.set()
                logs.note(logging.ERROR, f"no-{self._name}", fault=fault)
            else:
                logs.note(logging.ERROR, f"{self._name}-ended")
            await trio.sleep(RESTART_SECONDS)

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """The same until the block ends, which may be after everything else was cancelled.

        Raises: OSError when it cannot be started at first.
        """
        scope = trio.CancelScope(shield=True)

        async def run() -> None:
            with scope:
                await self.run()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            try:
                await self._was_tried.wait()
                if (fault := self._fault) is None:
                    yield
            finally:
                scope.cancel()
        if fault is not None:
            raise fault

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[socket.socket]:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        process: trio.Process | None = None
        try:
            self.line = ours  # What is sent from now on waits there until the process is ready.
            self._begin()
            with theirs:
                process = await trio.lowlevel.open_process(
                    (sys.executable, *self._program, str(theirs.fileno())),
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=(theirs.fileno(),),
                    start_new_session=True,  # Ctrl-C is for the house alone.
                )  # fmt: skip
            yield ours
        finally:
            self.line = None
            ours.close()
            if process is not None:
                with trio.CancelScope(shield=True):
                    with trio.move_on_after(GRACE_SECONDS):
                        await process.wait()
                    process.kill()
                    await process.wait()
