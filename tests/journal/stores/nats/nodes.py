"""Servers of NATS for a test, on this machine only: one node, or three that form a cluster."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sysconfig
import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tests.patience import PATIENCE

ANSWER_SECONDS = 60.0
"""Seconds for one answer about that; then it is asked again."""
PORTS = 3
"""Those of a node: for clients, for monitoring, for the other nodes."""


def program() -> str:
    """The server that came with the development packages."""
    return str(Path(sysconfig.get_path("scripts"), "nats-server"))


def free_ports(count: int, but: Collection[int] = ()) -> list[int]:
    """Ports that nobody listens on, by chance, so that tests that run beside each other choose others; and none of
    those that were chosen for something else before.

    They are below those that systems give to whoever wants any: one of those may be taken before a node listens on it.
    """
    ports: list[int] = []
    while len(ports) < count:
        port = 10240 + secrets.randbelow(32768 - 10240)
        if port not in ports and port not in but and _is_free(port):
            ports.append(port)
    return ports


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        # A node may listen where connections of an earlier one have just ended.
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class Nodes:
    """Started with the block of `started`, and killed with it."""

    def __init__(self, directory: Path, count: int, sync: str, more: str, others: Collection[int] = ()) -> None:
        self.directory, self.count = directory, count
        ports = free_ports(PORTS * count, others)
        self.ports, self.monitors, self.routes = ports[:count], ports[count : 2 * count], ports[2 * count :]
        self.processes: list[subprocess.Popen[bytes] | None] = [None] * count
        for node in range(count):
            (directory / f"{node}.conf").write_text(self._settings(node, sync, more))

    def _settings(self, node: int, sync: str, more: str) -> str:
        lines = [
            f"server_name: node{node}",
            f"listen: 127.0.0.1:{self.ports[node]}",
            f"http: 127.0.0.1:{self.monitors[node]}",
            f"jetstream {{ store_dir: {str(self.directory / str(node))!r}, sync_interval: {sync} }}",
            more,
        ]
        if self.count > 1:
            routes = ", ".join(f"nats://127.0.0.1:{port}" for port in self.routes)
            lines.append(f"cluster {{ name: test, listen: 127.0.0.1:{self.routes[node]}, routes: [{routes}] }}")
        return "\n".join(lines)

    def url(self, name: str = "", settings: str = "", *, nodes: range | None = None) -> str:
        """A journal on these nodes, a new one unless it is named."""
        chosen = nodes or range(self.count)
        hosts = ",".join(f"127.0.0.1:{self.ports[node]}" for node in chosen)
        monitors = ",".join(str(self.monitors[node]) for node in chosen)
        replicas = 3 if self.count > 1 else 1
        return f"nats://{hosts}/{name or uuid.uuid4().hex}?replicas={replicas}&monitor={monitors}{settings}"

    def start(self, node: int) -> None:
        """Start a node; it may take a while until it is healthy."""
        log = self.directory / f"{node}.log"
        self.processes[node] = subprocess.Popen(
            [program(), "-c", str(self.directory / f"{node}.conf"), "-l", str(log)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self, patience: float = PATIENCE) -> None:
        """Wait until all that were started are healthy."""
        until = time.monotonic() + patience
        for node, process in enumerate(self.processes):
            while process is not None and not self._is_healthy(node):
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((self.directory / f"{node}.log").read_text())
                time.sleep(0.01)

    def _is_healthy(self, node: int) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.monitors[node]}/healthz", timeout=ANSWER_SECONDS) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self, node: int) -> None:
        """Let a node stand still, as one that hangs does."""
        process = self._process(node)
        process.send_signal(signal.SIGSTOP)
        # It goes on for a moment until all of its threads have heard.
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)

    def go_on(self, node: int) -> None:
        """Let a node go on that stands still."""
        self._process(node).send_signal(signal.SIGCONT)

    def kill(self, node: int) -> None:
        """Kill a node as a crash would."""
        process = self._process(node)
        process.kill()
        process.wait()
        self.processes[node] = None

    def end(self, node: int) -> None:
        """End a node as an operator does."""
        process = self._process(node)
        process.terminate()
        process.wait()
        self.processes[node] = None

    def wipe(self, node: int) -> None:
        """Empty the disk of a node that does not run."""
        shutil.rmtree(self.directory / str(node), ignore_errors=True)

    def _process(self, node: int) -> subprocess.Popen[bytes]:
        process = self.processes[node]
        assert process is not None
        return process


@contextmanager
def started(directory: Path, count: int = 1, sync: str = "always", more: str = "") -> Iterator[Nodes]:
    """New nodes with their files in a directory; `more` are lines of settings."""
    nodes = Nodes(directory, count, sync, more)
    try:
        for node in range(count):
            nodes.start(node)
        nodes.wait()
        yield nodes
    finally:
        for node, process in enumerate(nodes.processes):
            if process is not None:
                nodes.kill(node)
