"""Questions, in either manner."""

from __future__ import annotations

import pytest

from frontends.dialogue.effects import Effects, Write
from frontends.dialogue.question import LONGEST, Question


def told(word: str) -> Effects:
    return (Write(f"<{word}>"),)


YES_NO = Question("Really?", told)
WORDS = Question("Name:", told, wants_words=True)


@pytest.mark.parametrize(
    ("line", "answer"), [("y", "yes"), (" YES ", "yes"), ("n", "no"), ("No", "no"), ("", None), ("yep", None)]
)
def test_line_is_yes_or_no_or_no_answer(line: str, answer: str | None):
    assert YES_NO.on_line(line) == (told(answer) if answer else None)


def test_line_is_the_words():
    assert WORDS.on_line("  my save ") == told("my save")
    assert WORDS.on_line("") == told("")


@pytest.mark.parametrize(
    ("key", "answer"), [("y", "yes"), ("Y", "yes"), ("n", "no"), ("escape", ""), ("c-c", ""), ("x", None)]
)
def test_key_is_yes_or_no_or_would_rather_not_say(key: str, answer: str | None):
    assert YES_NO.on_key(key) == (None if answer is None else told(answer))


def typed(*keys: str) -> object:
    question: object = WORDS
    for key in keys:
        assert isinstance(question, Question)
        question = question.on_key(key)
    return question


def test_words_are_typed_and_corrected():
    assert typed("a", "b", "backspace", "c", " ", "enter") == told("ac")
    assert typed("a", "delete", "enter") == told("")
    assert typed("a", "b", "c-u", "c", "enter") == told("c")
    assert typed("a", "escape") == told("")


def test_key_that_types_nothing_is_no_answer():
    assert WORDS.on_key("left") is None
    assert Question("Name:", told, wants_words=True, typed="x" * LONGEST).on_key("y") is None
