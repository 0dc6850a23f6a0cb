"""Terrace when it is won: the eight foundations as the steps of a terrace, every card where it was brought."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import attrs

from core.base.durations import span
from core.base.message import Message, counted, message
from core.games.terrace.board import FOUNDATIONS, FULL, View
from core.table import TableView
from frontends.screens.controls import DEMONSTRATED
from frontends.screens.faces import WIDTH, face, suit_style
from frontends.screens.terrace.words import efforts, title
from frontends.terminal.picture import BOLD, DIM, Canvas

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
    _draw_title(table, canvas)
    canvas.put(top, left + 1, canvas.words.text("The terrace is built."), BOLD)
    for number, cards in enumerate(view.foundations):
        column = left + step * (len(FOUNDATIONS) - 1 - number)
        for place, card in enumerate(cards):
            style = attrs.evolve(suit_style(card), bold=True)
            canvas.put(top + 2 + number, column + place * pitch, face(card, canvas.look), style)
    row, said = top + 3 + len(FOUNDATIONS), ""
    for said in _lines(table, canvas, min(wide, canvas.columns) - 2):
        canvas.put(row, left + 1, said)
        row += 1
    canvas.cursor = (min(canvas.rows, row) - 1, min(canvas.columns - 1, left + 1 + len(said)))


def _draw_title(table: TableView, canvas: Canvas) -> None:
    left, right = title(table, canvas.words, canvas.columns - 2)
    canvas.put(0, 1, left, BOLD)
    canvas.put(0, canvas.columns - 1 - len(right), right, DIM)


def _lines(table: TableView, canvas: Canvas, width: int) -> Sequence[str]:
    return [line for said in _praise(table) for line in textwrap.wrap(canvas.words.say(said), width)]


def _praise(table: TableView) -> Sequence[Message]:
    moves = counted("{n} move", "{n} moves", table.plays)
    up = message(
        "All {all} cards are up, in {moves} and {time} of play.", all=FULL, moves=moves, time=span(table.elapsed)
    )
    if table.demonstrated:
        return up, DEMONSTRATED
    if not table.undos and not table.hints:
        return up, message("Nothing taken back, no hint: a perfect game.")
    undos, hints = efforts(table)
    return up, message("{undos}, {hints}.", undos=undos, hints=hints)
