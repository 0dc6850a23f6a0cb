"""The processes that a test has started."""

from __future__ import annotations

from pathlib import Path

import trio

from tests.patience import PATIENCE


def children() -> set[int]:
    """The processes that this one has started and that run."""
    found = [path.read_text().split() for path in Path("/proc/self/task").glob("*/children")]
    return {int(child) for some in found for child in some if " Z " not in Path(f"/proc/{child}/stat").read_text()}


async def started(before: set[int]) -> int:
    """The process that was started since then, once it runs."""
    with trio.fail_after(PATIENCE):
        while not (found := children() - before):
            await trio.sleep(0.01)
    (process,) = found
    return process
