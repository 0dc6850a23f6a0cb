"""Watches, by epoll, for clients that close or reset their connection while nothing is read from it.

A visit that reads finds out by itself; one that is paused, waits for its turn, or for a password to be computed does
not. A client that closes is half closed at first: it may have shut down only its sending side, to read the remaining
answers. It is gone once anything is sent to it.
"""

import select
from contextlib import suppress

import trio

from frontends.telnet.input import InputStream

MOST_NOTIFIED = 4
"""Connections that are notified before other tasks run."""


class HangUps:
    """Watches connections while `run` runs."""

    def __init__(self) -> None:
        self._poll: select.epoll | None = None
        self._watched: dict[int, InputStream] = {}

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Notify connections, until cancelled."""
        with select.epoll() as self._poll:
            task_status.started()
            try:
                while True:
                    await trio.lowlevel.wait_readable(self._poll.fileno())
                    for number, event in self._poll.poll(0, MOST_NOTIFIED):
                        self._notify(self._watched[number], event)
            finally:
                self._poll = None

    def watch(self, connection: InputStream) -> None:
        """Notify a connection from now on, until `forget`."""
        if self._poll is not None:
            self._watched[connection.sock.fileno()] = connection
            self._poll.register(connection.sock, select.EPOLLRDHUP | select.EPOLLONESHOT)

    def forget(self, connection: InputStream) -> None:
        """Stop watching a connection; call it before the socket is closed."""
        if self._watched.pop(connection.sock.fileno(), None) is not None and self._poll is not None:
            with suppress(OSError):
                self._poll.unregister(connection.sock)

    def _notify(self, connection: InputStream, event: int) -> None:
        if event & (select.EPOLLERR | select.EPOLLHUP):
            connection.note_gone()
        elif self._poll is not None:
            connection.note_half_closed()
            self._poll.modify(connection.sock, select.EPOLLERR | select.EPOLLHUP | select.EPOLLONESHOT)
