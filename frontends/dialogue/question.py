"""A question put to a person, in either manner: yes or no, or a few words."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from frontends.dialogue.effects import Effects

YES = ("y", "yes")
NO = ("n", "no")
LONGEST = 400
"""Characters that can be typed in answer, in screen manner."""


@attrs.frozen
class Question:
    """What is asked, and what follows from the answer."""

    text: str
    then: Callable[[str], Effects]
    """Called with "yes" or "no", or with the words; with nothing when the person would rather not say."""
    wants_words: bool = False
    typed: str = ""
    """The words so far, in screen manner."""

    def on_line(self, line: str) -> Effects | None:
        """What follows from an answered line; None when it is no answer."""
        if self.wants_words:
            return self.then(line.strip())
        word = line.strip().lower()
        return self.then("yes" if word in YES else "no") if word in YES + NO else None

    def on_key(self, key: str) -> Question | Effects | None:
        """The question with one more key typed, or what follows from the answer, or None: no answer."""
        if key in ("escape", "c-c"):
            return self.then("")
        if not self.wants_words:
            return self.on_line(key)
        return self.then(self.typed.strip()) if key == "enter" else self._type(key)

    def _type(self, key: str) -> Question | None:
        if key in ("backspace", "delete"):
            return attrs.evolve(self, typed=self.typed[:-1])
        if key == "c-u":
            return attrs.evolve(self, typed="")
        fits = len(key) == 1 and key.isprintable() and len(self.typed) < LONGEST
        return attrs.evolve(self, typed=self.typed + key) if fits else None
