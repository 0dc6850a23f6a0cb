"""Wrong codes and passwords, slowed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.moderation.lockout import MINUTE, REMEMBERED, Tries

KEYS = ("192.0.2.1", "person/anna")


def test_fifth_wrong_one_of_a_minute_locks_and_the_lockout_ends():
    tries = Tries(5, 300)
    for second in range(4):
        assert tries.note_wrong(KEYS, float(second)) == ()
        assert tries.wait(KEYS, float(second)) == 0.0
    assert tries.note_wrong(KEYS, 4.0) == KEYS
    assert tries.wait(KEYS, 4.0) == 300.0
    assert tries.wait(KEYS, 104.0) == 200.0
    assert tries.wait(KEYS, 304.0) == 0.0


def test_other_figures_hold_from_now_on_and_who_is_locked_stays_so():
    tries = Tries(1, 300)
    tries.note_wrong(KEYS[:1], 0.0)
    tries.set_figures(2, 10)
    assert tries.wait(KEYS[:1], 0.0) == 300.0
    assert tries.note_wrong(KEYS[1:], 0.0) == ()
    assert tries.note_wrong(KEYS[1:], 1.0) == KEYS[1:]
    assert tries.wait(KEYS[1:], 1.0) == 10.0


def test_address_is_locked_for_all_it_tries_and_a_person_for_all_addresses():
    tries = Tries(5, 300)
    for second in range(5):
        tries.note_wrong(KEYS, float(second))
    assert tries.wait((KEYS[0], "person/bert"), 10.0) > 0
    assert tries.wait(("198.51.100.7", KEYS[1]), 10.0) > 0
    assert tries.wait(("198.51.100.7", "person/bert"), 10.0) == 0.0


def test_strangers_lock_nobody_out_where_it_was_opened_before_but_wrong_tries_from_there_do():
    tries, home = Tries(1, 300), "198.51.100.7"
    tries.note_right(home, KEYS[1])
    tries.note_wrong(KEYS, 0.0)
    assert tries.wait(tries.holding_up(*KEYS), 0.0) == 300.0
    assert tries.wait(tries.holding_up(home, KEYS[1]), 0.0) == 0.0
    assert tries.wait(tries.holding_up("203.0.113.5", KEYS[1]), 0.0) == 300.0
    tries.note_wrong((home, KEYS[1]), 1.0)
    assert tries.wait(tries.holding_up(home, KEYS[1]), 1.0) == 300.0


def test_where_something_was_opened_is_remembered_of_the_last_ones():
    tries = Tries(5, 300)
    for number in range(REMEMBERED + 1):
        tries.note_right("192.0.2.1", f"table/{number}")
        tries.note_right("192.0.2.1", "table/0")
    assert tries.holding_up("192.0.2.1", "table/0") == ("192.0.2.1",)
    assert tries.holding_up("192.0.2.1", "table/1") == ("192.0.2.1", "table/1")


@given(st.lists(st.floats(0, 30), max_size=60))
def test_never_more_than_five_wrong_ones_are_looked_at_in_a_minute(pauses: list[float]):
    tries, now = Tries(5, 300), 0.0
    wrong: list[float] = []
    for pause in pauses:
        now += pause
        if tries.wait(KEYS, now) == 0.0:
            wrong.append(now)
            tries.note_wrong(KEYS, now)
            assert sum(now - at < MINUTE for at in wrong) <= 5


def test_crowd_of_addresses_is_let_go_of_again():
    tries = Tries(5, 300)
    for number in range(20_000):
        tries.note_wrong((f"192.0.2.{number}",), number * MINUTE)
    assert len(tries._locked) + len(tries._wrong) < 6000
