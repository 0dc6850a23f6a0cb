"""The keys that stand in the bottom row at a table: those that matter now. Pure."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from core.base.message import message
from frontends.screens.controls import KeyHelp
from frontends.visit.action import Action

CURTAIN_BAR: tuple[KeyHelp, ...] = (("Enter", message("show the board")), ("q", message("leave")))
R = TypeVar("R")


def key_bar(
    first: tuple[KeyHelp, ...],
    own: Iterable[KeyHelp],
    actions: Sequence[Action[R]],
    room: R,
) -> tuple[KeyHelp, ...]:
    """What comes first, the game's own keys, then those of the actions that can be done now, and help last."""
    keys = {key for key, _ in first}
    found = {label.template: (key, label) for key, label in (*first, *own) if (key, label) in first or key not in keys}
    for action in actions:
        if action.label is None or not action.keys or action.unless(room) is not None:
            continue
        found.setdefault(action.label.template, (action.keys[0], action.label))
    return (*found.values(), ("?", message("help")))
