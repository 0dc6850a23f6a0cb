"""What can be done where a game is over, or stuck: the keys for it, and the same in a sentence. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from core.base.message import Message, message
from core.table import TableView
from frontends.screens.controls import KeyHelp


class AtEnd(Struct, frozen=True):
    """What can be done at an end of one sort."""

    keys: tuple[KeyHelp, ...]
    on_screen: Message
    """A sentence that names the keys."""
    in_lines: Message
    """One that names the words."""

    def said(self, *, on_screen: bool) -> Message:
        """The sentence for a mode."""
        return self.on_screen if on_screen else self.in_lines


_SAME_DEAL: KeyHelp = ("R", message("same deal"))
_NEW: KeyHelp = ("n", message("new"))
_WHERE: KeyHelp = ("W", message("where"))
_SOLUTION: KeyHelp = ("A", message("solution"))
_LEAVE: KeyHelp = ("q", message("leave"))
_LAST: tuple[KeyHelp, ...] = (("r", message("replay")), _LEAVE)
_FOR_TWO_IN_LINES = message("This game is over. Type rematch, where, new, summary, replay, or quit.")
OVER = AtEnd(
    (_NEW, *_LAST),
    message("This game is over: n begins another, r replays it."),
    message("This game is over. Type new, summary, replay, or quit."),
)
AGAINST_COMPUTER = AtEnd(
    (("R", message("again")), _WHERE, _NEW, *_LAST),
    message("This game is over: R plays again, W shows what cost most, n begins another, r replays it."),
    _FOR_TWO_IN_LINES,
)
AGAINST_PERSON = AtEnd(
    (("R", message("rematch")), _WHERE, _NEW, *_LAST),
    message("This game is over: R asks for a rematch, W shows what cost most, n begins another, r replays it."),
    _FOR_TWO_IN_LINES,
)
LOST = AtEnd(
    (_SAME_DEAL, _NEW, _WHERE, _SOLUTION, *_LAST),
    message(
        "This game is over: R deals the same again, n another, W shows where it was lost, A how it is won, r replays"
        " it."
    ),
    message(
        "This game is over. Type restart for the same deal, new for another, where, demo solution, replay, or quit."
    ),
)
"""A solitaire that was given up."""
WON = AtEnd(
    (_SAME_DEAL, _NEW, ("S", message("summary")), *_LAST),
    message("This game is over: R deals the same again, n another, S sums it up, r replays it."),
    message("This game is over. Type restart for the same deal, new for another, summary, replay, or quit."),
)
STUCK = AtEnd(
    (("b", message("undo")), ("R", message("restart")), _WHERE, _SOLUTION, _NEW, _LEAVE),
    message("Stuck: b takes a move back, R all, W shows where it was lost, A how it is won, n begins another."),
    message("Stuck: type undo, restart, where, demo solution, or new."),
)
"""Nothing can be played any more."""


def over(table: TableView, seats: Sequence[int]) -> AtEnd:
    """What somebody with these seats can do once the game is over."""
    if is_numbered(table, seats):
        return WON if table.outcome is not None and table.outcome.winners else LOST
    if len(seats) != 1 or len(table.players) != 2:
        return OVER
    other = table.players[1 - seats[0]]
    if other.name and not other.is_bot:
        return AGAINST_PERSON
    return AGAINST_COMPUTER if table.begun else OVER


def at_end(table: TableView, seats: Sequence[int]) -> AtEnd | None:
    """What can be done where the game is over or stuck; None where it goes on."""
    if table.outcome is not None:
        return over(table, seats)
    return STUCK if table.is_stuck else None


def is_numbered(table: TableView, seats: Sequence[int]) -> bool:
    """Whether the person with these seats plays a solitaire with a numbered deal, which can be dealt again."""
    return bool(seats) and len(table.players) == 1 and table.deal is not None
