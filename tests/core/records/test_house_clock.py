"""The time of a house goes on evenly, whatever is done to the machine's clock."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
import trio

from core.records.house_clock import LOOK_INTERVAL, SLACK, HouseClock, steady


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.steady, self.ahead = 100.0, 1_790_000_000.0

    def keeper(self) -> HouseClock:
        return HouseClock(lambda: self.steady + self.ahead, lambda: self.steady)


@pytest.mark.parametrize("leap", [7200.0, -7200.0, 86400.0 * 400, SLACK + 0.1])
def test_clock_that_is_set_changes_no_time_and_is_noticed_once(leap: float) -> None:
    machine = Machine()
    now = machine.keeper()
    began = now()
    machine.steady += 10
    machine.ahead += leap
    assert now() == began + 10
    assert [now.look(), now.look()] == [True, False]
    assert now.set_by == pytest.approx(leap)
    machine.ahead -= leap
    assert now.look()
    assert now.set_by == pytest.approx(0)
    assert now() == began + 10


def test_small_differences_are_passed_over() -> None:
    machine = Machine()
    now = machine.keeper()
    machine.ahead += SLACK
    assert not now.look()


def test_house_that_is_opened_again_follows_the_machine() -> None:
    machine = Machine()
    began = machine.keeper()()
    machine.ahead += 3600
    assert machine.keeper()() == began + 3600


async def test_clock_that_is_set_is_logged(autojump_clock: object, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    now = machine.keeper()
    with caplog.at_level(logging.WARNING):
        machine.ahead -= 7200
        with trio.move_on_after(LOOK_INTERVAL * 3.5):
            await now.watch()
        machine.ahead += 7200 - SLACK / 2
        with trio.move_on_after(LOOK_INTERVAL * 3.5):
            await now.watch()
    assert [record.getMessage() for record in caplog.records] == [
        "This machine's clock was set 2 hours behind Parlour's time. To follow it, restart Parlour.",
        "This machine's clock is right again.",
    ]
    assert not now.set_by


def test_steady_clock_goes_on_and_real_one_is_kept() -> None:
    first, now = steady(), HouseClock(lambda: datetime.now(UTC).timestamp())
    assert steady() >= first
    assert not now.look()
