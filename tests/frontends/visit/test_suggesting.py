"""What somebody may have meant."""

from __future__ import annotations

from core.message import Message, english
from frontends.visit.orders import names
from frontends.visit.suggesting import meant


def test_near_word_is_asked_about() -> None:
    near = meant("Pilon", names())
    assert isinstance(near, Message)
    assert english(near) == " (did you mean pileon?)"


def test_far_word_is_not_however_long_it_is() -> None:
    assert meant("xyzzy", names()) == ""
    assert meant("pileon" * 10_000, ["x"]) == ""
