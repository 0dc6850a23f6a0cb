"""Texts in the room there is, cut at a blank or wrapped; and numbers as they are typed."""

import re
import textwrap
from functools import lru_cache

from frontends.terminal import pages
from frontends.terminal.picture import Look

_BLANKS = re.compile(r"[\t\n\v\f\r]")
"""What a wrapped text has blanks for."""


def cut(text: str, columns: int, look: Look) -> str:
    """A text in so many columns, cut at a blank where it is longer."""
    return pages.cut(text, columns, "…" if look.utf8 else "...")


@lru_cache(maxsize=1024)
def wrapped(text: str, columns: int) -> tuple[str, ...]:
    """A text in lines of so many columns, longer only where a word is."""
    return tuple(textwrap.wrap(text, columns, break_long_words=False))


def hanging(text: str, columns: int) -> list[str]:
    """A text in lines of so many columns, those after the first indented."""
    if 0 < len(text) <= columns and text == text.strip() and not _BLANKS.search(text):
        return [text]  # As most are; to find that out `wrap` takes 8 us, and this 0.5.
    return textwrap.wrap(text, columns, subsequent_indent="  ")


def number_in(text: str, most: int) -> int:
    """The number from 1 to `most` that is typed; 0 where none is."""
    number = text.strip()
    return int(number) if number.isascii() and number.isdigit() and 1 <= int(number) <= most else 0
