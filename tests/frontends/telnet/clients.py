"""Telnet clients for the tests: a bare one, as nc is, and one that negotiates and draws, as telnet in an xterm does."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyte
import trio

from tests.patience import PATIENCE

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
ECHO, SGA, TTYPE, NAWS = 1, 3, 24, 31


class Bare:
    """Sends lines, keeps all text; telnet commands are stripped from it as a person would overlook them."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.raw = b""
        self.read_up_to = 0

    @property
    def text(self) -> str:
        stripped = re.sub(rb"\xff[\xfb-\xfe].|\xff[\xf0-\xf9]", b"", self.raw, flags=re.DOTALL)
        # A NUL is shown nowhere: the house asks with it whether somebody is still there.
        return stripped.decode("utf-8", "replace").replace("\0", "").replace("\r\n", "\n")

    async def send(self, line: str) -> None:
        await self.stream.send_all(line.encode() + b"\n")

    async def receive(self) -> bool:
        """More from the server; False at the end."""
        chunk = await self.stream.receive_some()
        self.raw += chunk
        return bool(chunk)

    async def wait(self, condition: Callable[[], bool]) -> None:
        with trio.move_on_after(PATIENCE):
            while not condition():
                assert await self.receive(), f"the server hung up after: {self.text[-400:]}"
            return
        raise AssertionError(f"nothing came that was waited for, but: {self.text[-400:]!r}")

    async def expect(self, pattern: str) -> re.Match[str]:
        """Wait for text after what was expected before."""
        found: list[re.Match[str]] = []

        def seen() -> bool:
            match = re.compile(pattern).search(self.text, self.read_up_to)
            found[:] = [match] if match else []
            return bool(match)

        await self.wait(seen)
        self.read_up_to = found[0].end()
        return found[0]

    async def ask(self, line: str, pattern: str) -> re.Match[str]:
        await self.send(line)
        return await self.expect(pattern)

    async def end(self) -> None:
        """Wait until the server has hung up."""
        with trio.fail_after(PATIENCE):
            while await self.receive():
                pass


class Drawing(Bare):
    """Agrees to what a telnet client in an xterm agrees to, and shows what it is sent on a screen."""

    def __init__(
        self, stream: trio.SocketStream, rows: int = 24, columns: int = 80, terminal: bytes = b"XTERM"
    ) -> None:
        super().__init__(stream)
        self.size = (rows, columns)
        self.terminal = terminal
        self.screen = pyte.Screen(columns, rows)
        self.painter = pyte.ByteStream(self.screen)
        self._held = b""

    async def receive(self) -> bool:
        chunk = await self.stream.receive_some()
        self.raw += chunk
        self._held += chunk
        answers = b"".join(self._take())
        if answers:
            await self.stream.send_all(answers)
        return bool(chunk)

    def _take(self):
        """Paint the data that is complete, answer the commands that are."""
        command = re.compile(rb"\xff\xfa(.*?)\xff\xf0|\xff([\xfb-\xfe])(.)|\xff([\xef\xf1-\xf9])", re.DOTALL)
        while match := command.search(self._held):
            self.painter.feed(self._held[: match.start()].replace(b"\r\0", b"\r"))
            self._held = self._held[match.end() :]
            if match[1] is not None:
                yield self._tell(match[1])
            elif match[2] is not None:
                yield self._agree(match[2][0], match[3][0])
        if IAC not in self._held:
            self.painter.feed(self._held.replace(b"\r\0", b"\r"))
            self._held = b""

    def _agree(self, verb: int, option: int) -> bytes:
        if verb == DO:
            agreed = bytes((IAC, WILL if option in (TTYPE, NAWS) else WONT, option))
            rows, columns = self.size
            size = bytes((IAC, SB, NAWS, 0, columns, 0, rows, IAC, SE)) if option == NAWS else b""
            return agreed + size
        if verb == WILL:
            return bytes((IAC, DO if option in (ECHO, SGA) else DONT, option))
        return b""

    def _tell(self, payload: bytes) -> bytes:
        is_question = payload[:2] == bytes((TTYPE, 1))
        return bytes((IAC, SB, TTYPE, 0)) + self.terminal + bytes((IAC, SE)) if is_question else b""

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def see(self, pattern: str) -> re.Match[str]:
        """Wait until the screen shows something."""
        await self.wait(lambda: re.search(pattern, self.shown) is not None)
        found = re.search(pattern, self.shown)
        assert found
        return found

    async def press(self, keys: str) -> None:
        await self.stream.send_all(keys.encode())

    async def send(self, line: str) -> None:
        await self.stream.send_all(line.encode() + b"\r\0")


async def connect(port: int, receive_buffer: int | None = None) -> trio.SocketStream:
    """A connection; with a small receive buffer the client's kernel soon takes no more unless it is read."""
    sock = trio.socket.socket()
    if receive_buffer is not None:
        sock.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, receive_buffer)
    await sock.connect(("127.0.0.1", port))
    return trio.SocketStream(sock)
