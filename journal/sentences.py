"""Sentences for people: kept apart from the language they are said in, and from the names and numbers in them.

The journal knows no languages. Whoever shows a sentence may look its template up in a catalogue; `str` is its English.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

GAP = re.compile(r"\{(\w+)\}")


class Sentence(Struct, frozen=True):
    """Something to be said to a person. Made by `sentence`, and in core by `message`, which calls it a message."""

    template: str
    """English, with gaps as in "There is no {path}; check the name."."""
    args: tuple[tuple[str, Any], ...] = ()
    """What fills the gaps, by their names: in the journal texts and sentences, in core a `message.Argument`."""
    plural: str = ""
    """The template for every number but one, of a sentence that counts; its number is the argument "n"."""
    context: str = ""
    """What is meant, for a template that is said differently in other languages where it means something else."""

    def __str__(self) -> str:
        """The sentence in English."""
        filled = {name: str(value) for name, value in self.args}
        return GAP.sub(lambda gap: filled[gap[1]], self.template) if filled else self.template

    def filled(self, **args: Any) -> Sentence:
        """The sentence with these gaps filled, too: for templates chosen before it is known what fills them."""
        return Sentence(self.template, (*self.args, *args.items()), self.plural, self.context)


def sentence(template: str | Sentence, /, **args: object) -> Sentence:
    """A sentence of a template and what fills its gaps: texts, numbers, paths, errors, or sentences in a sentence."""
    if isinstance(template, Sentence):
        return template
    return Sentence(template, tuple((name, _value(value)) for name, value in args.items()))


def _value(value: object) -> str | Sentence:
    if isinstance(value, Sentence):
        return value
    said = getattr(value, "sentence", None)
    return said if isinstance(said, Sentence) else str(value)
