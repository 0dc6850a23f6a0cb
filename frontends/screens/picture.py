"""A screen as a value: cells with styles, built on a canvas, compared as text, sent as the runs that changed."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from core.message import Argument
from frontends.language import Language, language

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""The terminal's eight colours in SGR order; "bright_" before a name is the brighter eight."""


@attrs.frozen
class Style:
    """How a cell looks. Colours are names from `COLOURS` or None for the terminal's own."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False

    def sgr(self, colour: bool = True) -> str:
        """The escape sequence that sets exactly this style; without colour only the attributes."""
        codes = ["0"]
        codes += [
            code for code, on in zip("1247", (self.bold, self.dim, self.underline, self.reverse), strict=True) if on
        ]
        if colour:
            codes += [_colour(name, base) for name, base in ((self.fg, 30), (self.bg, 40)) if name]
        return f"\x1b[{';'.join(codes)}m"


def _colour(name: str, base: int) -> str:
    bright = name.startswith("bright_")
    return str(base + COLOURS.index(name.removeprefix("bright_")) + (60 if bright else 0))


PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)
REVERSE = Style(reverse=True)


@attrs.frozen(cache_hash=True)
class Look:
    """What one viewer's terminal can show, and how it likes to be written to."""

    rows: int = 24
    columns: int = 80
    colour: bool = True
    utf8: bool = True
    single_keys: bool = True
    """Whether it gives every key at once, without which there is no screen mode."""
    language: str = "en"
    """The code of the language in which the person reads, one of `frontends.language.LANGUAGES`."""
    reader: bool = False
    """Whether a screen reader reads it out: then there are neither escape sequences nor drawn characters."""

    @property
    def words(self) -> Language:
        """The person's language."""
        return language(self.language)


@attrs.frozen
class Spot:
    """A part of a picture that can be clicked on."""

    row: int
    column: int
    rows: int
    columns: int
    name: str
    """What lies there, in the game's own words, such as "t3"."""

    def has(self, row: int, column: int) -> bool:
        """Whether a cell is in it."""
        return self.row <= row < self.row + self.rows and self.column <= column < self.column + self.columns


@attrs.frozen(eq=False)
class Picture:
    """A finished screen: for each row its characters (all single width) and a style for each of them.

    Compared by identity, so that the bytes that lead from one picture to another can be shared.
    """

    rows: tuple[str, ...]
    styles: tuple[tuple[Style, ...], ...]
    cursor: tuple[int, int] | None = None
    """Row and column from 0 where the terminal's cursor shall rest; None hides it."""
    spots: tuple[Spot, ...] = ()
    """What can be clicked on; of two that overlap the later one lies on top."""

    def spot(self, row: int, column: int) -> str:
        """The name of what lies there; empty where nothing does."""
        return next((spot.name for spot in reversed(self.spots) if spot.has(row, column)), "")

    def text(self) -> str:
        """The characters alone, without blanks at line ends: what tests compare."""
        return "\n".join(row.rstrip() for row in self.rows)

    def runs(self, row: int) -> Iterable[tuple[Style, str]]:
        """One row as runs of the same style, from left to right."""
        characters, styles = self.rows[row], self.styles[row]
        start = 0
        for column in range(1, len(characters) + 1):
            if column == len(characters) or styles[column] != styles[start]:
                yield styles[start], characters[start:column]
                start = column


class Canvas:
    """Where a picture is built. Rows and columns count from 0; what falls outside is cut off."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.rows, self.columns = look.rows, look.columns
        self.words = look.words
        self.cursor: tuple[int, int] | None = None
        self._spots: list[Spot] = []
        self._cells = [[" "] * self.columns for _ in range(self.rows)]
        self._styles = [[PLAIN] * self.columns for _ in range(self.rows)]

    def put(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text that has no line breaks and no double-width characters."""
        if not 0 <= row < self.rows:
            return
        cells, styles = self._cells[row], self._styles[row]
        for offset, character in enumerate(text, column):
            if 0 <= offset < self.columns:
                cells[offset] = character
                styles[offset] = style

    def say(self, row: int, column: int, template: str, style: Style = PLAIN, /, **args: Argument) -> None:
        """Write a sentence in the viewer's language."""
        self.put(row, column, self.words.text(template, **args), style)

    def spot(self, row: int, column: int, rows: int, columns: int, name: str) -> None:
        """Let a part of the picture be clicked on; what is put later lies on top."""
        self._spots.append(Spot(row, column, rows, columns, name))

    def add(self, spot: Spot) -> None:
        """Let a part of the picture be clicked on."""
        self._spots.append(spot)

    def paste(self, row: int, column: int, other: Canvas) -> None:
        """Put another canvas there, its spots included; its cursor is left alone."""
        width = min(other.columns, self.columns - column)
        for below in range(min(other.rows, self.rows - row)):
            self._cells[row + below][column : column + width] = other._cells[below][:width]
            self._styles[row + below][column : column + width] = other._styles[below][:width]
        self._spots += [attrs.evolve(spot, row=spot.row + row, column=spot.column + column) for spot in other._spots]

    def restyle(self, row: int, column: int, width: int, style: Style) -> None:
        """Change the style of cells that are already written."""
        for offset in range(max(0, column), min(self.columns, column + width)):
            if 0 <= row < self.rows:
                self._styles[row][offset] = style

    def picture(self) -> Picture:
        """What has been put so far."""
        return Picture(
            tuple("".join(row) for row in self._cells), tuple(tuple(row) for row in self._styles), self.cursor,
            tuple(self._spots),
        )  # fmt: skip


def of_lines(lines: Iterable[str], look: Look) -> Picture:
    """A picture of plain lines, cut to the size."""
    canvas = Canvas(look)
    for row, line in enumerate(lines):
        canvas.put(row, 0, line)
    return canvas.picture()
