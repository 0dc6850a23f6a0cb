"""A line editor without I/O, for terminals that send every key by itself and show none of them.

It keeps to one row of the screen: a line that is longer than the row is shown as the part around the cursor, so
that no key ever has to be undone across two rows. Nothing is used but CR, BS, BEL and "erase to the end of the row".

    edit = editor.press(key)      -> the editor after the key, what to send, and the line if it is finished
    ERASE + text + editor.draw()      puts text above a prompt without losing what is half typed
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from frontends.terminal.characters import cells, width

ERASE = "\r\x1b[K"
"""Empties the row."""
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
LEAST_ROOM = 12
"""Cells of a row that are left to type in, whatever the prompt."""


class LineEditor(Struct, frozen=True):
    """A line that is being typed after a prompt."""

    prompt: str = ""
    columns: int = 80
    """Width of the terminal; at least 20."""
    offer: Callable[[], tuple[str, ...]] = tuple
    """Makes the whole lines that Tab completes to."""
    is_secret: bool = False
    """Whether nothing of the line is shown nor remembered."""
    longest: int = 1000
    """Characters in a line; more are refused with a bell."""
    text: str = ""
    cursor: int = 0
    """How many characters stand before the cursor."""
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
                return Edit(self._emptied(), "^C\n", key=key)
            case "c-d" if not self.text:
                return Edit(self, "\n", key=key)
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
        shown = "".join(character for character in text if cells(character))[: self.longest]
        return self if self.text else self._with(shown, len(shown))

    def asking(self, prompt: str, columns: int, offer: Callable[[], tuple[str, ...]], is_secret: bool) -> LineEditor:
        """The editor with another prompt. What is half typed is kept, but between a secret and anything else."""
        if (prompt, columns, offer, is_secret) == (self.prompt, self.columns, self.offer, self.is_secret):
            return self
        editor = self if is_secret is self.is_secret else self._emptied()
        return replace(editor, prompt=prompt, columns=columns, offer=offer, is_secret=is_secret)

    def draw(self) -> str:
        """What shows the prompt and the line in a row of their own, the cursor in its place."""
        before, after = self._window() if self.text and not self.is_secret else ("", "")
        return f"{ERASE}{self._shown_prompt}{before}{after}{chr(8) * width(after)}"

    @property
    def _shown_prompt(self) -> str:
        """A prompt that leaves no room would be in the way: its end is enough."""
        return folded(self.prompt, self.columns)[1]

    @property
    def _room(self) -> int:
        """Cells for the line. The row's last cell stays free."""
        return max(2, self.columns - width(self._shown_prompt) - 1)

    def _window(self) -> tuple[str, str]:
        """The part of the line that is shown, before the cursor and after it."""
        before, after, room = self.text[: self.cursor], self.text[self.cursor :], self._room
        if width(self.text) >= room:
            before = before[len(before) - _fitting(before[::-1], room - 1) :]
        return before, after[: _fitting(after, room - width(before))]

    def _insert(self, key: str) -> Edit:
        if joined := self._joined(key):
            return self._to(joined + self.text[self.cursor :], self.cursor)
        if len(self.text) >= self.longest or not cells(key):
            return Edit(self, BELL)
        after = self._with(self.text[: self.cursor] + key + self.text[self.cursor :], self.cursor + 1)
        if self.is_secret:
            return Edit(after, "")
        fits = width(after.text) < self._room
        return Edit(after, key if fits and after.cursor == len(after.text) else after.draw())

    def _joined(self, key: str) -> str:
        """What stands before the cursor, with an accent that was typed after its letter; empty if it is none."""
        if cells(key) or not self.cursor:
            return ""
        letter = unicodedata.normalize("NFC", self.text[self.cursor - 1] + key)
        return self.text[: self.cursor - 1] + letter if len(letter) == 1 else ""

    def _change(self, key: str) -> Edit:
        """The keys that move or delete."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        if key == "c-w":
            kept = before.rstrip()
            before = kept[: len(kept) - len(kept.split(" ")[-1])]
            return self._to(before + after, len(before))
        changed = {
            "left": (self.text, self.cursor - 1),
            "right": (self.text, self.cursor + 1),
            "home": (self.text, 0),
            "end": (self.text, len(self.text)),
            "backspace": (before[:-1] + after, self.cursor - 1),
            "delete": (before + after[1:], self.cursor),
            "c-d": (before + after[1:], self.cursor),
            "c-k": (before, self.cursor),
            "c-u": (after, 0),
        }
        return self._to(*changed[key]) if key in changed else Edit(self, BELL)

    def _to(self, text: str, cursor: int) -> Edit:
        """The line as it is now, sent as one step back where that is all."""
        if not 0 <= cursor <= len(text) or (text, cursor) == (self.text, self.cursor):
            return Edit(self, BELL)
        after = self._with(text, cursor)
        if self.is_secret:
            return Edit(after, "")
        was_last = self.cursor == len(self.text) and width(self.text) < self._room
        if was_last and text == self.text[:-1] and cells(self.text[-1]) == 1:
            return Edit(after, "\b \b")
        return Edit(after, after.draw())

    def _finish(self) -> Edit:
        line = self.text
        is_new = bool(line.strip()) and self.history[-1:] != (line,) and not self.is_secret
        history = (*self.history, line)[-LONGEST_HISTORY:] if is_new else self.history
        return Edit(replace(self._emptied(), history=history), "\n", line)

    def _recall(self, back: int) -> Edit:
        if not 0 <= back <= len(self.history) or self.is_secret:
            return Edit(self, BELL)
        draft = self.draft if self.recalled else self.text
        text = self.history[-back] if back else draft
        after = replace(self, text=text, cursor=len(text), recalled=back, draft=draft)
        return Edit(after, after.draw())

    def _complete(self) -> Edit:
        """Complete what stands before the cursor as far as all words agree."""
        typed = self.text[: self.cursor]
        fitting = [word for word in self.offer() if word.startswith(typed)]
        agreed = takewhile(lambda characters: len(set(characters)) == 1, zip(*fitting, strict=False))
        common = "".join(characters[0] for characters in agreed)
        if self.cursor < len(self.text) or len(common) <= len(typed) or self.is_secret:
            return Edit(self, BELL)
        return self._to(common[: self.longest], len(common[: self.longest]))

    def _with(self, text: str, cursor: int) -> LineEditor:
        return replace(self, text=text, cursor=cursor)

    def _emptied(self) -> LineEditor:
        return replace(self, text="", cursor=0, recalled=0, draft="")


class Edit(Struct, frozen=True):
    """What a key did."""

    editor: LineEditor
    echo: str
    """What to send, before encoding: a newline is "\\n"."""
    line: str | None = None
    """The finished line. The prompt is not shown again by itself: the answer may come first, and then `draw`."""
    key: str = ""
    """A key that is not the line's: c-c, which has emptied it, or c-d on an empty one."""


def plainly(echo: str) -> str:
    """An echo for somebody who is read to: nothing that moves the cursor or draws a row anew."""
    return "" if set(echo) & {"\r", "\b", "\x1b"} else echo


def folded(prompt: str, columns: int) -> tuple[str, str]:
    """What of a prompt has to stand in lines above it, and the rest, which leaves room to type; cut at a blank."""
    most = columns - LEAST_ROOM
    if width(prompt) <= most:
        return "", prompt
    first = len(prompt) - _fitting(prompt[::-1], most)
    blank = prompt.find(" ", max(0, first - 1), len(prompt.rstrip()))
    cut = blank + 1 if blank >= 0 else first
    return prompt[:cut].rstrip(), prompt[cut:]


def _fitting(text: str, room: int) -> int:
    """How many of the first characters fit in so many cells."""
    for count, character in enumerate(text):
        room -= cells(character)
        if room < 0:
            return count
    return len(text)
