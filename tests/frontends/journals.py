"""Journals that fail when a test wants them to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import trio

from journal import JournalError, open_journal
from tests.frontends.terminals import House, open_house

FULL = "The disk is full; make space and try again."
"""Why a broken journal stores nothing: for the log, and for who plays at home."""


class Broken:
    """A journal that can be read but not written, as long as it does not work."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal
        self.works = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    async def append(self, *arguments: Any) -> int:
        """Store, unless the disk is full."""
        await trio.lowlevel.checkpoint()
        if not self.works:
            raise JournalError(FULL)
        return int(await self._journal.append(*arguments))


@asynccontextmanager
async def broken_house() -> AsyncIterator[tuple[House, Broken]]:
    """A house on such a journal, which works at first."""
    async with open_journal("memory:") as journal:
        broken = Broken(journal)
        async with open_house(broken) as house:
            yield house, broken
