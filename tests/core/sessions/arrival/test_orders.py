"""Orders as others are told of them."""

import pytest

from core.sessions.arrival.order_words import read_open


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("mille person", "Mille"),
        ("mille person clock=60", "Mille clock=60s"),
        ("elixir person clock=10m+5s", "El-Ixir clock=10m+5s"),
        ("elixir clock=3d", "El-Ixir clock=3d"),
        ("signora deal=7", "Signora"),
    ],
)
def test_order_is_told_with_its_clock(words: str, told: str) -> None:
    assert read_open(words.split()).told == told
