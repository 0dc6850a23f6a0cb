"""A real terminal for a child process: a pseudo-terminal whose screen is kept by pyte. Nothing here sleeps."""

from __future__ import annotations

import fcntl
import json
import os
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import pyte

ROOT = Path(__file__).parents[3]
PATIENCE = 30.0
"""Seconds until a test gives up waiting. Nothing waits this long unless it is broken."""


class _Screen(pyte.Screen):
    """A screen that answers where its cursor is, as terminals do."""

    answer: Callable[[str], None]

    def write_process_input(self, data: str) -> None:
        self.answer(data)


class Teletype:
    """A child process on a pseudo-terminal, which is its controlling terminal."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> None:
        self.master, self.slave = os.openpty()
        self.size(rows, columns)
        self.before = termios.tcgetattr(self.slave)
        self.screen = _Screen(columns, rows)
        self.screen.answer = self.type
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.reports: list[str] = []
        self._report = b""
        self._orders, orders = os.pipe()[::-1]
        self._reports, reports = os.pipe()
        if arguments[:1] == ("demo",):
            arguments = ("-m", "tests.frontends.cli.demo", str(orders), str(reports), *arguments[1:])
        environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.child = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            pass_fds=(orders, reports),
            env={**kept, **environment},
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(orders)
        os.close(reports)

    def __enter__(self) -> Teletype:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.kill()
        self.child.wait()
        for descriptor in {self.master, self.slave, self._orders, self._reports}:
            if descriptor >= 0:
                os.close(descriptor)

    def size(self, rows: int, columns: int) -> None:
        """Resize the terminal."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "screen"):
            self.screen.resize(rows, columns)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.master, text.encode())

    def order(self, *words: Any) -> None:
        """Tell the demo child to do something."""
        os.write(self._orders, json.dumps(words).encode() + b"\n")

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, without blanks at line ends and without empty lines at the bottom."""
        rows = [row.rstrip() for row in self.screen.display]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    @property
    def sane(self) -> bool:
        """Whether the terminal is as it was: its settings, its cursor, its main screen."""
        modes = self.sent.rfind(b"\x1b[?1049h") <= self.sent.rfind(b"\x1b[?1049l")
        return modes and not self.screen.cursor.hidden and termios.tcgetattr(self.slave) == self.before

    def wait(self, condition: Callable[[], bool]) -> None:
        """Take in what the child sends until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("\n".join(["waited in vain; reports:", *self.reports, "screen:", *self.lines]))
            self._take_in(0.05)

    def wait_lines(self, *lines: str) -> None:
        """Wait until the screen ends with these lines."""
        self.wait(lambda: self.lines[-len(lines) :] == list(lines))

    def wait_report(self, *reports: str) -> None:
        """Wait for the demo child's next reports."""
        self.wait(lambda: len(self.reports) >= len(reports))
        found, self.reports = self.reports[: len(reports)], self.reports[len(reports) :]
        assert found == list(reports)

    def wait_end(self) -> int:
        """Wait for the end of the child and take in the last it sent. Returns: its exit status."""
        self.wait(lambda: self.child.poll() is not None)
        self._take_in(0)
        return self.child.returncode

    def _take_in(self, patience: float) -> None:
        sources = [source for source in (self.master, self._reports) if source >= 0]
        for source in select.select(sources, [], [], patience)[0]:
            data = os.read(source, 65536)
            if source == self.master:
                self.sent += data
                self.stream.feed(data)
            else:
                *reports, self._report = (self._report + data).split(b"\n")
                self.reports += [report.decode() for report in reports]
