"""Codes to paste anywhere: one opens the same deal in any house, one the replay of a game in the house it is from.

A deal is its variant, a dash, its number in letters, and two letters more; a game its table, a dash, and two letters.
The two letters find any one or two wrong letters, and neighbours that changed places: a Reed-Solomon code.
"""

from typing import TypeAlias

from msgspec import Struct

from core.base.game import Refused
from core.base.message import message
from core.games import NUMBERED
from core.people.directory import LETTERS

CHECKS = 2
MOST = 10**12
"""Above the number of any deal."""
_HEAD = f"{LETTERS}ilo-"
"""Letters before the last dash: the last four are in names of games only, which are looked up besides."""
LONGEST = 40
NO_CODE = message("That is not a code: it looks like signora-k7xp9, as share shows it.")
MISTYPED = message("There is a typing error in that code: compare it letter by letter.")


class SharedDeal(Struct, frozen=True):
    """A solitaire to be dealt again."""

    kind: str
    """The variant's name, or that of a game without variants."""
    number: int


class SharedGame(Struct, frozen=True):
    """A game to step through."""

    table: str


Shared: TypeAlias = SharedDeal | SharedGame


def code_of(shared: Shared) -> str:
    """What is typed to open it."""
    match shared:
        case SharedDeal(kind, number):
            head, digits = kind, _digits(number)
        case SharedGame(table):
            head, digits = table, ""
    return f"{head}-{digits}{_checks(head, digits)}"


def read_code(text: str) -> Shared:
    """What a code opens, however it was typed. Raises: Refused for what is none, or is mistyped."""
    typed = "".join(text.lower().split())
    head, dash, tail = typed.rpartition("-")
    if not (dash and head and len(tail) >= CHECKS) or len(typed) > LONGEST:
        raise Refused(NO_CODE)
    if not (set(head) <= set(_HEAD) and set(tail) <= set(LETTERS)):
        raise Refused(NO_CODE)
    digits, checks = tail[:-CHECKS], tail[-CHECKS:]
    if checks != _checks(head, digits):
        raise Refused(MISTYPED)
    if not digits:
        return SharedGame(head)
    if head not in NUMBERED:
        raise Refused(MISTYPED)
    number = _number(digits)
    if not 1 <= number < MOST:
        raise Refused(NO_CODE)
    return SharedDeal(head, number)


def is_like_code(word: str) -> bool:
    """Whether somebody who typed this may have meant a code."""
    head, dash, tail = word.lower().rpartition("-")
    return bool(dash and head) and len(tail) >= CHECKS and set(tail) <= set(LETTERS)


def _digits(number: int) -> str:
    letters = ""
    while number:
        number, letter = divmod(number, len(LETTERS))
        letters = LETTERS[letter] + letters
    return letters


def _number(digits: str) -> int:
    number = 0
    for letter in digits:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number


def _checks(head: str, digits: str) -> str:
    """Two sums over all letters: where one or two are wrong, or changed places, at least one of the sums differs."""
    values = [_HEAD.index(letter) % len(LETTERS) for letter in head + digits]
    plain = sum(values) % len(LETTERS)
    weighted = sum(place * value for place, value in enumerate(values, 1)) % len(LETTERS)
    return LETTERS[plain] + LETTERS[weighted]
