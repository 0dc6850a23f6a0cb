"""What has come on a non-blocking socket, whatever is spoken there: taken without waiting, and read out at the end."""

import socket
from contextlib import suppress

from frontends.telnet.output import Sender, Why

MOST_REST = 16
"""Reads of what was sent last, before a socket is closed."""


def take_now(sock: socket.socket, size: int, out: Sender) -> bytes | None:
    """At most so many bytes of what is there: none once nothing more will come.

    Returns: None where nothing is there now, and where the connection is lost, which ends `out`.
    """
    try:
        return sock.recv(size)
    except BlockingIOError:
        return None
    except OSError:
        out.end(Why.LOST)
        return None


def read_rest(sock: socket.socket, size: int) -> None:
    """Send nothing more, and read what came last, so many bytes at a time: unread, it would undo our last words."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_WR)
        for _ in range(MOST_REST):
            if not sock.recv(size):
                break
