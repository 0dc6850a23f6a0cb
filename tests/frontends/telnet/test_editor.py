"""Editing a line key by key, as a terminal shows it."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontends.telnet.editor import BELL, ERASE, LEAST_ROOM, Edit, LineEditor, folded, plainly
from frontends.terminal.characters import width

WORDS = ("take 1", "take 2", "deal")
KEYS = st.sampled_from(
    [
        *"ab 7é日\u0301", "a", "b", "backspace", "delete", "left", "right", "home", "end", "up", "down", "tab", "enter",
        "c-a", "c-b", "c-c", "c-d", "c-e", "c-f", "c-k", "c-l", "c-n", "c-p", "c-u", "c-w", "escape", "c-z",
    ]
)  # fmt: skip


def type_keys(editor: LineEditor, *keys: str) -> Edit:
    """Press the keys of words letter by letter, and names in brackets whole."""
    edit = Edit(editor, "")
    for key in keys:
        for name in [key[1:-1]] if key.startswith("<") else key:
            edit = edit.editor.press(name)
    return edit


def edited(*keys: str, history: tuple[str, ...] = ()) -> tuple[str, int]:
    editor = type_keys(LineEditor(offer=lambda: WORDS, history=history), *keys).editor
    return editor.text, editor.cursor


class Screen:
    """A terminal that shows what it is sent."""

    def __init__(self, columns: int) -> None:
        self.screen = pyte.Screen(columns, 6)
        self.stream = pyte.Stream(self.screen)

    def feed(self, text: str) -> None:
        self.stream.feed(text.replace("\n", "\r\n"))

    @property
    def row(self) -> tuple[str, int]:
        at = self.screen.cursor
        row = self.screen.buffer[at.y]
        return "".join(row[column].data for column in range(self.screen.columns)).rstrip(), at.x


@given(st.lists(KEYS, max_size=60), st.integers(20, 40), st.text("> :", max_size=30))
def test_terminal_always_shows_what_drawing_anew_would_show(keys, columns, prompt):
    editor = LineEditor(prompt, columns, lambda: WORDS)
    screen = Screen(columns)
    screen.feed(editor.draw())
    for key in keys:
        edit = editor.press(key)
        editor = edit.editor
        screen.feed(edit.echo)
        if edit.line is not None or edit.key:
            screen.feed(editor.draw())
        fresh = Screen(columns)
        fresh.feed(editor.draw())
        assert screen.row == fresh.row


@given(st.lists(KEYS, max_size=60))
def test_cursor_and_limits_always_hold(keys):
    editor = LineEditor(columns=20, offer=lambda: WORDS, longest=12)
    for key in keys:
        editor = editor.press(key).editor
        assert 0 <= editor.cursor <= len(editor.text) <= 12
        assert 0 <= editor.recalled <= len(editor.history)
        assert all(line.strip() for line in editor.history)


def test_typed_keys_are_echoed_as_they_come():
    edit = type_keys(LineEditor("> "), "hi")
    assert edit.echo == "i"
    assert edit.editor.press("backspace").echo == "\b \b"


def test_enter_finishes_the_line_and_begins_an_empty_one():
    edit = type_keys(LineEditor(), "u 3", "<enter>")
    assert (edit.line, edit.echo, edit.editor.text) == ("u 3", "\n", "")
    assert edit.editor.history == ("u 3",)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (("abc", "<left>", "X"), ("abXc", 3)),
        (("abc", "<home>", "X"), ("Xabc", 1)),
        (("abc", "<c-a>", "<c-f>", "X"), ("aXbc", 2)),
        (("abc", "<home>", "<end>", "X"), ("abcX", 4)),
        (("abc", "<left>", "<backspace>"), ("ac", 1)),
        (("abc", "<home>", "<delete>"), ("bc", 0)),
        (("abc", "<home>", "<c-d>"), ("bc", 0)),
        (("one two", "<c-w>"), ("one ", 4)),
        (("one two  ", "<c-w>"), ("one ", 4)),
        (("one two", "<c-w>", "<c-w>"), ("", 0)),
        (("one two", "<left>", "<left>", "<c-w>"), ("one wo", 4)),
        (("one two", "<left>", "<left>", "<left>", "<c-u>"), ("two", 0)),
        (("one two", "<home>", "<c-f>", "<c-k>"), ("o", 1)),
        (("abc", "<c-c>", "d"), ("d", 1)),
    ],
)
def test_line_is_edited_as_everywhere(keys, expected):
    assert edited(*keys) == expected


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (("<up>",), ("two", 3)),
        (("<up>", "<up>"), ("one", 3)),
        (("<c-p>", "<c-p>", "<c-n>"), ("two", 3)),
        (("dra", "<up>", "<down>", "ft"), ("draft", 5)),
        (("<up>", "!", "<up>", "<down>"), ("two", 3)),
    ],
)
def test_history_is_leafed_through_and_the_draft_is_kept(keys, expected):
    assert edited(*keys, history=("one", "two")) == expected


def test_history_keeps_no_empty_lines_no_repeats_and_not_too_many():
    editor = LineEditor()
    for line in ("a", "a", "", "  ", "b", *(f"line {number}" for number in range(60))):
        editor = type_keys(editor, line, "<enter>").editor
    assert len(editor.history) == 50
    assert editor.history[-1] == "line 59"
    editor = type_keys(LineEditor(), "a", "<enter>", "a", "<enter>", "<enter>").editor
    assert editor.history == ("a",)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [(("d", "<tab>"), ("deal", 4)), (("t", "<tab>"), ("take ", 5)), (("t", "<tab>", "2", "<tab>"), ("take 2", 6))],
)
def test_tab_completes_as_far_as_all_words_agree(keys, expected):
    assert edited(*keys) == expected


@pytest.mark.parametrize(
    "keys",
    [
        ("<backspace>",), ("<left>",), ("<right>",), ("<home>",), ("<delete>",), ("<c-u>",), ("<c-w>",), ("<up>",),
        ("<down>",), ("<escape>",), ("x", "<tab>"), ("take ", "<tab>"), ("d", "<left>", "<tab>"), ("abcdefghijk",),
        ("\u0301",), ("1\u0301",), ("\u202e",),
    ],
)  # fmt: skip
def test_key_that_changes_nothing_rings_the_bell(keys):
    editor = LineEditor(offer=lambda: WORDS, longest=10)
    before = type_keys(editor, *keys[:-1], keys[-1][:-1] if keys[-1][0] != "<" else "").editor
    after = type_keys(editor, *keys)
    assert after == Edit(before, BELL)


def test_end_of_input_is_told_on_an_empty_line_only():
    assert LineEditor().press("c-d") == Edit(LineEditor(), "\n", key="c-d")
    assert not type_keys(LineEditor(), "a", "<c-d>").key


def test_long_line_is_shown_around_the_cursor():
    screen = Screen(20)
    editor = type_keys(LineEditor("name: ", 20), "abcdefghijklmnopqrstuvwxyz").editor
    screen.feed(editor.draw())
    assert screen.row == ("name: opqrstuvwxyz", 18)
    screen.feed(editor.press("home").echo)
    assert screen.row == ("name: abcdefghijklm", 6)


def test_text_can_be_put_above_a_half_typed_line():
    screen = Screen(40)
    editor = type_keys(LineEditor("> ", 40), "half", "<left>").editor
    screen.feed(editor.draw() + ERASE + "Anna says hello\n" + editor.draw())
    assert [line.rstrip() for line in screen.screen.display][:2] == ["Anna says hello", "> half"]
    assert screen.row == ("> half", 5)


def test_wide_characters_take_two_cells_and_are_erased_whole():
    screen = Screen(40)
    edit = type_keys(LineEditor("> ", 40), "日本")
    screen.feed(edit.editor.draw())
    assert (edit.editor.text, screen.row[1]) == ("日本", 6)
    screen.feed(edit.editor.press("backspace").echo)
    assert screen.row[1] == 4


def test_accent_typed_after_its_letter_is_joined_to_it():
    assert edited("e\u0301te\u0301") == ("été", 3)


@given(st.text(st.sampled_from("a日本é"), max_size=60), st.integers(0, 60), st.integers(20, 40))
def test_line_is_shown_within_its_row(text, back, columns):
    editor = type_keys(LineEditor("name: ", columns), text, *["<left>"] * min(back, len(text))).editor
    shown = editor.draw().removeprefix("\r\x1b[K")
    cursor = width(shown.rstrip("\b")) - shown.count("\b")
    assert width(shown.rstrip("\b")) < columns
    assert 6 <= cursor < columns


@pytest.mark.parametrize(
    ("keys", "echo"),
    [("a", "a"), ("<enter>", "\n"), ("<backspace>", ""), ("<left>", ""), ("<c-c>", "^C\n"), ("<tab>", BELL)],
)
def test_who_is_read_to_gets_no_line_drawn_anew(keys, echo):
    assert plainly(type_keys(LineEditor(), "xyz", keys).echo) == echo


@pytest.mark.parametrize(
    ("prompt", "columns", "lines"),
    [
        ("> ", 20, ("", "> ")),
        ("Leave the table? The game is saved. (y/n) ", 80, ("", "Leave the table? The game is saved. (y/n) ")),
        ("Leave the table? The game is saved. (y/n) ", 40, ("Leave the table?", "The game is saved. (y/n) ")),
        ("Leave the table? (y/n) ", 20, ("Leave the table?", "(y/n) ")),
        ("Donaudampfschiff ", 20, ("Donaudamp", "fschiff ")),
    ],
)  # fmt: skip
def test_prompt_that_leaves_no_room_is_cut_at_a_blank(prompt, columns, lines):
    assert folded(prompt, columns) == lines


@given(st.text(st.sampled_from("ab 日"), max_size=60), st.integers(20, 60))
def test_there_is_always_room_to_type_and_no_word_of_a_prompt_is_lost(prompt, columns):
    above, shown = folded(prompt, columns)
    assert width(shown) <= columns - LEAST_ROOM
    assert (above + shown).replace(" ", "") == prompt.replace(" ", "")


def test_secret_is_neither_shown_nor_remembered_and_edited_all_the_same():
    editor, shown = LineEditor("Password: ", is_secret=True, history=("list",), offer=lambda: ("secret",)), ""
    for key in ("s", "e", "c", "x", "backspace", "r", "left", "right", "up", "tab", "e", "t"):
        edit = editor.press(key)
        editor, shown = edit.editor, shown + edit.echo + edit.editor.draw()
    finished = editor.press("enter")
    assert finished.line == "secret"
    assert finished.editor.history == ("list",)
    assert set(shown + finished.echo) <= set(f"{ERASE}Password: {BELL}\n")


def test_what_is_half_typed_never_goes_from_a_secret_into_the_open_nor_back():
    editor = LineEditor("> ", text="half", cursor=4)
    assert editor.asking("other> ", 80, tuple, False).text == "half"
    secret = editor.asking("Password: ", 80, tuple, True)
    assert (secret.text, secret.cursor) == ("", 0)
    assert secret.press("x").editor.asking("> ", 80, tuple, False).text == ""
