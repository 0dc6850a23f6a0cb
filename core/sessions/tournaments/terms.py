"""What tournament somebody wants to hold, from the words they typed: "elixir rounds=5 clock=10m+5s at=20:00"."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import attrs
from msgspec.structs import replace

from core.base.durations import DAY, HOUR, MINUTE
from core.base.game import Refused
from core.base.message import Message, message
from core.games import GAMES
from core.games.features.titles import title_of
from core.sessions.arrival import order_words
from core.sessions.arrival.orders import Order
from core.table import Fischer, is_slow
from core.table.clock import read_seconds
from core.tournaments.events import MOST_PLAYERS

USUAL_CLOCK = Fischer(10 * MINUTE, 5)
USUAL_ARENA = 30 * MINUTE
USUAL_DELAY = 10 * MINUTE
"""Seconds from the announcement to the beginning where no time is given."""
SOONEST, LATEST = 1 * MINUTE, 30 * DAY
SHORTEST_ARENA, LONGEST_ARENA = 5 * MINUTE, 12 * HOUR
EXAMPLE = message("tournament new elixir rounds=5 clock=10m+5s at=20:00")
HOW = message("Type what to play and when, such as: {example}", example=EXAMPLE)


@attrs.frozen
class Terms:
    """What is played, how, and when."""

    order: Order
    starts_at: int
    """Seconds since the epoch."""
    rounds: int = 0
    """The most of a round robin; 0 is as many as it takes."""
    length: int = 0
    """Seconds of an arena; 0 is a round robin."""


def read_terms(words: Sequence[str], now: float) -> Terms:
    """The terms as they were typed, with what is usual for what was left out. Raises: Refused with what to type."""
    given, rest = order_words.split_values(words, {"rounds", "arena", "at", "on", "in"})
    if not rest:
        raise Refused(HOW)
    if "rounds" in given and "arena" in given:
        raise Refused("Leave out rounds= or arena= : rounds are played in a round robin.")
    return Terms(
        _order(rest),
        _starts_at(given, now),
        _rounds(given["rounds"]) if "rounds" in given else 0,
        _length(given["arena"]) if "arena" in given else 0,
    )


def _order(words: Sequence[str]) -> Order:
    """A game between two people, with a clock."""
    order = order_words.read_open(words)
    game, title = GAMES[order.game], title_of(order.game, order.options)
    if game.seats != 2:
        raise Refused("{game} is for one player: choose a game for two.", game=title)
    if order.level or order.luck or order.programs or order.opponent == "hotseat":
        raise Refused(HOW)
    order = replace(order, opponent="person", clock=order.clock or USUAL_CLOCK)
    if is_slow(order.clock):
        raise Refused("Tournaments are played at one go: choose a clock of less than a day.")
    return order


def _rounds(value: str) -> int:
    otherwise = message("Give rounds= a number from 1 to {most}.", most=MOST_PLAYERS)
    return order_words.number_of(value, MOST_PLAYERS, otherwise)


def _length(value: str) -> int:
    length = read_seconds(value) if value else USUAL_ARENA
    if length is None or not SHORTEST_ARENA <= length <= LONGEST_ARENA:
        raise Refused("Give arena= a time from 5m to 12h, such as arena=30m")
    return length


def _starts_at(given: dict[str, str], now: float) -> int:
    """When it begins: at a time of day (UTC), on a day or the next such time; or in a while."""
    if "at" in given:
        at = _at(given["at"], given.get("on", ""), now)
    else:
        delay = read_seconds(given["in"]) if "in" in given else USUAL_DELAY
        if delay is None or "on" in given:
            raise Refused(_when())
        at = int(now) + delay
    if not now + SOONEST - 1 <= at <= now + LATEST:
        raise Refused("A tournament begins in a minute at the earliest, and in 30 days at the latest.")
    return at


def _at(typed: str, day: str, now: float) -> int:
    today = datetime.fromtimestamp(now, UTC).date()
    try:
        hours, minutes = typed.split(":")
        wanted = time(int(hours), int(minutes), tzinfo=UTC)
        at = datetime.combine(date.fromisoformat(day) if day else today, wanted)
    except ValueError:
        raise Refused(_when()) from None
    if not day and at.timestamp() < now + SOONEST:
        at += timedelta(days=1)
    return int(at.timestamp())


def _when() -> Message:
    return message("Say when it begins: at=20:00 (UTC), at=20:00 on=2026-12-24, or in=10m")


def tell_start(starts_at: int, now: float) -> str:
    """When a tournament begins, as it is shown: "20:00 UTC"; on another day with the date."""
    start, today = datetime.fromtimestamp(starts_at, UTC), datetime.fromtimestamp(now, UTC).date()
    day = "" if start.date() == today else f"{start.date().isoformat()} "
    return f"{day}{start:%H:%M} UTC"
