"""A line editor without I/O, for terminals that send every key by itself and show none of them.

It keeps to one row of the screen: a line that is longer than the row is shown as the part around the cursor, so
that no key ever has to be undone across two rows. Nothing is used but CR, BS, BEL and "erase to the end of the row".

    edit = editor.press(key)      -> the editor after the key, what to send, and the line if it is finished
    editor.erase() + text + editor.draw()     puts text above a prompt without losing what is half typed
"""

from __future__ import annotations

import unicodedata
from itertools import takewhile

import attrs

ERASE = "\r\x1b[K"
BELL = "\a"
ALIASES = {
    "c-a": "home",
    "c-e": "end",
    "c-b": "left",
    "c-f": "right",
    "c-p": "up",
    "c-n": "down",
    "c-h": "backspace",
}
LONGEST_HISTORY = 50


@attrs.frozen
class LineEditor:
    """A line that is being typed behind a prompt."""

    prompt: str = ""
    columns: int = 80
    """Width of the terminal; at least 20."""
    words: tuple[str, ...] = ()
    """Whole lines that Tab completes to."""
    longest: int = 1000
    """Characters in a line; more are refused with a bell."""
    text: str = ""
    cursor: int = 0
    """Characters before the cursor."""
    history: tuple[str, ...] = ()
    """Lines typed before, the newest last: no empty ones, none twice in a row."""
    recalled: int = 0
    """How many lines back in the history the text is from; 0 is the line that is being typed."""
    draft: str = ""
    """The line that was being typed when the history was opened."""

    def press(self, key: str) -> Edit:
        """One key, by its name in `frontends.screens.controls`. Keys that mean nothing here ring the bell."""
        key = ALIASES.get(key, key)
        if len(key) == 1:
            return self._insert(key)
        match key:
            case "enter":
                return self._finish()
            case "c-c":
                return Edit(self._emptied(), "^C\n")
            case "c-d" if not self.text:
                return Edit(self, "\n", ended=True)
            case "up" | "down":
                return self._recall(self.recalled + (1 if key == "up" else -1))
            case "tab":
                return self._complete()
            case "c-l":
                return Edit(self, self.draw())
            case _:
                return self._change(key)

    def prefilled(self, text: str) -> LineEditor:
        """The editor with a line that was typed before, ready to be edited; what is half typed now is kept instead."""
        return self if self.text else self._with(text[: self.longest], len(text[: self.longest]))

    def draw(self) -> str:
        """What shows the prompt and the line in a row of their own, the cursor in its place."""
        visible, column = self._window()
        return f"{ERASE}{self._shown_prompt}{visible}{chr(8) * (len(visible) - column)}"

    def erase(self) -> str:
        """What empties the row again."""
        return ERASE

    @property
    def _shown_prompt(self) -> str:
        """A prompt that leaves no room would be in the way: its end is enough."""
        return self.prompt[-(self.columns // 2) :]

    def _window(self) -> tuple[str, int]:
        """The part of the line that is shown, and the cursor's place in it. The row's last cell stays free."""
        room = max(1, self.columns - len(self._shown_prompt) - 1)
        first = max(0, self.cursor - room + 1) if len(self.text) >= room else 0
        return self.text[first : first + room], self.cursor - first

    def _insert(self, key: str) -> Edit:
        if len(self.text) >= self.longest or not is_single(key):
            return Edit(self, BELL)
        after = self._with(self.text[: self.cursor] + key + self.text[self.cursor :], self.cursor + 1)
        fits = len(after.text) < self.columns - len(self._shown_prompt) - 1
        return Edit(after, key if fits and after.cursor == len(after.text) else after.draw())

    def _change(self, key: str) -> Edit:
        """The keys that move or delete."""
        before, behind = self.text[: self.cursor], self.text[self.cursor :]
        if key == "c-w":
            kept = before.rstrip()
            before = kept[: len(kept) - len(kept.split(" ")[-1])]
            return self._to(before + behind, len(before))
        changed = {
            "left": (self.text, self.cursor - 1),
            "right": (self.text, self.cursor + 1),
            "home": (self.text, 0),
            "end": (self.text, len(self.text)),
            "backspace": (before[:-1] + behind, self.cursor - 1),
            "delete": (before + behind[1:], self.cursor),
            "c-d": (before + behind[1:], self.cursor),
            "c-k": (before, self.cursor),
            "c-u": (behind, 0),
        }
        return self._to(*changed[key]) if key in changed else Edit(self, BELL)

    def _to(self, text: str, cursor: int) -> Edit:
        """The line as it is now, sent as one step back where that is all."""
        if not 0 <= cursor <= len(text) or (text, cursor) == (self.text, self.cursor):
            return Edit(self, BELL)
        after = self._with(text, cursor)
        was_last = self.cursor == len(self.text) < self.columns - len(self._shown_prompt) - 1
        if was_last and text == self.text[:-1]:
            return Edit(after, "\b \b")
        return Edit(after, after.draw())

    def _finish(self) -> Edit:
        line = self.text
        is_new = bool(line.strip()) and self.history[-1:] != (line,)
        history = (*self.history, line)[-LONGEST_HISTORY:] if is_new else self.history
        return Edit(attrs.evolve(self._emptied(), history=history), "\n", line)

    def _recall(self, back: int) -> Edit:
        if not 0 <= back <= len(self.history):
            return Edit(self, BELL)
        draft = self.draft if self.recalled else self.text
        text = self.history[-back] if back else draft
        after = attrs.evolve(self, text=text, cursor=len(text), recalled=back, draft=draft)
        return Edit(after, after.draw())

    def _complete(self) -> Edit:
        """Complete what stands before the cursor as far as all words agree."""
        typed = self.text[: self.cursor]
        fitting = [word for word in self.words if word.startswith(typed)]
        agreed = takewhile(lambda characters: len(set(characters)) == 1, zip(*fitting, strict=False))
        common = "".join(characters[0] for characters in agreed)
        if self.cursor < len(self.text) or len(common) <= len(typed):
            return Edit(self, BELL)
        return self._to(common[: self.longest], len(common[: self.longest]))

    def _with(self, text: str, cursor: int) -> LineEditor:
        return attrs.evolve(self, text=text, cursor=cursor)

    def _emptied(self) -> LineEditor:
        return attrs.evolve(self, text="", cursor=0, recalled=0, draft="")


@attrs.frozen
class Edit:
    """What came of a key."""

    editor: LineEditor
    echo: str
    """What to send, before encoding: a newline is "\\n"."""
    line: str | None = None
    """The finished line. The prompt is not shown again by itself: the answer may come first, and then `draw`."""
    ended: bool = False
    """The person has closed the input, with c-d on an empty line."""


def is_single(character: str) -> bool:
    """Whether a character takes exactly one cell."""
    return (
        character.isprintable()
        and not unicodedata.combining(character)
        and unicodedata.east_asian_width(character) not in "WF"
    )
