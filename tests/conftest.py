"""What all tests share."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from trio.testing import MockClock, active_thread_count

# No test asserts how long something takes, neither an example nor its making: that is what the benchmarks are for.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
A_MOMENT = 0.0005
"""Real seconds that are left to a thread at work before it is looked at again."""

ROOT = Path(__file__).parent
SLOW = (
    "cluster", "deploy", "journal/stores/nats", "journal/operations", "frontends/commands", "frontends/cli",
    "frontends/telnet/tls", "frontends/server/notifications", "core/games/mille/bot", "core/games/terrace/solver",
    "core/games/test_every_bot.py", "core/house/test_two_houses.py", "core/house/test_drill.py",
    "core/live/test_automatic_play.py", "core/records/test_gate.py", "core/scheduling/test_worker_pool.py",
    "frontends/server/admin/test_every_order_elsewhere.py", "frontends/terminal/test_standard_streams.py",
    "frontends/test_end_to_end.py", "frontends/test_main.py", "journal/stores/sqlite/test_salvage.py",
    "journal/stores/test_crash.py",
)  # fmt: skip
"""Folders and files of which `make slow` runs the tests, and `make test` none: they start nodes, houses or terminals in
processes of their own, kill them, or let computer players and solvers think."""
SLOW_JOURNALS = {"nats", "cluster"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, by where it stands and by the journal it is for."""
    for item in items:
        place = item.path.relative_to(ROOT)
        is_slow = any(place.is_relative_to(slow) for slow in SLOW)
        words = set(item.callspec.id.split("-")) if hasattr(item, "callspec") else set()
        if is_slow or words & SLOW_JOURNALS:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def autojump_clock() -> MockClock:
    """The clock of trio that jumps to what is next as soon as nothing else goes on, in threads neither.

    Trio's own jumps while threads work: how far, depends on how slow the machine is.
    """
    clock = MockClock(autojump_threshold=0)
    jump = clock._autojump

    def jump_unless_a_thread_works() -> None:
        if active_thread_count():
            time.sleep(A_MOMENT)
        else:
            jump()

    clock._autojump = jump_unless_a_thread_works  # type: ignore[method-assign]
    return clock
