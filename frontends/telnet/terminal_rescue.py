"""A process that puts people's terminals right when the house is killed.

Boards turn the mouse on and may hide the cursor, and the process that draws them must undo that; a process that is
killed cannot. So the house lends the socket of everybody who is shown a board to a process that only waits for the
house to end. This file is that process, too, run by its path and without any other module of ours, so that it is small
and starts at once: 11 MiB and 0.03 s, where the modules for TLS would make it 30 MiB and 0.3 s.

A packet is the number of a socket in the house; with the socket when it is lent, without it when it is taken back.
"""

import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

RESTORE = b"\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?7h\x1b[?25h\x1b[999;1H\r\n"
"""Mouse and attributes off, wrapping and cursor on, and a new line below everything."""
MOST_REST = 16
"""Reads of what a client typed last: unread, it would undo what is sent to it."""


class Rescue:
    """The house's end. Nothing here waits, and no failure is reported: at worst a terminal is left as it was."""

    def __init__(self) -> None:
        from frontends.telnet.child_process import ChildProcess  # which the process itself does without

        self.process = ChildProcess("rescue", ("-I", __file__), self._begin)
        self._lent: dict[int, socket.socket] = {}

    def lend(self, sock: socket.socket) -> None:
        """Have a terminal put right when the house is killed."""
        self._lent[sock.fileno()] = sock
        self.process.send(b"%d" % sock.fileno(), sock)

    def take_back(self, sock: socket.socket) -> None:
        """Nothing has to be put right there any more. A number that is lent again takes the place of the old one."""
        if self._lent.pop(sock.fileno(), None) is not None:
            self.process.send(b"%d" % sock.fileno())

    def _begin(self) -> None:
        """Lend a new process what the last one had."""
        for sock in tuple(self._lent.values()):
            self.lend(sock)


@asynccontextmanager
async def open_rescue() -> AsyncIterator[Rescue]:
    """The process, until the block ends; visits that are cancelled meanwhile put their terminals right themselves."""
    rescue = Rescue()
    async with rescue.process.beside():
        yield rescue


def restore_at_end(line: socket.socket) -> None:
    """Keep what is lent until the house ends, however it does; then put right what is still there."""
    lent: dict[int, socket.socket] = {}
    while True:
        packet, files, _, _ = socket.recv_fds(line, 16, 1)
        if not packet:
            break
        if (old := lent.pop(number := int(packet), None)) is not None:
            old.close()
        if files:
            lent[number] = socket.socket(fileno=files[0])
    for sock in lent.values():
        _restore(sock)


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
