"""How many random examples a test looks at.

What breaks a rule breaks it in one of the first few examples nearly always, and `make test` is run before each commit:
it looks at a few of each kind. `make slow` puts all of these tests to all of their examples (`pytest
--hypothesis-profile=all`).
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ALL = "all"
FEW = "few"
QUICK = 15
"""Examples of a test in `make test` where it says no less."""


def register_profiles() -> None:
    """Make both profiles known, and load that of `make test`; Hypothesis's own option loads the other one."""
    # No test asserts how long something takes, neither an example nor its making: that is what the benchmarks are for.
    settings.register_profile(ALL, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile(FEW, settings.get_profile(ALL), max_examples=QUICK)
    settings.load_profile(FEW)


def are_all() -> bool:
    """Whether every example is looked at."""
    return settings.get_current_profile_name() == ALL


def examples(count: int, quick: int = QUICK) -> settings:
    """Settings of a test with so many examples, of which `make test` looks at `quick`."""
    return settings(max_examples=count if are_all() else min(count, quick))


def slow(*values: Any) -> list[Any]:
    """Values of a parameter with which `make slow` alone runs a test."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
