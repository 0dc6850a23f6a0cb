"""A real house in a process of its own, and what is known of it from outside: memory, journal, how it obeys."""

from __future__ import annotations

import math
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs

from frontends.telnet.tls import relay_process
from tests.bench import visitors
from tests.frontends.telnet import certificates

RELAY = relay_process.__name__.encode()
SOCKET = re.compile(r"socket:\[(\d+)\]")
PATIENCE = 20.0
"""Seconds until a house that does not open or end is given up."""


@attrs.frozen
class House(visitors.House):
    """A server, and the file of its journal."""

    process: subprocess.Popen[str]
    journal: Path
    tls_port: int

    def processor(self) -> float:
        """Seconds that it has computed, with the process by which it has callers by TLS."""
        return sum(visitors.House.processor(part) for part in self._parts())

    def memory(self) -> int:
        """Bytes that are its own, and those of that process."""
        return sum(visitors.House.memory(part) for part in self._parts())

    def connections(self) -> int:
        """How many sockets with a caller at the other end, gone or not, are open in it and in that process."""
        known = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]}
        return sum(inode in known for part in self._parts() for inode in _sockets(part.pid))

    def _parts(self) -> Iterator[House]:
        """Itself and that process; its workers are no part of it, because they stay once they are needed."""
        yield self
        for children in Path(f"/proc/{self.pid}/task").glob("*/children"):
            for child in children.read_text().split():
                with suppress(FileNotFoundError):  # a worker may have ended just now
                    if RELAY in Path(f"/proc/{child}/cmdline").read_bytes():
                        yield attrs.evolve(self, pid=int(child))

    def journaled(self) -> Counter[str]:
        """Bytes of all records by stream."""
        with sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True, timeout=PATIENCE) as connection:
            rows = connection.execute(
                "select name, sum(length(line)) from record join stream on stream.id = stream group by stream"
            ).fetchall()
        return Counter(dict(rows))

    def obey(self) -> float:
        """Seconds from SIGTERM to its end; infinite when it was given up."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return math.inf
        return time.monotonic() - began


def _sockets(pid: int) -> Iterator[str]:
    """The inodes of the sockets that a process has open."""
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed just now
            if found := SOCKET.fullmatch(str(link.readlink())):
                yield found[1]


@contextmanager
def house(journal: Path, log: Path, config: str = "") -> Iterator[House]:
    """`parlour serve` until the block ends, by its default settings but for those of `config`; its log is a file."""
    made = certificates.make(journal.parent)
    settings = journal.with_suffix(".toml")
    settings.write_text(config)
    command = (
        sys.executable, "-m", "frontends", "serve", "--telnet", "127.0.0.1:0",
        "--telnets", "127.0.0.1:0", "--cert", str(made.certificate), "--key", str(made.key),
    )  # fmt: skip
    with log.open("w") as file:
        process = subprocess.Popen(
            (*command, "--journal", f"sqlite:{journal}", "--config", str(settings)),
            stdout=subprocess.PIPE, stderr=file, text=True, preexec_fn=visitors.allow_descriptors,
        )  # fmt: skip
    try:
        assert process.stdout is not None
        tls = re.search(r"-connect \S+:(\d+)", process.stdout.readline())
        opened = re.search(r"telnet \S+ (\d+)", process.stdout.readline())
        assert opened, log.read_text()[-2000:]
        assert tls
        _shake_hands(made, int(tls[1]))
        yield House(int(opened[1]), process.pid, process, journal, int(tls[1]))
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@contextmanager
def logged(journal: Path, faults: list[str]) -> Iterator[None]:
    """`parlour log` for a house until the block ends, written as people play; that it ended before is a fault."""
    log = journal.with_suffix(".logged")
    command = (
        sys.executable, "-m", "frontends", "log", "--journal", f"sqlite:{journal}",
        "--out", str(journal.with_suffix(".public")), "--name", "hostile.example/log",
    )  # fmt: skip
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
    assert process.stdout is not None
    try:
        assert any("all that was stored before" in line for line in process.stdout), log.read_text()[-2000:]
        yield
        if process.poll() is not None:
            faults.append(f"the public log ended by itself: {log.read_text()[-2000:]}")
    finally:
        process.kill()
        process.communicate()


def _shake_hands(made: certificates.Made, port: int) -> None:
    """Have called by TLS: once somebody has, what that process has to load is not taken for growth any more."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as sock:
        made.context().wrap_socket(sock, server_hostname="127.0.0.1").close()
