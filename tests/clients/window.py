"""A shell in a window of tmux, in which a client runs as it does for a person: typed at, looked at, made larger."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

SOCKET = "parlour-clients"
PATIENCE = 15.0
"""Seconds until something that was expected will not come any more."""
PATH = f"{os.environ['PATH']}:/usr/games"
"""Debian keeps clients of games where nothing else is."""
SHELL = "env -u TMUX LC_ALL=C.UTF-8 TERM={terminal} PATH={path} PS1='sh$ ' bash --norc --noprofile"


class Unexpected(Exception):
    """What came is not what should have come; the text says both."""


class Window:
    """80 columns and 24 rows."""

    def __init__(self, name: str) -> None:
        # Only this session: tmux would take the beginning of another's name, too, or that of a window.
        self._target = f"={name}:"

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self._tmux("send-keys", "-t", self._target, "-l", "--", line)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", "-t", self._target, *keys)

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-t", self._target, "-x", str(columns), "-y", str(rows))

    @property
    def screen(self) -> str:
        """What is seen now; each line ends with a blank, because tmux leaves out those that were there."""
        return "".join(f"{line} \n" for line in self._tmux("capture-pane", "-p", "-t", self._target).splitlines())

    @property
    def all(self) -> str:
        """What is seen and what has scrolled by, long lines in one piece."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-", "-t", self._target)

    def see(self, pattern: str) -> re.Match[str]:
        """Wait until something is on the screen."""
        found = self._wait(lambda: re.search(pattern, self.screen))
        if found is None:
            raise Unexpected(f"{pattern!r} did not come, but\n{self.screen.rstrip()}")
        return found

    def insist(self, act: Callable[[], None], pattern: str) -> None:
        """Do something again and again until something is on the screen."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and not re.search(pattern, self.screen):
            act()
            time.sleep(0.3)
        self.see(pattern)

    def change(self, act: Callable[[], None], what: str) -> None:
        """Do something that must change the screen."""
        before = self.screen
        act()
        if self._wait(lambda: self.screen != before) is None:
            raise Unexpected(f"{what} changed nothing on\n{before.rstrip()}")

    def read(self, act: Callable[[], None], pattern: str) -> str:
        """Do something, and wait until something stands in what is new; the answer is all that is new."""
        before = len(self.all.rstrip())
        act()
        if self._wait(lambda: re.search(pattern, self.all.rstrip()[before:] + " ")) is None:
            raise Unexpected(f"{pattern!r} did not come, but {self.all.rstrip()[before:]!r}")
        return self.all.rstrip()[before:]

    @staticmethod
    def _wait(condition: Callable[[], T]) -> T | None:
        """What the condition answers, once that is something; None if that takes too long."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := condition():
                return found
            time.sleep(0.05)
        return None

    @staticmethod
    def _tmux(*words: str) -> str:
        done = subprocess.run(("tmux", "-L", SOCKET, *words), capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unexpected(f"tmux {words[0]}: {done.stderr}")
        return done.stdout


@contextmanager
def window(name: str, terminal: str) -> Iterator[Window]:
    """A shell on a terminal of that kind, until the block ends."""
    shell = SHELL.format(terminal=terminal, path=PATH)
    start = ("tmux", "-L", SOCKET, "-f", "/dev/null", "new-session", "-d", "-s", name, "-x", "80", "-y", "24", shell)
    subprocess.run(start, check=True)
    try:
        opened = Window(name)
        opened.see(r"sh\$ ")
        yield opened
    finally:
        subprocess.run(("tmux", "-L", SOCKET, "kill-session", "-t", name), capture_output=True, check=False)
