"""Texts in place of the board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from frontends.terminal.pages import Pages, cut, fitted
from frontends.terminal.picture import Look

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
    assert pages.picture(SMALL).text().split("\n")[-2:] == ["line 20", "page 1 of 3: Space next, Escape back"]
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


def test_page_is_turned_back_and_the_wheel_stops_at_both_ends():
    pages = Pages(LONG)
    for key, first in (
        ("wheel up", 1), ("page down", 21), ("wheel down", 41), ("wheel down", 41), ("up", 21), ("page up", 1),
    ):  # fmt: skip
        turned = pages.after(key, SMALL)
        assert turned is not None
        pages = turned
        assert pages.picture(SMALL).text().split("\n")[0] == f"line {first}"


@given(st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=200), st.integers(0, 90))
def test_text_is_cut_to_one_line_at_a_blank_and_says_so(text: str, columns: int):
    shown = cut(text, columns)
    assert len(shown) <= columns
    if len(text) <= columns:
        assert shown == text
    elif columns > 3:
        assert shown.endswith("...")
        kept = shown.removesuffix("...")
        assert text.startswith(kept)
        assert text[len(kept)] == " " or " " not in text[: columns - 3].lstrip()


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=12), max_size=40), st.integers(20, 90))
def test_no_word_that_fits_is_broken(words: list[str], columns: int):
    assert " ".join(fitted(" ".join(words), columns)).split() == words
