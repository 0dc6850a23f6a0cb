"""A peer of the house over a plain socket: it says what telnet clients say, or anything else."""

from __future__ import annotations

import re
import socket
import struct
from contextlib import suppress

import trio

from tests.bench.visitors import COMMAND, DO, IAC, NAWS, SB, SE, WILL, answer

PATIENCE = 20.0


Window = tuple[int, int]
"""Rows and columns."""


class Peer:
    """One connection. With a window it agrees to single keys, and is an xterm of that size; else it is as nc is."""

    def __init__(self, sock: socket.socket, window: Window | None = None) -> None:
        self.sock = sock
        self.window = window
        self.heard = b""
        self.last = ""

    def close(self, *, reset: bool = False) -> None:
        """Hang up, with a reset if wanted."""
        if reset:
            with suppress(OSError):
                self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def send(self, line: str) -> None:
        self.put(line.encode() + (b"\r\0" if self.window else b"\n"))

    def put(self, octets: bytes) -> int:
        """Send what can be sent now; the answer is how much it was."""
        try:
            return self.sock.send(octets)
        except BlockingIOError:
            return 0

    async def put_all(self, octets: bytes) -> None:
        """Send all of it, however long the house takes to read it; what comes meanwhile is thrown away."""
        view = memoryview(octets)
        while view:
            await trio.lowlevel.wait_writable(self.sock)
            view = view[self.put(bytes(view[: 1 << 16])) :]
            self.drop()

    def drop(self) -> None:
        """Take what has come, without looking at it."""
        with suppress(BlockingIOError):
            while self.sock.recv(1 << 16):
                pass

    async def drain(self) -> None:
        """Take what has come, and remember it."""
        with suppress(BlockingIOError):
            while chunk := self.sock.recv(1 << 16):
                self._take(chunk)
        self.last += self.heard.decode("utf-8", "replace")
        self.heard = b""

    async def ask(self, line: str, words: str) -> str:
        self.send(line)
        return await self.hear(words)

    async def ask_first(self, line: str) -> None:
        """Type a line and wait for whatever comes first; `hear` gives it."""
        self.send(line)
        with trio.fail_after(PATIENCE):
            await self._more()

    async def hear(self, words: str) -> str:
        """Read until these words come. Raises EOFError when the house hangs up, TooSlowError."""
        with trio.fail_after(PATIENCE):
            while words.encode() not in self.heard:
                await self._more()
        heard, self.heard = self.heard, b""
        return heard.decode("utf-8", "replace")

    async def _more(self) -> None:
        await trio.lowlevel.wait_readable(self.sock)
        chunk = self.sock.recv(1 << 16)
        if not chunk:
            raise EOFError(self.heard[-300:])
        self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        self.heard += chunk
        answers = b"".join(map(self._answer, COMMAND.finditer(self.heard))) if self.window else b""
        self.heard = COMMAND.sub(b"", self.heard)
        if answers:
            self.put(answers)

    def _answer(self, command: re.Match[bytes]) -> bytes:
        if self.window and command[0] == bytes((IAC, DO, NAWS)):
            return bytes((IAC, WILL, NAWS)) + size(*self.window)
        return answer(command)


def size(rows: int, columns: int) -> bytes:
    """A window size as clients tell it."""
    octets = struct.pack("!HH", columns, rows).replace(b"\xff", b"\xff\xff")
    return bytes((IAC, SB, NAWS)) + octets + bytes((IAC, SE))


def word(digits: str) -> str:
    """A number in letters, of which names are made."""
    return "".join("abcdefghij"[int(digit)] for digit in digits)


async def connect(port: int, address: str, *, window: Window | None = None, buffer: int | None = None) -> Peer:
    """A connection from an address of this machine."""
    sock = socket.socket()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    sock.bind((address, 0))
    sock.setblocking(False)
    await trio.socket.from_stdlib_socket(sock).connect(("127.0.0.1", port))
    return Peer(sock, window)


async def come(port: int, address: str, name: str, *, window: Window | None = None, buffer: int | None = None) -> Peer:
    """A peer who has come as far as the lobby."""
    peer = await connect(port, address, window=window, buffer=buffer)
    await peer.hear("Your name: ")
    await peer.ask(name, "lobby> ")
    return peer
