"""A copy in a process of its own, to be killed: python -m tests.journal.copier SOURCE TARGET."""

from __future__ import annotations

import os
import sys

import trio

from journal import open_journal
from journal.operations.copy import Progress, copy


async def work(source: str, target: str) -> None:
    """Copy, and say after each step how many records were copied or compared."""

    def told(progress: Progress) -> None:
        os.write(1, f"copied {progress.copied}, compared {progress.compared}\n".encode())

    async with open_journal(source, read_only=True) as old, open_journal(target) as new:
        await copy(old, new, told)


if __name__ == "__main__":
    trio.run(work, sys.argv[1], sys.argv[2])
