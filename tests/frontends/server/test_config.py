"""What can be set: every figure has a default within its range, and says what it is for."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from core.base.figures import COMMENT, HIGHEST, LEAST
from frontends.server.config import Config

FIGURES = [
    (getattr(getattr(Config(), section.name), field.name), field)
    for section in attrs.fields(Config)
    for field in attrs.fields(type(getattr(Config(), section.name)))
]


@pytest.mark.parametrize(("default", "field"), FIGURES, ids=lambda one: getattr(one, "name", ""))
def test_default_is_within_its_range_and_a_sentence_says_what_it_is(default: Any, field: attrs.Attribute[Any]) -> None:
    assert field.metadata[COMMENT].endswith(".")
    if isinstance(default, int | float):
        assert field.metadata[LEAST] <= default <= field.metadata[HIGHEST]
