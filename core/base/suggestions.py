"""What somebody may have meant who typed a word that is not known."""

from collections.abc import Iterable

from core.base.message import Message, message


def meant(word: str, known: Iterable[str]) -> Message | str:
    """A question whether one of the known words was meant; empty when none is near."""
    from difflib import get_close_matches  # loaded late, because most type only what is known

    near = get_close_matches(word.lower()[:30], list(known), n=1)
    return message(" (did you mean {word}?)", word=near[0]) if near else ""
