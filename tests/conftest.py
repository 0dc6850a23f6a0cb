"""What all tests share."""

import time

import pytest
from hypothesis import HealthCheck, settings
from trio.testing import MockClock, active_thread_count

# No test asserts how long something takes, neither an example nor its making: that is what the benchmarks are for.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
A_MOMENT = 0.0005
"""Real seconds that are left to a thread at work before it is looked at again."""


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
