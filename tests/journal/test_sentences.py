"""Sentences of the journal: what fills their gaps is never looked into."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal import Conflict, Damaged, JournalError, Lost, Sentence, sentence


@given(st.text() | st.sampled_from(["{path}", "{1}", "%s", "\\1", "{"]))
def test_what_fills_a_gap_is_shown_as_it_is(name: str) -> None:
    assert str(sentence("There is no {path}; ask for {path}.", path=name)) == f"There is no {name}; ask for {name}."


def test_sentence_without_gaps_is_shown_as_it_is() -> None:
    assert str(sentence("it is not {written} as a record is")) == "it is not {written} as a record is"


def test_error_is_raised_with_a_template_or_a_sentence() -> None:
    error = JournalError("{path} failed: {why}.", path=Path("a/b"), why=OSError("gone"))
    assert str(error) == "a/b failed: gone."
    assert str(Lost(error.sentence)) == "a/b failed: gone."


def test_sentences_and_errors_in_gaps_keep_their_templates() -> None:
    why = JournalError("The disk of {path} is full.", path="x")
    error = JournalError("{why} The last records may not be stored.", why=why)
    assert str(error) == "The disk of x is full. The last records may not be stored."
    assert dict(error.sentence.args)["why"] == Sentence("The disk of {path} is full.", (("path", "x"),))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Conflict("table/a", 3, 5), "Stream table/a is at record 5, not at 3."),
        (Damaged("table/a", 2, "it is not a record"), "Record 2 of table/a is damaged: it is not a record."),
        (
            Damaged("table/a", 2, sentence("its number is {number}", number=7)),
            "Record 2 of table/a is damaged: its number is 7.",
        ),
    ],
)
def test_errors_say_what_is_wrong(error: JournalError, said: str) -> None:
    assert str(error) == said
