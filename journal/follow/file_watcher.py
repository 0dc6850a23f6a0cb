"""A thread that waits for changes of files, so that an idle program costs nothing and a busy one little.

A thread and not a task: its wakes cost the event loop nothing. The event loop is woken only when there is news.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import trio

from journal.follow.file_changes import Changes

_LOG = logging.getLogger("parlour.journal")
GATHER = 0.02
"""Seconds from a change to the look at it, so that files that change all the time are looked at 50 times a second."""
LONGEST = 10.0
"""Seconds after which a change is not looked at again."""


class Watch:
    """Calls `notice` on the event loop when a change of files is news, from entering to leaving the block."""

    def __init__(self, paths: Sequence[Path], is_news: Callable[[], bool], notice: Callable[[], object]) -> None:
        """`is_news` is called in the thread."""
        self._changes, self._is_news, self._notice = Changes(paths), is_news, notice
        self._needed, self._is_stopped = threading.Event(), False
        self._token = trio.lowlevel.current_trio_token()
        self._thread = threading.Thread(target=self._run, name="journal watch", daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._is_stopped = True
        self._changes.stop()
        self._needed.set()

    def look(self, is_needed: bool) -> None:
        """Say whether anybody wants to know; else the thread sleeps."""
        if is_needed or self._is_stopped:
            self._needed.set()
        else:
            self._needed.clear()

    def close(self) -> None:
        """Wait for the thread, which must have been entered and left, or never entered."""
        if self._thread.ident is not None:
            self._thread.join()
        self._changes.close()

    def _run(self) -> None:
        pause: float | None = GATHER
        while self._needed.wait() and not self._is_stopped:
            if self._changes.wait(pause):
                # A machine whose clock is set while one sleeps may refuse to.
                with suppress(OSError):
                    time.sleep(GATHER)
                self._changes.wait(0)
                pause = GATHER
            elif pause is not None:
                # A file is written before what was written counts (SQLite syncs in between, and then changes only
                # memory that processes share), so there may be news later without another change.
                pause = None if pause > LONGEST else 2 * pause
            if not self._is_stopped and self._may_be_news():
                self._wake()

    def _may_be_news(self) -> bool:
        """Whether there is news; also where that cannot be told, for then the event loop has to find out why."""
        try:
            return self._is_news()
        except Exception:  # nobody would hear of any change if it ended the thread
            _LOG.exception("It cannot be told whether the journal has changed.")
            return True

    def _wake(self) -> None:
        try:
            self._token.run_sync_soon(self._notice, idempotent=True)
        except trio.RunFinishedError:
            self._is_stopped = True
