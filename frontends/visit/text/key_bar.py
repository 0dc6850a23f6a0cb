"""The keys that stand in the bottom row at a table: those that matter now. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from core.base.message import message
from frontends.screens.controls import KeyHelp
from frontends.visit.action import Action

CURTAIN_BAR: tuple[KeyHelp, ...] = (("Enter", message("show the board")), ("q", message("leave")))
OVER_BAR: tuple[KeyHelp, ...] = (("n", message("new")), ("r", message("replay")), ("q", message("leave")))
"""The keys that matter when a game is over."""
OVER_FOR_TWO_BAR: tuple[KeyHelp, ...] = (("R", message("rematch")), *OVER_BAR)
STUCK_BAR: tuple[KeyHelp, ...] = (
    ("u", message("undo")), ("R", message("restart")), ("n", message("new")), ("q", message("leave")),
)  # fmt: skip
"""Those that matter when nothing can be played any more."""
R = TypeVar("R")


def key_bar(
    first: tuple[KeyHelp, ...],
    own: Iterable[KeyHelp],
    actions: Sequence[Action[R]],
    shortcuts: Mapping[str, str],
    room: R,
) -> tuple[KeyHelp, ...]:
    """What comes first, the game's own keys, then those of the actions that can be done now, and help last."""
    keys = {key for key, _ in first}
    found = {label.template: (key, label) for key, label in (*first, *own) if (key, label) in first or key not in keys}
    for action in actions:
        if action.label is None or not action.keys or action.unless(room) is not None:
            continue
        key = next((key for key, word in shortcuts.items() if word == action.word), action.keys[0])
        if key == action.keys[0] or key in shortcuts:
            found.setdefault(action.label.template, (key, action.label))
    return (*found.values(), ("?", message("help")))
