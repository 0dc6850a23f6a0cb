"""What answers have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence: `id` is the English template with gaps in braces, `args` fill them, `text` is in one's language."""

    id: str
    text: str
    args: Mapping[str, str | int | Said | list[Any]] = {}
    """A list has texts, numbers and sentences in it; it is shown with commas between."""
    many: str = ""
    """The template for every number but one, of a sentence that counts; the number is the argument n."""
    context: str = ""
    """What is meant, where one template means two things."""
    seat: int | None = None
    """Of a player, who is an argument: the seat, counted from 0."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower):
    """What the house says."""


class Response(Answer, frozen=True, kw_only=True):
    """What answers a request."""

    id: str = ""
    """The request's."""
