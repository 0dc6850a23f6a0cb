"""The score of mille on the board: folded into one line, or all of its lines (rules sheet 7.2)."""

from __future__ import annotations

import attrs

from core.base.message import Argument, Message, message
from core.games.mille.state import ALL_SAFETIES, EACH_COUP, EACH_SAFETY, FULL_BONUS, Score
from core.games.mille.views import View
from frontends.screens.mille.cards import Drawing
from frontends.screens.mille.marks import SCORE
from frontends.terminal.picture import BOLD, DIM, PLAIN

ROWS = 13
"""Rows of the whole score in one block."""
TWO_BLOCKS = (7, 60)
"""Rows and columns of the whole score in two blocks."""
FIGURES = 5
"""Columns of a figure."""
WITH_VALUES = 38
"""Columns of a block that has room for what each line is worth."""
WIDEST = 46
"""Columns of a block at most: figures far from their labels are hard to read."""
_EARNED = 4
"""Lines of what is earned while the hand goes on."""
_BONUSES = 5

_LABELS = (
    message("Milestones Played"), message("Each Safety"), message("All 4 Safeties"), message("Each Coup Fourré"),
    message("Trip Completed"), message("Safe Trip"), message("Delayed Action"), message("Extension"),
    message("Shut-Out"),
)  # fmt: skip
_VALUES = (
    0, EACH_SAFETY, ALL_SAFETIES, EACH_COUP,
    FULL_BONUS.trip, FULL_BONUS.safe, FULL_BONUS.delayed, FULL_BONUS.extension, FULL_BONUS.shut_out,
)  # fmt: skip


@attrs.frozen
class Line:
    """A line of the score: the figures of the left side and of the right, and what it is worth (0 for nothing)."""

    label: Message
    left: int
    right: int
    value: int = 0
    is_sum: bool = False


def left_seat(view: View) -> int:
    """The seat that is drawn on the left: the viewer's own, or the first for a watcher."""
    return 0 if view.seat is None else view.seat


def _figures(score: Score) -> tuple[int, ...]:
    bonus = score.bonus
    return (
        score.miles, score.safeties, score.all_safeties, score.coups,
        bonus.trip, bonus.safe, bonus.delayed, bonus.extension, bonus.shut_out,
    )  # fmt: skip


def lines_of(view: View, seat: int) -> tuple[tuple[Message, int], ...]:
    """The lines on which a seat has points in this hand, by their labels."""
    figures = _figures(view.scores[seat])
    return tuple((label, points) for label, points in zip(_LABELS, figures, strict=True) if points)


def score_lines(view: View) -> list[Line]:
    """All lines from the top."""
    left = left_seat(view)
    mine, theirs = view.scores[left], view.scores[1 - left]
    rows = zip(_LABELS, _figures(mine), _figures(theirs), _VALUES, strict=True)
    return [
        *(Line(*row) for row in rows),
        Line(message("Hand Total"), mine.hand, theirs.hand, is_sum=True),
        Line(message("Overall Total"), view.totals[left], view.totals[1 - left], is_sum=True),
        Line(message("Games"), view.games[left], view.games[1 - left]),
    ]


def pairs_of(view: View) -> list[dict[str, Argument]]:
    """Points of the hand, of the game, and games won: the viewer's first."""
    left = left_seat(view)
    of_hand = (view.scores[0].hand, view.scores[1].hand)
    return [{"mine": pair[left], "theirs": pair[1 - left]} for pair in (of_hand, view.totals, view.games)]


def draw_folded(to: Drawing, row: int) -> None:
    """The score in one line: as much of it as there is room for."""
    figures = pairs_of(to.view)
    pieces = [
        message("Points {mine}:{theirs}", **figures[0]),
        message("Total {mine}:{theirs}", **figures[1]),
        message("Games {mine}:{theirs}", **figures[2]),
    ]
    if to.columns >= TWO_BLOCKS[1]:
        pieces.insert(0, message("Hand {n}", n=to.view.dealt))
    column = 0
    for text in map(to.text, pieces):
        if column and column + len(text) > to.columns:
            break
        to.put(row, column, text, DIM)
        column += len(text) + 2
    to.area(row, 0, 1, to.columns, SCORE)


def draw_block(to: Drawing, row: int, column: int, columns: int, lines: list[Line]) -> None:
    """Some lines under the names of both sides, `len(lines) + 1` rows in all."""
    has_values = columns >= WITH_VALUES
    ends = [columns - 6, columns] if has_values else [columns]
    width = (columns - 18 - 6 * has_values) // 2 if columns >= 34 else FIGURES + 1
    right = ends[0]
    left = right - width
    label = left - width
    for number, name in enumerate((left_seat(to.view), 1 - left_seat(to.view))):
        end = column + (left, right)[number]
        to.right(row, end, width - 1, to.text(message("You")) if name == to.view.seat else to.name(name), BOLD)
    if has_values:
        to.right(row, column + columns, 5, to.text(message("Value")), DIM)
    for offset, line in enumerate(lines, row + 1):
        style = BOLD if line.is_sum else PLAIN
        to.say(offset, column, label, line.label, style)
        to.right(offset, column + left, width - 1, str(line.left), style)
        to.right(offset, column + right, width - 1, str(line.right), style)
        if has_values and line.value:
            to.right(offset, column + columns, 5, str(line.value), DIM)
    to.area(row, column, len(lines) + 1, columns, SCORE)


def draw_two_blocks(to: Drawing, row: int) -> None:
    """All lines in two blocks beside each other."""
    lines = score_lines(to.view)
    half, width = len(lines) // 2, (to.columns - 2) // 2
    block = min(width, WIDEST)
    draw_block(to, row, 0, block, lines[:half])
    draw_block(to, row, to.columns - width, block, lines[half:])


def without_bonus(lines: list[Line]) -> list[Line]:
    """The lines that are not for the end of a trip."""
    return lines[:_EARNED] + lines[_EARNED + _BONUSES :]
