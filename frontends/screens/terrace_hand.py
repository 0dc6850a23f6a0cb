"""What the hands do at Terrace: where they are, what they hold, and what a key makes of that."""

from __future__ import annotations

import attrs

from core.games.terrace import Carry, allowed, moves
from core.games.terrace.board import COLUMNS, FOUNDATIONS, View, pile
from core.message import Message, english, message
from frontends.screens.controls import Pressed, Wish

_WISHES = {
    "u": Wish.UNDO,
    "y": Wish.REDO,
    "c-r": Wish.REDO,
    "h": Wish.HINT,
    "n": Wish.NEW,
    "R": Wish.RESTART,
    "m": Wish.MARK,
    "M": Wish.MARKS,
    "D": Wish.DEMO,
    "s": Wish.SAVE,
    "q": Wish.QUIT,
    "?": Wish.HELP,
}
_TYPED = {"d": "d", "a": "up"}
_SINGLE = ("r", "w", "s")
"""The rows above the foundations, from the top."""


@attrs.frozen
class Hand:
    """Where the hand is, and what it holds."""

    at: str = "t1"
    across: int = 0
    """Where it was last in a row of several places, counted from 0: it returns there."""
    held: str = ""
    """The place whose card it holds; empty while it holds none."""
    lit: bool = False
    """Whether everything that can move is lit."""


def idle(view: View) -> Hand:
    """Over the first column, empty."""
    return Hand()


def settle(hand: Hand, view: View) -> Hand:
    """Lets go of a card that can no longer be moved."""
    held = hand.held if hand.held in movable(view) else ""
    return attrs.evolve(hand, held=held, lit=False)


def movable(view: View) -> dict[str, tuple[str, ...]]:
    """The places whose card can move, with the places it can move to."""
    found: dict[str, tuple[str, ...]] = {}
    for move in moves(view).values():
        if isinstance(move, Carry):
            found[move.source] = (*found.get(move.source, ()), move.target)
    return found


def press(hand: Hand, key: str, view: View) -> Pressed:
    """One key."""
    if key in _WISHES:
        return Pressed(hand, wish=_WISHES[key])
    if key in _TYPED:
        return Pressed(_empty(hand), move=_TYPED[key])
    if place := _place(key, view):
        return _use(_moved(hand, place), view)
    match key:
        case "up" | "down" | "left" | "right" | "home" | "end":
            return Pressed(_moved(hand, _beside(hand, key, view)))
        case "enter" | " ":
            return _use(hand, view)
        case "f":
            return _raise(hand, view)
        case "v":
            return Pressed(attrs.evolve(hand, held="", lit=not hand.lit))
        case "tab":
            return Pressed(_moved(hand, _next_useful(hand, view)))
        case "escape" | "backspace":
            return Pressed(_empty(hand))
        case _:
            return Pressed(hand, known=False)


def _place(key: str, view: View) -> str:
    """The place that a key names; empty for other keys."""
    if key in ("w", "r"):
        return key
    return f"t{key}" if f"t{key}" in COLUMNS[: len(view.columns)] else ""


def _empty(hand: Hand) -> Hand:
    return attrs.evolve(hand, held="", lit=False)


def _moved(hand: Hand, place: str) -> Hand:
    across = hand.across if place in _SINGLE else int(place[1:]) - 1
    return attrs.evolve(hand, at=place, across=across, lit=False)


def _beside(hand: Hand, key: str, view: View) -> str:
    """The place in the direction of an arrow, or the same one at the edge."""
    rows = (*((place,) for place in _SINGLE), FOUNDATIONS, COLUMNS[: len(view.columns)])
    here = next(number for number, row in enumerate(rows) if hand.at in row)
    if key in ("up", "down"):
        row = rows[max(0, here - 1) if key == "up" else min(len(rows) - 1, here + 1)]
        return row[min(hand.across, len(row) - 1)]
    row = rows[here]
    step = {"left": -1, "right": 1, "home": -len(row), "end": len(row)}[key]
    return row[min(len(row) - 1, max(0, row.index(hand.at) + step))]


def _next_useful(hand: Hand, view: View) -> str:
    """The next place that takes what is held, or whose card can move."""
    able = movable(view)
    useful = able.get(hand.held, ()) if hand.held else tuple(able)
    order = ("r", *COLUMNS, "w", *FOUNDATIONS)
    start = order.index(hand.at) if hand.at in order else -1
    return next((place for place in (*order[start + 1 :], *order) if place in useful), hand.at)


def _use(hand: Hand, view: View) -> Pressed:
    """Take the card under the hand, or drop the one it holds there; where it came from means up."""
    if hand.at == "s" and not hand.held:
        return Pressed(hand, move="d")
    if not hand.held:
        return _take(hand, view)
    return _raise(hand, view) if hand.at == hand.held else _drop(hand, hand.at, view)


_LOOKING_ON = message("You are looking on.")
_OVER = message("This game is over: n deals another one.")


def _take(hand: Hand, view: View) -> Pressed:
    if view.seat not in view.turn:
        return _refused(hand, _LOOKING_ON if view.turn else _OVER)
    if hand.at in FOUNDATIONS:
        return _refused(hand, message("Cards on the foundations stay there."))
    if hand.at in movable(view):
        return Pressed(attrs.evolve(hand, held=hand.at, lit=False))
    if not pile(view, hand.at):
        return _refused(hand, message("There is no card on {place}.", place=allowed.place_name(hand.at)))
    if not view.base:
        return _refused(hand, message("Choose the base card first: one of the columns 1 to 4."))
    return _refused(hand, allowed.worded("The {card} fits nowhere now.", view, hand.at, "f"))


def _raise(hand: Hand, view: View) -> Pressed:
    """The card that is held, or else the one under the hand, to the first foundation that takes it."""
    source = hand.held or hand.at
    if f"{source} f" in moves(view):
        return Pressed(_empty(hand), move=f"{source} f")
    if hand.held:
        return _refused(_empty(hand), allowed.worded("No foundation takes the {card} now.", view, source, "f"))
    taken = _take(hand, view)
    if taken.message:
        return taken
    return _refused(hand, allowed.worded("No foundation takes the {card}.", view, source, "f"))


def _drop(hand: Hand, target: str, view: View) -> Pressed:
    if why := allowed.objection(view, hand.held, target):
        return _refused(hand, why)
    usual = target == allowed.foundation(view, hand.held)
    return Pressed(_empty(hand), move=f"{hand.held} {'f' if usual else target}")


def _refused(hand: Hand, why: Message) -> Pressed:
    return Pressed(hand, message=english(why), bell=True)
