"""The whole picture: a game's screen with the conversation's line under it."""

from __future__ import annotations

from typing import Any

from core.table import Sight
from frontends.screens.controls import Screen
from frontends.screens.picture import REVERSE, Canvas, Look, Picture, of_lines


def stage(face: Screen, sight: Sight, hand: Any, note: str, bottom: str, look: Look) -> Picture:
    """A game's screen, or the plain word that the terminal is too small for it."""
    if (look.rows, look.columns) < face.least or look.columns < face.least[1]:
        return too_small(face.least, look)
    canvas = Canvas(look)
    face.draw(sight, hand, note, canvas)
    return with_bottom(canvas, bottom)


def with_bottom(canvas: Canvas, bottom: str) -> Picture:
    """The picture with a line at the bottom; the end of a long one is what counts."""
    if bottom:
        text = bottom[-(canvas.columns - 1) :]
        canvas.put(canvas.rows - 1, 0, text.ljust(canvas.columns - 1), REVERSE)
        canvas.cursor = (canvas.rows - 1, min(len(text), canvas.columns - 1))
    return canvas.picture()


def too_small(least: tuple[int, int], look: Look) -> Picture:
    """What to do about a terminal that is too small."""
    rows, columns = least
    return of_lines(
        (
            f"Too small for the board: {look.columns}x{look.rows},",
            f"it needs {columns}x{rows}.",
            "Make the window larger,",
            "or press L for lines of text.",
        ),
        look,
    )


def overlay(text: str, look: Look) -> Picture:
    """A page of text in place of the board."""
    return of_lines(text.split("\n"), look)
