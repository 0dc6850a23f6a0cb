"""The keys that stand in the bottom row at a table: those that matter now. Pure."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from core.base.message import message
from core.table import TableView
from frontends.screens.controls import KeyHelp
from frontends.visit.action import Action
from frontends.visit.text import wording

CURTAIN_BAR: tuple[KeyHelp, ...] = (("Enter", message("show the board")), ("q", message("leave")))
OVER_BAR: tuple[KeyHelp, ...] = (("n", message("new")), ("r", message("replay")), ("q", message("leave")))
"""The keys that matter when a game is over."""
_WHERE: KeyHelp = ("W", message("where"))
OVER_FOR_TWO_BAR: tuple[KeyHelp, ...] = (("R", message("rematch")), _WHERE, *OVER_BAR)
AGAIN_BAR: tuple[KeyHelp, ...] = (("R", message("again")), _WHERE, *OVER_BAR)
LOST_BAR: tuple[KeyHelp, ...] = (
    ("R", message("same deal")), ("n", message("new")), _WHERE, ("A", message("solution")),
    ("r", message("replay")), ("q", message("leave")),
)  # fmt: skip
"""When a solitaire was given up."""
WON_BAR: tuple[KeyHelp, ...] = (
    ("R", message("same deal")), ("n", message("new")), ("S", message("summary")), ("r", message("replay")),
    ("q", message("leave")),
)  # fmt: skip
STUCK_BAR: tuple[KeyHelp, ...] = (
    ("b", message("undo")), ("R", message("restart")), _WHERE, ("A", message("solution")),
    ("n", message("new")), ("q", message("leave")),
)  # fmt: skip
"""Those that matter when nothing can be played any more."""
R = TypeVar("R")


def end_bar(table: TableView, seats: Sequence[int]) -> tuple[KeyHelp, ...]:
    """The keys that matter at the end of a game; none while it goes on."""
    if table.outcome is None:
        return STUCK_BAR if table.is_stuck else ()
    if wording.is_numbered(table, seats):
        return WON_BAR if table.outcome.winners else LOST_BAR
    if wording.is_against_person(table, seats):
        return OVER_FOR_TWO_BAR
    return AGAIN_BAR if len(seats) == 1 and len(table.players) == 2 and table.begun else OVER_BAR


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
