"""Following a stream: through failures that pass by, to the end of the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from core.records.follower import follow, follow_from_now
from journal import Closed, Damaged, Draft, Journal, JournalError, Record, open_journal, seal
from tests.core.parlour import Flaky
from tests.patience import PATIENCE

AT = "2026-11-20T20:15:03.120Z"


class Heard:
    """What a follower has taken, which fails whenever there is a failure left."""

    def __init__(self, *failures: JournalError) -> None:
        self.failures = list(failures)
        self.kinds: list[str] = []
        self.is_enough = trio.Event()

    def reached(self) -> int:
        return len(self.kinds)

    async def take(self, records: Sequence[Record]) -> None:
        await trio.lowlevel.checkpoint()
        if self.failures:
            raise self.failures.pop()
        self.kinds += [record.kind for record in records]
        if self.kinds[-1] == "last":
            self.is_enough.set()


async def grow(journal: Journal, *kinds: str) -> None:
    head = await journal.head("game")
    last = (await journal.read("game", head - 1))[0] if head else None
    await journal.append("game", head, seal(last, [Draft(kind, {}) for kind in kinds], AT))


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.records.follower.RETRY_DELAY", 0.0)


async def test_what_could_not_be_taken_comes_again_and_each_thing_once():
    silent = JournalError("The servers do not answer.")
    heard = Heard(silent, silent)
    async with open_journal("memory:") as journal, trio.open_nursery() as nursery:
        await grow(journal, "first", "second")
        nursery.start_soon(follow, journal, "game", heard.reached, heard.take)
        await grow(journal, "third")
        await grow(journal, "last")
        with trio.fail_after(PATIENCE):
            await heard.is_enough.wait()
        nursery.cancel_scope.cancel()
    assert heard.kinds == ["first", "second", "third", "last"]


async def test_follower_whose_own_read_fails_goes_on():
    heard = Heard()
    async with open_journal("memory:") as journal, trio.open_nursery() as nursery:
        await grow(journal, "last")
        flaky = Flaky(journal, "game")
        flaky.fails = True
        nursery.start_soon(follow, flaky, "game", heard.reached, heard.take)
        with trio.fail_after(PATIENCE):
            await heard.is_enough.wait()
        nursery.cancel_scope.cancel()
    assert heard.kinds == ["last"]


async def test_what_is_stored_before_is_not_heard_by_whoever_follows_from_now():
    heard = Heard(JournalError("The servers do not answer."))
    async with open_journal("memory:") as journal, trio.open_nursery() as nursery:
        await grow(journal, "first", "second")
        flaky = Flaky(journal, "game")
        nursery.start_soon(follow_from_now, flaky, "game", heard.take)
        await wait_all_tasks_blocked()
        flaky.fails = True
        await grow(journal, "third")
        await grow(journal, "last")
        with trio.fail_after(PATIENCE):
            await heard.is_enough.wait()
        nursery.cancel_scope.cancel()
    assert heard.kinds == ["third", "last"]


async def test_damaged_stream_ends_it():
    heard = Heard(Damaged("game", 1, "it is not a record"))
    async with open_journal("memory:") as journal:
        await grow(journal, "first")
        with pytest.raises(Damaged):
            await follow(journal, "game", heard.reached, heard.take)


async def test_closed_journal_ends_it(tmp_path: Path):
    heard, has_ended = Heard(), trio.Event()

    async def outlive(journal: Journal) -> None:
        with pytest.raises(Closed):
            await follow(journal, "game", heard.reached, heard.take)
        has_ended.set()

    async with trio.open_nursery() as nursery:
        async with open_journal(f"sqlite:{tmp_path / 'parlour.db'}") as journal:
            await grow(journal, "last")
            nursery.start_soon(outlive, journal)
            await heard.is_enough.wait()
        with trio.fail_after(PATIENCE):
            await has_ended.wait()
