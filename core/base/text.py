"""Words that people put in, made fit to be kept and shown to others."""

import unicodedata

UNSEEN = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"), ("\u2800", "\u2800"))
"""The first and the last of characters that are letters or symbols, but shown by nothing, or only with others."""
KEPT = frozenset("LNPS")
"""Unicode categories that are kept: letters, numbers, punctuation, symbols."""


def clean(text: str, longest: int) -> str:
    """One line of visible, single-width characters: no controls, no escapes, no marks that turn text around.

    `longest` is in characters. What does not fit is left out, never refused.
    """
    composed = unicodedata.normalize("NFKC", text)
    kept = "".join(character if _is_kept(character) else " " for character in composed)
    return " ".join(kept.split())[:longest].rstrip()


def plain(text: str) -> str:
    """A typed text as it is compared: lower case, single blanks."""
    return " ".join(text.lower().split())


def quoted(text: str) -> str:
    """A typed text as a refusal repeats it: plain, and cut to 40 characters."""
    return plain(text)[:40]


def _is_kept(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    if any(first <= character <= last for first, last in UNSEEN):
        return False
    return unicodedata.category(character)[0] in KEPT and unicodedata.east_asian_width(character) not in "WF"
