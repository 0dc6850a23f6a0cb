"""A language is added by one command, which writes its row in the table of languages and its catalogue."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from babel import Locale

import frontends.locale.language as table
from frontends.locale.language import LANGUAGES
from tests.catalogue.files import progress, updated
from tests.catalogue.new_language import add, with_row

SOURCE = Path(table.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "row"),
    [
        ("nl", '"nl": Spoken("Nederlands", ("dutch", "néerlandais", "niederländisch")),'),
        ("pt_BR", '"pt_BR": Spoken("português (Brasil)", ('),
    ],
)
def test_row_says_what_a_language_is_called(code: str, row: str) -> None:
    written = with_row(SOURCE, code, Locale.parse(code))
    assert f"    {row}" in written
    assert len(ast.dump(ast.parse(written))) > len(ast.dump(ast.parse(SOURCE)))


@pytest.mark.slow
def test_new_catalogue_has_all_sentences_and_no_translation() -> None:
    assert progress(updated("nl")).startswith("0 of 2,")


def test_what_is_no_language_or_there_already_is_a_sentence() -> None:
    assert add("klingon").startswith("klingon is not the code of a language")
    for code in LANGUAGES:
        assert add(code).startswith(f"{code} is in the table of languages already")
