"""So many in so long, and never more."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from core.base.quota import Ledger, Quota

THREE = Quota("anna", 3, 100.0)


def test_no_more_than_so_many_are_ever_within_the_time() -> None:
    ledger = Ledger()
    for at in (0.0, 10.0, 20.0):
        assert ledger.wait(THREE, at) == 0.0
        ledger.note([THREE], at)
    assert ledger.wait(THREE, 20.0) == 80.0
    assert ledger.wait(THREE, 99.0) == 1.0
    assert ledger.wait(THREE, 100.0) == 0.0
    assert ledger.count(THREE, 20.0) == 3
    assert ledger.count(THREE, 105.0) == 2


def test_each_key_counts_for_itself_and_what_is_never_allowed_never_is() -> None:
    ledger, other = Ledger(), Quota("bert", 1, 100.0)
    for _ in range(3):
        ledger.note([THREE], 0.0)
    assert ledger.wait(other, 0.0) == 0.0
    assert ledger.count(other, 0.0) == 0
    assert ledger.wait(Quota("carl", 0, 100.0), 0.0) == math.inf


def test_what_happened_before_is_put_in_its_place() -> None:
    """Given what was learned late: that something had happened, before what is known already."""
    ledger = Ledger()
    for at in (50.0, 60.0, 10.0):
        ledger.note([THREE], at)
    assert ledger.wait(THREE, 60.0) == 50.0


def test_figure_that_is_lowered_holds_at_once() -> None:
    ledger = Ledger()
    for at in (0.0, 1.0, 2.0):
        ledger.note([THREE], at)
    assert ledger.wait(Quota("anna", 1, 100.0), 10.0) == 92.0


def test_keys_that_matter_no_more_are_let_go_of() -> None:
    ledger = Ledger()
    for n in range(10_000):
        ledger.note([Quota(n, 3, 100.0)], float(n))
    assert len(ledger) < 1000


@given(st.lists(st.floats(0, 1000), max_size=60))
def test_whoever_asks_first_is_never_over_the_quota(times: list[float]) -> None:
    ledger, taken = Ledger(), []
    for at in sorted(times):
        if ledger.wait(THREE, at) == 0.0:
            ledger.note([THREE], at)
            taken.append(at)
    assert all(sum(at - 100.0 < one <= at for one in taken) <= 3 for at in taken)
