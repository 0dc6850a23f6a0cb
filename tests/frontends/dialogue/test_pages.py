"""Texts in place of the board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from frontends.dialogue.pages import Pages, fitted
from frontends.screens.picture import Look

LONG = "\n".join(f"line {number}" for number in range(1, 51))
SMALL = Look(rows=21, columns=40)


def test_short_text_is_one_page_that_any_key_puts_away():
    pages = Pages("one\ntwo")
    rows = pages.picture(SMALL).text().split("\n")
    assert rows[:2] == ["one", "two"]
    assert rows[-1] == "press any key to go back"
    assert all(pages.after(key, SMALL) is None for key in (" ", "enter", "x", "escape"))


def test_long_text_is_turned_page_by_page():
    pages = Pages(LONG)
    assert pages.picture(SMALL).text().split("\n")[-2:] == ["line 20", "page 1 of 3: Space goes on, Escape back"]
    for first in ("line 21", "line 41"):
        turned = pages.after(" ", SMALL)
        assert turned is not None
        pages = turned
        assert pages.picture(SMALL).text().split("\n")[0] == first
    assert pages.after(" ", SMALL) is None


def test_other_key_puts_a_long_text_away_at_once():
    assert Pages(LONG).after("x", SMALL) is None


def test_terminal_that_grows_shows_what_there_is():
    assert Pages(LONG, page=2).picture(Look(rows=60)).text().startswith("line 1\n")


def test_long_line_keeps_its_indent():
    assert fitted("  a b\n  one two three", 10) == ["  a b", "  one two", "  three"]


def test_long_explanation_stays_in_its_column():
    assert fitted("d    turn a card of the stock", 20) == ["d    turn a card of", "     the stock"]
    assert fitted("a very long beginning    and more", 20) == ["a very long", "beginning    and", "more"]


@given(st.text(max_size=300), st.integers(1, 50), st.integers(1, 100))
def test_every_text_fits_every_terminal(text: str, rows: int, columns: int):
    look = Look(rows=rows, columns=columns)
    pages: Pages | None = Pages(text)
    seen = 0
    while pages is not None:
        assert len(pages.picture(look).rows) == rows
        pages = pages.after(" ", look)
        seen += 1
    assert seen <= 2 + len(text)
