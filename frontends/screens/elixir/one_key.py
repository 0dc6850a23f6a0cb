"""Input at El-Ixir with a single key, for those who have one switch: choices run by, and the key takes what is shown.

As in the original the tiles run 2, 3, 4, 1, the lengths 4, 3, 2, 1, and the directions from left round to down (rules
sheet 4). The original draws where the directions start; here they always start at the right.

What every table can do is reached through a menu, whose entries run by as well. It is offered in turn with the roll,
and opens at any time with Escape or, while others move, with the key itself.
"""

from msgspec.structs import replace

from core.base.message import Message, in_context, message
from core.games.elixir import LONGEST, Place, View, read
from core.games.elixir.board import TILES, Direction, is_boxed
from frontends.screens.controls import KeyHelp, Pressed
from frontends.screens.elixir.inputs import ARROWS, DIRECTIONS, Choice, is_mine, is_single, put_down, stage, turned

PACE = 0.55
"""Seconds for which a choice is shown, as in the original (4)."""
MENU: tuple[tuple[str, Message], ...] = (
    ("", message("Go on")),
    ("help", message("Help")),
    ("undo", message("Take back")),
    ("say", in_context("to do", "Talk")),
    ("resign", message("Resign")),
    ("leave", message("Leave")),
)
"""The entries of the menu, each with the word of its action. The first one is for a menu opened by mistake."""
_ROUND, _ROLLING = 5, 3
"""Of so many ticks before the roll, the first so many offer the roll, the others the menu."""
_OF_THE_TABLE = ("?", "'", "/", "q", "Q", "wheel up", "wheel down")
"""Keys that mean at every table what they mean; they never take what is shown."""

KEYS: tuple[KeyHelp, ...] = (
    ("Space", message("take what is shown: a tile, a direction, a length; any other key works, too")),
    ("Escape", message("the menu: help, take back, talk, resign, leave; its entries are shown in turn")),
)
_MENU_KEY: KeyHelp = ("Esc", message("menu"))
_BAR = {
    "roll": message("roll"),
    "tile": message("this tile"),
    "single": message("this tile"),
    "direction": message("this direction"),
    "length": message("this length"),
}


def idle(view: View) -> Choice:
    """The second tile is shown, as the original shows it first."""
    return Choice(view.rolled, min(2, len(view.rolled)) or 1, ticks=0)


def settle(choice: Choice, view: View) -> Choice:
    """Begins anew when the roll is another one; an open menu stays open."""
    return choice if choice.rolled == view.rolled else replace(idle(view), menu=choice.menu)


def bar(choice: Choice, view: View) -> tuple[KeyHelp, ...]:
    """The keys that matter now."""
    if choice.menu is not None or is_menu_offered(choice, view):
        return (("Space", message("this entry")), _MENU_KEY)
    doing = _BAR.get(stage(settle(choice, view), view))
    return (("Space", doing), _MENU_KEY) if doing else (_MENU_KEY,)


def is_menu_offered(choice: Choice, view: View) -> bool:
    """Whether the key would open the menu instead of rolling."""
    return is_mine(view) and not view.rolled and (choice.ticks or 0) % _ROUND >= _ROLLING


def press(choice: Choice, key: str, view: View) -> Pressed:
    """The next choice shows itself ("tick"), or any key takes the one that is shown."""
    choice = settle(choice, view)
    if key in ("escape", "backspace"):
        return Pressed(replace(choice, menu=0 if choice.menu is None else None))
    if key in _OF_THE_TABLE or key.startswith("c-"):
        return Pressed(choice, known=False)
    if choice.menu is not None:
        if key in ("tick", "tab"):
            return Pressed(replace(choice, menu=(choice.menu + 1) % len(MENU)))
        return Pressed(replace(choice, menu=None, ticks=0), action=MENU[choice.menu][0])
    if not is_mine(view):  # while others move, or when the game is over, letters are for the table
        if key in ("enter", " ") or key.startswith(("click ", "double ")):
            return Pressed(replace(choice, menu=0))
        return Pressed(choice, known=False)
    if key == "tick":
        return Pressed(_run_by(choice, view))
    if not view.rolled:
        is_asked = is_menu_offered(choice, view)
        return Pressed(replace(choice, menu=0)) if is_asked else Pressed(choice, "roll")
    if not choice.is_taken and not is_single(choice, view):
        return Pressed(replace(choice, is_taken=True, direction=Direction.RIGHT))
    if choice.is_taken and not choice.is_aimed:
        return Pressed(replace(choice, is_aimed=True))
    return put_down(replace(choice, is_taken=True), view)


def strokes(view: View, typed: str) -> Message:
    """When to press the key for a move."""
    move = read(view, typed)
    if not isinstance(move, Place):
        return message("Press Space while the roll is offered.")
    if move.direction is None or is_boxed(view.board.free, TILES[view.rolled[move.tile - 1]]):
        return message("Press Space when tile {tile} is shown.", tile=move.tile)
    said = message(
        "Press Space when tile {tile} is shown, again at the direction ({direction}), again at length {length}."
    )
    return said.filled(tile=move.tile, direction=ARROWS[move.direction], length=move.length)


def _run_by(choice: Choice, view: View) -> Choice:
    """The next tile, direction or length; before the roll, the next of the two offers."""
    if not view.rolled:
        return replace(choice, ticks=((choice.ticks or 0) + 1) % _ROUND)
    if choice.is_aimed:
        return replace(choice, length=choice.length - 1 or LONGEST)
    if choice.direction is not None:
        following = DIRECTIONS[(DIRECTIONS.index(choice.direction) + 1) % len(DIRECTIONS)]
        return replace(choice, direction=following)
    return turned(choice, 1)
