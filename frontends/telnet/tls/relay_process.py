"""Callers by TLS in a process of their own, which hands the house a socket for each that has shaken hands.

What OpenSSL computes does not delay the house's event loop, and when the house is killed, this process still has the
session keys, so what `terminal_rescue` sends then reaches terminals by TLS, too. Most packets between the two have a
socket: callers with their addresses one way, and the same after the handshake, or refused, the other way.
"""

import json
import logging
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import trio

from core.base.game import Refused
from frontends.server import logs
from frontends.server.config import Limits
from frontends.telnet import child_process
from frontends.telnet.callers.admission import Refusals
from frontends.telnet.tls.relay import Certificate, LetIn, Refuse, Secured


def _packet(**told: Any) -> bytes:
    """To the process limits=FIELDS or, with a socket, address=ADDRESS and door=NUMBER; from it the latter, with the
    socket of the relay, or without one address=ADDRESS and why=REASON for a caller who was refused."""
    return json.dumps(told).encode()


class RelayProcess:
    """The same as `Secured`, in a process of its own."""

    def __init__(self, certificate: Certificate, limits: Limits, refuse: Refuse) -> None:
        level = logging.getLevelName(logging.getLogger(logs.LOGGER).getEffectiveLevel())
        program = ("-P", "-m", __name__, level, *map(str, certificate.files))
        self.process = child_process.ChildProcess("relay", program, self._send_limits, self.hear)
        self._refuse = refuse
        self._doors: list[LetIn] = []
        """What lets callers in, by the number of the door at which they have come."""
        self._limits = limits
        self._has_sent_limits = False

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Have callers relayed, until cancelled; what their visits say then is still relayed."""
        task_status.started()
        await self.process.run()

    def set_limits(self, limits: Limits) -> None:
        """Use these limits for callers from now on."""
        self._limits = limits
        self._send_limits()

    def _send_limits(self) -> None:
        self._has_sent_limits = self.process.send(_packet(limits=attrs.asdict(self._limits)))

    def take(self, sock: socket.socket, address: str, let_in: LetIn) -> None:
        """Hand a caller to the process; `let_in` gets the other end of the relay after the handshake."""
        if let_in not in self._doors:
            self._doors.append(let_in)
        with sock:
            if self.process.line is None:
                self._refuse(address, "no-relay")
            elif not self.process.send(_packet(address=address, door=self._doors.index(let_in)), sock):
                self._refuse(address, "too-many-handshakes")

    def hear(self, packet: bytes, sock: socket.socket | None) -> None:
        """Let in who has shaken hands, and note who was refused."""
        # A full line is full of callers, and the outcome of each comes here: so there is room again by now.
        if not self._has_sent_limits:
            self._send_limits()
        told = json.loads(packet)
        if sock is None:
            # A caller without a socket is one for whom this process had no descriptor left.
            self._refuse(told["address"], told.get("why", "no-room"))
        else:
            sock.setblocking(False)
            self._doors[told["door"]](sock, told["address"])


async def serve_relay(line: socket.socket, certificate: Certificate) -> None:
    """Relay for the house at the other end until that ends; relays have a moment more then."""
    here = Refusals()

    def refuse(address: str, why: str) -> None:
        if not child_process.send(line, _packet(address=address, why=why)):
            here.note(address, why)

    def let_in(door: int, sock: socket.socket, address: str) -> None:
        with sock:
            if not child_process.send(line, _packet(address=address, door=door), sock):
                refuse(address, "no-room")

    def hear(packet: bytes, sock: socket.socket | None) -> None:
        told = json.loads(packet)
        if "limits" in told:
            secured.set_limits(Limits(**told["limits"]))
        elif sock is None:
            refuse(told["address"], "no-room")
        else:
            sock.setblocking(False)
            secured.take(sock, told["address"], partial(let_in, told["door"]))

    line.setblocking(False)
    secured = Secured(certificate, Limits(), refuse)
    async with trio.open_nursery() as nursery:
        await nursery.start(secured.run)
        await child_process.listen(line, hear)
        nursery.cancel_scope.cancel()


def main(level: str, certificate: str, key: str, number: str) -> None:
    """`level` is the house's least level of what is logged, `number` that of the line."""
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
