"""From one picture to the next: the few escape sequences that make a terminal show the new one.

Between two paintings the terminal is always left the same way: no attributes set (SGR 0), automatic wrapping on, and
the cursor where the picture wants it, or hidden. Only sequences that every heir of the VT100 knows are used. The result
is text; line ends and encoding are the business of whoever sends it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from operator import ne

from frontends.terminal.picture import PLAIN, Picture, Row, Style, blank_row

GAP = 4
"""Unchanged cells between two changed ones that are cheaper sent again than jumped over."""
_RUNS = re.compile(rb"\x01(?:\x00{0,%d}\x01)*" % GAP)
"""Columns that differ as stretches, small gaps closed."""
NO_WRAP, WRAP = "\x1b[?7l", "\x1b[?7h"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
CLEAR = "\x1b[0m\x1b[H\x1b[2J"
"""What makes the screen empty, as when screen mode begins; the screen that was there is not kept."""
CLEAR_TO_END = "\x1b[K"
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"
FRAME = 1 / 30
"""Seconds between two pictures at least."""

Place = tuple[int, int]


def leave(rows: int) -> str:
    """What to send when screen mode ends: the picture stays, and text goes on below the last of `rows` rows."""
    return f"\x1b[0m{SHOW}\x1b[{rows};1H\n"


def paint(old: Picture | None, new: Picture, colour: bool = True) -> str:
    """What turns a terminal that shows `old` into one that shows `new`; None, or another size, paints it whole.

    Empty when nothing differs. Without colour, styles are reduced to their attributes.
    """
    if old is not None and _size(old) != _size(new):
        old = None
    brush = _Brush(colour, old.cursor if old else (0, 0), _size(new))
    blank = blank_row(_size(new)[1])
    for number, row in enumerate(zip(new.rows, new.styles, strict=True)):
        before = (old.rows[number], old.styles[number]) if old else blank
        if before != row:
            _paint_row(brush, number, before, row)
    brush.rest(old, new.cursor)
    return "".join(brush.parts) if old else CLEAR + "".join(brush.parts)


def _size(picture: Picture) -> tuple[int, int]:
    return len(picture.rows), len(picture.rows[0]) if picture.rows else 0


def _paint_row(brush: _Brush, number: int, before: Row, row: Row) -> None:
    changed = _changes(before, row)
    end = end_of(row)
    is_cleared = changed.count(1, end) > len(CLEAR_TO_END)
    for run in _RUNS.finditer(changed, 0, end if is_cleared else len(changed)):
        brush.write(number, run.start(), row, run.end())
    if is_cleared:
        brush.clear(number, changed.index(1, end))


def _changes(before: Row, row: Row) -> bytes:
    """For each column 1 where it differs, else 0. Cells are compared as tuples, which see quickly that two styles are
    one object."""
    if before[1] == row[1]:
        return bytes(map(ne, before[0], row[0]))
    return bytes(map(ne, zip(*before, strict=True), zip(*row, strict=True)))


def end_of(row: Row) -> int:
    """The column behind the last cell that is not a plain blank."""
    characters, styles = row
    text_end = len(characters.rstrip(" "))
    if styles[text_end:].count(PLAIN) == len(characters) - text_end:
        return text_end  # As nearly always; counting takes no time.
    return next(column + 1 for column in reversed(range(text_end, len(characters))) if styles[column] != PLAIN)


def _shown(character: str) -> str:
    """A character that takes one cell and does nothing else; French has blanks at which no line may be broken."""
    if character.isprintable():
        return character
    return " " if unicodedata.category(character) == "Zs" else "?"


@lru_cache(maxsize=4096)
def _sgr(style: Style, colour: bool) -> str:
    return style.sgr(colour)


class _Brush:
    """What has been sent so far, and how the terminal stands after it."""

    def __init__(self, colour: bool, at: Place | None, size: tuple[int, int]) -> None:
        self.parts: list[str] = []
        self.colour = colour
        self.at = at
        self.rows, self.columns = size
        self.worn = PLAIN

    def move(self, row: int, column: int) -> None:
        """Put the cursor there. Nothing is ahead of a full row, so a cursor that waits to wrap is placed anew."""
        if self.at == (row, column):
            return
        if self.at is not None and self.at[0] == row and self.at[1] < column:
            ahead = column - self.at[1]
            self.parts.append(f"\x1b[{ahead}C" if ahead > 1 else "\x1b[C")
        elif column == 0:
            self.parts.append(f"\x1b[{row + 1}H" if row else "\x1b[H")
        else:
            self.parts.append(f"\x1b[{row + 1};{column + 1}H")
        self.at = row, column

    def wear(self, style: Style) -> None:
        """Set the attributes, if they are not set already."""
        if style is self.worn:
            return
        sgr = _sgr(style, self.colour)
        if sgr != _sgr(self.worn, self.colour):
            self.parts.append(sgr)
        self.worn = style

    def write(self, number: int, start: int, row: Row, stop: int) -> None:
        """Send the cells of a row from `start` up to `stop`."""
        characters, styles = row
        self.move(number, start)
        first = start
        for style, cells in groupby(styles[start:stop]):
            last = first + len(tuple(cells))
            self.wear(style)
            self._put(number, characters[first:last], last)
            first = last
        self.at = number, stop

    def clear(self, row: int, column: int) -> None:
        """Blank the rest of a row."""
        self.wear(PLAIN)
        self.move(row, column)
        self.parts.append(CLEAR_TO_END)

    def rest(self, old: Picture | None, cursor: Place | None) -> None:
        """Leave the terminal as the next painting expects it."""
        self.wear(PLAIN)
        was_visible = old is None or old.cursor is not None
        if cursor is not None:
            self.move(*cursor)
        if old is None or was_visible != (cursor is not None):
            self.parts.append(HIDE if cursor is None else SHOW)

    def _put(self, number: int, text: str, stop: int) -> None:
        """Send characters. The last cell of all is sent without wrapping, so that the terminal does not scroll."""
        if not text.isprintable():
            text = "".join(map(_shown, text))
        if number == self.rows - 1 and stop == self.columns:
            text = f"{text[:-1]}{NO_WRAP}{text[-1]}{WRAP}"
        self.parts.append(text)
