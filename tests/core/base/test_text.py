"""Words that people put in, made fit for others."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.text import clean, plain, quoted


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Bella\r\n", "Anna Bella"),
        ("Zoë Ångström", "Zoë Ångström"),
        ("A\x1b[2Jnna", "A [2Jnna"),
        ("A\x00n\x7fna\x9b", "A n na"),
        ("e\u0301", "é"),
        ("abc\u202edef\u200b", "abc def"),
        ("日本 Anna 🎲", "Anna"),
        ("\uff21\uff4e\uff4e\uff41", "Anna"),
        ("a\u00a0b", "a b"),
        ("\x1b\x07", ""),
        ("Anna\u3164\uffa0\u2800\u1160", "Anna"),
    ],
)
def test_only_what_can_be_seen_is_kept_in_one_line(typed: str, kept: str):
    assert clean(typed, 40) == kept


def test_what_does_not_fit_is_left_out():
    assert clean("Anna Bella", 7) == "Anna Be"
    assert clean("Anna Bella", 5) == "Anna"


@given(st.text(), st.integers(1, 30))
def test_cleaned_text_is_safe_short_and_stays_as_it_is(text: str, longest: int):
    kept = clean(text, longest)
    assert len(kept) <= longest
    assert kept == kept.strip()
    assert clean(kept, longest) == kept
    for character in kept:
        assert character == " " or unicodedata.category(character)[0] in "LNPS"
        assert unicodedata.east_asian_width(character) not in "WF"


@pytest.mark.parametrize("typed", ["take 3", " TAKE   3 ", "Take\t3\n"])
def test_typed_text_is_compared_without_case_and_blanks(typed: str) -> None:
    assert plain(typed) == "take 3"


def test_typed_text_is_not_repeated_at_length() -> None:
    assert quoted("  X" * 500) == "x " * 20
