"""A screen as a value: cells with styles, built on a canvas, compared as text, sent as the runs that changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs
import msgspec

from frontends.locale.language import TEMPLATES, Language, language

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""The terminal's eight colours in SGR order; "bright_" before a name is the brighter eight."""


class Style(msgspec.Struct, frozen=True, gc=False):
    """How a cell looks. Colours are names from `COLOURS` or None for the terminal's own."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False
    is_marked: bool = False
    """Whether it is underlined where there is no colour."""

    def sgr(self, colour: bool = True) -> str:
        """The escape sequence that sets exactly this style; without colour only the attributes."""
        codes = ["0"]
        underline = self.underline or (self.is_marked and not colour)
        codes += [code for code, on in zip("1247", (self.bold, self.dim, underline, self.reverse), strict=True) if on]
        if colour:
            codes += [_colour(name, base) for name, base in ((self.fg, 30), (self.bg, 40)) if name]
        return f"\x1b[{';'.join(codes)}m"


def _colour(name: str, base: int) -> str:
    bright = name.startswith("bright_")
    return str(base + COLOURS.index(name.removeprefix("bright_")) + (60 if bright else 0))


LONGEST_LINE = 79
"""Columns that are read out at most as one line."""
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
    language: str = TEMPLATES
    """The code of the language in which the person reads, one of `frontends.locale.language.LANGUAGES`."""
    reader: bool = False
    """Whether a screen reader reads it out: then there are neither escape sequences nor drawn characters."""
    words: Language = attrs.field(init=False, eq=False, repr=False)
    """The person's language itself, which every picture asks for: found once for each look."""

    @property
    def line_columns(self) -> int:
        """Columns of a line of text that is written, not drawn."""
        return max(1, min(self.columns, LONGEST_LINE) if self.reader else self.columns)

    @words.default
    def _words(self) -> Language:
        return language(self.language)


class Spot(msgspec.Struct, frozen=True, gc=False):
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


class Picture(msgspec.Struct, frozen=True, eq=False):
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


Row = tuple[str, tuple[Style, ...]]
"""A finished row, shared between canvases and pictures until it is written on."""


@lru_cache(maxsize=16)
def blank_row(columns: int) -> Row:
    """A row on which nothing is written."""
    return " " * columns, (PLAIN,) * columns


@attrs.define(eq=False)
class Canvas:
    """Where a picture is built. Rows and columns count from 0; what falls outside is cut off."""

    look: Look
    cursor: tuple[int, int] | None = attrs.field(default=None, init=False)
    message_place: tuple[int, int, int, int] | None = attrs.field(default=None, init=False)
    """Row, column, rows and columns that a board keeps free for messages; None to have them under it."""
    has_log: bool = attrs.field(default=False, init=False)
    """Whether a board shows itself what happened lately."""
    _spots: list[Spot] = attrs.field(factory=list, init=False)
    _finished: dict[int, Row] = attrs.field(factory=dict, init=False)
    """Rows that have been written on; all others are blank."""
    _open: dict[int, tuple[list[str], list[Style]]] = attrs.field(factory=dict, init=False)
    """Rows that are being written on; what `_finished` has of them is older."""

    @property
    def rows(self) -> int:
        """How many there are."""
        return self.look.rows

    @property
    def columns(self) -> int:
        """How many there are."""
        return self.look.columns

    @property
    def used_rows(self) -> int:
        """How many there are down to the last one that is not blank."""
        written = {*self._finished, *self._open}
        return next((row + 1 for row in sorted(written, reverse=True) if not self._finish(row)[0].isspace()), 0)

    @property
    def words(self) -> Language:
        """The viewer's language."""
        return self.look.words

    def put(self, row: int, column: int, text: str, style: Style = PLAIN) -> None:
        """Write a text that has no line breaks and no double-width characters."""
        if column < 0:
            text, column = text[-column:], 0
        look, end = self.look, column + len(text)
        if end > look.columns:
            text = text[: max(0, look.columns - column)]
            end = column + len(text)
        if text and 0 <= row < look.rows:
            cells, styles = self._open.get(row) or self._opened(row)
            cells[column:end] = text
            styles[column:end] = [style] * (end - column)

    def spot(self, row: int, column: int, rows: int, columns: int, name: str) -> None:
        """Let a part of the picture be clicked on; what is put later lies on top."""
        self._spots.append(Spot(row, column, rows, columns, name))

    def paste(self, row: int, column: int, other: Canvas) -> None:
        """Put another canvas there, its spots included; its cursor is left alone."""
        width = min(other.columns, self.columns - column)
        is_as_wide = width == self.columns == other.columns
        for below in range(min(other.rows, self.rows - row)):
            finished = other._finish(below)
            if is_as_wide:
                self._finished[row + below] = finished
                self._open.pop(row + below, None)
            else:
                cells, styles = self._opened(row + below)
                cells[column : column + width] = finished[0][:width]
                styles[column : column + width] = finished[1][:width]
        if row or column:
            moved = (Spot(one.row + row, one.column + column, one.rows, one.columns, one.name) for one in other._spots)
            self._spots += moved
        else:
            self._spots += other._spots

    def restyle(self, row: int, column: int, width: int, style: Style) -> None:
        """Change the style of cells that are already written."""
        start, end = max(0, column), min(self.columns, column + width)
        if start < end and 0 <= row < self.rows:
            self._opened(row)[1][start:end] = [style] * (end - start)

    def picture(self) -> Picture:
        """What has been put so far."""
        rows = [self._finish(row) for row in range(self.rows)]
        return Picture(
            tuple(text for text, _ in rows), tuple(styles for _, styles in rows), self.cursor, tuple(self._spots)
        )

    def _opened(self, row: int) -> tuple[list[str], list[Style]]:
        found = self._open.get(row)
        if found is None:
            if (finished := self._finished.get(row)) is not None:
                found = list(finished[0]), list(finished[1])
            else:
                found = [" "] * self.look.columns, [PLAIN] * self.look.columns
            self._open[row] = found
        return found

    def _finish(self, row: int) -> Row:
        opened = self._open.pop(row, None)
        if opened is not None:
            self._finished[row] = "".join(opened[0]), tuple(opened[1])
        return self._finished.get(row) or blank_row(self.look.columns)


def newest(rows: Sequence[str], most: int) -> Sequence[str]:
    """The last rows of sentences, without the end of one whose beginning has no room; what follows one is indented."""
    kept = rows[max(0, len(rows) - most) :]
    whole = next((number for number, row in enumerate(kept) if not row.startswith("  ")), 0)
    return kept[whole:]
