"""The daily deal, its streaks and its line."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.base.message import english
from core.games.deals.daily import LARGEST, DailyResult, Streaks, daily_deal, one_line, streaks

TODAY = date(2026, 11, 22)
days = st.dates(date(2026, 1, 1), date(2026, 12, 31))


def test_the_rule_is_fixed_for_ever() -> None:
    assert [daily_deal(variant, TODAY) for variant in ("terrace", "pileon")] == [686045176, 266966464]
    assert daily_deal("terrace", TODAY, "beacon") == 789019057


@given(days, days)
def test_days_and_variants_have_deals_of_their_own(one: date, other: date) -> None:
    assert (daily_deal("wood", one) == daily_deal("wood", other)) == (one == other)
    assert daily_deal("wood", one) != daily_deal("signora", one)
    assert 1 <= daily_deal("wood", one) <= LARGEST


def ago(*numbers: int) -> list[date]:
    return [TODAY - timedelta(days=number) for number in numbers]


def test_a_streak_lasts_until_a_day_is_over_without_a_win() -> None:
    assert streaks(ago(0, 1, 2, 5, 6), TODAY) == Streaks(now=3, best=3)
    assert streaks(ago(1, 2, 5, 6, 7), TODAY) == Streaks(now=2, best=3)
    assert streaks(ago(2, 3), TODAY) == Streaks(now=0, best=2)
    assert streaks([], TODAY) == Streaks(now=0, best=0)


@given(st.sets(days))
def test_a_streak_is_never_longer_than_the_best(won: set[date]) -> None:
    found = streaks(won, date(2026, 12, 31))
    assert 0 <= found.now <= found.best <= len(won)
    assert (found.best == 0) == (not won)


def test_a_result_is_one_line() -> None:
    won = DailyResult("Wood", TODAY, 17, True, 104, 104, moves=98, seconds=754.2, helps=0)
    assert english(one_line(won)) == "Parlour daily 2026-11-22, Wood 17: won, 98 moves, 12:34, no help"
    tried = DailyResult("Wood", TODAY, 17, False, 61, 104, moves=1, seconds=60, helps=1)
    assert english(one_line(tried)) == "Parlour daily 2026-11-22, Wood 17: 61 of 104, 1 move, 1:00, helped once"
