"""From what the local terminal sends to keys and clicks; the clock that tells double clicks is handed in."""

import math
from collections.abc import Iterator

from frontends.terminal.double_clicks import Clicks
from frontends.terminal.keyboard import Keyboard, Names
from frontends.terminal.terminal import Clicked, Dropped, Key

_CTRL_Z = "\x1a"

Made = tuple[Key | Clicked | Dropped, str]
"""A key or a click, and the characters that made it: empty where they mean nothing in another mode."""


class Keys:
    """The keyboard and the mouse of this process's terminal: the same as over a network, and Ctrl-Z."""

    def __init__(self) -> None:
        self._keyboard = Keyboard()
        self._keyboard.has_mouse = True
        self.held = ""
        """The key that may still go on; a pause shows that it does not."""
        self._clicks = Clicks()

    def feed(self, text: str, now: float) -> Iterator[Made]:
        """Keys and clicks.

        Args:
            text: what came, in portions of any size.
            now: seconds of a clock that only goes forward.
        """
        for character in text:
            self.held += character
            pressed = self._keyboard.press(character)
            if not self._keyboard.held:
                yield from self._made(pressed, now)

    def flush(self) -> Iterator[Made]:
        """Nothing has come for a while: what is held were keys of their own."""
        yield from self._made(self._keyboard.flush(), -math.inf)

    def _made(self, pressed: Names, now: float) -> Iterator[Made]:
        typed, self.held = self.held, ""
        if typed == _CTRL_Z:
            yield Key("c-z"), typed
        for number, one in enumerate(pressed):
            match one:
                case Clicked(row, column):
                    yield self._clicks.told(row, column, now), ""
                case Dropped(row, column):
                    if (dropped := self._clicks.let_go(row, column)) is not None:
                        yield dropped, ""
                case _:
                    yield Key(one), "" if number or one.startswith("wheel") else typed
