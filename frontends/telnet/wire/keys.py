"""From characters to keys: what a terminal sends for Enter, for an arrow, for Ctrl and a letter.

Enter comes as CR LF, CR NUL, LF, or CR alone, whatever was negotiated; exactly one LF or NUL behind a CR belongs to
it. Arrows and the like come as ESC [ ... or ESC O ..., and a lone ESC is the Escape key: only a pause can tell the
two apart, and who sees the pause says `flush`.

Sequences for keys that have no name here (function keys and such) are passed over whole, and so are characters
that cannot be shown; the blanks of other scripts are blanks. An ESC before any other character is the Escape key,
and then that character.
"""

from __future__ import annotations

ESC = "\x1b"
LONGEST = 32
"""Characters of an escape sequence that are kept: more than any key sends."""

CONTROLS = {
    "\b": "backspace",
    "\x7f": "backspace",
    "\t": "tab",
    "\n": "enter",
} | {chr(code): f"c-{chr(code + 96)}" for code in range(1, 27) if chr(code) not in "\b\t\n\r"}
FINALS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
"""By the last character of ESC [ ... and ESC O ..., whatever modifiers stand between."""
NUMBERED = {"1": "home", "7": "home", "4": "end", "8": "end", "3": "delete"}
"""By the first number of ESC [ number ~."""

Names = tuple[str, ...]
"""Keys as they are named in `frontends.screens.controls`."""


class Keyboard:
    """A terminal's keyboard, character by character."""

    def __init__(self) -> None:
        self._held = ""
        self._is_behind_return = False

    @property
    def held(self) -> int:
        """How many characters are kept for later; while there are any, a pause is worth a `flush`."""
        return len(self._held)

    @property
    def is_at_rest(self) -> bool:
        """Whether a character that can be shown is the key of that name, whatever came before."""
        return not self._held and not self._is_behind_return

    def press(self, character: str) -> Names:
        """The keys that are known to be pressed with this character."""
        if self._held:
            return self._continue(character)
        if self._is_behind_return:
            self._is_behind_return = False
            if character == "\n":  # a NUL is nothing anyway
                return ()
        return self._begin(character)

    def flush(self) -> Names:
        """Nothing has come for a while: what is kept were single keys after all."""
        held, self._held = self._held, ""
        return ("escape", *held[1:]) if held else ()

    def _begin(self, character: str) -> Names:
        if character == ESC:
            self._held = ESC
            return ()
        if character == "\r":
            self._is_behind_return = True
            return ("enter",)
        if character in CONTROLS:
            return (CONTROLS[character],)
        if character > "~" and character.isspace():
            return (" ",)
        return (character,) if character.isprintable() else ()

    def _continue(self, character: str) -> Names:
        if self._held == ESC:
            if character in "[O":
                self._held += character
                return ()
            self._held = ""
            return ("escape", *self.press(character))
        if character < " " or character > "~":  # a sequence has none of these: it was cut short
            self._held = ""
            return self.press(character)
        if self._is_unfinished(character):
            self._held = (self._held + character)[:LONGEST]
            return ()
        held, self._held = self._held, ""
        return _named(held[2:], character)

    def _is_unfinished(self, character: str) -> bool:
        """Whether more belongs to the sequence: the numbers between, or the second bracket of the Linux console."""
        return character < "@" or (character == "[" and self._held == f"{ESC}[")


def _named(between: str, final: str) -> Names:
    if between.startswith("["):
        return ()
    name = NUMBERED.get(between.split(";")[0]) if final == "~" else FINALS.get(final)
    return (name,) if name else ()
