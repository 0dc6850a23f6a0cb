"""Tasks of a house: each may fail, and the house goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import trio

from core.games import GAMES
from core.house.service import open_service
from core.scheduling.supervision import contained, lasting
from journal import Channel, Closed, JournalError, open_journal
from tests.core.parlour import ANNA, Changed, a_service
from tests.patience import PATIENCE

SILENT = JournalError("The servers do not answer.")


class Failing:
    """A task that raises what is left to raise, one at each run."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.is_done = trio.Event()

    async def __call__(self) -> None:
        await trio.lowlevel.checkpoint()
        if self.errors:
            raise self.errors.pop(0)
        self.is_done.set()


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.scheduling.supervision.RESTART_DELAY", 0.0)


async def test_failure_of_the_store_is_said_in_a_sentence_and_a_fault_with_where_it_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert not await contained(Failing(ExceptionGroup("", [SILENT])))
    assert not await contained(Failing(KeyError("ours")))
    assert [(one.levelno, bool(one.exc_info)) for one in caplog.records] == [
        (logging.WARNING, False),
        (logging.ERROR, True),
    ]
    assert "The servers do not answer." in caplog.text
    assert "KeyError: 'ours'" in caplog.text


@pytest.mark.parametrize("end", [None, Closed("The journal is closed.")])
async def test_what_lasts_is_begun_anew_until_it_ends_or_the_journal_does(end: Closed | None) -> None:
    task = Failing(SILENT, KeyError("ours"), *([end] if end else []))
    with trio.fail_after(PATIENCE):
        await lasting(task)
    assert not task.errors
    assert task.is_done.is_set() == (end is None)


async def test_what_is_cancelled_is_neither_logged_nor_begun_anew(caplog: pytest.LogCaptureFixture) -> None:
    async def cancelled() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep_forever)
            scope.cancel()

    with trio.CancelScope() as scope:
        await lasting(cancelled)
    assert scope.cancelled_caught
    assert not caplog.records


async def test_house_goes_on_after_a_fault_in_one_of_its_tasks(caplog: pytest.LogCaptureFixture) -> None:
    async with a_service() as service:
        service.start(Failing(KeyError("ours")))
        service.start(after := Failing())
        await after.is_done.wait()
        await service.open(GAMES["elixir"], {}, [ANNA, None])
    assert "KeyError: 'ours'" in caplog.text


async def test_houses_meet_though_the_store_failed_when_they_met_first() -> None:
    async with open_journal("memory:") as journal:
        failures = [SILENT]

        def open_channel(hear: Callable[[bytes], None]) -> AbstractAsyncContextManager[Channel]:
            if failures:
                raise failures.pop()
            return journal.open_channel(hear)

        flaky: Any = Changed(journal)
        flaky.open_channel = open_channel
        async with open_service(flaky) as here, open_service(journal) as there:
            with trio.fail_after(PATIENCE):
                while not (here.neighbours.count and there.neighbours.count):
                    await trio.sleep(0.01)
        assert not failures
