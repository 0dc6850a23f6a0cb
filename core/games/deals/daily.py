"""The daily deal: which number it has, streaks, and a result as one line.

The number of the deal of a variant for a day is

    1 + SHA-256("parlour daily 1" ‖ 00 ‖ variant ‖ 00 ‖ date ‖ 00 ‖ secret) mod 999999937

with the variant's name (of a game without variants its own name), the date (in UTC) as in 2026-11-22 and the secret of
the day in UTF-8, 00 one zero byte, and the hash read as a big-endian number. At home the secret is empty: everybody can
compute the deals of all days. In a house that serves it is that of the day in the house's hash chain, as 64 hexadecimal
digits: nobody outside the house knows it before the day begins, and then everybody can check it (`core.books`).
"""

import hashlib
from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from core.base.durations import span
from core.base.message import Argument, Message, counted, message
from core.table import SealedDay

LARGEST = 999_999_937
"""The largest number that a daily deal can have; a prime."""


@lru_cache(maxsize=256)
def daily_deal(variant: str, day: date, secret: str = "") -> int:
    """The number of the deal of that day, from 1."""
    text = b"\0".join((b"parlour daily 1", variant.encode(), day.isoformat().encode(), secret.encode()))
    return 1 + int.from_bytes(hashlib.sha256(text).digest(), "big") % LARGEST


def deal_of(variant: str, day: date, sealed: SealedDay | None) -> int:
    """The same of a day that may be one of a chain; None where it is none."""
    return daily_deal(variant, day, sealed.secret if sealed else "")


class Streaks(Struct, frozen=True):
    """Days in a row on which the daily deal was won."""

    now: int
    """Up to today, or up to yesterday while today's is not won yet."""
    best: int


def streaks(won: Iterable[date], today: date) -> Streaks:
    """The streaks of somebody who won the deals of these days, each on its day."""
    days = {day for day in won if day <= today}
    last = today if today in days else today - timedelta(days=1)
    best = max((_run_to(days, day) for day in days), default=0)
    return Streaks(_run_to(days, last), best)


def _run_to(days: set[date], last: date) -> int:
    if last in days and last + timedelta(days=1) in days:
        return 0  # A longer one goes on after it.
    length = 0
    while last - timedelta(days=length) in days:
        length += 1
    return length


class DailyResult(Struct, frozen=True):
    """How somebody's game of a daily deal stands, as it was decided from the journal."""

    title: str
    """Of the variant, such as "Falling Stars"."""
    day: date
    deal: int
    won: bool
    score: int
    best: int
    """The score of a won game."""
    moves: int
    seconds: float
    """Of play."""
    helps: int
    """Hints, takebacks and the like, all together."""
    by_computer: bool = False
    """Whether the computer has played it, wholly or in part."""
    was_known: bool = False
    """Whether its player had played that number before the day began."""


BY_COMPUTER = message("played by the computer")


def one_line(result: DailyResult) -> Message:
    """A result to paste: nothing in it gives the deal away to those who have not played it yet."""
    return message(
        "Parlour daily {day}, {title} {deal}: {how}",
        day=result.day.isoformat(), title=result.title, deal=result.deal, how=how_it_went(result),
    )  # fmt: skip


def how_it_went(result: DailyResult) -> Message:
    """A result without what all results of that deal have in common."""
    args: dict[str, Argument] = {
        "moves": counted("{n} move", "{n} moves", result.moves),
        "time": span(result.seconds),
        "help": helped(result.helps),
    }
    if result.by_computer:
        return BY_COMPUTER
    if result.was_known:
        return message("{how}, had played it before", how=how_it_went(replace(result, was_known=False)))
    if result.won:
        return message("won, {moves}, {time}, {help}", **args)
    return message("{score} of {best}, {moves}, {time}, {help}", score=result.score, best=result.best, **args)


def helped(count: int) -> Message:
    """How often somebody was helped in a game."""
    return counted("helped once", "helped {n} times", count) if count else message("no help")


def rank(result: DailyResult) -> tuple[object, ...]:
    """By which results are ordered, the best first: won, with little help, and quickly; else by the cards home.

    Who had played that number before the day began comes after all others, and what the computer has played last.
    """
    if result.by_computer:
        return 3, result.moves
    if result.was_known:
        return 2, *rank(replace(result, was_known=False))
    if result.won:
        return 0, result.helps, result.moves, result.seconds
    return 1, -result.score, result.helps, result.moves
