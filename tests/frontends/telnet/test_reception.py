"""What has come on a socket."""

from __future__ import annotations

import socket

from frontends.telnet.output import Later, Sender, Why
from frontends.telnet.reception import MOST_REST, read_rest, take_now


def pair() -> tuple[socket.socket, socket.socket, Sender]:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    return ours, theirs, Sender(ours, Later())


def test_what_is_there_is_taken_without_waiting_for_more() -> None:
    ours, theirs, out = pair()
    with ours, theirs:
        assert take_now(ours, 3, out) is None
        theirs.sendall(b"hello")
        assert (take_now(ours, 3, out), take_now(ours, 3, out), take_now(ours, 3, out)) == (b"hel", b"lo", None)
        theirs.shutdown(socket.SHUT_WR)
        assert take_now(ours, 3, out) == b""
        assert out.ended is None


def test_lost_connection_ends_what_is_sent() -> None:
    ours, theirs, out = pair()
    with theirs:
        ours.close()
        assert take_now(ours, 3, out) is None
        assert out.ended is Why.LOST


def test_what_came_last_is_read_and_nothing_more_is_sent() -> None:
    ours, theirs, _ = pair()
    with ours, theirs:
        theirs.sendall(b"x" * (MOST_REST + 1))
        read_rest(ours, 1)
        assert ours.recv(9) == b"x"
        assert theirs.recv(1) == b""
