"""Yes and no are understood in English and in the person's own language, as words or their first letters."""

from __future__ import annotations

import pytest

from frontends.locale.language import language
from frontends.visit.text.yes_no import yes_or_no


@pytest.mark.parametrize(
    ("typed", "code", "meant"),
    [
        ("y", "en", True), (" YES ", "en", True), ("n", "en", False), ("no", "en", False), ("o", "en", None),
        ("o", "fr", True), ("oui", "fr", True), ("y", "fr", True), ("non", "fr", False), ("", "fr", None),
        ("yesterday", "en", None),
    ],
)  # fmt: skip
def test_answer_is_understood(typed: str, code: str, meant: bool | None) -> None:
    assert yes_or_no(typed, language(code)) is meant
