"""Which letters are keys and which are words: every word of every room, at every speed, without a house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import GAMES
from frontends.screens import screen_of
from frontends.terminal.terminal import Key, Line
from frontends.visit.half_typed import HOLD, NOTHING, UNTYPED, HalfTyped, Here, Typed, press
from frontends.visit.visit_loop import VOCABULARY

WORDS = frozenset(VOCABULARY).union(*(screen_of(game).move_words for game in GAMES))
LONG = sorted(word for word in WORDS if len(word) > 1)
SPEEDS = (0.06, 0.15, 0.4)
HERE = Here(WORDS)


@given(st.lists(st.sampled_from([*"du1? x", "enter", "escape", "backspace", "up", "c-c"]), max_size=12))
def test_words_matter_only_for_letters_and_what_follows_them(keys: list[str]) -> None:
    known = fewer = Typed()
    for key in map(Key, keys):
        known = known.after(key, 100.0, HERE)
        fewer = fewer.after(key, 100.0, HERE if fewer.half.may_grow(key) else None)
        assert fewer == known


def test_those_who_have_typed_nothing_share_one_nothing() -> None:
    assert Typed().after(Key("up"), 100.0, None).rest is UNTYPED
    assert Typed(meant=(Key("1"), Key("2"))).rest == Typed(meant=(Key("2"),))
    assert Typed(HalfTyped("d"), (Key("1"),)).rest == Typed(HalfTyped("d"))


class Typist:
    """Somebody who types, at a keyboard that is all there is of a visit."""

    def __init__(self, here: Here = HERE) -> None:
        self.here, self.held, self.now = here, NOTHING, 100.0
        self.done: list[Key | Line] = []

    def press(self, *keys: str, pace: float = 0.0) -> list[Key | Line]:
        """Press keys; the answer is all that was done so far."""
        for key in keys:
            self.pause(pace)
            self.held, done = press(self.held, key, self.now, self.here)
            self.done += done
        return self.done

    def pause(self, seconds: float) -> list[Key | Line]:
        """Do nothing for a while."""
        self.now += seconds
        if self.now >= self.held.due:
            self.done += self.held.keys
            self.held = NOTHING
        return self.done


@pytest.mark.parametrize("pace", SPEEDS)
@pytest.mark.parametrize("change", [str, str.upper, str.capitalize])
def test_every_word_is_a_line_and_no_key(pace: float, change: type[str]) -> None:
    for word in LONG:
        assert Typist().press(*change(word), "enter", pace=pace) == [Line(change(word))], word


@pytest.mark.parametrize("pace", SPEEDS)
def test_whatever_follows_a_word_belongs_to_the_line(pace: float) -> None:
    typist = Typist()
    assert typist.press(*"go 2 x", "enter", pace=pace) == [Line("go 2 x")]
    assert typist.held == NOTHING


@pytest.mark.parametrize("key", [*"1+?:'", " ", "enter", "tab", "up", "escape", "c-c", "wheel up", "é"])
def test_what_begins_no_word_is_a_key_at_once(key: str) -> None:
    assert Typist().press(key) == [Key(key)]


def test_letter_alone_is_a_key_after_a_while() -> None:
    typist = Typist()
    assert typist.press("d") == []
    assert typist.pause(HOLD - 0.01) == []
    assert typist.pause(0.01) == [Key("d")]


@pytest.mark.parametrize("key", ["4", "up", "tab", " ", ":", "?"])
def test_letter_is_a_key_as_soon_as_another_key_follows(key: str) -> None:
    assert Typist().press("u", key) == [Key("u"), Key(key)]


def test_letter_pressed_again_and_again_is_a_key_each_time() -> None:
    typist = Typist()
    assert typist.press(*"uuu") == [Key("u"), Key("u")]
    assert typist.pause(HOLD) == [Key("u")] * 3


def test_two_keys_that_spell_the_beginning_of_a_word_are_keys_after_a_while() -> None:
    typist = Typist()
    typist.press(*"da", pace=0.1)
    assert typist.held.is_shown
    assert typist.pause(HOLD) == [Key("d"), Key("a")]


def test_letters_that_spell_no_word_are_keys() -> None:
    typist = Typist()
    assert typist.press(*"hx") == [Key("h"), Key("x")]
    assert typist.press(*"fap") == [Key("h"), Key("x"), Key("f"), Key("a")]


def test_enter_after_one_letter_does_what_its_key_does_and_nothing_besides() -> None:
    assert Typist().press("y", "enter") == [Key("y")]


def test_enter_after_one_letter_that_is_no_key_ends_a_line() -> None:
    assert Typist(Here(WORDS, is_key=lambda key: key != "l")).press("l", "enter") == [Line("l")]


def test_two_letters_and_enter_are_a_line() -> None:
    assert Typist().press(*"de", "enter") == [Line("de")]


def test_three_letters_wait_for_as_long_as_it_takes() -> None:
    typist = Typist()
    typist.press(*"dem")
    assert typist.pause(1000) == []
    assert typist.press(*"xo 7", "left", "enter") == [Line("demxo 7")]


@pytest.mark.parametrize("typed", ["d", "de", "dem", "demo solution"])
@pytest.mark.parametrize("key", ["escape", "c-c"])
def test_escape_leaves_it(typed: str, key: str) -> None:
    typist = Typist()
    done = typist.press(*typed, key)
    assert (typist.held, [key for key in done if key != Key("c-c")]) == (NOTHING, [])
    assert typist.pause(10) == done


def test_letters_are_taken_back_one_by_one() -> None:
    typist = Typist()
    typist.press(*"hx", *"dem", "backspace", "backspace")
    assert typist.held == HalfTyped("d", is_line=True)
    assert typist.press(*"aily", "enter")[-1] == Line("daily")
    typist.press(*"de", "backspace", "backspace")
    assert typist.held == NOTHING
    typist.press(*"dem", "c-u")
    assert typist.held == NOTHING


# What only chooses something.


CHOOSING = Here(WORDS, chooses=lambda key: key == "u")


def test_letter_that_only_chooses_is_done_at_once() -> None:
    typist = Typist(CHOOSING)
    assert typist.press("u") == [Key("u")]
    assert typist.press("enter", pace=0.1) == [Key("u"), Key("enter")]


def test_letter_that_only_chooses_is_part_of_the_word_that_follows() -> None:
    typist = Typist(CHOOSING)
    assert typist.press(*"un", pace=0.4) == [Key("u")]
    assert typist.held.is_shown
    assert typist.press(*"do", "enter", pace=0.4) == [Key("u"), Line("undo")]


def test_letter_that_only_chooses_is_done_once() -> None:
    typist = Typist(CHOOSING)
    assert typist.press("u", "3") == [Key("u"), Key("3")]
    assert typist.press("u") == [Key("u"), Key("3"), Key("u")]
    assert typist.pause(HOLD) == [Key("u"), Key("3"), Key("u")]


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_escape_after_a_letter_that_chooses_is_for_the_board(key: str) -> None:
    assert Typist(CHOOSING).press("u", key) == [Key("u"), Key(key)]
