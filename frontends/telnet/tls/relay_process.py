"""Callers by TLS in a process of their own, which hands the house a socket for each that has shaken hands.

What OpenSSL computes does not delay the house's event loop, and when the house is killed, this process still has the
session keys, so what `terminal_rescue` sends then reaches terminals by TLS, too. Packets go between the two, most of
them with a socket: callers with their addresses one way, and the same after the handshake, or refused, the other way.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import attrs
import trio

from core.base.game import Refused
from frontends.server import logs
from frontends.server.config import Limits
from frontends.telnet.callers.refusals import Refusals
from frontends.telnet.tls.relay import Certificate, LetIn, Secured

Packet = dict[str, Any]
"""To the process {"limits": FIELDS} or, with a socket, {"address": ADDRESS}; from it the latter, with the socket of the
relay, or without one {"address": ADDRESS, "why": REASON} for a caller who was refused."""
LONGEST = 4096
"""Bytes of a packet, as JSON."""
RESTART_SECONDS = 1.0
"""Seconds until a process that ended by itself is started again."""
GRACE_SECONDS = 1.5
"""Seconds for it to end with the house: enough for last words, and for all clients that answer them."""


def _send(line: socket.socket, packet: Packet, sock: socket.socket | None = None) -> bool:
    """Send without waiting; False when there is no room, or the other end is closed."""
    try:
        socket.send_fds(line, [json.dumps(packet).encode()], [sock.fileno()] if sock is not None else [])
    except OSError:
        return False
    return True


def _receive(line: socket.socket) -> tuple[Packet, socket.socket | None] | None:
    """A packet, with its socket if it has one and there is room for it; None when the other end is closed.

    Raises: BlockingIOError.
    """
    try:
        octets, files, _, _ = socket.recv_fds(line, LONGEST, 1)
    except ConnectionError:  # closed before it had read all
        return None
    if not octets:
        return None
    packet: Packet = json.loads(octets)
    return packet, socket.socket(fileno=files[0]) if files else None


# The house's end.


class RelayProcess:
    """The same as `Secured`, in a process of its own."""

    def __init__(self, certificate: Certificate, limits: Limits, refusals: Refusals) -> None:
        self._certificate, self._refusals = certificate, refusals
        self._let_in: LetIn | None = None
        self._line: socket.socket | None = None
        self.set_limits(limits)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Have callers relayed, until cancelled."""
        task_status.started()
        while True:
            try:
                async with self._process() as line:
                    await self._listen(line)
            except OSError as fault:
                logs.note(logging.ERROR, "no-relay", fault=fault)
            else:
                logs.note(logging.ERROR, "relay-ended")
            await trio.sleep(RESTART_SECONDS)

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[socket.socket]:
        """The process and the line to it, until the block ends."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        process: trio.Process | None = None
        try:
            self._line = ours  # Callers may be sent from now on; they wait there until the process is ready.
            self.set_limits(self.limits)
            with theirs:
                process = await self._started(theirs)
            yield ours
        finally:
            self._line = None
            ours.close()
            if process is not None:
                # Meanwhile visits end, and what they say last is relayed yet.
                with trio.CancelScope(shield=True):
                    with trio.move_on_after(GRACE_SECONDS):
                        await process.wait()
                    process.kill()
                    await process.wait()

    async def _started(self, line: socket.socket) -> trio.Process:
        level = logging.getLevelName(logging.getLogger(logs.LOGGER).getEffectiveLevel())
        return await trio.lowlevel.open_process(
            (sys.executable, "-P", "-m", __name__, str(line.fileno()), level, *self._certificate.files),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=(line.fileno(),),
            start_new_session=True,  # Ctrl-C is for the house alone.
        )  # fmt: skip

    async def _listen(self, line: socket.socket) -> None:
        """Let in who has shaken hands, and note who was refused, until the process ends."""
        while True:
            await trio.lowlevel.wait_readable(line)
            with suppress(BlockingIOError):
                if (received := _receive(line)) is None:
                    return
                # A full line is full of callers, and the outcome of each comes here: so there is room again by now.
                if not self._has_sent_limits:
                    self.set_limits(self.limits)
                packet, sock = received
                if sock is None:
                    # A caller without a socket is one for whom this process had no descriptor left.
                    self._refusals.note(packet["address"], packet.get("why", "no-room"))
                elif self._let_in is not None:
                    sock.setblocking(False)
                    self._let_in(sock, packet["address"])

    def set_limits(self, limits: Limits) -> None:
        """Use these limits for callers from now on."""
        self.limits = limits
        self._has_sent_limits = self._line is None or _send(self._line, {"limits": attrs.asdict(limits)})

    def take(self, sock: socket.socket, address: str, let_in: LetIn) -> None:
        """Hand a caller to the process; `let_in` gets the other end of the relay after the handshake."""
        self._let_in = let_in
        with sock:
            if self._line is None:
                self._refusals.note(address, "no-relay")
            elif not _send(self._line, {"address": address}, sock):
                self._refusals.note(address, "too-many-handshakes")


# The other process.


@attrs.frozen
class _Reported:
    """Refusals, told to the house; or noted here when it has no room for that."""

    line: socket.socket
    here: Refusals = attrs.field(factory=Refusals)

    def note(self, address: str, why: str) -> None:
        if not _send(self.line, {"address": address, "why": why}):
            self.here.note(address, why)


async def serve_relay(line: socket.socket, certificate: Certificate) -> None:
    """Relay for the house at the other end until that ends; relays have a moment more then."""

    def let_in(sock: socket.socket, address: str) -> None:
        with sock:
            if not _send(line, {"address": address}, sock):
                reported.note(address, "no-room")

    line.setblocking(False)
    reported = _Reported(line)
    secured = Secured(certificate, Limits(), reported)
    async with trio.open_nursery() as nursery:
        await nursery.start(secured.run)
        while True:
            await trio.lowlevel.wait_readable(line)
            with suppress(BlockingIOError):
                if (received := _receive(line)) is None:
                    break
                packet, sock = received
                if "limits" in packet:
                    secured.set_limits(Limits(**packet["limits"]))
                elif sock is None:
                    reported.note(packet["address"], "no-room")
                else:
                    sock.setblocking(False)
                    secured.take(sock, packet["address"], let_in)
        nursery.cancel_scope.cancel()


def main(number: str, level: str, certificate: str, key: str) -> None:
    """`number` is that of the line, `level` the house's least level of what is logged."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)  # The house ends first.
    logs.configure(level, sys.stderr)
    with socket.socket(fileno=int(number)) as line:
        try:
            trio.run(serve_relay, line, Certificate(Path(certificate), Path(key)))
        except Refused as refused:
            logs.note(logging.ERROR, "no-tls", why=str(refused))


if __name__ == "__main__":
    main(*sys.argv[1:])
