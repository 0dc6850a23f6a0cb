"""Completion of typed lines, word by word. Pure."""

from collections.abc import Iterable


def next_words(lines: Iterable[str], typed: str) -> dict[str, str]:
    """What the word at the end of `typed` can become, so that one of the lines comes of it in the end.

    A word that is not its line's last ends in a blank. Neither case nor the number of blanks matters. Each word comes
    once, in the lines' order.

    Args:
        lines: each may end in a tab and what the line is about, which is never a part of a word.
        typed: the line so far.

    Returns: the words, each with what its line is about; empty where more of the line follows or nothing is said.
    """
    *whole, begun_word = typed.lower().split(" ")
    start = " ".join([*filter(None, whole), begun_word])
    begun = len(start) - len(begun_word)
    words: dict[str, str] = {}
    for whole_line in lines:
        line, _, meaning = whole_line.partition("\t")
        if line.lower().startswith(start) and line.lower() != start:
            word, blank, _ = line[begun:].partition(" ")
            words.setdefault(word + blank, "" if blank else meaning)
    return words
