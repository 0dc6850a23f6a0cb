"""Vacations: so many days a year, and what is typed for them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.durations import DAY
from core.base.game import Refused
from core.correspondence.reminders import OFF, WEBHOOK, ReminderChosen
from core.correspondence.vacations import DAYS_A_YEAR, VacationEnded, VacationTaken, Wishes, evolve_all, take_vacation
from core.records import fold
from journal import Damaged, Draft, seal

AT = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()


def after(*typed: tuple[str, float]) -> Wishes:
    """What somebody wants who has typed this, each so many days after noon on the first of March."""
    wishes = Wishes()
    for text, days in typed:
        for event in take_vacation(wishes, text, AT + days * DAY):
            wishes = evolve_all((*wishes.vacations, event)) if isinstance(event, VacationTaken) else end(wishes, event)
    return wishes


def end(wishes: Wishes, event: object) -> Wishes:
    return evolve_all((*wishes.vacations, event))


def test_days_begin_now_and_a_date_ends_with_its_day() -> None:
    assert take_vacation(Wishes(), "10 days", AT) == (VacationTaken(int(AT), int(AT) + 10 * DAY),)
    assert take_vacation(Wishes(), "1 day", AT) == (VacationTaken(int(AT), int(AT) + DAY),)
    until = int(datetime(2026, 3, 6, tzinfo=UTC).timestamp())
    assert take_vacation(Wishes(), "until 2026-03-05", AT) == (VacationTaken(int(AT), until),)


def test_vacation_that_ends_early_costs_the_days_that_were_begun() -> None:
    wishes = after(("10 days", 0), ("off", 2.5))
    assert wishes.days_left(AT) == DAYS_A_YEAR - 3
    assert wishes.vacation_at(AT + 3 * DAY) is None
    assert wishes.vacation_at(AT + 2 * DAY) is not None


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("slow.vacation_taken", {"since": 10**17, "until": 10**17 + DAY}),
        ("slow.vacation_taken", {"since": 0, "until": 10**17}),
        ("slow.vacation_ended", {"at": -(10**17)}),
    ],
)
def test_vacation_in_no_year_of_the_calendar_is_damage(kind: str, data: dict[str, int]) -> None:
    records = seal(None, [Draft(kind, data)], "2026-11-20T20:15:03.120Z")
    with pytest.raises(Damaged):
        fold.decode("slow/anna", records)


def test_every_year_has_days_of_its_own() -> None:
    wishes = after(("30 days", 0))
    with pytest.raises(Refused, match="0 days of vacation left"):
        take_vacation(wishes, "1 day", AT + 40 * DAY)
    assert take_vacation(wishes, "30 days", AT + 365 * DAY)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("31 days", "You have 30 days of vacation left"), ("0 days", "is over"), ("off", "not on vacation"),
        ("until 2026-02-01", "is over"), ("until 2026-02-31", "is not a day"), ("until", "Type vacation until"),
        ("soon", "Type vacation until"), ("٣ days", "Type vacation until"), ("until 9999-12-31", "30 days"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(typed: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        take_vacation(Wishes(), typed, AT)


def test_vacation_cannot_be_taken_twice() -> None:
    with pytest.raises(Refused, match="already"):
        take_vacation(after(("10 days", 0)), "5 days", AT + DAY)


@given(st.lists(st.tuples(st.integers(1, 40), st.floats(0.1, 60), st.booleans()), max_size=12))
def test_nobody_is_away_for_more_than_the_days_of_a_year(steps: list[tuple[int, float, bool]]) -> None:
    """Law: whatever somebody types in a year, their clocks stand still for 30 days of it at most."""
    events: list[object] = []
    at = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    for days, pause, ends in steps:
        at += pause * DAY
        if at > datetime(2026, 12, 31, tzinfo=UTC).timestamp():
            break
        try:
            events += take_vacation(evolve_all(events), "off" if ends else f"{days} days", at)
        except Refused:
            continue
    assert sum(one.until - one.since for one in evolve_all(events).vacations) <= DAYS_A_YEAR * DAY


def test_last_choice_of_a_reminder_holds() -> None:
    chosen = ReminderChosen(WEBHOOK, "https://example.org/hook")
    assert evolve_all((chosen,)).reminder == chosen
    assert evolve_all((chosen, ReminderChosen(OFF, ""), VacationEnded(5))).reminder.by == OFF
