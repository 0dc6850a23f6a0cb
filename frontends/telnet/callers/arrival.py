"""A caller who waits to be admitted, and may have hung up by now."""

import logging
import select
import socket
from contextlib import suppress
from typing import Any

import attrs

from frontends.server import logs
from frontends.telnet.output import Why
from frontends.telnet.wire.codes import IAC, Command


@attrs.define(eq=False)
class Arrival:
    """The socket and the address of such a caller."""

    sock: socket.socket
    address: str
    door: Any = None
    """By which they came."""
    _events: int = attrs.field(default=0, init=False)
    """What `poll` said when they were looked at."""
    _was_asked: bool = attrs.field(default=False, init=False)

    def look(self) -> None:
        """Find out what they have done until now."""
        poll = select.poll()
        poll.register(self.sock, select.POLLIN | select.POLLRDHUP)
        self._events = next((events for _, events in poll.poll(0)), 0)

    @property
    def has_hung_up(self) -> bool:
        """Whether they have reset the connection, or closed it without sending anything."""
        if self._events & (select.POLLERR | select.POLLHUP):
            return True
        if not self._events & select.POLLIN:
            return False
        try:
            return not self.sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    @property
    def may_have_gone(self) -> bool:
        """Whether they have closed at least their half of the connection, and were not asked yet."""
        return not self._was_asked and bool(self._events & select.POLLRDHUP)

    def ask(self) -> None:
        """Send IAC NOP: a client that still reads ignores it, any other answers with a reset."""
        self._was_asked = True
        with suppress(OSError):
            self.sock.send(bytes((IAC, Command.NOP)))


@attrs.frozen
class Alone:
    """An exception for a caller who is not admitted yet is logged, and ends this connection only. No generator:
    thousands may come at once."""

    sock: socket.socket
    address: str

    def __enter__(self) -> None:
        """Begin it."""

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> bool:
        """Close the connection if something went wrong."""
        if fault is not None:
            self.sock.close()
        if not isinstance(fault, Exception):
            return False
        logs.note(logging.ERROR, "refused", fault=fault, address=self.address, why=Why.ERROR.value)
        return True
