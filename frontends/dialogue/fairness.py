"""What is said about the fairness of the chance: what the house committed to, who gave luck, and how to check."""

from __future__ import annotations

from core.chance import LONGEST_LUCK, SHORT_COMMITMENT
from core.table import TableView
from core.words import clean

WIDTH = 80
"""Columns that a line takes at most."""
LONGEST_SHOWN = 16
"""Characters of a name or a luck that are shown, so that those of two players fit into a line."""

_ENOUGH = "Noting these 32 digits is enough; with fewer a house could prepare two seeds."
_CHECK = 'To check the finished game: parlour verify FILE --commitment "THE 32 DIGITS"'


def grouped(commitment: str) -> str:
    """The part of a commitment that is enough to be noted: 32 hexadecimal digits in groups of four."""
    digits = commitment[:SHORT_COMMITMENT]
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def promise(commitment: str) -> str:
    """What the house promises of the chance at somebody's next table."""
    return "\n".join(
        (
            "The seed of your next table is drawn, and these digits bind the house to it:",
            f"  {grouped(commitment)}",
            _ENOUGH,
            "The deal is made of that seed and of your luck: new mille luck=WORDS",
            _CHECK,
        )
    )


def proof(table: TableView) -> str:
    """What proves that the chance at a table is fair, in five lines at most."""
    if table.deal is not None:
        return f"Deal {table.deal}: whoever asks for that number gets the same."
    seed = f"House seed: {table.house_seed}"
    return "\n".join(
        (
            f"Committed before luck was given: {grouped(table.commitment)}",
            _ENOUGH,
            _luck(table),
            _CHECK,
            seed if table.house_seed else "The house seed is told when the game is over.",
        )
    )


def _luck(table: TableView) -> str:
    """What luck was given by whom."""
    given = (f"{_cut(player.name)} {_given(player.luck)}" for player in table.players if player.name)
    return f"Luck: {', '.join(given)}."[:WIDTH]


def _given(luck: str) -> str:
    return f'gave "{_cut(luck)}"' if luck else "gave none"


def _cut(text: str) -> str:
    # Luck is whatever a client added, here or in another house: it may hold anything that a terminal heeds.
    text = clean(text, LONGEST_LUCK)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 2]}.."
