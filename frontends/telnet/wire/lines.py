"""From keys to lines, for clients that send whole lines, and for those that do but edit badly."""

from msgspec import Struct

from frontends.telnet.wire.events import TooLong
from frontends.terminal.terminal import Key, Line

LineEvent = Line | TooLong | Key
INTERRUPT, END = Key("c-c"), Key("c-d")


class Lines(Struct, eq=False, gc=False):
    """The line that is being typed: at most `longest` characters; what is longer is dropped up to its end."""

    longest: int = 1024
    text: str = ""
    _is_too_long: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether the next character begins a line."""
        return not (self.text or self._is_too_long)

    def press(self, key: str) -> LineEvent | None:
        """One more key. Keys that have no place in a line are passed over."""
        if key == "enter":
            return self._finish()
        if key == "c-c":
            self.clear()
            return INTERRUPT
        if key == "c-d" and not self.text:
            return END
        if key == "backspace":
            self.text = self.text[:-1]
        elif key == "c-u":
            self.text = ""
        elif key == "tab":
            return self.add(" ")
        elif len(key) == 1:
            return self.add(key)
        return None

    def add(self, run: str) -> LineEvent | None:
        """Characters that can be shown."""
        if self._is_too_long:
            return None
        self.text += run
        if len(self.text) <= self.longest:
            return None
        self._is_too_long = True
        self.text = ""
        return TooLong()

    def clear(self) -> str:
        """Begin a new line, and tell what was in the old one."""
        text, self.text, self._is_too_long = self.text, "", False
        return text

    def _finish(self) -> LineEvent | None:
        was_too_long = self._is_too_long
        text = self.clear()
        return None if was_too_long else Line(text)
