"""What all tests share."""

import gc
import time
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test
from trio.testing import MockClock, active_thread_count

from tests import examples

examples.register_profiles()
A_MOMENT = 0.0005
"""Real seconds that are left to a thread at work before it is looked at again."""

ROOT = Path(__file__).parent
SLOW = (
    "frontends/programs/duel",
    "cluster", "deploy", "journal/stores/nats", "journal/operations", "frontends/commands", "frontends/cli",
    "frontends/telnet/tls", "frontends/server/notifications", "core/games/mille/bot", "core/games/terrace/solver",
    "core/books/test_daily_verifier.py", "core/books/test_killed_houses.py", "core/games/test_every_bot.py",
    "core/house/test_two_houses.py", "core/house/test_drill.py", "core/house/test_duel_of_mille.py",
    "core/live/test_automatic_play.py",
    "core/live/test_unattended_computers.py", "core/live/test_winnability.py", "core/records/test_gate.py",
    "core/scheduling/test_worker_pool.py", "frontends/server/admin/test_client.py",
    "frontends/server/admin/test_every_order_elsewhere.py", "frontends/sharing/test_player.py",
    "frontends/terminal/test_standard_streams.py", "frontends/programs/test_killed.py",
    "frontends/server/test_metrics.py", "frontends/test_end_to_end.py", "frontends/test_main.py",
    "hostile/test_player.py", "journal/stores/sqlite/test_own_process.py", "journal/stores/sqlite/test_salvage.py",
    "frontends/programs/client/test_killed.py", "frontends/programs/client/mcp_server/test_main.py",
    "frontends/programs/client/environments/test_every_environment.py",
    "journal/stores/test_crash.py",
)  # fmt: skip
"""Folders and files of which `make slow` runs the tests, and `make test` none: they start nodes, houses or terminals in
processes of their own, kill them, or let computer players and solvers think."""
SLOW_PLACES = {ROOT / place for place in SLOW}
SLOW_JOURNALS = {"nats", "cluster", "apart"}
"""Those that are processes of their own."""
NEW_OBJECTS = 50_000
"""So many more than were freed are made before garbage is looked for: what tests leave is small."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where no slow test is run, those files are not even loaded that have no other: it takes each process seconds."""
    return True if config.option.markexpr == "not slow" and _is_slow(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, by where it stands and by the journal it is for."""
    for item in items:
        words = set(item.callspec.id.split("-")) if hasattr(item, "callspec") else set()
        is_to_see_all = examples.are_all() and is_hypothesis_test(getattr(item, "obj", None))
        if is_to_see_all or _is_slow(item.path) or words & SLOW_JOURNALS:
            item.add_marker(pytest.mark.slow)


@cache
def _is_slow(path: Path) -> bool:
    return not SLOW_PLACES.isdisjoint((path, *path.parents))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage in modules and tests: what was collected stays until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say of what passed no more than is shown: all that a report holds is written and read again between processes."""
    report = yield
    if report.passed:
        report.keywords = {}
    return report


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
