"""Buckets: never more than was given at once, and what comes back in time; nobody takes from another's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.token_bucket import UNLIMITED, Bucket, Buckets, Rate, a_minute, an_hour

RATES = st.builds(Rate, st.integers(1, 50), st.floats(0.01, 100))
STEPS = st.lists(st.tuples(st.floats(0, 10), st.integers(1, 5)), max_size=60)


@given(RATES, STEPS)
def test_never_more_is_taken_than_was_there_at_first_and_came_back(rate: Rate, steps: list[tuple[float, int]]) -> None:
    bucket, now, taken = Bucket(rate), 100.0, 0
    for pause, cost in steps:
        now += pause
        taken += cost if bucket.take(now, cost) else 0
        assert taken <= rate.at_once + rate.a_second * (now - 100.0) + 1e-6


@given(RATES, STEPS)
def test_whoever_waits_as_long_as_told_is_given_it(rate: Rate, steps: list[tuple[float, int]]) -> None:
    bucket, now = Bucket(rate), 0.0
    for pause, cost in steps:
        now += pause
        bucket.charge(now, cost)
        later = now + bucket.until(now)
        assert bucket.take(later + 1e-6)
        now = later + 1e-6


def test_what_is_refused_takes_nothing() -> None:
    bucket = Bucket(Rate(3, 1))
    assert not bucket.take(0.0, 4)
    assert bucket.take(0.0, 3)
    assert not bucket.take(0.5)
    assert bucket.take(1.0)


def test_debts_are_paid_before_anything_else() -> None:
    bucket = Bucket(Rate(10, 2))
    bucket.charge(0.0, 30)
    assert bucket.until(0.0) == pytest.approx(10.5)
    assert not bucket.take(10.0)
    assert bucket.take(10.6)


def test_more_than_there_ever_is_is_waited_for_until_all_is_there() -> None:
    bucket = Bucket(Rate(10, 2))
    assert bucket.take(0.0, 10)
    assert bucket.until(0.0, 99) == pytest.approx(5)


def test_nothing_ends_what_has_no_limit() -> None:
    bucket = Bucket(UNLIMITED)
    bucket.charge(0.0, 1e12)
    assert bucket.take(0.0, 1e12)
    assert bucket.until(0.0) == 0


def test_rates_are_said_in_minutes_and_hours() -> None:
    assert a_minute(30) == Rate(30, 0.5)
    assert an_hour(3600, at_once=2) == Rate(2, 1)
    assert a_minute(60, 5).times(3) == Rate(15, 3)


def test_each_key_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(Rate(1, 0.1))
    assert buckets.of("anna", 0.0).take(0.0)
    assert not buckets.of("anna", 0.0).take(0.0)
    assert buckets.of("bert", 0.0).take(0.0)


def test_full_buckets_are_let_go_of_and_others_kept() -> None:
    buckets = Buckets(Rate(1, 1))
    for number in range(1000):
        assert buckets.of(number, float(number)).take(float(number))
    assert len(buckets) <= 257
    assert not buckets.of(999, 999.0).take(999.0)
