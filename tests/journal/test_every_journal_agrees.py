"""Every journal does what the one in memory does, whatever is asked of it in whatever order."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from journal import Conflict, Journal, Record, open_journal
from tests.examples import examples
from tests.journal.samples import records, take_all

STREAMS = ("table/game", "talk/game", "talk/other", "house")

appends = some.tuples(some.just("append"), some.sampled_from(STREAMS), some.integers(0, 3), some.integers(-1, 1))
drops = some.tuples(some.just("drop"), some.sampled_from(STREAMS), some.just(0), some.just(0))
steps = some.lists(appends | appends | appends | drops, max_size=25)


async def appended(journal: Journal, stream: str, count: int, beside: int, mark: int) -> int | str:
    """What comes of a decision of so many records, sealed after the last record or beside it."""
    stored = await journal.read(stream)
    after = max(0, len(stored) + beside)
    previous = stored[after - 1] if 0 < after <= len(stored) else None
    sealed = records(count, previous, mark)
    if count and sealed[0].seq != after + 1:
        return "there is nothing to seal it after"
    try:
        return await journal.append(stream, after, sealed)
    except Conflict as refused:
        return str(refused)


async def seen(journal: Journal) -> list[object]:
    """All that a journal answers about what it holds."""
    found: list[object] = [await journal.head(stream) for stream in STREAMS]
    everything: list[tuple[Record, ...]] = [await journal.read(stream) for stream in STREAMS]
    found += [everything, [await journal.read(stream, 1, 2) for stream in STREAMS]]
    found += [await journal.streams(prefix, after, 2) for prefix in ("", "talk/", "t") for after in (0, 4)]
    async with journal.follow_all() as follower:
        found.append(await take_all(follower, count) if (count := sum(map(len, everything))) else ())
    return found


@pytest.mark.parametrize("kind", ["sqlite", "file"])
@examples(60)
@given(steps)
async def test_any_steps_end_in_memory_and_in_a_file_alike(
    tmp_path_factory: pytest.TempPathFactory, kind: str, steps: list[tuple[str, str, int, int]]
) -> None:
    path: Path = tmp_path_factory.mktemp("agree") / "journal"
    async with open_journal("memory:") as model, open_journal(f"{kind}:{path}") as journal:
        for mark, (step, stream, count, beside) in enumerate(steps):
            if step == "append":
                expected = await appended(model, stream, count, beside, mark)
                assert await appended(journal, stream, count, beside, mark) == expected
            else:
                await model.drop(stream)
                await journal.drop(stream)
        expectation = await seen(model)
        assert await seen(journal) == expectation
        await journal.compact()
        assert await seen(journal) == expectation
    if kind == "sqlite":
        async with open_journal(f"{kind}:{path}", read_only=True) as journal:
            assert await seen(journal) == expectation
