"""The score window of mille: points, the commands or all bonus lines, and messages."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from core.games.mille import View
from core.games.mille.scoring import ALL_SAFETIES, EACH_COUP, EACH_SAFETY, FULL_BONUS, Score
from core.table import TableView
from frontends.screens.picture import BOLD, DIM, PLAIN, Canvas

EDGE = 40
"""The column of the window's left border."""
LEFT = EDGE + 2
RIGHT = 79
"""The last column."""
FLOOR = 13
"""The row of the line above the messages."""
MESSAGES = 3
"""Rows of messages."""
_ENDS = (64, 73, RIGHT)
"""The last columns of the figures: the player on the left, the one on the right, the value."""
NAME = 8
"""Columns of a name above its figures."""

_COMMANDS = (
    ("p: pick", "q: quit"),
    ("u: use #", "{order}"),
    ("d: discard #", "s: save"),
    ("w: toggle window", "r: reprint"),
    ("?: help", "': talk"),
)
_WATCHING = (("w: toggle window", "q: leave"), ("?: help", "r: reprint"))
"""The commands of those who look on."""
_TAKING_BACK = ("w: window  r: paint", "b: undo  f: redo")
"""What stands in the fourth row where moves are taken back freely."""

Row = tuple[str, str, str, str]
"""A label and three figures."""


def left_seat(view: View) -> int:
    """The seat that is drawn on the left: the viewer's own, or the first for those who look on."""
    return 0 if view.seat is None else view.seat


def name_of(table: TableView, seat: int) -> str:
    """How a seat is called to this viewer."""
    if seat == table.view.seat:
        return "You"
    return table.players[seat].name or f"Seat {seat + 1}"


def draw_score(table: TableView, note: str, full: bool, canvas: Canvas) -> None:
    """The window, with a message at its foot."""
    _draw_frame(canvas)
    left = left_seat(table.view)
    heads = (name_of(table, left)[:NAME], name_of(table, 1 - left)[:NAME], "Value")
    _put_row(canvas, 0, ("", *heads))
    for row, line in enumerate(_rows(table.view, left, full), 1):
        _put_row(canvas, row, line)
    if not full:
        _draw_commands(table, canvas)
    for row, message in enumerate(_wrapped(note), FLOOR + 1):
        canvas.put(row, LEFT, message, BOLD)


def _draw_frame(canvas: Canvas) -> None:
    utf8 = canvas.look.utf8
    for row in range(FLOOR + MESSAGES + 1):
        canvas.put(row, EDGE, "│" if utf8 else "|", DIM)
    canvas.put(FLOOR, EDGE, ("├" if utf8 else "+") + ("─" if utf8 else "-") * (RIGHT - EDGE), DIM)


def _put_row(canvas: Canvas, row: int, line: Row) -> None:
    label, *figures = line
    style = BOLD if not label or label in ("Hand Total", "Overall Total") else PLAIN
    canvas.put(row, LEFT, label, style)
    for figure, end in zip(figures, _ENDS, strict=True):
        canvas.put(row, end - len(figure) + 1, figure, DIM if end == RIGHT else style)


def _rows(view: View, left: int, full: bool) -> Iterator[Row]:
    """The lines of figures from the top (rules sheet 7.2)."""
    mine, theirs = view.scores[left], view.scores[1 - left]
    for label, value, first, second in zip(_LABELS, _VALUES, _figures(mine), _figures(theirs), strict=True):
        if full or label in _ALWAYS:
            yield label, str(first), str(second), str(value) if value else ""
    yield "Hand Total", str(mine.hand), str(theirs.hand), ""
    yield "Overall Total", str(view.totals[left]), str(view.totals[1 - left]), ""
    yield "Games", str(view.games[left]), str(view.games[1 - left]), ""


_ALWAYS = ("Milestones Played", "Each Safety", "All 4 Safeties", "Each Coup Fourre")
_LABELS = (*_ALWAYS, "Trip Completed", "Safe Trip", "Delayed Action", "Extension", "Shut-Out")
_VALUES = (
    0, EACH_SAFETY, ALL_SAFETIES, EACH_COUP,
    FULL_BONUS.trip, FULL_BONUS.safe, FULL_BONUS.delayed, FULL_BONUS.extension, FULL_BONUS.shut_out,
)  # fmt: skip


def _figures(score: Score) -> tuple[int, ...]:
    bonus = score.bonus
    return (
        score.miles, score.safeties, score.all_safeties, score.coups,
        bonus.trip, bonus.safe, bonus.delayed, bonus.extension, bonus.shut_out,
    )  # fmt: skip


def lines_of(score: Score) -> tuple[tuple[str, int], ...]:
    """The lines on which somebody has points, by their labels."""
    return tuple((label, points) for label, points in zip(_LABELS, _figures(score), strict=True) if points)


def _draw_commands(table: TableView, canvas: Canvas) -> None:
    view: View = table.view
    order = "o: stop ordering" if view.ordering else "o: order hand"
    commands = _WATCHING if view.seat is None else _COMMANDS
    if table.takes_back_freely:
        commands = (*_COMMANDS[:3], _TAKING_BACK, _COMMANDS[4])
    for offset, (first, second) in enumerate(commands, FLOOR - len(commands)):
        canvas.put(offset, LEFT, first, DIM)
        canvas.put(offset, LEFT + 20, second.format(order=order), DIM)


def _wrapped(note: str) -> list[str]:
    return textwrap.wrap(note, RIGHT - LEFT + 1, max_lines=MESSAGES, placeholder=" ...")
