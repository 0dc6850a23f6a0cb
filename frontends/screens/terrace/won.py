"""Terrace when it is won: the eight foundations as the steps of a terrace, every card where it was brought."""

import textwrap

from msgspec.structs import replace

from core.base.durations import span
from core.base.message import message
from core.games.terrace.board import FOUNDATIONS, FULL, View
from core.table import TableView
from frontends.screens.faces import WIDTH, face, suit_style
from frontends.screens.solitaires import moves, praise
from frontends.screens.terrace.words import draw_title
from frontends.terminal.picture import BOLD, Canvas

SUIT_CARDS = 13
HIGH = 14
"""Rows from the sentence above the terrace to the last one under it."""


def draw_win(table: TableView, canvas: Canvas) -> None:
    """The terrace, in the middle of the canvas."""
    view: View = table.view
    pitch = WIDTH + 1 if canvas.columns >= (SUIT_CARDS + 1) * (WIDTH + 1) else WIDTH
    step = min(2, max(0, (canvas.columns - SUIT_CARDS * pitch) // len(FOUNDATIONS)))
    wide = SUIT_CARDS * pitch + step * (len(FOUNDATIONS) - 1)
    left, top = max(0, (canvas.columns - wide) // 2), 1 + max(1, (canvas.rows - HIGH) // 2)
    draw_title(table, canvas, 1, canvas.columns - 2)
    canvas.put(top, left + 1, canvas.words.text("The terrace is built."), BOLD)
    for number, cards in enumerate(view.foundations):
        column = left + step * (len(FOUNDATIONS) - 1 - number)
        for place, card in enumerate(cards):
            style = replace(suit_style(card), bold=True)
            canvas.put(top + 2 + number, column + place * pitch, face(card, canvas.look), style)
    row, said = top + 3 + len(FOUNDATIONS), ""
    up = message(
        "All {all} cards are up, in {moves} and {time} of play.", all=FULL, moves=moves(table), time=span(table.elapsed)
    )
    praises = up, praise(table)
    width = min(wide, canvas.columns) - 2
    for said in (line for one in praises for line in textwrap.wrap(canvas.words.say(one), width)):
        canvas.put(row, left + 1, said)
        row += 1
    canvas.cursor = (min(canvas.rows, row) - 1, min(canvas.columns - 1, left + 1 + len(said)))
