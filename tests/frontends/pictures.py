"""Pictures that say whatever a test wants."""

from __future__ import annotations

from collections.abc import Iterable

from frontends.terminal.picture import Canvas, Look, Picture


def of_lines(lines: Iterable[str], look: Look) -> Picture:
    """A picture of plain lines, cut to the size."""
    canvas = Canvas(look)
    for row, line in enumerate(lines):
        canvas.put(row, 0, line)
    return canvas.picture()
