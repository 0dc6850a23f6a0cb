"""The screen of a game that has none of its own: its view in words, and moves as they are typed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import attrs

from core.games import GAMES
from core.table import TableView
from frontends.screens.controls import Pressed, Screen
from frontends.screens.picture import BOLD, REVERSE, Canvas


@attrs.frozen
class Hand:
    """A move half typed."""

    typed: str = ""


def idle(view: Any) -> Hand:
    """Nothing typed."""
    return Hand()


def press(hand: Hand, key: str, view: Any) -> Pressed:
    """Type a move; Enter submits it."""
    if key == "enter":
        return Pressed(Hand(), move=hand.typed or None)
    if key == "backspace":
        return Pressed(Hand(hand.typed[:-1]))
    if len(key) == 1 and key.isprintable() and (hand.typed or key not in "?'qQL"):
        return Pressed(Hand(hand.typed + key))
    return Pressed(hand, known=False)


def describe(view: Any, columns: int) -> Sequence[str]:
    """Every field of the view on a line of its own."""
    lines: list[str] = []
    for field in attrs.fields(type(view)):
        lines += textwrap.wrap(f"{field.name}: {getattr(view, field.name)}", columns)
    return lines


def screen_for(game: str) -> Screen:
    """A plain screen for the game of that name."""

    def draw(table: TableView, hand: Hand, note: str, canvas: Canvas) -> None:
        canvas.put(0, 0, GAMES[game].title, BOLD)
        lines = [*describe(table.view, canvas.columns), "", *_listed(game, table.view, canvas.columns)]
        for row, line in enumerate(lines[: canvas.rows - 5], 2):
            canvas.put(row, 0, line)
        canvas.put(canvas.rows - 3, 0, note)
        canvas.put(canvas.rows - 2, 0, f"Move: {hand.typed}", REVERSE)

    return Screen(game, idle, press, draw, describe, "Type a move and press Enter.", least=(12, 40))


def _listed(game: str, view: Any, columns: int) -> list[str]:
    moves = ", ".join(GAMES[game].moves(view))
    return textwrap.wrap(f"You may play: {moves}", columns) if moves else []
