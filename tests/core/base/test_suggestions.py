"""What somebody may have meant."""

from __future__ import annotations

from core.base.message import Message, english
from core.base.suggestions import meant
from core.sessions.arrival.order_words import names


def test_near_word_is_asked_about() -> None:
    near = meant("Pilon", names())
    assert isinstance(near, Message)
    assert english(near) == " (did you mean pileon?)"


def test_far_word_is_not_however_long_it_is() -> None:
    assert meant("xyzzy", names()) == ""
    assert meant("pileon" * 10_000, ["x"]) == ""
