"""Seeing what other processes write to a file: by the system's notices, or by looking often where it gives none."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NoReturn

import trio

try:
    from inotify_simple import INotify, flags
except ImportError:  # Only Linux has it.
    INotify = None

GATHER_SECONDS = 0.02
"""From a notice to the look, so that a file that changes all the time is looked at 50 times a second."""
BUSY_SECONDS = 0.5
"""Between two looks while this process writes all the time, and finds nothing of others when it does."""
LONGEST_SECONDS = 10.0
"""Between two looks where no notice comes."""
POLL_SECONDS = 0.05
"""Between two looks where the system gives no notices.

On a virtual machine an idle process then takes 0.9 % of a core, and sees an append of another process after 42 ms; with
notices it takes 0.02 % (goal: 0.1 %, `python -m tests.bench idle`), and sees it after 20 ms.
"""


class FileChanges:
    """Looks at files that other processes may change, while anybody follows what is in them."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        self._states = [_state(path) for path in paths]
        self.followers = 0
        self._followed = trio.Event()
        self._known_at = -math.inf
        self._has_news = False

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Have the files looked at for as long as the block lasts."""
        self.followers += 1
        self._followed.set()
        try:
            yield
        finally:
            self.followers -= 1
            if not self.followers:
                self._followed = trio.Event()

    def are_known(self) -> None:
        """This process has written itself, and knows all that stood there before: no need to look because of that."""
        self._known_at = trio.current_time()

    def are_news(self) -> None:
        """This process has written itself, and found that others did before."""
        self._has_news = True

    async def _gather(self) -> None:
        """Wait a moment for more changes. While this process writes all the time, what it finds tells it whether others
        do: then one look is enough when it has stopped, or now and then."""
        await trio.sleep(GATHER_SECONDS)
        until = trio.current_time() + BUSY_SECONDS
        while trio.current_time() <= min(until, self._known_at + GATHER_SECONDS) and not self._has_news:
            await trio.sleep(GATHER_SECONDS)
        self._has_news = False

    async def watch(self, look: Callable[[], Awaitable[None]]) -> NoReturn:
        """Call `look` after each change and, ever more seldom, without one, until cancelled.

        A file is written before what was written counts: SQLite syncs in between, and then changes only memory that
        processes share. So there may be news later without another notice.
        """
        notices = _notices(self._paths)
        pause = GATHER_SECONDS
        with notices or nullcontext():
            while True:
                await self._followed.wait()
                with trio.move_on_after(pause) as waiting:
                    await self._change(notices)
                if waiting.cancelled_caught:
                    pause = min(2 * pause, LONGEST_SECONDS)
                else:
                    await self._gather()
                    pause = GATHER_SECONDS
                await look()

    async def _change(self, notices: INotify | None) -> None:
        if notices is not None:
            await trio.lowlevel.wait_readable(notices)
            notices.read(timeout=0)
            return
        while (states := [_state(path) for path in self._paths]) == self._states:
            await trio.sleep(POLL_SECONDS)
        self._states = states


def _notices(paths: Sequence[Path]) -> INotify | None:
    """Can be read whenever a file is written, deleted, moved or replaced; None where the system refuses that."""
    if INotify is None:
        return None
    with suppress(OSError), ExitStack() as stack:
        notices = stack.enter_context(INotify())
        for path in paths:
            # The number of its links is an attribute, so ATTRIB comes also when a file is deleted that is still open.
            notices.add_watch(path, flags.MODIFY | flags.ATTRIB | flags.DELETE_SELF | flags.MOVE_SELF)
        stack.pop_all()
        return notices
    return None


def _state(path: Path) -> tuple[int, int, int] | None:
    with suppress(OSError):
        found = path.stat()
        return found.st_mtime_ns, found.st_size, found.st_ino
    return None
