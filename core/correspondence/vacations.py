"""Vacations from games that take days, in `slow/ID`, where it also stands how a person is reminded. Pure.

A vacation stops the person's clocks in all correspondence games. There are 30 days of it in a calendar year (UTC), that
in which the vacation begins; a day that has begun counts whole.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from math import ceil
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.base.durations import DAY
from core.base.event_families import register
from core.base.game import Refused
from core.correspondence.reminders import NOT_REMINDED, ReminderChosen

DAYS_A_YEAR = 30
"""Days of vacation in a calendar year."""
_END = 253_402_300_800
"""Seconds since the epoch when the years of the calendar end, of which there are 9999."""
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def stream_of(person: str) -> str:
    """Where a person's wishes are kept."""
    return f"slow/{person}"


def _check_moments(*moments: int) -> None:
    if not all(0 <= moment < _END for moment in moments):
        raise ValueError("it has a time that is in no year of the calendar")


class VacationTaken(Struct, frozen=True, gc=False):
    """A person's clocks stand still; in seconds since the epoch."""

    since: int
    until: int

    def __post_init__(self) -> None:
        _check_moments(self.since, self.until)


class VacationEnded(Struct, frozen=True, gc=False):
    """They run again, before the vacation's end."""

    at: int
    """Seconds since the epoch."""

    def __post_init__(self) -> None:
        _check_moments(self.at)


SlowEvent = VacationTaken | VacationEnded | ReminderChosen
EVENTS: dict[str, type] = {"slow.vacation_taken": VacationTaken, "slow.vacation_ended": VacationEnded}
"""By kind; `reminders.CHOICES` are in the same streams."""
register("slow", EVENTS)


class Wishes(Struct, frozen=True):
    """What a person wants, as the fold of their stream."""

    vacations: tuple[VacationTaken, ...] = ()
    reminder: ReminderChosen = NOT_REMINDED

    def vacation_at(self, at: float) -> VacationTaken | None:
        """The vacation they are on at a time."""
        return next((one for one in reversed(self.vacations) if one.since <= at < one.until), None)

    def days_left(self, at: float) -> int:
        """How many days of vacation are left in the year of that time; one that is under way counts whole."""
        taken = (ceil((one.until - one.since) / DAY) for one in self.vacations if _year(one.since) == _year(at))
        return DAYS_A_YEAR - sum(taken)


def evolve(wishes: Wishes, event: SlowEvent) -> Wishes:
    """Fold one event."""
    match event:
        case VacationTaken():
            return replace(wishes, vacations=(*wishes.vacations, event))
        case VacationEnded(at):
            *others, last = wishes.vacations or (VacationTaken(at, at),)
            ended = replace(last, until=max(last.since, min(at, last.until)))
            return replace(wishes, vacations=(*others, ended))
        case ReminderChosen():
            return replace(wishes, reminder=event)


def evolve_all(events: Iterable[Any]) -> Wishes:
    """The fold of a stream."""
    wishes = Wishes()
    for event in events:
        wishes = evolve(wishes, event)
    return wishes


def take_vacation(wishes: Wishes, typed: str, at: float) -> tuple[SlowEvent, ...]:
    """What follows from "until 2026-12-24", "10 days" or "off". Raises: Refused with what to type instead."""
    words = typed.lower().split()
    under_way = wishes.vacation_at(at)
    if words == ["off"]:
        if under_way is None:
            raise Refused("You are not on vacation.")
        return (VacationEnded(int(at)),)
    if under_way is not None:
        raise Refused("You are already on vacation. To end it: vacation off")
    until = _until(words, at)
    left = wishes.days_left(at)
    if not at < until:
        raise Refused("That day is over: choose a later one.")
    if ceil((until - at) / DAY) > left:
        raise Refused("You have {left} days of vacation left this year.", left=max(0, left))
    return (VacationTaken(int(at), until),)


def _until(words: list[str], at: float) -> int:
    match words:
        case ["until", date] if _DATE.fullmatch(date):
            try:
                return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()) + DAY
            except ValueError:
                raise Refused("That is not a day: type one as in vacation until 2026-12-24") from None
        case [number, "day" | "days"] if number.isascii() and number.isdigit() and len(number) < 4:
            return int(at) + int(number) * DAY
        case _:
            raise Refused("Type vacation until 2026-12-24, vacation 10 days, or vacation off.")


def _year(at: float) -> int:
    return datetime.fromtimestamp(at, UTC).year
