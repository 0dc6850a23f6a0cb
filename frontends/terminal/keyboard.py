"""From characters to keys: what a terminal sends for Enter, for an arrow, for Ctrl and a letter, for a click.

Enter comes as CR LF, CR NUL, LF, or CR alone, whatever was negotiated; exactly one LF or NUL after a CR belongs to
it. Arrows and the like come as ESC [ ... or ESC O ..., and a lone ESC is the Escape key: only a pause can tell the
two apart, and who sees the pause says `flush`.

The mouse comes as ESC [ < button ; column ; row M for a press and m for a release (SGR 1006); what it does between is
not asked for, because every cell that it crosses would be a message. A terminal that has never heard of 1006 sends
three characters after ESC [ M instead, which must not be taken for keys.

Sequences for keys that have no name here (function keys and such) are passed over whole, and so are characters
that cannot be shown, and Ctrl-Z, which over a network suspends nothing; the blanks of other scripts are blanks. An ESC
before any other character is the Escape key, and then that character.
"""

import re

from msgspec import Struct

from frontends.terminal.terminal import Clicked, Dropped

ESC = "\x1b"
ESCAPE_PAUSE = 0.05
"""Seconds after which an ESC that nothing follows is the Escape key."""
LONGEST = 32
"""Characters of an escape sequence that are kept: more than any key sends."""

CONTROLS = {
    "\b": "backspace",
    "\x7f": "backspace",
    "\t": "tab",
    "\n": "enter",
} | {chr(code): f"c-{chr(code + 96)}" for code in range(1, 26) if chr(code) not in "\b\t\n\r"}
FINALS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
"""By the last character of ESC [ ... and ESC O ..., whatever modifiers stand between."""
NUMBERED = {"1": "home", "7": "home", "4": "end", "8": "end", "3": "delete", "5": "page up", "6": "page down"}
"""By the first number of ESC [ number ~."""

Names = tuple[str | Clicked | Dropped, ...]
"""Keys as they are named in `frontends.screens.controls`, and what the mouse does."""

_MOUSE = re.compile(r"<(\d{1,3});(\d{1,4});(\d{1,4})")
_MODIFIERS = 4 + 8 + 16
"""Of a mouse button: Shift, Meta, Ctrl."""
LEFT_BUTTON = 0
WHEEL = {64: "wheel up", 65: "wheel down"}
_OLD_MOUSE = f"{ESC}[M"


class Keyboard(Struct, eq=False, gc=False):
    """A terminal's keyboard and mouse, character by character."""

    has_mouse: bool = False
    """Whether the terminal was told to send what the mouse does."""
    _held: str = ""
    _is_after_return: bool = False

    @property
    def held(self) -> int:
        """How many characters are kept for later; while there are any, a pause is worth a `flush`."""
        return len(self._held)

    @property
    def is_at_rest(self) -> bool:
        """Whether a character that can be shown is the key of that name, whatever came before."""
        return not self._held and not self._is_after_return

    def press(self, character: str) -> Names:
        """The keys that are known to be pressed with this character."""
        if self._held:
            return self._continue(character)
        if self._is_after_return:
            self._is_after_return = False
            if character == "\n":  # a NUL is nothing anyway
                return ()
        return self._begin(character)

    def flush(self) -> Names:
        """Nothing has come for a while: what is kept were single keys after all."""
        held, self._held = self._held, ""
        if held.startswith(_OLD_MOUSE):
            return ()
        return ("escape", *held[1:]) if held else ()

    def _begin(self, character: str) -> Names:
        if character == ESC:
            self._held = ESC
            return ()
        if character == "\r":
            self._is_after_return = True
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
        if self._held.startswith(_OLD_MOUSE):
            is_whole = len(self._held) == len(_OLD_MOUSE) + 2
            self._held = "" if is_whole else self._held + character
            return ()
        if character < " " or character > "~":  # a sequence has none of these: it was cut short
            self._held = ""
            return self.press(character)
        if self._is_unfinished(character):
            self._held = (self._held + character)[:LONGEST]
            return ()
        held, self._held = self._held, ""
        return _named(held[2:], character)

    def _is_unfinished(self, character: str) -> bool:
        """Whether more belongs to the sequence: the numbers between, or what begins a longer sequence."""
        return (
            character < "@"
            or (character == "[" and self._held == f"{ESC}[")  # a function key of the Linux console
            or (character == "M" and self._held == f"{ESC}[" and self.has_mouse)
        )


def _named(between: str, final: str) -> Names:
    if between.startswith("["):
        return ()
    if between.startswith("<"):
        return _clicked(between, final)
    name = NUMBERED.get(between.split(";")[0]) if final == "~" else FINALS.get(final)
    return (name,) if name else ()


def _clicked(between: str, final: str) -> Names:
    """A press of the left button, its end, or a turn of the wheel; everything else is ignored."""
    found = _MOUSE.fullmatch(between)
    if not found or final not in "Mm":
        return ()
    button, column, row = (int(number) for number in found.groups())
    button &= ~_MODIFIERS
    if button in WHEEL:
        return (WHEEL[button],) if final == "M" else ()
    if button != LEFT_BUTTON or not (row and column):
        return ()
    return (Clicked(row - 1, column - 1) if final == "M" else Dropped(row - 1, column - 1),)
