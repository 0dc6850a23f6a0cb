"""Words that people put in, made fit to be kept and shown to others."""

from __future__ import annotations

import unicodedata

KEPT = frozenset("LNPS")
"""Unicode categories that are kept: letters, numbers, punctuation, symbols."""


def clean(text: str, longest: int) -> str:
    """One line of visible, single-width characters: no controls, no escapes, no marks that turn text around.

    `longest` is in characters. What does not fit is left out, never refused.
    """
    composed = unicodedata.normalize("NFKC", text)
    kept = "".join(character if _is_kept(character) else " " for character in composed)
    return " ".join(kept.split())[:longest].rstrip()


def _is_kept(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    return unicodedata.category(character)[0] in KEPT and unicodedata.east_asian_width(character) not in "WF"
