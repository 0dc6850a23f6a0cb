"""Sentences of the journal: kept apart from the language they are said in, and from the names and numbers in them.

The journal knows no languages. Whoever shows a sentence may look its template up in a catalogue; `str` is its English.
"""

from __future__ import annotations

import re

import attrs

_GAP = re.compile(r"\{(\w+)\}")


@attrs.frozen
class Sentence:
    """Something to be said to a person. Made by `sentence`."""

    template: str
    """English, with gaps as in "There is no {path}; check the name."."""
    gaps: tuple[tuple[str, str | Sentence], ...] = ()
    """What fills them, by their names."""

    def __str__(self) -> str:
        """The sentence in English."""
        filled = {name: str(value) for name, value in self.gaps}
        return _GAP.sub(lambda gap: filled[gap[1]], self.template) if filled else self.template


def sentence(template: str | Sentence, /, **gaps: object) -> Sentence:
    """A sentence of a template and what fills its gaps: texts, numbers, paths, errors, or sentences in a sentence."""
    if isinstance(template, Sentence):
        return template
    return Sentence(template, tuple((name, _value(value)) for name, value in gaps.items()))


def _value(value: object) -> str | Sentence:
    if isinstance(value, Sentence):
        return value
    said = getattr(value, "sentence", None)
    return said if isinstance(said, Sentence) else str(value)
