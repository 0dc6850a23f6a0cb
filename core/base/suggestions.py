"""What somebody may have meant who typed a word that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches

from core.base.message import Message, message


def meant(word: str, known: Iterable[str]) -> Message | str:
    """A question whether one of the known words was meant; empty when none is near."""
    near = get_close_matches(word.lower()[:30], list(known), n=1)
    return message(" (did you mean {word}?)", word=near[0]) if near else ""
