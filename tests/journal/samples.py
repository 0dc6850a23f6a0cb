"""Records for the tests of the journals."""

from __future__ import annotations

from journal import Draft, Journal, Record, seal

AT = "2026-11-20T20:15:03.120Z"
HEADER = {"stream": "table/game", "names": {"p1": "Ann é"}}


def drafts(count: int, mark: object = None) -> list[Draft]:
    """One decision of so many records; `mark` tells those of one writer from those of another."""
    return [Draft("mille.played", {"card": "200 · é", "n": n, "mark": mark}, _play(n)) for n in range(count)]


def _play(n: int) -> object:
    return {"seat": 0, "move": "u 3", "id": "9b1c"} if n == 0 else None


def records(count: int, previous: Record | None = None, mark: object = None) -> tuple[Record, ...]:
    """One decision, sealed after a record."""
    return seal(previous, drafts(count, mark), AT)


async def grow(journal: Journal, stream: str, count: int, previous: Record | None = None) -> tuple[Record, ...]:
    """Append so many decisions of one record each previous one that is stored."""
    stored: tuple[Record, ...] = ()
    for n in range(count):
        stored += records(1, stored[-1] if stored else previous, n)
        assert await journal.append(stream, stored[-1].seq - 1, stored[-1:]) == stored[-1].seq
    return stored
