"""What a game's screen module gives to the conversation: its picture, its keys, its position in words.

A screen module (`frontends/screens/mille.py`, ...) is pure and has these functions, named by one `SCREEN`:

    idle(view) -> Hand                  what the person's hands hold before the first key
    press(hand, key, view) -> Pressed   one key in screen manner
    draw(table, hand, note, canvas) -> None   the picture, with `note` where the game shows messages;
                                        the bottom row is left to the conversation
    describe(view, columns) -> lines    the position in words and figures, for line manner; 40 columns must do

Keys are single characters as typed ("a", "A", "1", " "), or "enter", "escape", "tab", "backspace", "delete",
"up", "down", "left", "right", "home", "end", "c-a" to "c-z" for Ctrl combinations, and "tick" when `Screen.pace`
seconds have gone by without a key (only for screens that ask for it).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from core.table import TableView
from frontends.screens.picture import Canvas


class Wish(enum.Enum):
    """What a key can ask of the conversation besides a move. The conversation knows how, and asks back if needed."""

    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    NEW = "new"
    HINT = "hint"
    MARK = "mark"
    MARKS = "marks"
    SAVE = "save"
    CHAT = "chat"
    RESIGN = "resign"
    HELP = "help"
    REPAINT = "repaint"
    STOP = "stop"
    """No other hand, please: the conversation asks whether to save, then plays `stop`."""
    QUIT = "quit"
    DEMO = "demo"
    WINNABLE = "winnable"
    LINES = "lines"


@attrs.frozen
class Pressed:
    """What came of a key."""

    hand: Any
    """What the hands hold now; a frozen value of the game's own."""
    move: str | None = None
    """A move to submit, as it would be typed in line manner."""
    wish: Wish | None = None
    message: str = ""
    """A sentence for the message line; it stays until the next key."""
    bell: bool = False
    known: bool = True
    """False: this screen has no use for the key, and the conversation may."""


@attrs.frozen
class Screen:
    """The record that names a screen module's functions."""

    game: str
    idle: Callable[[Any], Any]
    press: Callable[[Any, str, Any], Pressed]
    draw: Callable[[TableView, Any, str, Canvas], None]
    describe: Callable[[Any, int], Sequence[str]]
    keys: str
    """The keys of the screen manner: a few lines for help."""
    least: tuple[int, int] = (24, 80)
    """Rows and columns below which the screen manner says that the terminal is too small."""
    pace: float | None = None
    """Seconds after which a "tick" is pressed; None for screens that do not move by themselves."""
    settle: Callable[[Any, Any], Any] | None = None
    """The hands after the table has moved on: of the hands and the new view; None keeps them as they are."""
    status: Callable[[TableView], str] | None = None
    """The score in a few words, for a line that is always in view."""
