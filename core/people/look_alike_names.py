"""Names of persons: what may be one, and which of them read alike.

A terminal shows names in whatever type it has, so names that can be taken for one another must not belong to two
persons: `skeleton` is the same for all that can. A name is of one script that the house knows the look-alikes of, and
of letters and digits only, so that no name can pass for a sentence, a command, a code or a mark of the house.
"""

# ruff: noqa: RUF001  (letters that look alike are what this is about)

import itertools
import unicodedata
from functools import lru_cache

from core.base.game import Refused
from core.people.persons import PROGRAM

SHORTEST, LONGEST = 2, 16
"""Characters of a name."""
_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""As the names of their characters begin."""

_LATIN = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "p", "ß": "ss", "ı": "i", "ŋ": "n", "ħ": "h",
    "ŧ": "t", "ĸ": "k", "ŀ": "l",
}  # fmt: skip
"""Letters that have no accent to leave out."""
_CYRILLIC = {
    "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t", "у": "y",
    "х": "x", "ѕ": "s", "і": "i", "ј": "j", "һ": "h", "ԁ": "d", "ӏ": "l", "ԛ": "q", "ԝ": "w", "г": "r", "ь": "b",
    "з": "3", "б": "6", "ү": "y", "ѵ": "v",
}  # fmt: skip
_GREEK = {
    "α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "i", "κ": "k", "μ": "m", "ν": "v", "ο": "o", "ρ": "p",
    "τ": "t", "υ": "u", "χ": "x", "γ": "y", "σ": "o", "ς": "c", "ω": "w", "ϲ": "c", "ϳ": "j",
}  # fmt: skip
_DIGITS = {"0": "o", "1": "l", "i": "l"}
"""In many a type face 0 and O are one, and so are 1, l and I; case is passed over, so i is one with them."""
_ALIKE = _LATIN | _CYRILLIC | _GREEK
_JOINED = {"rn": "m", "vv": "w"}
"""Pairs of letters that run together into one."""
MOST_SPELLINGS = 64
"""Older skeletons that are looked at: all of a name with up to six m and w."""


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What all names have in common that read alike: letters and digits only, in one case, without accents.

    The mark of a program is no part of a name, so that a name can be typed as it is shown.
    """
    letters = _older_skeleton(name).replace("w", "vv")  # First, so that vw, wv and vvv come to the same.
    for pair, letter in _JOINED.items():
        letters = letters.replace(pair, letter)
    return letters


def claimed_skeletons(name: str) -> tuple[str, ...]:
    """All under which a name, or one that reads like it, may have been claimed.

    First comes what it had before rn was taken for m and vv for w: of two names that were claimed then and read alike
    now, each stays its holder's.
    """
    now = skeleton(name)
    choices = [(letter, *(pair for pair, joined in _JOINED.items() if joined == letter)) for letter in now]
    others = map("".join, itertools.islice(itertools.product(*choices), MOST_SPELLINGS))
    return tuple(dict.fromkeys((_older_skeleton(name), now, *others)))


def _older_skeleton(name: str) -> str:
    """The skeleton of a name before rn was taken for m and vv for w."""
    letters = (
        character
        for character in unicodedata.normalize("NFKD", _plain(name.removesuffix(PROGRAM)))
        if character.isalnum()
    )
    latin = "".join(_ALIKE.get(letter, letter) for letter in letters)
    return "".join(_DIGITS.get(letter, letter) for letter in latin)


def is_same(one: str, other: str) -> bool:
    """Whether two names are spelled alike but for case: the same name, and not one that only looks like it."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def read_name(text: str) -> str:
    """A name as somebody typed it, in composed characters.

    Raises: Refused, with a sentence that says what is wrong. Nothing is left out or cut silently.
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if not name:
        raise Refused("Type a name.")
    if any(not _is_known(character) for character in name):
        raise Refused("Use only Latin, Greek or Cyrillic letters and digits in a name, without blanks.")
    if len({_script(character) for character in name if not character.isdigit()}) > 1:
        raise Refused("That name mixes alphabets that can look alike: use only one.")
    if name[0].isdigit():
        raise Refused("A name begins with a letter: choose another.")
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refused("A name has {least} to {most} characters: choose another.", least=SHORTEST, most=LONGEST)
    return name


def _is_known(character: str) -> bool:
    """Whether it is a digit as everybody types it, or a letter of which we know what it looks like."""
    if character.isascii():
        return character.isalnum()
    if unicodedata.category(character) not in ("Lu", "Ll") or _script(character) not in _SCRIPTS:
        return False
    return _script(character) != "LATIN" or all(letter < "\x7f" for letter in skeleton(character))


def _script(character: str) -> str:
    return unicodedata.name(character, "").split(" ")[0]
