"""A real terminal for a child process: a pseudo-terminal whose screen is kept by pyte. Nothing here sleeps."""

from __future__ import annotations

import fcntl
import json
import os
import select
import shlex
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]

MOVES = ["2 left 1", "2 right 4", "draw"]
BOARD = ["A board", "of two lines"]
MARK = b"\0"
"""Nothing to a terminal, and sent by nobody."""
SECOND_SCREEN, MOUSE, SGR_MOUSE, BRACKETED_PASTE = 1049, 1000, 1006, 2004
"""Private modes of a terminal."""
PROMPT_TOOLKIT = b"\x1b[?2004h"
"""What is sent first by prompt_toolkit, and by nothing else here."""


class _Screen(pyte.Screen):
    """A screen that answers where its cursor is, as terminals do."""

    answer: Callable[[str], None]

    def write_process_input(self, data: str) -> None:
        self.answer(data)


class Teletype:
    """A child process on a pseudo-terminal, which is its controlling terminal."""

    def __init__(
        self,
        *arguments: str,
        rows: int = 24,
        columns: int = 80,
        program: str = sys.executable,
        pass_fds: Sequence[int] = (),
        environment: Mapping[str, str],
    ) -> None:
        self.master, self.slave = os.openpty()
        self.size(rows, columns)
        self.before = termios.tcgetattr(self.slave)
        self.screen = _Screen(columns, rows)
        self.screen.answer = self.type
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self._marks = 0
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.child = subprocess.Popen(
            [program, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            pass_fds=pass_fds,
            env={**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.kill()
        self.child.wait()
        if self.master >= 0:
            self.hang_up()

    def size(self, rows: int, columns: int) -> None:
        """Resize the terminal."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "screen"):
            self.screen.resize(rows, columns)

    def type(self, text: str) -> None:
        """Press keys."""
        self.send(text.encode())

    def send(self, data: bytes) -> None:
        """Let some bytes come from the keyboard."""
        os.write(self.master, data)

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
        """Whether the terminal is as it was: its settings, its cursor, its main screen, its mouse."""
        return self.sane_but_for_settings and termios.tcgetattr(self.slave) == self.before

    @property
    def sane_but_for_settings(self) -> bool:
        """The same, whatever its settings are."""
        modes = any(map(self.has_mode, (SECOND_SCREEN, MOUSE, SGR_MOUSE, BRACKETED_PASTE)))
        return not modes and not self.screen.cursor.hidden

    def has_mode(self, number: int) -> bool:
        """Whether a private mode is set that pyte does not know."""
        return self.sent.rfind(b"\x1b[?%dh" % number) > self.sent.rfind(b"\x1b[?%dl" % number)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Take in what the child sends until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("\n".join(["waited in vain before this screen:", *self.lines]))
            self._take_in(0.05)

    def wait_lines(self, *lines: str) -> None:
        """Wait until the screen ends with these lines."""
        self.wait(lambda: self.lines[-len(lines) :] == list(lines))

    def wait_end(self) -> int:
        """Wait for the end of the child and take in the last it sent. Returns: its exit status."""
        self.wait(lambda: self.child.poll() is not None)
        self.catch_up()
        return self.child.returncode

    def catch_up(self) -> None:
        """Take in all that was sent until now.

        The system hands it on in its own time, so it may come after what the child said elsewhere, or after its end;
        but it comes in order, so all is there when a mark is that was written behind it.
        """
        if self.slave >= 0:
            expected = self._marks + 1
            os.write(self.slave, MARK)
            self.wait(lambda: self._marks >= expected)

    def _take_in(self, patience: float) -> None:
        """Take in what is there, or what comes within so many seconds."""
        for source in select.select(self._sources(), [], [], patience)[0]:
            self._hear(source, os.read(source, 65536))

    def _sources(self) -> list[int]:
        return [self.master] if self.master >= 0 else []

    def _hear(self, source: int, data: bytes) -> None:
        self._marks += data.count(MARK)
        data = data.replace(MARK, b"")
        self.sent += data
        self.stream.feed(data)


class Demo(Teletype):
    """The demo child, which does as it is told and reports."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        orders, self._orders = os.pipe()
        self._reports, reports = os.pipe()
        self.reports: list[str] = []
        self._report = b""
        words = ("-m", "tests.frontends.cli.demo", str(orders), str(reports), *arguments)
        self._start(words, (orders, reports), environment)
        os.close(orders)
        os.close(reports)

    def _start(self, words: Sequence[str], pass_fds: Sequence[int], environment: Mapping[str, str]) -> None:
        Teletype.__init__(self, *words, pass_fds=pass_fds, environment=environment)

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        os.close(self._orders)
        os.close(self._reports)

    def order(self, *words: Any) -> None:
        """Tell the child to do something."""
        os.write(self._orders, json.dumps(words).encode() + b"\n")

    def prompt(self) -> None:
        """Have the child ask for a move."""
        self.order("ask", "move> ", MOVES, "")
        self.order("receive")
        self.wait_lines("move>")

    def board(self) -> None:
        """Have the child show a board and wait for a key."""
        self.order("screen", True)
        self.order("show", BOARD, False)
        self.order("receive")
        self.wait_lines(*BOARD)

    def end(self) -> None:
        """Have the child end, and see that the terminal is as it was."""
        self.order("end")
        assert self.wait_end() == 0
        assert self.sane

    def wait_report(self, *reports: str) -> None:
        """Wait for the child's next reports, and take in what it had sent by then."""
        self.wait(lambda: len(self.reports) >= len(reports))
        self.catch_up()
        found, self.reports = self.reports[: len(reports)], self.reports[len(reports) :]
        assert found == list(reports)

    def _sources(self) -> list[int]:
        return [*super()._sources(), self._reports]

    def _hear(self, source: int, data: bytes) -> None:
        if source != self._reports:
            super()._hear(source, data)
            return
        *reports, self._report = (self._report + data).split(b"\n")
        self.reports += [report.decode() for report in reports]


class Job(Demo):
    """The demo child as a job of an interactive shell, which can suspend it."""

    def _start(self, words: Sequence[str], pass_fds: Sequence[int], environment: Mapping[str, str]) -> None:
        shell = {"PS1": "$ ", "ENV": "", **environment}
        Teletype.__init__(self, "-i", program="/bin/sh", pass_fds=pass_fds, environment=shell)
        self.wait_lines("$")
        self.type(f"{shlex.join([sys.executable, *words])}\n")

    def shell(self, command: str, answer: str) -> None:
        """Type a command to the shell and wait for its answer."""
        self.type(f"{command}\n")
        self.wait_lines(answer, "$")


class Tireless(Demo):
    """The demo child of somebody who has no use for children that stop."""

    def _start(self, words: Sequence[str], pass_fds: Sequence[int], environment: Mapping[str, str]) -> None:
        command = f"trap '' TSTP; exec {shlex.join([sys.executable, *words])}"
        Teletype.__init__(self, "-c", command, program="/bin/sh", pass_fds=pass_fds, environment=environment)
