"""The way of a key: which files and functions of ours it passes from the socket until its picture is drawn.

    python -m tests.bench.path_bench [-v]

A house on SQLite, a player at mille against the computer in screen mode, over a real socket. What is counted is every
function of `core`, `frontends` and `journal` that the loop's thread calls between the key's arrival and the call that
draws the new board: for u the one with the command half typed, for Enter the one in which the move is made and stored.
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

from core.house.service import open_service
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


class Trace:
    """What was called from when it is begun to the picture."""

    def __init__(self) -> None:
        self._is_on = self.is_made = False
        """Whether it counts; and whether the move was made, or there is none to be made."""
        self.called: set[CodeType] = set()

    def begin(self, *, is_move: bool) -> None:
        """Count from now on; the picture of a move is the one after the table has folded it."""
        self.called.clear()
        self._is_on, self.is_made = True, not is_move

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """A profile function, see `sys.setprofile`."""
        code = frame.f_code
        if self._is_on and event == "call" and code.co_filename.startswith(OURS):
            if code.co_flags & inspect.CO_COROUTINE and frame.f_lasti > FIRST_STEP:
                return  # A task goes on; nothing was called.
            self.is_made = self.is_made or code.co_name == "evolve_all"
            self._is_on = not (self.is_made and code.co_name == "draw" and "screens" in code.co_filename)
            self.called.add(code)

    @property
    def files(self) -> list[str]:
        """The files of what was called."""
        return sorted({str(Path(code.co_filename).relative_to(ROOT)) for code in self.called})


def run() -> None:
    """Print the figures."""
    heading("the way of a key at mille, until its picture is drawn", "at most 14 files for u, 24 for Enter")
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
        anna.send("new mille luck=x\r\0")
        for key in "pdp\r":  # the first moves have everything loaded and drawn once
            drain_until_quiet([anna])
            anna.send(key)
        for key in "p":
            drain_until_quiet([anna])
            anna.send(key)
        found = [("u", *_traced(anna, trace, "u"))]
        for slot in SLOTS:
            way = _traced(anna, trace, "\x1b", "d", slot, "\r\0", is_move=True)
            if trace.is_made:
                return [*found, ("Enter", *way)]
    raise RuntimeError("No card could be discarded.")


def _traced(anna: Visitor, trace: Trace, *keys: str, is_move: bool = False) -> tuple[list[str], int]:
    """The way of the last of some keys: its files, and how many functions."""
    for key in keys[:-1]:
        drain_until_quiet([anna])
        anna.send(key)
    drain_until_quiet([anna])
    trace.begin(is_move=is_move)
    anna.send(keys[-1])
    drain_until_quiet([anna])
    return trace.files, len(trace.called)


if __name__ == "__main__":
    run()
