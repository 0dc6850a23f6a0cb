"""The telnet house: listens, and gives everybody who comes a conversation of their own."""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections import Counter
from collections.abc import Callable
from functools import partial

import attrs
import trio

from core.service import Service
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.lobby import Door
from frontends.losing import watch_journal
from frontends.session import Session
from frontends.telnet.connection import Connection
from frontends.telnet.wire import Wire
from frontends.visitor import Guest

_LOG = logging.getLogger("parlour")
SEND_BUFFER = 1 << 15
"""Bytes the kernel keeps for a client, doubled by Linux: a dozen whole screens."""


@attrs.frozen
class Limits:
    """What the house bears."""

    connections: int = 2000
    connections_of_one_address: int = 32
    door_seconds: float = 120.0
    """For saying one's name; scanners and forgotten connections do not stay longer."""
    idle_seconds: float = 8 * 3600.0
    """Without a key; long enough to watch a whole evening."""
    keep_alive_seconds: float = 60.0
    goodbye_seconds: float = 5.0
    """For a client to read the last words."""


class House:
    """A telnet server over a service."""

    def __init__(self, service: Service, limits: Limits | None = None) -> None:
        self.service = service
        self.limits = limits or Limits()
        self._of_address: Counter[str] = Counter()
        self._sessions: set[Session] = set()

    @property
    def visitors(self) -> int:
        """How many people are in."""
        return self._of_address.total()

    async def serve(
        self, listeners: list[socket.socket], task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Let people in, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch_journal, self.service, self._announce)
            for listener in listeners:
                nursery.start_soon(self._listen, listener, nursery)
            task_status.started()

    def _announce(self, sentence: str) -> None:
        """Tell everybody who is in, and the operator."""
        _LOG.error(sentence)
        for session in tuple(self._sessions):
            session.announce(sentence)

    async def _listen(self, listener: socket.socket, nursery: trio.Nursery) -> None:
        while True:
            await trio.lowlevel.wait_readable(listener)
            try:
                sock, address = listener.accept()
            except BlockingIOError:
                continue
            except OSError:
                # Out of descriptors, most likely: let somebody leave before the next is let in.
                await trio.sleep(0.1)
                continue
            sock.setblocking(False)
            self._let_in(sock, str(address[0]), nursery)

    def _let_in(self, sock: socket.socket, address: str, nursery: trio.Nursery) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
        # The kernel would keep megabytes for a client that does not read.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        full = self.visitors >= self.limits.connections
        if full or self._of_address[address] >= self.limits.connections_of_one_address:
            with sock:
                Connection(sock).write("The house is full: please try again later.\n")
            return
        self._of_address[address] += 1
        nursery.start_soon(self._host, sock, address)

    async def _host(self, sock: socket.socket, address: str) -> None:
        """One person's visit. Whatever goes wrong in it ends this visit and no other."""
        connection = Connection(sock, Wire())
        try:
            with sock:
                await self._converse(connection)
        except Exception:
            _LOG.exception("Somebody's visit has ended in the middle.")
        finally:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    async def _converse(self, connection: Connection) -> None:
        talk = Conversation(connection.look, screen=False)
        session = Session(self.service, talk, connection, Guest(self.service.directory))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connection.attend)
            nursery.start_soon(self._look_after, connection, talk, nursery.cancel_scope)
            self._sessions.add(session)
            try:
                await session.run()
            finally:
                self._sessions.discard(session)
            with trio.move_on_after(self.limits.goodbye_seconds):
                await connection.drain()
            nursery.cancel_scope.cancel()

    async def _look_after(self, connection: Connection, talk: Conversation, visit: trio.CancelScope) -> None:
        """Show out who never says a name or nothing any more, and keep the connection of the others alive."""
        await trio.sleep(self.limits.door_seconds)
        if not isinstance(talk.room, Door):
            while trio.current_time() < connection.heard_at + self.limits.idle_seconds:
                await trio.sleep(self.limits.keep_alive_seconds)
                connection.keep_alive()
        visit.cancel()


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on an address.

    Raises: OSError when it cannot be had.
    """
    try:
        is_six = ipaddress.ip_address(host).version == 6
    except ValueError:
        is_six = False
    sock = socket.create_server((host, port), family=socket.AF_INET6 if is_six else socket.AF_INET, backlog=512)
    sock.setblocking(False)
    return [sock]


async def serve_telnet(service: Service, host: str, port: int, announce: Callable[[str, int], None]) -> None:
    """Serve until cancelled; `announce` is told the address once people can come.

    Raises: OSError when the address cannot be had.
    """
    listeners = listen(host, port)
    bound = listeners[0].getsockname()
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(House(service).serve, listeners))
        announce(bound[0], bound[1])
