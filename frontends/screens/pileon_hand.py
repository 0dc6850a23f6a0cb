"""What the hands do at Pileon: where they are, what they hold, and what a key makes of that."""

from __future__ import annotations

import attrs

from core.games.pileon import PILES, Move, View, fitting, is_frozen, run, text, why_not, why_not_take
from core.message import english
from frontends.screens.controls import Pressed, Wish

ACROSS = 4
"""Piles in a row."""

_WISHES = {
    "u": Wish.UNDO,
    "y": Wish.REDO,
    "c-r": Wish.REDO,
    "h": Wish.HINT,
    "n": Wish.NEW,
    "R": Wish.RESTART,
    "m": Wish.MARK,
    "M": Wish.MARKS,
    "w": Wish.WINNABLE,
    "D": Wish.DEMO,
    "s": Wish.SAVE,
    "q": Wish.QUIT,
    "?": Wish.HELP,
}
_ARROWS = {"left": -1, "right": 1, "up": -ACROSS, "down": ACROSS}


@attrs.frozen
class Hand:
    """Where the hand is, and what it holds. Piles count from 1."""

    at: int = 1
    source: int | None = None
    """The pile it took cards from."""
    count: int | None = None
    """How many; None is as many as fit where they go."""


def idle(_view: View) -> Hand:
    """Over the first pile, empty."""
    return Hand()


def settle(hand: Hand, view: View) -> Hand:
    """Lets go of cards that are no longer there to be moved."""
    if hand.source is None or loose(view, hand.source) >= (hand.count or 1):
        return hand
    return Hand(hand.at)


def press(hand: Hand, key: str, view: View) -> Pressed:
    """One key."""
    if key in _WISHES:
        return Pressed(hand, wish=_WISHES[key])
    if key in _ARROWS:
        return Pressed(attrs.evolve(hand, at=_beside(hand.at, key)))
    match key:
        case "enter" | " ":
            return _take_or_drop(hand, view)
        case "1" | "2" | "3" | "4":
            return _take(hand, view, hand.source or hand.at, int(key))
        case "tab":
            return Pressed(attrs.evolve(hand, at=_next_useful(hand, view)))
        case "escape" | "backspace":
            return Pressed(Hand(hand.at))
        case "home" | "end":
            return Pressed(attrs.evolve(hand, at=1 if key == "home" else PILES))
        case _:
            return Pressed(hand, known=False)


def _beside(at: int, key: str) -> int:
    """The pile in the direction of an arrow, or the same one at the edge."""
    row, column = divmod(at - 1, ACROSS)
    match key:
        case "left" if column == 0:
            return at
        case "right" if column == ACROSS - 1:
            return at
        case "up" if row == 0:
            return at
        case "down" if row == (PILES - 1) // ACROSS:
            return at
    return min(PILES, at + _ARROWS[key])


def _take_or_drop(hand: Hand, view: View) -> Pressed:
    if hand.source is None:
        return _take(hand, view, hand.at, None)
    if hand.source == hand.at:
        return Pressed(Hand(hand.at))
    count = hand.count or max(1, fitting(view.piles, hand.source, hand.at))
    move = Move(hand.source, hand.at, count)
    if objection := why_not(view.piles, move):
        return Pressed(hand, message=english(objection), bell=True)
    return Pressed(Hand(hand.at), move=text(move))


def _take(hand: Hand, view: View, source: int, count: int | None) -> Pressed:
    """Take cards up, or say why not."""
    if view.seat not in view.turn:
        why = "You are looking on." if view.turn else "This game is over: n deals another one."
        return Pressed(hand, message=why, bell=True)
    if objection := why_not_take(view.piles, source, count or 1):
        return Pressed(hand, message=english(objection), bell=True)
    return Pressed(Hand(hand.at, source, count))


def _next_useful(hand: Hand, view: View) -> int:
    """The next pile that takes what is held, or that holds what another pile takes."""
    order = [(hand.at + step - 1) % PILES + 1 for step in range(1, PILES + 1)]
    if hand.source is not None:
        return next((number for number in order if takes(view, hand, number)), hand.at)
    return next((number for number in order if homes(view, number)), hand.at)


def loose(view: View, number: int) -> int:
    """How many cards can be taken from a pile."""
    pile = view.piles[number - 1]
    return 0 if is_frozen(pile) else run(pile)


def takes(view: View, hand: Hand, number: int) -> int:
    """How many of the held cards a pile takes; 0 when it takes none, or not as many as were asked for."""
    if hand.source is None:
        return 0
    most = fitting(view.piles, hand.source, number)
    return (hand.count or most) if most >= (hand.count or 1) else 0


def homes(view: View, number: int) -> tuple[int, ...]:
    """The piles with cards on which the top of a pile fits."""
    others = (other for other in range(1, PILES + 1) if view.piles[other - 1])
    return tuple(other for other in others if fitting(view.piles, number, other))
