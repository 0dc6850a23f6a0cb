"""Pictures as bytes: the way from one picture to the next, painted once for all who see both."""

from __future__ import annotations

from frontends.terminal.characters import encode_cells
from frontends.terminal.paint import paint
from frontends.terminal.picture import Picture

MOST_CELLS = 1 << 20
"""Cells of the pictures that are remembered: some 270 steps at 80x24. A picture costs about 10 bytes a cell."""

Step = tuple[Picture | None, Picture, bool, bool]
"""The picture before and after; whether in colour, whether in UTF-8."""


class Painter:
    """Remembers what was painted lately. Pictures are told apart by identity, so finding one costs next to nothing."""

    def __init__(self, most_cells: int = MOST_CELLS) -> None:
        self._most_cells = most_cells
        self._painted: dict[Step, bytes] = {}
        self.cells = 0
        """How many cells the remembered pictures have."""

    def paint(self, before: Picture | None, after: Picture, colour: bool, utf8: bool) -> bytes:
        """What makes a terminal that shows `before` show `after`; None paints all of it."""
        step = (before, after, colour, utf8)
        octets = self._painted.get(step)
        if octets is None:
            octets = encode_cells(paint(before, after, colour), utf8)
            self._remember(step, octets)
        return octets

    def _remember(self, step: Step, octets: bytes) -> None:
        self._painted[step] = octets
        self.cells += _cells(step)
        while self.cells > self._most_cells:
            oldest = next(iter(self._painted))
            del self._painted[oldest]
            self.cells -= _cells(oldest)


def _cells(step: Step) -> int:
    return sum(len(picture.rows) * len(picture.rows[0]) for picture in step[:2] if picture and picture.rows)


PAINTER = Painter()
"""Of this process: pictures are shared by all houses in it."""
