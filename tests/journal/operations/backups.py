"""Journals that are backed up, with decisions of known times."""

from __future__ import annotations

from journal import Draft, Journal, Record, open_journal, seal
from tests.journal.samples import all_streams


def at(minute: int) -> str:
    return f"2026-11-20T20:{minute:02}:00.000Z"


def decided(size: int, minute: int, previous: Record | None) -> tuple[Record, ...]:
    """A decision of so many records, made at that minute."""
    drafts = [Draft("mille.played", {"n": n}, {"id": "9b1c"} if n == 0 else None) for n in range(size)]
    return seal(previous, drafts, at(minute))


async def fill(journal: Journal, stream: str, *minutes: int, size: int = 2) -> None:
    last: Record | None = None
    for minute in minutes:
        decision = decided(size, minute, last)
        await journal.append(stream, decision[0].seq - 1, decision)
        last = decision[-1]


async def contents(url: str) -> dict[str, list[bytes]]:
    async with open_journal(url, read_only=True) as journal:
        streams = [summary.stream for summary in await all_streams(journal)]
        return {stream: [record.line for record in await journal.read(stream)] for stream in streams}
