"""A thread that looks at a file's state again and again, so that an idle program costs nothing measurable.

A look is one `stat`, which takes a microsecond; the event loop is woken only when the file has changed. A thread
and not a task, because every wake of the event loop costs far more than a look.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import trio

POLL = 0.04
"""Seconds between two looks."""

State = tuple[int, int, int] | None


class Watch:
    """Calls `notice` on the event loop when a file has changed, from entering to leaving the block.

    `is_news` is called in the thread before, and may say that nobody need be woken.
    """

    def __init__(self, path: Path, is_news: Callable[[], bool], notice: Callable[[], object]) -> None:
        self._path, self._is_news, self._notice = os.fspath(path), is_news, notice
        self._needed, self._stop = threading.Event(), threading.Event()
        self._token = trio.lowlevel.current_trio_token()
        self._thread = threading.Thread(target=self._run, name=f"watch {path.name}", daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._needed.set()

    def look(self, is_needed: bool) -> None:
        """Say whether anybody wants to know; else the thread sleeps."""
        if is_needed or self._stop.is_set():
            self._needed.set()
        else:
            self._needed.clear()

    def join(self) -> None:
        """Wait for the thread, after the block."""
        self._thread.join()

    def _run(self) -> None:
        seen: State = None
        is_settled = False
        while self._needed.wait() and not self._stop.wait(POLL):
            state = _state(self._path)
            if state == seen and is_settled:
                continue
            # The clock of a file system may stand still for several milliseconds, so a change right after a look can
            # leave the state as it is. Therefore every change is looked at twice.
            is_settled, seen = state == seen, state
            if self._is_news():
                self._wake()

    def _wake(self) -> None:
        try:
            self._token.run_sync_soon(self._notice, idempotent=True)
        except trio.RunFinishedError:
            self._stop.set()


def _state(path: str) -> State:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
