"""Characters for terminals that read only ASCII, and the cells they take.

A sentence may grow ("…" becomes "..."), a picture must not: each of its characters stands in a cell of its own.
"""

import unicodedata
from collections.abc import Mapping

ALIKE = {
    "\N{HORIZONTAL ELLIPSIS}": "...", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{BULLET}": "*",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{MIDDLE DOT}": ".",
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"', "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{MULTIPLICATION SIGN}": "x", "\N{RIGHTWARDS ARROW}": "->", "\N{LEFTWARDS ARROW}": "<-",
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ß": "ss", "ł": "l", "Ł": "L",
}  # fmt: skip
"""What has no accent to leave out."""


def encode(text: str, utf8: bool) -> bytes:
    """A sentence in UTF-8, or in ASCII with plain letters in place of accented ones."""
    if utf8 or text.isascii():
        return text.encode("utf-8" if utf8 else "ascii", "replace")
    return "".join(character if character < "\x80" else _alike(character) for character in text).encode("ascii")


def encode_cells(text: str, utf8: bool) -> bytes:
    """Text for a board, in UTF-8 or ASCII, where every character must take as many cells as it did."""
    if utf8 or text.isascii():
        return text.encode("utf-8" if utf8 else "ascii", "replace")
    return "".join(
        character if character < "\x80" else (_alike(character) + "?")[0] * cells(character) for character in text
    ).encode("ascii")


def _alike(character: str) -> str:
    if character in ALIKE:
        return ALIKE[character]
    if unicodedata.combining(character):
        return ""
    plain = "".join(part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part))
    return plain if plain.isascii() else "?" * cells(character)


def cells(character: str) -> int:
    """How many cells a character takes, 0 for one that cannot be shown by itself."""
    if "\x20" <= character <= "\x7e":
        return 1
    category = unicodedata.category(character)
    if category != "Zs" and (not character.isprintable() or category in ("Mn", "Me", "Cf")):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def speaks_utf8(environ: Mapping[str, str]) -> bool:
    """Whether the locale of an environment, which nobody needs to have installed, writes in UTF-8."""
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "C")
    return is_utf8(locale.partition("@")[0].rpartition(".")[2])


def is_utf8(encoding: str) -> bool:
    """Whether this is a name of UTF-8."""
    return encoding.lower().replace("-", "") == "utf8"


def width(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else sum(map(cells, text))
