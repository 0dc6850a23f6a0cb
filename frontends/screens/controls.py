"""What a game's screen module gives to the visit: its picture, its keys, its position in words. All of it is pure.

Keys are single characters as typed ("a", "A", "1", " "), or "enter", "escape", "tab", "backspace", "delete",
"up", "down", "left", "right", "home", "end", "page up", "page down", "c-a" to "c-z" for Ctrl combinations; "tick" when
`Screen.pace` seconds have gone by without a key; "click NAME" and "double NAME" for the mouse on a spot that the
picture names (`Canvas.spot`).

One key grammar holds in all games: Escape takes back a choice, arrows and Enter choose, Tab goes to the next choice
that can be used. What a screen does not know (`Pressed.known`) goes to the table, and the keys in `EVERYWHERE` always
do: a game has keys besides these, and never one of these for something else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import msgspec

from core.base.message import Argument, Message, message
from core.table import TableView
from frontends.terminal.picture import Canvas, Look

LEAST = (17, 40)
"""Rows and columns of the smallest canvas on which every screen must draw a board that can be played."""


EVERYWHERE: Mapping[str, tuple[str, ...]] = {
    "undo": ("b",),
    "redo": ("y", "c-r"),
    "restart": ("R",),
    "hint": ("h",),
    "help": ("?",),
    "say": ("'", "/"),
    "leave": ("q", "Q", "c-c", "c-d"),
}
"""The keys that are the same in all games, by the word of the action; the first one is shown. Only a question that is
asked may take y."""
BACK_TOO = {"u": "undo", "U": "undo"}
"""More keys for taking back, in the games that have no use of their own for U."""


@attrs.frozen
class Scene:
    """What a board is drawn of."""

    table: TableView
    input: Any
    """The input state: what has been chosen so far, a frozen value of the game's own."""
    hint: str = ""
    """A move that is proposed, as it would be typed; the board marks it. Empty while none is shown."""
    log: tuple[str, ...] = ()
    """What happened lately, in sentences of the viewer's language, the newest last."""
    facts: Callable[[], tuple[Any, ...]] = attrs.field(default=tuple, eq=False)
    """The game's last events as the viewer may know them, the newest last; none from before a takeback. Few boards ask
    for them."""


class Pressed(msgspec.Struct, frozen=True):
    """What a key did."""

    input: Any
    """What has been chosen now."""
    move: str | None = None
    """A move to submit, as it would be typed in line mode."""
    action: str = ""
    """The word of an action that every table has, such as "stop"; empty for none."""
    message: Message | None = None
    """A sentence for the message rows."""
    bell: bool = False
    known: bool = True
    """False: this screen has no use for the key, and the table may."""


ENTER = message("Enter")
KeyHelp = tuple[str, Message]
"""A key or several, as they are shown, and what they do."""


@attrs.frozen(eq=False)
class Screen:
    """The record that names a screen module's functions."""

    game: str
    idle: Callable[[Any], Any]
    """The input state before the first key; of the game's view."""
    press: Callable[[Any, str, Any], Pressed]
    """One key in screen mode; of the input state, the key, the view."""
    draw: Callable[[Scene, Canvas], None]
    """The board. The canvas is the room there is, `LEAST` or more; two rows for messages and one for keys lie under it
    and are not the game's. The canvas's cursor is put where the action is."""
    describe: Callable[[TableView, Look], Sequence[str]]
    """The position in words, a line for each sentence, however long, for whoever writes them breaks them; for a screen
    reader without drawn characters."""
    score: Callable[[TableView], Message]
    """How the game stands, in one short sentence: for line mode, lists above a prompt, and queries."""
    hand: Callable[[TableView], Message]
    """What the viewer holds or can choose from, in one or two short sentences: for queries."""
    keys: tuple[KeyHelp, ...]
    """The keys of screen mode, for help."""
    bar: Callable[[Any, Any], tuple[KeyHelp, ...]]
    """The keys that matter now, the most useful first, with one or two words each; of the input state and the view."""
    shortcuts: Mapping[str, str] = attrs.field(factory=dict)
    """Keys that here are for an action every table has, by its word, besides the usual ones: {"u": "undo"}."""
    move_words: frozenset[str] = frozenset()
    """Words among the moves as they are typed, such as "roll"; their letters may be keys as well."""
    pace: float | None = None
    """Seconds after which a "tick" is pressed; None for screens that do not move by themselves."""
    settle: Callable[[Any, Any], Any] | None = None
    """The input state after the table has moved on: of the input state and the new view; None keeps it as it is."""
    questions: Mapping[str, Callable[[TableView, Look, str], Message]] = attrs.field(factory=dict)
    """Small questions about a position, by the word that is typed, such as "column": of the table, the look, and what
    was typed after the word. The words are rows of `frontends.visit.table.questions`."""
    offers: Callable[[Any], Sequence[tuple[str, Message]]] | None = None
    """What can be played, in the order of use: what to type, and what that does; of equal moves only the first. Of the
    view of whoever is to move; None where moves say by themselves what they do."""
    undone: Callable[[TableView, TableView], Message | None] | None = None
    """What was taken back, and what lies on top now: of the table before and now; None where
    too much has changed."""
    drag: Callable[[Any, str, str, Any], Pressed] | None = None
    """What is dragged with the mouse: of the input state, the spot where it was taken, the spot where it was put down,
    and the view. None where nothing can be."""
    asks: Callable[[Any], bool] = lambda _: False
    """Whether the view puts a question that the keys y and n answer, or those of the person's own language."""
    strokes: Callable[[Any, str], Message] | None = None
    """What to press for a move while nothing is chosen, in one sentence: of the view, and a move as it is typed in line
    mode. None where moves are typed on the screen, too."""


def how_to(screen: Screen, view: Any, move: str, *, on_screen: bool) -> Message:
    """How a move is made where the person is: what to press in screen mode, what to type in line mode."""
    if not on_screen:
        return message("Type {move}.", move=move)
    return screen.strokes(view, move) if screen.strokes else pressed(":", move, ENTER)


def pressed(*keys: Argument) -> Message:
    """That these keys are pressed, one after the other."""
    *before, last = keys
    said: Argument = last
    for key in reversed(before):
        said = message("{key}, then {keys}", key=key, keys=said)
    return message("Press {keys}.", keys=said)
