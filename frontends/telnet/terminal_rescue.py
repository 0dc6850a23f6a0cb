"""A second process that puts people's terminals right when the house is killed.

Boards turn the mouse on and may hide the cursor, and the process that draws them must undo that; a process that is
killed cannot. So the house lends the socket of everybody who is shown a board to a process that only waits for the
house to end. This file is that process, too, run by its path and without any other module of ours, so that it is small
and starts at once. It shares no code with the relay of TLS, which only some houses have, and whose modules would make
30 MiB and 0.3 s to start of its 11 MiB and 0.03 s.
"""

from __future__ import annotations

import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

RESTORE = b"\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?7h\x1b[?25h\x1b[999;1H\r\n"
"""Mouse and attributes off, wrapping and cursor on, and a new line below everything."""
LENT, GIVEN_BACK = b"+", b"-"
MOST_REST = 16
"""Reads of what a client typed last: unread, it would undo what is sent to it."""
_MESSAGE = struct.Struct("!cI")
"""What happens to a socket, and its number in the house."""


class Rescue:
    """The house's end of the line to the second process. Nothing here waits, and nothing is ever wrong enough to tell:
    at worst a terminal is left as it was."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def lend(self, sock: socket.socket) -> None:
        """Have a terminal put right when the house is killed."""
        with suppress(OSError):
            socket.send_fds(self._line, [_MESSAGE.pack(LENT, sock.fileno())], [sock.fileno()])

    def take_back(self, sock: socket.socket) -> None:
        """Nothing has to be put right there any more. A number that is lent again takes the place of the old one."""
        with suppress(OSError):
            self._line.send(_MESSAGE.pack(GIVEN_BACK, sock.fileno()))


@contextmanager
def open_rescue() -> Iterator[Rescue]:
    """The second process, until the block ends."""
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            process = subprocess.Popen(
                (sys.executable, "-I", __file__, str(theirs.fileno())),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # Ctrl-C is for the house alone.
            )
        ours.setblocking(False)
        try:
            yield Rescue(ours)
        finally:
            ours.close()
            process.wait()


# The second process.


def restore_at_end(line: socket.socket) -> None:
    """Keep what is lent until the house ends, however it does; then put right what is still there."""
    lent: dict[int, socket.socket] = {}
    while (received := _receive(line)) is not None:
        number, sock = received
        if (old := lent.pop(number, None)) is not None:
            old.close()
        if sock is not None:
            lent[number] = sock
    for sock in lent.values():
        _restore(sock)


def _receive(line: socket.socket) -> tuple[int, socket.socket | None] | None:
    """A number with the socket that is lent, or without one; None when the house has ended."""
    octets, files, _, _ = socket.recv_fds(line, _MESSAGE.size, 1)
    while octets and len(octets) < _MESSAGE.size:
        octets += line.recv(_MESSAGE.size - len(octets))
    if not octets:
        return None
    _, number = _MESSAGE.unpack(octets)
    return number, socket.socket(fileno=files[0]) if files else None


def _restore(sock: socket.socket) -> None:
    with suppress(OSError), sock:
        sock.setblocking(False)
        sock.send(RESTORE)
        sock.shutdown(socket.SHUT_WR)
        for _ in range(MOST_REST):
            if not sock.recv(4096):
                break


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # The house ends first.
    restore_at_end(socket.socket(fileno=int(sys.argv[1])))
