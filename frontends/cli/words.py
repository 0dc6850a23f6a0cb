"""Completion of typed lines, word by word. Pure."""

from __future__ import annotations

from collections.abc import Iterable


def next_words(lines: Iterable[str], typed: str) -> tuple[str, ...]:
    """What the word at the end of `typed` can become, so that one of the lines comes of it in the end.

    A word that is not its line's last ends in a blank. Neither case nor the number of blanks matters. Each word comes
    once, in the lines' order.
    """
    *whole, begun_word = typed.lower().split(" ")
    start = " ".join([*filter(None, whole), begun_word])
    begun = len(start) - len(begun_word)
    words: dict[str, None] = {}
    for line in lines:
        if line.lower().startswith(start) and line.lower() != start:
            word, blank, _ = line[begun:].partition(" ")
            words[word + blank] = None
    return tuple(words)
