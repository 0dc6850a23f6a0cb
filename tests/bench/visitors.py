"""Houses in processes of their own, and people who visit them over telnet: plain sockets, so that they cost little."""

from __future__ import annotations

import re
import resource
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import attrs

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
ECHO, SGA, TTYPE, NAWS = 1, 3, 24, 31
COMMAND = re.compile(rb"\xff\xfa(.*?)\xff\xf0|\xff([\xfb-\xfe])(.)|\xff[\xf1-\xf9]", re.DOTALL)
PATIENCE = 30.0
"""Seconds until something that was expected will not come any more."""
CPU_TIME = 2
"""The lowest bits of the number of a process's clock that say that it counts what the scheduler gave the process; see
clock_getcpuclockid(3)."""
EACH_ADDRESS = 30
"""Visitors that come from the same address of this machine."""
ADDRESSES = 250 * 200
"""So many addresses of this machine are used, each in a network of its own."""


@attrs.frozen
class House:
    """A server in a process of its own."""

    port: int
    pid: int

    def processor(self) -> float:
        """Seconds that its process and those it started have computed, with all threads they ever had: Linux's CPU-time
        clock of a process."""
        return sum(time.clock_gettime((~pid << 3) | CPU_TIME) for pid in (self.pid, *children(self.pid)))

    def memory(self) -> int:
        """Bytes that are its own."""
        maps = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return 1024 * sum(map(int, re.findall(r"Private_\w+: +(\d+)", maps)))


def address_of(number: int) -> str:
    """From where the visitor of a number comes: an address whose /24 nobody else is in, so that it has all its own."""
    network = number // EACH_ADDRESS % ADDRESSES
    return f"127.{20 + network // 250}.{network % 250}.1"


def allow_descriptors() -> None:
    """As many open sockets as this machine lets one process have; houses inherit it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for some in found for child in some]


def house(*command: str) -> AbstractContextManager[House]:
    """A house of ours whose process says its port when it is open, and ends with the block."""
    return opened_by(sys.executable, "-m", *command)


@contextmanager
def opened_by(*command: str) -> Iterator[House]:
    """The same by any command."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        opened = re.search(r"telnet \S+ (\d+)", process.stdout.readline())
        assert opened, "the house did not open"
        yield House(int(opened[1]), process.pid)
    finally:
        process.terminate()
        process.wait()


class Visitor:
    """Somebody with a telnet client in an xterm of 80x24."""

    def __init__(self, port: int, number: int = 0) -> None:
        self.socket = socket.socket()
        self.socket.bind((address_of(number), 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.heard = b""
        """What came since something was expected last, without commands."""
        self.received = 0
        """Bytes."""

    def close(self) -> None:
        self.socket.close()

    def send(self, text: str) -> None:
        self.socket.send(text.encode())

    def drain(self) -> int:
        """Take what has come, without looking at it; the answer is how many bytes it was."""
        count = 0
        with suppress(BlockingIOError):
            while chunk := self.socket.recv(1 << 16):
                count += len(chunk)
        self.received += count
        return count

    def wait(self) -> None:
        """Wait until something can be read."""
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)
        assert poll.poll(1e3 * PATIENCE), f"nothing came after {self.heard[-300:]!r}"

    def expect(self, words: str) -> str:
        """Read until these words come, answering what the server asks. Returns what was read."""
        deadline = time.monotonic() + PATIENCE
        while words.encode() not in self.heard:
            assert time.monotonic() < deadline, f"{words!r} did not come, but {self.heard[-300:]!r}"
            self.wait()
            self._take(self.socket.recv(1 << 16))
        heard, self.heard = self.heard, b""
        return heard.decode("utf-8", "replace")

    def ask(self, line: str, words: str) -> str:
        """Type a line and read the answer up to some words."""
        self.send(f"{line}\r\0")
        return self.expect(words)

    def ask_key(self, key: str, words: str) -> str:
        """Press a key and read the answer up to some words."""
        self.send(key)
        return self.expect(words)

    def _take(self, chunk: bytes) -> None:
        assert chunk, f"the house hung up after {self.heard[-300:]!r}"
        self.received += len(chunk)
        self.heard += chunk
        answers = b"".join(map(answer, COMMAND.finditer(self.heard)))
        self.heard = COMMAND.sub(b"", self.heard)
        if answers:
            self.socket.send(answers)


def answer(command: re.Match[bytes]) -> bytes:
    """What an xterm of 80x24 answers a command; empty where nothing is wanted."""
    if command[1] is not None:
        is_question = command[1][:2] == bytes((TTYPE, 1))
        return bytes((IAC, SB, TTYPE, 0)) + b"XTERM" + bytes((IAC, SE)) if is_question else b""
    if command[2] is None:
        return b""
    verb, option = command[2][0], command[3][0]
    if verb == DO and option == NAWS:
        return bytes((IAC, WILL, NAWS, IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE))
    if verb == DO:
        return bytes((IAC, WILL if option == TTYPE else WONT, option))
    if verb == WILL:
        return bytes((IAC, DO if option in (ECHO, SGA) else DONT, option))
    return b""


def enter(port: int, number: int, name: str) -> Visitor:
    """A visitor who has come as far as the lobby."""
    visitor = Visitor(port, number)
    visitor.expect("Your name: ")
    visitor.ask(name, "lobby> ")
    return visitor


def drain_all(visitors: Sequence[Visitor]) -> int:
    """Take what has come for each; the answer is how many bytes it was."""
    return sum(visitor.drain() for visitor in visitors)


def drain_until_quiet(visitors: Sequence[Visitor], pause: float = 0.4) -> float:
    """Take what comes until nothing more does; the answer is when the last came, on the clock of `perf_counter`."""
    last = time.perf_counter()
    while time.perf_counter() < last + pause:
        if drain_all(visitors):
            last = time.perf_counter()
        time.sleep(0.01)
    return last
