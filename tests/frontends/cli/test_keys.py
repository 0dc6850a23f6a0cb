"""Keys and clicks of the local terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.cli.keys import Keys
from frontends.terminal.double_clicks import DOUBLE_CLICK
from frontends.terminal.terminal import Clicked, Dropped, Key


def made(text: str, now: float = 0.0) -> list[tuple[Key | Clicked | Dropped, str]]:
    keys = Keys()
    return [*keys.feed(text, now), *keys.flush()]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("a", "a"), ("日", "日"), ("\r", "enter"), ("\x1b", "escape"), ("\x1a", "c-z"), ("\x1b[A", "up"),
        ("\x1b[5~", "page up"), ("\x1b[6~", "page down"), ("\x7f", "backspace"),
    ],
)  # fmt: skip
def test_a_key_has_its_name_and_the_characters_that_made_it(typed: str, name: str) -> None:
    assert made(typed) == [(Key(name), typed)]


@given(st.text(st.sampled_from("ab\r\x1b[O<;5~AM\x1a 日")))
def test_no_character_is_given_back_twice_and_none_out_of_order(text: str) -> None:
    back = "".join(typed for _, typed in made(text))
    rest = iter(text)
    assert all(character in rest for character in back)


def test_the_mouse_gives_cells_from_0_and_the_wheel_gives_keys() -> None:
    assert made("\x1b[<0;3;2M\x1b[<0;3;2m\x1b[<64;3;2M\x1b[<65;3;2M\x1b[<2;3;2M") == [
        (Clicked(1, 2), ""), (Key("wheel up"), ""), (Key("wheel down"), ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("second", "now", "is_double"),
    [("3;2", DOUBLE_CLICK, True), ("3;2", DOUBLE_CLICK + 0.01, False), ("4;2", 0.0, False), ("3;3", 0.0, False)],
)
def test_two_clicks_are_double_when_they_are_quick_and_on_one_cell(second: str, now: float, is_double: bool) -> None:
    keys = Keys()
    list(keys.feed("\x1b[<0;3;2M", 0.0))
    [(click, _)] = keys.feed(f"\x1b[<0;{second}M", now)
    assert isinstance(click, Clicked)
    assert click.is_double == is_double


def test_the_third_of_three_quick_clicks_is_a_single_one() -> None:
    clicks = [click for click, _ in made("\x1b[<0;3;2M" * 4)]
    assert clicks == [Clicked(1, 2), Clicked(1, 2, True)] * 2


def test_an_escape_that_may_go_on_is_held_until_a_pause() -> None:
    keys = Keys()
    assert list(keys.feed("\x1b[", 0.0)) == []
    assert keys.held == "\x1b["
    assert list(keys.feed("B", 0.0)) == [(Key("down"), "\x1b[B")]
    assert keys.held == ""


def test_letting_go_elsewhere_is_told_and_where_it_was_pressed_it_is_not() -> None:
    assert made("\x1b[<0;3;2M\x1b[<0;3;2m") == [(Clicked(1, 2), "")]
    assert made("\x1b[<0;3;2M\x1b[<0;9;5m") == [(Clicked(1, 2), ""), (Dropped(4, 8), "")]
