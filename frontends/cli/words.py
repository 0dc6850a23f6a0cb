"""Completion of typed lines, word by word. Pure."""

from __future__ import annotations

from collections.abc import Iterable


def next_words(lines: Iterable[str], typed: str) -> tuple[str, ...]:
    """What the word at the end of `typed` can become, so that one of the lines comes of it in the end.

    A word that is not its line's last ends in a blank. Case does not matter. Each word once, in the lines' order.
    """
    start, begun = typed.lower(), typed.rfind(" ") + 1
    words: dict[str, None] = {}
    for line in lines:
        if line.lower().startswith(start) and line.lower() != start:
            word, blank, _ = line[begun:].partition(" ")
            words[word + blank] = None
    return tuple(words)
