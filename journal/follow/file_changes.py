"""Waiting, in a thread, until files change: by the system's notices where it has them, else by looking again."""

from __future__ import annotations

import ctypes
import logging
import os
import select
import sys
from collections.abc import Sequence
from pathlib import Path

_LOG = logging.getLogger("parlour.journal")
POLL = 0.04
"""Seconds between two looks where the system gives no notice. A look costs about 30 microseconds, mostly to wake up."""

# What inotify(7) calls MODIFY, ATTRIB (a name was removed, too), DELETE_SELF and MOVE_SELF.
_ANY_CHANGE = 0x2 | 0x4 | 0x400 | 0x800

_State = tuple[int, int, int] | None


class Changes:
    """Changes of some files: written, deleted, moved or replaced. Other threads may call `stop`.

    Should the system's notices fail, it is looked for changes from then on.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """The files must be there, to be seen at once."""
        self._paths = [os.fspath(path) for path in paths]
        self._seen = [_state(path) for path in self._paths]
        self._stopped, self._stop = os.pipe()
        self._notices = _notices(self._paths)
        self._poll = select.poll()
        for descriptor in (self._stopped, self._notices):
            if descriptor >= 0:
                self._poll.register(descriptor, select.POLLIN)

    def wait(self, seconds: float | None) -> bool:
        """Until something changes or the time is up, for ever with None: whether something has. Stopped: at once."""
        if self._notices >= 0:
            self._poll.poll(None if seconds is None else 1000 * seconds)
            try:
                if os.read(self._notices, 1 << 16):
                    return True
                self._do_without_notices("they have ended")
            except BlockingIOError:
                return False
            except OSError as error:
                self._do_without_notices(error)
        return self._wait_looking(seconds)

    def _do_without_notices(self, why: object) -> None:
        """Look from now on. The descriptor is left open: it may be somebody else's by now."""
        _LOG.warning("The system gives no notice of changed files any more, so they are looked at: %s", why)
        self._poll.unregister(self._notices)
        self._notices = -1

    def _wait_looking(self, seconds: float | None) -> bool:
        while not self._poll.poll(1000 * POLL):
            before, self._seen = self._seen, [_state(path) for path in self._paths]
            if self._seen != before:
                return True
            if seconds is not None and (seconds := seconds - POLL) <= 0:
                return False
        return False

    def stop(self) -> None:
        """Let `wait` return at once from now on."""
        os.write(self._stop, b"x")

    def close(self) -> None:
        """Give everything back, after the last wait."""
        for descriptor in (self._stopped, self._stop, self._notices):
            if descriptor >= 0:
                os.close(descriptor)


def _notices(paths: Sequence[str]) -> int:
    """A descriptor that can be read whenever a file changes; -1 where there is no such thing, or no more of them."""
    if not sys.platform.startswith("linux"):
        return -1
    system = ctypes.CDLL(None)
    notices = int(system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    if notices < 0:
        return -1
    if any(system.inotify_add_watch(notices, os.fsencode(path), _ANY_CHANGE) < 0 for path in paths):
        os.close(notices)
        return -1
    return notices


def _state(path: str) -> _State:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
