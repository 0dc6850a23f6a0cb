"""Pictures that say whatever a test wants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from frontends.terminal.picture import Canvas, Look, Picture, Style


def of_lines(lines: Iterable[str], look: Look) -> Picture:
    """A picture of plain lines, cut to the size."""
    canvas = Canvas(look)
    for row, line in enumerate(lines):
        canvas.put(row, 0, line)
    return canvas.picture()


def runs(picture: Picture, row: int) -> Iterator[tuple[Style, str]]:
    """One row as runs of the same style, from left to right."""
    cells = zip(picture.styles[row], picture.rows[row], strict=True)
    for style, those in groupby(cells, key=lambda cell: cell[0]):
        yield style, "".join(character for _, character in those)
