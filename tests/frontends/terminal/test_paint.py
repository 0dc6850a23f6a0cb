"""What painting promises, seen by a terminal emulator."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from frontends.terminal.paint import CLEAR, leave, paint
from frontends.terminal.picture import COLOURS, PLAIN, Canvas, Look, Picture, Style
from tests.examples import examples
from tests.frontends.pictures import of_lines

COLOUR_NAMES = {None: "default", "yellow": "brown"}
STYLES = (
    PLAIN,
    PLAIN,
    Style(bold=True),
    Style(reverse=True),
    Style(underline=True),
    Style(fg="red"),
    Style(fg="yellow", bg="blue", bold=True),
    Style(fg="bright_green", reverse=True),
)


@st.composite
def pictures(draw: st.DrawFn, rows: int, columns: int) -> Picture:
    """Mostly blanks, so that there is something to jump over."""
    cells = st.tuples(st.sampled_from("     ab♠│é"), st.sampled_from(STYLES))
    grid = [draw(st.lists(cells, min_size=columns, max_size=columns)) for _ in range(rows)]
    cursor = draw(st.none() | st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    return Picture(
        tuple("".join(character for character, _ in row) for row in grid),
        tuple(tuple(style for _, style in row) for row in grid),
        cursor,
    )


@st.composite
def changes(draw: st.DrawFn, picture: Picture) -> Picture:
    """The same picture with a few other cells, and perhaps the cursor elsewhere."""
    rows, styles = [list(row) for row in picture.rows], [list(row) for row in picture.styles]
    for _ in range(draw(st.integers(0, 6))):
        row, column = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, len(rows[0]) - 1))
        rows[row][column] = draw(st.sampled_from(" x♥"))
        styles[row][column] = draw(st.sampled_from(STYLES))
    cursor = draw(st.none() | st.just(picture.cursor) | st.just((0, 0)))
    return Picture(tuple("".join(row) for row in rows), tuple(tuple(row) for row in styles), cursor)


@st.composite
def films(draw: st.DrawFn) -> list[Picture]:
    """A few pictures of the same size, each akin to the one before or wholly new."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 16))
    film = [draw(pictures(rows, columns))]
    for _ in range(draw(st.integers(1, 3))):
        film.append(draw(changes(film[-1]) | pictures(rows, columns)))
    return film


class Screen:
    """A terminal emulator that has seen better days."""

    def __init__(self, rows: int, columns: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.stream.feed("left over\r\nfrom before\x1b[1;31m")

    def feed(self, text: str) -> None:
        self.stream.feed(text)

    def cells(self) -> list[list[tuple[str, Style]]]:
        return [[_cell(self.screen.buffer[row][column]) for column in range(self.screen.columns)] for row in self.rows]

    @property
    def rows(self) -> range:
        return range(self.screen.lines)

    @property
    def cursor(self) -> tuple[int, int] | None:
        at = self.screen.cursor
        return None if at.hidden else (at.y, at.x)


def _cell(cell: pyte.screens.Char) -> tuple[str, Style]:
    names = {COLOUR_NAMES.get(name, name): name for name in (None, *COLOURS)}
    names |= {f"bright{name}": f"bright_{name}" for name in COLOURS}
    style = Style(names[cell.fg], names[cell.bg], cell.bold, False, cell.underscore, cell.reverse)
    return cell.data, style


def wanted(picture: Picture) -> list[list[tuple[str, Style]]]:
    return [list(zip(*row, strict=True)) for row in zip(picture.rows, picture.styles, strict=True)]


def size(picture: Picture) -> tuple[int, int]:
    return len(picture.rows), len(picture.rows[0])


@examples(40)
@given(films())
def test_terminal_shows_every_picture_of_a_film(film: list[Picture]) -> None:
    screen = Screen(*size(film[0]))
    before = None
    for picture in film:
        screen.feed(paint(before, picture))
        assert screen.cells() == wanted(picture)
        assert screen.cursor == picture.cursor
        before = picture


@examples(40)
@given(films())
def test_nothing_is_left_set_after_a_picture(film: list[Picture]) -> None:
    screen = Screen(*size(film[0]))
    screen.feed(paint(None, film[0]) + paint(film[0], film[1]))
    assert _cell(screen.screen.cursor.attrs) == (" ", PLAIN)
    assert pyte.modes.DECAWM in screen.screen.mode


@examples(40)
@given(films())
def test_without_colour_only_attributes_are_shown(film: list[Picture]) -> None:
    screen = Screen(*size(film[0]))
    screen.feed(paint(None, film[0], colour=False) + paint(film[0], film[1], colour=False))
    grey = [[(text, replace(style, fg=None, bg=None)) for text, style in row] for row in wanted(film[1])]
    assert screen.cells() == grey


class Teletype(pyte.Screen):
    """A terminal that wraps at once when the last column is written, and so may scroll."""

    scrolled = False

    def draw(self, data: str) -> None:
        for character in data:
            super().draw(character)
            if self.cursor.x == self.columns and pyte.modes.DECAWM in self.mode:
                self.carriage_return()
                self.linefeed()

    def index(self) -> None:
        self.scrolled = self.scrolled or self.cursor.y == self.lines - 1
        super().index()


@examples(40)
@given(films())
def test_last_cell_never_scrolls_even_where_lines_wrap_at_once(film: list[Picture]) -> None:
    screen = Teletype(*reversed(size(film[0])))
    pyte.Stream(screen).feed(paint(None, film[0]) + paint(film[0], film[1]))
    assert not screen.scrolled
    assert screen.display == [row.ljust(screen.columns) for row in film[1].rows]


@examples(40)
@given(films())
@example([of_lines(["same"], Look(2, 10))])
def test_same_picture_costs_nothing(film: list[Picture]) -> None:
    twin = Picture(film[0].rows, film[0].styles, film[0].cursor)
    assert paint(film[0], twin) == ""


def test_other_size_is_painted_whole() -> None:
    small, large = of_lines(["a"], Look(2, 10)), of_lines(["a"], Look(3, 10))
    assert paint(small, large) == paint(None, large)
    assert paint(None, large).startswith(CLEAR)


def test_few_cells_cost_few_bytes() -> None:
    old, new = of_lines(["score 10", "", "  7 of hearts"], Look()), of_lines(["score 15", "", "  8 of hearts"], Look())
    assert paint(old, new) == "\x1b[1;8H5\x1b[3;3H8"


@pytest.mark.parametrize(
    ("was", "becomes", "sent"),
    [
        ("abcdefgh", "Xbcdefgh", "X"),
        ("abcdefgh", "XbcdeXgh", "XbcdeX"),
        ("abcdefgh", "XbcdefXh", "X\x1b[5CX"),
        ("abcdefgh", "aXcdefgh", "\x1b[CX"),
        ("abcdefgh", "ab", "\x1b[2C\x1b[K"),
        ("abc", "a", "\x1b[C  "),
    ],
)
def test_motion_is_the_cheapest_there_is(was: str, becomes: str, sent: str) -> None:
    old, new = (replace(of_lines([line], Look(2, 20)), cursor=(0, 0)) for line in (was, becomes))
    assert paint(old, new).removesuffix("\x1b[H") == sent


def test_style_is_sent_once_for_a_run() -> None:
    canvas = Canvas(Look(2, 10))
    canvas.put(0, 0, "red", Style(fg="red"))
    canvas.put(0, 3, "!", PLAIN)
    assert paint(of_lines([], Look(2, 10)), canvas.picture()) == "\x1b[1;1H\x1b[0;31mred\x1b[0m!".replace("1;1H", "H")


def test_control_characters_do_not_reach_the_terminal() -> None:
    evil = Picture(("a\x1bc\x9bd",), ((PLAIN,) * 5,))
    assert paint(of_lines([""], Look(1, 5)), evil) == "\x1b[Ha?c?\x1b[?7ld\x1b[?7h"


def test_leaving_shows_the_cursor_below_the_picture() -> None:
    screen = Screen(3, 10)
    screen.feed(CLEAR + paint(None, of_lines(["one", "two", "three"], Look(3, 10))))
    screen.feed(leave(3).replace("\n", "\r\n") + "next")
    assert [line.rstrip() for line in screen.screen.display] == ["two", "three", "next"]
    assert screen.cursor == (2, 4)


def test_blanks_of_french_are_painted_as_blanks_and_what_cannot_be_seen_as_a_question_mark() -> None:
    picture = of_lines(["Il vous faut\xa0: 100", "a\u202f; b\x07"], Look(rows=2, columns=20))
    painted = paint(None, picture)
    assert "Il vous faut : 100" in painted
    assert "a ; b?" in painted
