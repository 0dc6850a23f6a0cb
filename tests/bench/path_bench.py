"""The way of a key: which files and functions of ours it passes from the socket until its picture is drawn.

    python -m tests.bench.path_bench [-v]

A house on SQLite, a player at mille against the computer in screen mode, over a real socket. What is counted is every
function of `core`, `frontends` and `journal` that the player's own task calls between the key's arrival and the call
that draws the new board: for u, once a card is picked, the one with the command half typed; for Enter the one in which
the move is made and stored. What the journal's thread does is not seen, and what other tasks do meanwhile not counted.
"""

from __future__ import annotations

import inspect
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import trio
from trio._core._run import GLOBAL_RUN_CONTEXT

from core.house.service import open_service
from core.live.automatic_play import PAUSE
from frontends.telnet.startup import serve_telnet
from journal import open_journal
from tests.bench.figures import heading, table
from tests.bench.visitors import Visitor, drain_until_quiet, enter

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / folder) for folder in ("core", "frontends", "journal"))
SLOTS = "p123456"
"""Where a card may be to be discarded: safeties are not, without another word."""
FIRST_STEP = 16
"""Bytes of a coroutine's code before its first own instruction."""
ANSWERED = 2 * PAUSE
"""Seconds without news after which the computer has answered a move."""
INPUT = str(ROOT / "frontends/telnet/input.py")
"""Where a task takes what has come."""


class Trace:
    """What a task called from when it took a key to the picture."""

    def __init__(self) -> None:
        self._is_on = self._is_move = self.is_made = False
        """Whether it counts; whether the key is to make a move, and whether it did."""
        self._task: trio.lowlevel.Task | None = None
        self.called: set[CodeType] = set()

    def begin(self, *, is_move: bool) -> None:
        """Count from now on; the picture of a move is the one after the table has folded it."""
        self.called.clear()
        self._task = None
        self._is_on, self._is_move, self.is_made = True, is_move, False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """A profile function, see `sys.setprofile`."""
        code = frame.f_code
        if self._is_on and event == "call" and code.co_filename.startswith(OURS) and self._is_its_task(code):
            if code.co_flags & inspect.CO_COROUTINE and frame.f_lasti > FIRST_STEP:
                return  # A task goes on; nothing was called.
            self.is_made = self.is_made or code.co_name == "evolve_all"
            is_picture = code.co_name == "draw" and "screens" in code.co_filename
            self._is_on = not is_picture or self.is_made < self._is_move
            self.called.add(code)

    def _is_its_task(self, code: CodeType) -> bool:
        """Whether it is the task that takes the key; trio itself calls us in none."""
        task = getattr(GLOBAL_RUN_CONTEXT, "task", None)
        if self._task is None and code.co_filename == INPUT:
            self._task = task
        return task is not None and task is self._task

    @property
    def files(self) -> list[str]:
        """The files of what was called."""
        return sorted({str(Path(code.co_filename).relative_to(ROOT)) for code in self.called})


def run() -> None:
    """Print the figures."""
    heading("the way of a key at mille, until its picture is drawn", "at most 10 files for u, 24 for Enter")
    trace = Trace()
    sys.setprofile(trace)
    try:
        with tempfile.TemporaryDirectory() as place:
            rows = trio.run(_measure, f"sqlite:{place}/path.db", trace)
    finally:
        sys.setprofile(None)
    table(("key", "files", "functions"), [(key, str(len(files)), str(count)) for key, files, count in rows])
    if "-v" in sys.argv:
        for key, files, _ in rows:
            print(f"\n{key}:")
            print("\n".join(f"  {file}" for file in files))


async def _measure(url: str, trace: Trace) -> list[tuple[str, list[str], int]]:
    async with open_journal(url) as journal, open_service(journal) as service, trio.open_nursery() as nursery:
        address: list[int] = []
        nursery.start_soon(serve_telnet, service, "127.0.0.1", 0, lambda _, port: address.append(port))
        while not address:
            await trio.sleep(0.01)
        found = await trio.to_thread.run_sync(_type, address[0], trace)
        nursery.cancel_scope.cancel()
    return found


def _type(port: int, trace: Trace) -> list[tuple[str, list[str], int]]:
    """Somebody plays; their keys are traced. Waits in a thread of its own, while the loop serves."""
    with closing(enter(port, 0, "Anna")) as anna:
        _press(anna, "new mille luck=x\r\0", *"pdp\r", "p")  # the first moves have everything loaded and drawn once
        found = [("u", *_traced(anna, trace, "u"))]
        if trace.is_made:
            raise RuntimeError("No card was picked before u.")
        for slot in SLOTS:
            _press(anna, "\x1b", "d", slot)
            way = _traced(anna, trace, "\r\0", is_move=True)
            if trace.is_made:
                return [*found, ("Enter", *way)]
    raise RuntimeError("No card could be discarded.")


def _press(anna: Visitor, *keys: str) -> None:
    """Press one key after the other; the computer answers before the next."""
    for key in keys:
        anna.send(key)
        drain_until_quiet([anna], ANSWERED)


def _traced(anna: Visitor, trace: Trace, key: str, *, is_move: bool = False) -> tuple[list[str], int]:
    """The way of a key: its files, and how many functions."""
    trace.begin(is_move=is_move)
    _press(anna, key)
    return trace.files, len(trace.called)


if __name__ == "__main__":
    run()
