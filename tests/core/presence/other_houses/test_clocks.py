"""Whose clock is wrong, as houses find out from one another."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.presence.other_houses.clocks import FEW, KEPT, MOST, PAST, Times

NOW = 1_790_000_000.0


def acquainted(ahead: Mapping[str, float], ages: Mapping[str, float], delay: float = 0.01) -> dict[str, Times]:
    """Houses, each so far ahead of the true time and opened so long ago, that have told one another the time."""
    found = {name: Times(name, NOW + ahead[name] - ages[name]) for name in ahead}
    for name, times in found.items():
        for other in ahead.keys() - {name}:
            asked = NOW + ahead[name] - delay
            times.hear(other, asked, asked + 2 * delay, NOW + ahead[other], ages[other])
    return found


def wrong(ahead: Mapping[str, float], ages: Mapping[str, float], delay: float = 0.01) -> set[str]:
    found = acquainted(ahead, ages, delay)
    return {name for name, times in found.items() if times.wrong_by(NOW + ahead[name])}


@pytest.mark.parametrize("leap", [7200.0, -7200.0, 10.5])
def test_of_two_houses_the_one_that_came_later_is_taken_for_wrong(leap: float) -> None:
    ahead = {"first": 0.0, "later": leap}
    assert wrong(ahead, {"first": 100.0, "later": 50.0}) == {"later"}
    assert wrong(ahead, {"first": 50.0, "later": 100.0}) == {"first"}
    assert wrong(ahead, {"first": 50.0, "later": 50.3}) == {"later"}


@pytest.mark.parametrize("age", [10.0, 1000.0])
def test_of_three_houses_the_one_that_differs_is_wrong_whenever_it_came(age: float) -> None:
    assert wrong({"a": 0.0, "b": 0.5, "c": -7200.0}, {"a": 50.0, "b": 40.0, "c": age}) == {"c"}


def test_houses_that_agree_are_all_right() -> None:
    assert wrong({"a": 0.0, "b": 9.5, "c": -0.4}, {"a": 3.0, "b": 2.0, "c": 1.0}) == set()


@pytest.mark.parametrize(("leap", "says"), [(1.5, False), (2.5, True), (-2.5, True), (7200.0, True)])
def test_difference_is_told_from_two_seconds_on(leap: float, says: bool) -> None:
    found = acquainted({"a": 0.0, "b": leap}, {"a": 2.0, "b": 1.0})
    told = found["a"].differences(NOW)
    assert [one.house for one in told] == (["b"] if says else [])
    assert all(abs(one.seconds - leap) <= 0.011 for one in told)


@given(st.floats(0, 5), st.floats(0, 5), st.floats(-30, 30))
def test_slow_letters_make_no_difference_that_is_not_there(there: float, back: float, ahead: float) -> None:
    """Law: what is said to be certain is never more than there is, however long question and answer take."""
    times = Times("a", NOW)
    times.hear("b", NOW, NOW + there + back, NOW + there + ahead, 10.0)
    for one in times.differences(NOW):
        assert abs(one.seconds) <= abs(ahead) + 1e-6
        assert (one.seconds > 0) == (ahead > 0)
    assert not times.wrong_by(NOW) or abs(ahead) > MOST


def test_quickest_of_the_last_answers_is_believed() -> None:
    times = Times("a", NOW)
    times.hear("b", NOW, NOW + 0.01, NOW + 30, 10.0)
    for _ in range(KEPT - 1):
        times.hear("b", NOW, NOW + 9, NOW + 30, 10.0)
    assert times.differences(NOW)[0].seconds == pytest.approx(30, abs=0.02)
    times.hear("b", NOW, NOW + 11, NOW + 500, 10.0)  # which took too long to say anything
    times.hear("b", NOW, NOW - 1, NOW + 500, 10.0)
    assert times.differences(NOW)[0].seconds == pytest.approx(30, abs=0.02)


def test_house_that_is_gone_is_forgotten() -> None:
    times = acquainted({"a": 0.0, "b": 7200.0}, {"a": 1.0, "b": 9.0})["a"]
    assert times.wrong_by(NOW)
    times.forget("b")
    assert not times.wrong_by(NOW)


@pytest.mark.parametrize("ahead", [7200.0, -7200.0])
def test_records_tell_where_there_are_no_letters_and_then_nobody_is_trusted(ahead: float) -> None:
    times = Times("a", NOW)
    times.hear_record("b", ahead, NOW)
    assert [one.seconds for one in times.differences(NOW)] == [ahead]
    assert times.wrong_by(NOW + PAST) == 7200.0
    assert not times.wrong_by(NOW + PAST + 1)
    times.hear_record("b", -0.2, NOW + 1)
    assert not times.differences(NOW + 1)


def test_of_many_names_that_records_bear_few_are_remembered() -> None:
    times = Times("a", NOW)
    for n in range(10 * FEW):
        times.hear_record(f"b{n}", 7200.0, NOW)
    assert {one.house for one in times.differences(NOW)} == {f"b{n}" for n in range(9 * FEW, 10 * FEW)}


def test_record_that_came_late_says_nothing_and_neither_does_ones_own() -> None:
    times = Times("a", NOW)
    times.hear_record("b", -5.0, NOW)
    times.hear_record("a", 7200.0, NOW)
    assert not times.differences(NOW)
