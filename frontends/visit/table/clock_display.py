"""The clocks of a table as they stand on a board: who has how much time left. Pure.

They are put over the picture that is shared by everybody who sees the same, so that a second that goes by changes a
few cells and nothing else.
"""

import math
from functools import lru_cache

from msgspec.structs import replace

from core.base.durations import DAY, span
from core.base.message import Message, message
from core.table import Clocks, Fischer, TableView, is_warning
from frontends.terminal.pages import cut
from frontends.terminal.picture import BOLD, PLAIN, Look, Picture, Style

LONGEST_NAME = 12
"""Columns for a name."""
URGENT = Style(fg="red", bold=True)

Parts = tuple[tuple[str, Style], ...]
"""Texts that follow one another, each with its style."""


def face(table: TableView, now: float, look: Look) -> Parts:
    """The clocks at a time in seconds since the epoch; with names where these leave room for half a message.

    Late watchers see them as they stood then.
    """
    if table.clocks is None or table.outcome is not None:
        return ()
    named = _parts(table, table.clocks, now, look, has_names=True)
    return named if 2 * width(named) <= look.columns else _parts(table, table.clocks, now, look, has_names=False)


def width(parts: Parts) -> int:
    """The columns of the clocks."""
    return sum(len(text) for text, _ in parts)


def _parts(table: TableView, clocks: Clocks, now: float, look: Look, *, has_names: bool) -> Parts:
    seats = tuple(range(len(clocks.left))) if isinstance(table.clock, Fischer) else table.turn
    parts: list[tuple[str, Style]] = []
    for seat in sorted(seats, key=lambda seat: (seat != table.seat, seat)):
        left, runs = clocks.left_at(seat, now), clocks.runs(seat)
        called = table.players[seat].name
        name = (
            look.words.text("You")
            if seat == table.seat
            else cut(called if isinstance(called, str) else look.words.say(called), LONGEST_NAME)
        )
        away = runs and clocks.is_away(seat, now)
        time = look.words.say(message("vacation") if away else hand(left))
        style = URGENT if runs and is_warning(table.clock, left) else BOLD if runs else PLAIN
        if parts:
            parts.append(("  ", PLAIN))
        parts.append((f"{name} {time}" if has_names else time, style))
    return tuple(parts)


def hand(left: float) -> Message:
    """A time as a clock shows it: 4:05, 1:04:05, 2d 3h; it shows nothing only when nothing is left."""
    rest = max(0, math.ceil(left))
    if rest < DAY:
        return message("{time}", time=span(rest))
    return message("{days}d {hours}h", days=rest // DAY, hours=rest // 3600 % 24)


@lru_cache(maxsize=256)
def with_clocks(picture: Picture, parts: Parts) -> Picture:
    """A picture with the clocks at the right end of the row above the keys."""
    row = len(picture.rows) - 2
    text, styles = "".join(text for text, _ in parts), [style for text, style in parts for _ in text]
    start = len(picture.rows[row]) - 1 - len(text)
    if row < 0 or start < 0:
        return picture
    rows, all_styles = list(picture.rows), list(picture.styles)
    rows[row] = f"{rows[row][:start]}{text}{rows[row][start + len(text) :]}"
    all_styles[row] = (*all_styles[row][:start], *styles, *all_styles[row][start + len(text) :])
    return replace(picture, rows=tuple(rows), styles=tuple(all_styles))
