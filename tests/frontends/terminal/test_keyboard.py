"""What terminals send, and which keys that is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.terminal.keyboard import LONGEST, Keyboard
from frontends.terminal.terminal import Clicked, Dropped

NAMED = {
    "enter", "escape", "tab", "backspace", "delete", "up", "down", "left", "right", "home", "end", "page up",
    "page down", "wheel up", "wheel down", *(f"c-{letter}" for letter in "abcdefghijklmnopqrstuvwxy"),
}  # fmt: skip


def keys(text: str, pause: bool = True) -> list[str | Clicked | Dropped]:
    """All keys of a text, then a pause."""
    keyboard = Keyboard()
    pressed: list[str | Clicked | Dropped] = [key for character in text for key in keyboard.press(character)]
    return [*pressed, *keyboard.flush()] if pause else pressed


@pytest.mark.parametrize("end", ["\r\n", "\r\0", "\n", "\r"])
def test_every_end_of_line_is_one_enter(end):
    assert keys(f"a{end}b{end}") == ["a", "enter", "b", "enter"]


@pytest.mark.parametrize(
    ("ends", "count"),
    [("\r\r\n", 2), ("\r\n\n", 2), ("\r\n\0", 1), ("\r\0\n", 2), ("\n\r\n", 2), ("\0\n", 1), ("\n\r", 2)],
)
def test_exactly_one_octet_after_a_return_belongs_to_it(ends, count):
    assert keys(ends) == ["enter"] * count


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("\x1b[A", "up"), ("\x1b[B", "down"), ("\x1b[C", "right"), ("\x1b[D", "left"),
        ("\x1bOA", "up"), ("\x1bOB", "down"), ("\x1bOC", "right"), ("\x1bOD", "left"),
        ("\x1b[H", "home"), ("\x1bOH", "home"), ("\x1b[1~", "home"), ("\x1b[7~", "home"),
        ("\x1b[F", "end"), ("\x1bOF", "end"), ("\x1b[4~", "end"), ("\x1b[8~", "end"),
        ("\x1b[3~", "delete"), ("\x1b[1;5C", "right"), ("\x1b[3;2~", "delete"),
        ("\x7f", "backspace"), ("\b", "backspace"), ("\t", "tab"), ("\x01", "c-a"), ("\x03", "c-c"),
        ("\x1b[5~", "page up"), ("\x1b[6~", "page down"), ("\x1b[5;5~", "page up"),
        ("é", "é"), ("♠", "♠"), (" ", " "), ("\xa0", " "), ("\u3000", " "),
    ],
)  # fmt: skip
def test_key_has_its_name(sent, name):
    assert keys(f"x{sent}y") == ["x", name, "y"]


@pytest.mark.parametrize(
    "sent", ["\x1a", "\x1b[2~", "\x1bOP", "\x1b[15~", "\x1b[[A", "\x1b[Z", "\x1b[200~", "\0", "\x1c", "\x9b"]
)
def test_key_without_a_name_leaves_no_trace(sent):
    assert keys(f"x{sent}y") == ["x", "y"]


def test_lone_escape_is_the_escape_key_after_a_pause():
    keyboard = Keyboard()
    assert keyboard.press("\x1b") == ()
    assert keyboard.held == 1
    assert keyboard.flush() == ("escape",)
    assert keyboard.flush() == ()
    assert keyboard.press("[") == ("[",)


@pytest.mark.parametrize(
    ("sent", "pressed"),
    [
        ("\x1bq", ["escape", "q"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b\r\n", ["escape", "enter"]),
        ("\x1b[\r", ["enter"]),
        ("\x1b[1é", ["é"]),
        ("\x1b[1\x1b[A", ["up"]),
        ("\x1b[", ["escape", "["]),
        ("\x1bO", ["escape", "O"]),
    ],
)
def test_sequence_that_is_none_is_read_as_single_keys(sent, pressed):
    assert keys(sent) == pressed


@given(st.text(st.sampled_from("\x1b[O;1~<MmA\r\n\0\x7f\x03aé\x9b") | st.characters(), max_size=80))
def test_any_text_is_keys_with_names_and_little_is_kept(text):
    keyboard = Keyboard()
    for character in text:
        for key in keyboard.press(character):
            assert isinstance(key, Clicked | Dropped) or key in NAMED or (len(key) == 1 and key.isprintable())
        assert keyboard.held <= LONGEST
    keyboard.flush()
    assert keyboard.held == 0


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=40))
def test_text_that_can_be_shown_is_typed_as_it_is(text):
    assert keys(text) == list(text)


@pytest.mark.parametrize(
    ("sent", "clicked"),
    [
        ("\x1b[<0;1;1M", Clicked(0, 0)),
        ("\x1b[<0;80;24M", Clicked(23, 79)),
        ("\x1b[<16;300;7M", Clicked(6, 299)),
        ("\x1b[<0;1;1m", Dropped(0, 0)),
        ("\x1b[<4;7;3m", Dropped(2, 6)),
        ("\x1b[<64;5;5M", "wheel up"),
        ("\x1b[<65;5;5M", "wheel down"),
        ("\x1b[<69;5;5M", "wheel down"),
    ],
)
def test_mouse_is_told_by_row_and_column_from_0(sent, clicked):
    assert keys(f"x{sent}y") == ["x", clicked, "y"]


@pytest.mark.parametrize(
    "sent",
    [
        "\x1b[<1;1;1m", "\x1b[<64;1;1m", "\x1b[<0;0;1m",  # releases of other buttons, of the wheel, outside
        "\x1b[<1;1;1M", "\x1b[<2;1;1M",  # other buttons
        "\x1b[<32;1;1M", "\x1b[<35;4;4M",  # moved about
        "\x1b[<66;1;1M", "\x1b[<67;1;1M", "\x1b[<128;1;1M",
        "\x1b[<0;0;1M", "\x1b[<0;1;0M", "\x1b[<M", "\x1b[<0;1M", "\x1b[<0;1;1;1M", "\x1b[<99999;1;1M",
        "\x1b[<0;11111;1M", "\x1b[<-1;1;1M", "\x1b[<0;" + "1" * 60 + ";1M", "\x1b[<0;1;1~",
    ],
)  # fmt: skip
def test_what_else_a_mouse_does_leaves_no_trace(sent):
    assert keys(f"x{sent}y") == ["x", "y"]


def test_old_mouse_that_was_asked_for_is_passed_over_whole():
    keyboard = Keyboard()
    keyboard.has_mouse = True
    pressed = [key for character in "x\x1b[M !!y" for key in keyboard.press(character)]
    assert pressed == ["x", "y"]
    assert [key for character in "\x1b[M " for key in keyboard.press(character)] == []
    assert keyboard.flush() == ()


def test_terminal_without_mouse_has_a_function_key_there():
    assert keys("x\x1b[My") == ["x", "y"]
