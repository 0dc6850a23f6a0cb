"""The whole picture: a game's screen with the conversation's line under it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from core.table import TableView
from frontends.dialogue.pages import fitted
from frontends.screens.controls import Screen
from frontends.screens.picture import REVERSE, Canvas, Look, Picture, of_lines


@attrs.frozen
class Bottom:
    """The conversation's line under a board."""

    text: str = ""
    is_asked: bool = False
    """Whether somebody answers after it: then the cursor is there, and of a long line the end is shown."""

    def fitted(self, columns: int) -> str:
        """As much as there is room for; the row's last cell stays free."""
        room = columns - 1
        if len(self.text) <= room:
            return self.text
        return self.text[len(self.text) - room :] if self.is_asked else f"{self.text[: max(0, room - 3)]}..."[:room]


def stage(face: Screen, table: TableView, hand: Any, note: str, bottom: Bottom, look: Look) -> Picture:
    """A game's screen, or the plain word that the terminal is too small for it."""
    if not fits(face, look):
        return too_small(face.least, bottom, look)
    canvas = Canvas(look)
    face.draw(table, hand, note, canvas)
    text = bottom.fitted(canvas.columns)
    if text:
        canvas.put(canvas.rows - 1, 0, text.ljust(canvas.columns - 1), REVERSE)
    if bottom.is_asked:
        canvas.cursor = (canvas.rows - 1, len(text))
    return canvas.picture()


def page(lines: Sequence[str], bottom: Bottom, look: Look) -> Picture:
    """A few lines in place of a board, broken where the terminal is too narrow."""
    fitting = fitted("\n".join(lines), look.columns - 1)
    canvas = Canvas(look)
    for row, line in enumerate(fitting[: look.rows - 1]):
        canvas.put(row, 0, line)
    canvas.put(look.rows - 1, 0, bottom.fitted(look.columns).ljust(look.columns - 1), REVERSE)
    if bottom.is_asked:
        canvas.cursor = (look.rows - 1, len(bottom.fitted(look.columns)))
    return canvas.picture()


def fits(face: Screen, look: Look) -> bool:
    """Whether the terminal has room for the board."""
    rows, columns = face.least
    return look.rows >= rows and look.columns >= columns


def too_small(least: tuple[int, int], bottom: Bottom, look: Look) -> Picture:
    """What to do about a terminal that is too small."""
    rows, columns = least
    lines = (
        f"Too small for the board: {look.columns}x{look.rows},",
        f"it needs {columns}x{rows}.",
        "Make the window larger,",
        "or press L for lines of text.",
    )
    return of_lines((*lines[: look.rows - 1], bottom.fitted(look.columns)), look)
