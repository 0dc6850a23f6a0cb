"""The score of mille on the board: folded into one line, or all of its lines (rules sheet 7.2)."""

from collections.abc import Callable
from operator import attrgetter

from msgspec import Struct

from core.base.message import Argument, Message, message
from core.games.mille.scoring import ALL_SAFETIES, EACH_COUP, EACH_SAFETY, FULL_BONUS, Score
from core.games.mille.views import View
from frontends.screens.mille.cards import Drawing, fit
from frontends.screens.mille.layout import TWO_BLOCKS
from frontends.screens.mille.places import SCORE, seats_of
from frontends.terminal.picture import BOLD, DIM, PLAIN

ROWS = 13
"""Rows of the whole score in one block."""
FIGURES = 5
"""Columns of a figure."""
WITH_VALUES = 38
"""Columns of a block that has room for what each line is worth."""
WIDEST = 46
"""Columns of a block at most: figures far from their labels are hard to read."""
BONUSES = slice(4, 9)
"""The lines that are for the end of a trip."""

_LINES: tuple[tuple[Message, Callable[[Score], int], int], ...] = (
    (message("Milestones Played"), attrgetter("miles"), 0),
    (message("Each Safety"), attrgetter("safeties"), EACH_SAFETY),
    (message("All 4 Safeties"), attrgetter("all_safeties"), ALL_SAFETIES),
    (message("Each Coup Fourré"), attrgetter("coups"), EACH_COUP),
    (message("Trip Completed"), attrgetter("bonus.trip"), FULL_BONUS.trip),
    (message("Safe Trip"), attrgetter("bonus.safe"), FULL_BONUS.safe),
    (message("Delayed Action"), attrgetter("bonus.delayed"), FULL_BONUS.delayed),
    (message("Extension"), attrgetter("bonus.extension"), FULL_BONUS.extension),
    (message("Shut-Out"), attrgetter("bonus.shut_out"), FULL_BONUS.shut_out),
)
"""What a side has points for in a hand: label, how many, and what it is worth (0 for nothing)."""


class Line(Struct, frozen=True):
    """A line of the score: the figures of the left side and of the right, and what it is worth."""

    label: Message
    left: int
    right: int
    value: int = 0
    is_sum: bool = False


def lines_of(view: View, seat: int) -> tuple[tuple[Message, int], ...]:
    """The lines on which a seat has points in this hand, by their labels."""
    return tuple((label, points) for label, figure, _ in _LINES if (points := figure(view.scores[seat])))


def score_lines(view: View) -> list[Line]:
    """All lines from the top."""
    left, right = seats_of(view)
    mine, theirs = view.scores[left], view.scores[right]
    return [
        *(Line(label, figure(mine), figure(theirs), value) for label, figure, value in _LINES),
        Line(message("Hand Total"), mine.hand, theirs.hand, is_sum=True),
        Line(message("Overall Total"), view.totals[left], view.totals[right], is_sum=True),
        Line(message("Games"), view.games[left], view.games[right]),
    ]


def pairs_of(view: View) -> list[dict[str, Argument]]:
    """Points of the hand, of the game, and games won: the viewer's first."""
    left, right = seats_of(view)
    of_hand = [score.hand for score in view.scores]
    return [{"mine": pair[left], "theirs": pair[right]} for pair in (of_hand, view.totals, view.games)]


def draw_folded(to: Drawing, row: int) -> None:
    """The score in one line: as much of it as there is room for."""
    points, total, games = pairs_of(to.view)
    pieces = [
        message("Points {mine}:{theirs}", **points),
        message("Total {mine}:{theirs}", **total),
        message("Games {mine}:{theirs}", **games),
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


def draw_block(to: Drawing, row: int, column: int, columns: int, lines: list[Line], is_first: bool = True) -> None:
    """Some lines under the names of both sides, in `len(lines) + 1` rows; the `is_first` one says which hand it is."""
    has_values = columns >= WITH_VALUES
    width = (columns - 18 - 6 * has_values) // 2 if columns >= 34 else FIGURES + 1
    right = columns - 6 * has_values
    left = right - width
    label = left - width
    if is_first:
        to.say(row, column, label, message("Hand {n}", n=to.view.dealt), DIM)
    for end, seat in zip((left, right), to.seats, strict=True):
        to.right(row, column + end, width - 1, to.text(to.name(seat)), BOLD)
    if has_values:
        to.right(row, column + columns, 5, to.text(message("Value")), DIM)
    for offset, line in enumerate(lines, row + 1):
        text = fit(to.text(line.label), label, to.canvas.look)
        text = f"{text:<{label}}{line.left:>{width}}{line.right:>{width}}"
        to.canvas.put(offset, column, text, BOLD if line.is_sum else PLAIN)
        if has_values and line.value:
            to.right(offset, column + columns, 5, str(line.value), DIM)
    to.area(row, column, len(lines) + 1, columns, SCORE)


def draw_two_blocks(to: Drawing, row: int) -> None:
    """All lines in two blocks beside each other."""
    lines = score_lines(to.view)
    half, width = len(lines) // 2, (to.columns - 2) // 2
    block = min(width, WIDEST)
    draw_block(to, row, 0, block, lines[:half])
    draw_block(to, row, to.columns - width, block, lines[half:], is_first=False)
