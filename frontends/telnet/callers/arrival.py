"""A caller who waits to be admitted, and may have hung up by now."""

import select
import socket
from contextlib import suppress
from typing import Any

import attrs

from frontends.telnet.wire.codes import IAC, Command


@attrs.define(eq=False)
class Arrival:
    """The socket and the address of such a caller."""

    sock: socket.socket
    address: str
    door: Any = None
    """By which they came."""
    _was_asked: bool = attrs.field(default=False, init=False)

    @property
    def has_hung_up(self) -> bool:
        """Whether they have reset the connection, or closed it without sending anything."""
        if self._events & (select.POLLERR | select.POLLHUP):
            return True
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

    @property
    def _events(self) -> int:
        poll = select.poll()
        poll.register(self.sock, select.POLLRDHUP)
        return sum(events for _, events in poll.poll(0))

    def ask(self) -> None:
        """Send IAC NOP: a client that still reads ignores it, any other answers with a reset."""
        self._was_asked = True
        with suppress(OSError):
            self.sock.send(bytes((IAC, Command.NOP)))
