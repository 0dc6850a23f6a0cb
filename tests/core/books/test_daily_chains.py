"""Chains of daily deals: which day has which secret, what a journal may say of them, and when the next one is made."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.hash_chain import hashed
from core.books.daily_chains import DAYS, ChainEvent, Chains, DayRevealed, DaysSealed, chain_of, sealed_days
from core.table import SealedDay
from tests.examples import examples

FIRST = date(2026, 11, 27)
SECRETS = st.binary(min_size=32, max_size=32)


def chains(*events: ChainEvent) -> Chains:
    return Chains().fold(events)


def at(day: date, hour: int = 12) -> float:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp()


def revealed(made: DaysSealed, day: date) -> DayRevealed:
    return DayRevealed(day.isoformat(), chain_of(made)[day].secret)


@examples(100)
@given(SECRETS, st.dates(date(1900, 1, 1), date(2900, 1, 1)), st.integers(1, 50), st.data())
def test_every_day_leads_to_the_beacon_by_its_place_alone(last: bytes, first: date, days: int, data: st.DataObject):
    made = sealed_days(last, first, days)
    day = first + timedelta(data.draw(st.integers(0, days - 1)))
    sealed = chains(made).of(day)
    assert sealed is not None
    assert sealed.hashes == (day - first).days + 1
    assert hashed(bytes.fromhex(sealed.secret), sealed.hashes).hex() == sealed.beacon == made.beacon
    assert chains(made).has(sealed)
    assert not chains(made).has(attrs.evolve(sealed, secret=made.beacon))


def test_days_outside_of_chains_are_open():
    known = chains(sealed_days(bytes(32), FIRST, 3))
    assert [known.of(FIRST + timedelta(days)) is not None for days in range(-1, 4)] == [False, True, True, True, False]
    assert Chains().of(FIRST) is None


def test_of_two_chains_that_have_a_day_the_later_counts_and_both_are_known():
    one, other = sealed_days(bytes(32), FIRST, 9), sealed_days(b"x" * 32, FIRST + timedelta(3), 9)
    known = chains(one, other)
    found = [known.of(FIRST + timedelta(days)) for days in (2, 3, 9)]
    assert [sealed and sealed.beacon for sealed in found] == [one.beacon, other.beacon, other.beacon]
    assert known.has(chain_of(one)[FIRST + timedelta(5)])


@pytest.mark.parametrize(
    "events",
    [
        [attrs.evolve(sealed_days(bytes(32), FIRST, 3), beacon="00" * 32)],
        [attrs.evolve(sealed_days(bytes(32), FIRST, 3), days=4)],
        [DayRevealed(FIRST.isoformat(), "00" * 32)],
        [sealed_days(bytes(32), FIRST, 3), DayRevealed(FIRST.isoformat(), "00" * 32)],
        [sealed_days(bytes(32), FIRST, 3), revealed(sealed_days(b"x" * 32, FIRST, 3), FIRST)],
    ],
)
def test_what_no_house_writes_is_refused(events: list[ChainEvent]):
    with pytest.raises(ValueError, match="its secret"):
        chains(*events)


def test_secrets_of_days_to_come_are_shown_nowhere():
    made = sealed_days(b"\xab" * 32, FIRST, 3)
    known = chains(made, revealed(made, FIRST))
    assert known.revealed == {FIRST.isoformat()}
    assert "abab" not in f"{made} {known} {chain_of(made)} {known.published(FIRST)}"


def test_first_chain_begins_on_the_next_day_but_not_within_the_hour():
    assert Chains().next_first(at(FIRST, 12)) == FIRST + timedelta(1)
    assert Chains().next_first(at(FIRST, 23)) == FIRST + timedelta(2)


@pytest.mark.parametrize(("days_left", "next_after"), [(31, None), (30, 1), (1, 1), (0, 1), (-1, 2), (-400, 401)])
def test_next_chain_follows_the_last_one_and_is_made_a_month_before(days_left: int, next_after: int | None):
    last = FIRST + timedelta(DAYS - 1)
    found = chains(sealed_days(bytes(32), FIRST)).next_first(at(last - timedelta(days_left)))
    assert found == (None if next_after is None else last + timedelta(next_after))


def test_day_that_is_none_of_its_chain_cannot_be():
    with pytest.raises(ValueError, match="not one of its chain"):
        SealedDay("00" * 32, "2026-11-26", "2026-11-27", "00" * 32)
    with pytest.raises(ValueError):
        SealedDay("00" * 32, "2026-11-31", "2026-11-27", "00" * 32)
