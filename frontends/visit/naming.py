"""Names that people take: what may be one, and why another may not."""

from __future__ import annotations

import unicodedata

from core.bots import ALL
from core.game import Refused
from core.people import SOMEBODY
from core.table import LONGEST_NAME
from core.words import clean

RESERVED = ("computer", SOMEBODY, *(bot.name.lower() for bot in ALL))
"""Names that are not for persons, in lower case."""


def read_name(text: str) -> str:
    """A name as somebody typed it. Raises: Refused, with what is wrong; nothing is left out silently."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if clean(name, len(name)) != name:
        raise Refused("That name has characters that cannot be shown in one column each: please take another.")
    if len(name) > LONGEST_NAME:
        raise Refused("That name is too long: {most} characters at most, please.", most=LONGEST_NAME)
    if not name:
        raise Refused("Please type a name.")
    if name.lower() in RESERVED:
        raise Refused("That name belongs to the house: please take another.")
    return name
