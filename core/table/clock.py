"""Clocks: how much time players have, and how the times of records are counted against it. Pure.

A clock gives time for each move, or for the whole game with an increment for each turn (Fischer). Time runs for the
seats that are to move. To take back a move gives no time back, and no increment either: who thinks long and then
changes their mind has thought long. A clock for each move begins again with whatever moves the game on.

Clocks of less than a day stand still while no player is at the table in any house. The house that the last one leaves
records that they stand, and the one to which somebody comes back that they run again. A house that was killed has
recorded nothing: then the time since the last record is not counted. In both cases another house that had a player at
the table all the while contradicts, and the time counts. Clocks of a day or more run on, but not while their player
is on vacation.
"""

from __future__ import annotations

import re
from math import ceil
from typing import TypeAlias

import attrs
from msgspec import Struct
from msgspec.structs import replace

from core.base.durations import DAY, HOUR, MINUTE
from core.base.game import Refused
from core.base.message import Message, counted, message

LONGEST_TIME = 366 * DAY
"""Seconds that a clock can give at once, and that a vacation or an absence can be agreed for."""
WARNING = 0.2
"""The share of its time from which on a clock warns."""

_IN_RANGE = attrs.validators.and_(attrs.validators.ge(0), attrs.validators.le(LONGEST_TIME))
_UNITS = {"": 1, "s": 1, "m": MINUTE, "h": HOUR, "d": DAY}
_SPAN = re.compile(r"([0-9]{1,9})([smhd]?)", re.ASCII)


@attrs.frozen
class Fischer:
    """Time for a whole game, in seconds."""

    bank: int = attrs.field(validator=(attrs.validators.ge(1), _IN_RANGE))
    """What each player begins with."""
    increment: int = attrs.field(default=0, validator=_IN_RANGE)
    """What is added when a player has finished a turn."""


Clock: TypeAlias = int | Fischer
"""Seconds for each move, 0 being no clock; or time for the whole game."""


def whole(clock: Clock) -> int:
    """Seconds that a player has at first."""
    return clock.bank if isinstance(clock, Fischer) else clock


def is_slow(clock: Clock) -> bool:
    """Whether it gives a day or more: the game then goes on while nobody is at the table."""
    return whole(clock) >= DAY


def read_clock(text: str) -> Clock:
    """A clock as it is typed: "60", "90s", "3d" for each move, "10m+5s" for the game. Raises: Refused."""
    bank, plus, increment = text.partition("+")
    seconds, more = read_seconds(bank), read_seconds(increment) if plus else 0
    if seconds is None or more is None or not 0 < seconds <= LONGEST_TIME or more > LONGEST_TIME:
        raise Refused(
            "Give clock= a time for each move, such as clock=60 or clock=3d, or for the game, such as clock=10m+5s."
        )
    return Fischer(seconds, more) if plus else seconds


def written_clock(clock: Clock) -> str:
    """A clock as it is typed, which `read_clock` reads: "60s", "3d", "10m+5s"."""
    if isinstance(clock, Fischer):
        return f"{_written(clock.bank)}+{_written(clock.increment)}"
    return _written(clock)


def _written(seconds: int) -> str:
    """A time in the largest unit that divides it, but a minute in seconds, as people type it."""
    units = ((DAY, "d"), (HOUR, "h"), (MINUTE, "m")) if seconds > MINUTE else ()
    return next((f"{seconds // unit}{letter}" for unit, letter in units if seconds % unit == 0), f"{seconds}s")


def read_seconds(text: str) -> int | None:
    """A time as it is typed, "90s" or "3d"; None for what is none."""
    found = _SPAN.fullmatch(text)
    return int(found[1]) * _UNITS[found[2]] if found else None


def tell_clock(clock: Clock) -> Message:
    """What a clock gives, as it follows a name: "60 seconds a move"."""
    if not isinstance(clock, Fischer):
        return message("{time} a move", time=tell_span(clock))
    if not clock.increment:
        return message("{time} for the game", time=tell_span(clock.bank))
    return message(
        "{time} for the game, {more} more for each turn", time=tell_span(clock.bank), more=tell_span(clock.increment)
    )


def tell_span(seconds: float) -> Message:
    """A time in its two largest units at most, rounded down: "3 days 4 hours", "45 seconds"."""
    rest = max(0, int(seconds))
    days, hours, minutes = rest // DAY, rest // 3600 % 24, rest // 60 % 60
    if rest < 120:
        return counted("{n} second", "{n} seconds", rest)
    parts = (
        (days, counted("{n} day", "{n} days", days)),
        (hours, counted("{n} hour", "{n} hours", hours)),
        (minutes, counted("{n} minute", "{n} minutes", minutes)),
        (rest % 60, counted("{n} second", "{n} seconds", rest % 60)),
    )
    first = next(place for place, (number, _) in enumerate(parts) if number)
    said = [part for number, part in parts[first : first + 2] if number]
    return message("{larger} {smaller}", larger=said[0], smaller=said[1]) if len(said) > 1 else said[0]


def tell_left(seconds: float) -> Message:
    """A time that is left, as `tell_span` says it: 0 seconds only where nothing is left."""
    return tell_span(ceil(round(seconds, 3)))  # A difference of two times is not quite whole.


def is_warning(clock: Clock, left: float) -> bool:
    """Whether a player with so many seconds left is to be warned."""
    return left <= WARNING * whole(clock)


class Away(Struct, frozen=True):
    """A vacation: from when until when a seat's clock stands still, in seconds since the epoch."""

    since: float = 0.0
    until: float = 0.0

    def overlap(self, since: float, until: float) -> float:
        """How many seconds of a span are in it."""
        return max(0.0, min(until, self.until) - max(since, self.since))


AT_HOME = Away()


class Clocks(Struct, frozen=True):
    """How the clocks of a table stand."""

    left: tuple[float, ...]
    """Seconds by seat that were left at `since`."""
    since: float
    """Seconds since the epoch up to which time is counted."""
    running: tuple[int, ...] = ()
    """The seats whose time runs."""
    away: tuple[Away, ...] = ()
    """By seat the last vacation."""
    uncounted: float = 0.0
    """Seconds that were not counted last, because a house says that nobody had the table open."""
    stood_since: float = 0.0
    """When that time began, in seconds since the epoch."""
    turned: int = 0
    """The record with which the turn came to those whose time runs."""
    passed: tuple[int, ...] = ()
    """By seat the record with which its last turn was over; 0 before."""
    paused: bool = False
    """Whether they stand still since `since`, because no player is at the table."""

    def runs(self, seat: int) -> bool:
        """Whether a seat's time goes by now."""
        return seat in self.running and not self.paused

    def left_at(self, seat: int, at: float) -> float:
        """Seconds that a seat has left at a time; less than none when its time has run out."""
        if not self.runs(seat):
            return self.left[seat]
        return self.left[seat] - (at - self.since - self.away[seat].overlap(self.since, at))

    def due(self, seat: int) -> float:
        """When a seat's time runs out if nothing happens; infinite while it does not run."""
        if not self.runs(seat):
            return float("inf")
        due, away = self.since + self.left[seat], self.away[seat]
        is_reached = away.until > self.since and due > away.since
        return due + away.overlap(self.since, away.until) if is_reached else due

    def first_due(self) -> tuple[float, int]:
        """When time runs out first, and for which seat; infinite while no time runs."""
        return min(((self.due(seat), seat) for seat in self.running), default=(float("inf"), 0))

    def is_away(self, seat: int, at: float) -> bool:
        """Whether a seat's player is on vacation at a time."""
        return self.away[seat].since <= at < self.away[seat].until

    def charged(self, at: float) -> Clocks:
        """With the time up to `at` counted, unless they stand still."""
        if self.paused:
            return self
        left = tuple(max(0.0, self.left_at(seat, at)) for seat in range(len(self.left)))
        return replace(self, left=left, since=max(at, self.since))

    def standing(self, at: float) -> Clocks:
        """As they stood at a time, and standing still."""
        return replace(self.charged(at), running=())


def beginning(clock: Clock, seats: int, at: float) -> Clocks:
    """The clocks before a game."""
    return Clocks((float(whole(clock)),) * seats, at, away=(AT_HOME,) * seats, passed=(0,) * seats)


def moved_on(clocks: Clocks, clock: Clock, at: float, turn: tuple[int, ...], seq: int, *, by_move: bool) -> Clocks:
    """The clocks after the game has moved on, so that now these seats are to move.

    `seq` is the record that moves it on. Only a move, and not taking one back, earns an increment.
    """
    now = clocks.charged(at)
    if isinstance(clock, Fischer):
        earned = {seat for seat in clocks.running if by_move and seat not in turn}
        left = tuple(time + clock.increment * (seat in earned) for seat, time in enumerate(now.left))
    else:
        left = (float(clock),) * len(now.left)
    turned = clocks.turned if turn == clocks.running else seq
    over = {seat for seat in clocks.running if seat not in turn}
    passed = tuple(seq if seat in over else last for seat, last in enumerate(clocks.passed))
    since = max(at, clocks.since)
    return replace(now, left=left, since=since, running=turn, uncounted=0.0, turned=turned, passed=passed)


def paused(clocks: Clocks, at: float) -> Clocks:
    """They stand still from now on, because the last player has left."""
    return replace(clocks.charged(at), paused=True)


def resumed(clocks: Clocks, last: float, at: float) -> Clocks:
    """They run from now on. The time since they stood still, or else since a table's last record, does not count."""
    now = clocks.charged(last)
    return replace(now, since=at, uncounted=at - now.since, stood_since=now.since, paused=False)


def contradicted(clocks: Clocks) -> Clocks:
    """The time counts in which a house said that no player was at the table, because another one had a player there."""
    if clocks.paused:
        return replace(clocks, paused=False)
    left = tuple(
        max(0.0, time - clocks.uncounted) if seat in clocks.running else time for seat, time in enumerate(clocks.left)
    )
    return replace(clocks, left=left, uncounted=0.0)


def left_for_vacation(clocks: Clocks, seat: int, at: float, until: float) -> Clocks:
    """A seat's time stands still from now until then; at once again when that is now."""
    now, away = clocks.charged(at), clocks.away[seat]
    back = replace(away, until=min(away.until, at)) if until <= at else Away(at, until)
    return replace(now, away=(*now.away[:seat], back, *now.away[seat + 1 :]))
