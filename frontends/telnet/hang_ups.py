"""Clients who hang up while nobody reads from them: told to their connections at once.

A visit that reads finds out by itself. One that rests, waits for its turn, or for a password to be computed does not.
Of a client that ends it is seen first that it sends nothing more, which it may have done to hear the rest of the
answers; and that it is gone once anything is sent to it.
"""

from __future__ import annotations

import select
import socket
from contextlib import suppress
from typing import Protocol

import trio

MOST_TOLD = 200
"""Connections that are told before everybody else gets a turn."""


class Watched(Protocol):
    """What is told of its client."""

    sock: socket.socket

    def note_last(self) -> None:
        """It sends nothing more."""

    def note_gone(self) -> None:
        """It neither sends nor reads any more."""


class HangUps:
    """Watches connections while `run` runs; where the system cannot do that, none are watched."""

    def __init__(self) -> None:
        self._poll: select.epoll | None = None
        self._watched: dict[int, Watched] = {}

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Tell connections of their clients, until cancelled."""
        if not hasattr(select, "epoll"):
            task_status.started()
            return
        with select.epoll() as self._poll:
            task_status.started()
            try:
                while True:
                    await trio.lowlevel.wait_readable(self._poll.fileno())
                    for number, event in self._poll.poll(0, MOST_TOLD):
                        self._tell(self._watched[number], event)
            finally:
                self._poll = None

    def watch(self, connection: Watched) -> None:
        """Tell a connection of its client from now on, until `forget`."""
        if self._poll is not None:
            self._watched[connection.sock.fileno()] = connection
            self._poll.register(connection.sock, select.EPOLLRDHUP | select.EPOLLONESHOT)

    def forget(self, connection: Watched) -> None:
        """Do so no more; before the socket is closed."""
        if self._watched.pop(connection.sock.fileno(), None) is not None and self._poll is not None:
            with suppress(OSError):
                self._poll.unregister(connection.sock)

    def _tell(self, connection: Watched, event: int) -> None:
        if event & (select.EPOLLERR | select.EPOLLHUP):
            connection.note_gone()
        elif self._poll is not None:
            connection.note_last()
            self._poll.modify(connection.sock, select.EPOLLERR | select.EPOLLHUP | select.EPOLLONESHOT)
