"""Wrong codes and passwords, slowed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.tries import MINUTE, Tries

KEYS = ("192.0.2.1", "person/anna")


def test_fifth_try_of_a_minute_is_the_last_one_and_the_lockout_ends():
    tries = Tries(5, 300)
    assert [tries.take(KEYS, float(second)) for second in range(5)] == [(0.0, ())] * 5
    assert tries.take(KEYS, 5.0) == (300.0, KEYS)
    assert tries.take(KEYS, 105.0) == (200.0, ())
    assert tries.take(KEYS, 305.0) == (0.0, ())


def test_address_is_locked_for_all_it_tries_and_a_person_for_all_addresses():
    tries = Tries(5, 300)
    for second in range(6):
        tries.take(KEYS, float(second))
    assert tries.take((KEYS[0], "person/bert"), 10.0)[0] > 0
    assert tries.take(("198.51.100.7", KEYS[1]), 10.0)[0] > 0
    assert tries.take(("198.51.100.7", "person/bert"), 10.0) == (0.0, ())


def test_what_was_right_does_not_count():
    tries = Tries(5, 300)
    for second in range(100):
        assert tries.take(KEYS, second / 10) == (0.0, ())
        tries.forgive(KEYS)


@given(st.lists(st.floats(0, 30), max_size=60))
def test_never_more_than_five_are_looked_at_in_a_minute(pauses: list[float]):
    tries, now = Tries(5, 300), 0.0
    allowed: list[float] = []
    for pause in pauses:
        now += pause
        if tries.take(KEYS, now)[0] == 0.0:
            allowed.append(now)
            assert sum(now - at < MINUTE for at in allowed) <= 5


def test_crowd_of_addresses_is_let_go_of_again():
    tries = Tries(5, 300)
    for number in range(20_000):
        tries.take((f"192.0.2.{number}",), number * MINUTE)
    assert len(tries._keys) < 5000
