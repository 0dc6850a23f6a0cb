"""What the hands do at El-Ixir: which tile, direction and length they hold, with many keys or with a single one.

With many keys a tile is taken, then a direction, then a length, and Enter puts the block down; Escape goes back. With
one key, as in the original, the choices run by and any key takes the one that is shown (rules sheet 4). There the
tiles run 2, 3, 4, 1, the lengths 4, 3, 2, 1, and the directions from left round to down. The original draws where the
directions start; here they always start at the right.
"""

from __future__ import annotations

import attrs

from core.games.elixir import LONGEST, Event, Place, View, covers, placing
from core.games.elixir.board import TILES, Direction, is_boxed
from frontends.screens.controls import Pressed, Wish

DIRECTIONS = tuple(Direction)
_KEYS = {direction.value: direction for direction in Direction} | {
    "h": Direction.LEFT,
    "j": Direction.DOWN,
    "k": Direction.UP,
    "l": Direction.RIGHT,
}
_TURNS = {Direction.LEFT: -1, Direction.UP: -1, Direction.RIGHT: 1, Direction.DOWN: 1}


@attrs.frozen
class Hand:
    """What has been chosen so far of a block."""

    rolled: tuple[str, ...] = ()
    """The roll that is chosen from; a hand that remembers another one is empty."""
    tile: int = 1
    """The tile that is pointed at, counted from 1 in the order rolled."""
    is_taken: bool = False
    """Whether the tile is chosen."""
    direction: Direction | None = None
    """The direction that is pointed at."""
    is_aimed: bool = False
    """Whether the direction is chosen."""
    length: int = LONGEST


def idle(view: View) -> Hand:
    """Over the first tile."""
    return Hand(view.rolled)


def idle_one_key(view: View) -> Hand:
    """Over the second tile, which the original shows first."""
    return Hand(view.rolled, min(2, len(view.rolled)))


def settle(hand: Hand, view: View) -> Hand:
    """What is left of a choice when the table has moved on: nothing if the roll is another one."""
    return hand if hand.rolled == view.rolled else idle(view)


def settle_one_key(hand: Hand, view: View) -> Hand:
    """The same where choices run by."""
    return hand if hand.rolled == view.rolled else idle_one_key(view)


def is_mine(view: View) -> bool:
    """Whether the viewer is to move."""
    return view.seat in view.turn


def is_single(hand: Hand, view: View) -> bool:
    """Whether the tile that is pointed at has no free neighbour, so that it is all there is to choose."""
    return is_boxed(view.board.free, TILES[view.rolled[hand.tile - 1]])


def preview(hand: Hand, view: View) -> tuple[Event, ...]:
    """What the block in hand would bring, as events; nothing while it is not clear which block."""
    if not is_mine(view) or not view.rolled or not hand.is_taken:
        return ()
    if is_single(hand, view):
        move = Place(hand.tile)
    elif hand.direction is not None:
        move = Place(hand.tile, hand.direction, hand.length)
    else:
        return ()
    return placing(view.board, view.turn[0], covers(view.board, view.rolled, move))


def press(hand: Hand, key: str, view: View) -> Pressed:
    """One key of many."""
    hand = settle(hand, view)
    if key == "q":
        return Pressed(hand, wish=Wish.QUIT)
    if not is_mine(view):
        return Pressed(hand, known=False)
    if not view.rolled:
        return Pressed(hand, "roll") if key in ("enter", " ", "r") else Pressed(hand, known=False)
    if key in _KEYS:
        return Pressed(_pointed(hand, _KEYS[key], view))
    match key:
        case "1" | "2" | "3" | "4":
            return _numbered(hand, int(key), view)
        case "enter" | " ":
            return _entered(hand, view)
        case "tab":
            return Pressed(_turned(hand, 1))
        case "escape" | "backspace":
            return Pressed(_back(hand))
        case _:
            return Pressed(hand, known=False)


def _pointed(hand: Hand, direction: Direction, view: View) -> Hand:
    """A direction for the block; before a tile is taken, the next tile or the one before."""
    if not hand.is_taken or is_single(hand, view):
        return _turned(hand, _TURNS[direction])
    return attrs.evolve(hand, direction=direction, is_aimed=True)


def _turned(hand: Hand, by: int) -> Hand:
    return Hand(hand.rolled, (hand.tile - 1 + by) % len(hand.rolled) + 1)


def _numbered(hand: Hand, number: int, view: View) -> Pressed:
    """A length once there is a direction, else a tile."""
    if hand.is_aimed:
        return Pressed(attrs.evolve(hand, length=number))
    if number > len(view.rolled):
        return Pressed(hand, message=f"Only {len(view.rolled)} tiles are rolled.", bell=True)
    return Pressed(Hand(hand.rolled, number, is_taken=True))


def _entered(hand: Hand, view: View) -> Pressed:
    if not hand.is_taken:
        return Pressed(attrs.evolve(hand, is_taken=True))
    if is_single(hand, view) or hand.is_aimed:
        return _put_down(hand, view)
    return Pressed(hand, message="Choose a direction with an arrow or h j k l.", bell=True)


def _put_down(hand: Hand, view: View) -> Pressed:
    if is_single(hand, view) or hand.direction is None:
        return Pressed(Hand(), str(hand.tile))
    return Pressed(Hand(), f"{hand.tile} {hand.direction.value} {hand.length}")


def _back(hand: Hand) -> Hand:
    """The hand before the last choice."""
    return Hand(hand.rolled, hand.tile, is_taken=hand.is_aimed)


def press_one_key(hand: Hand, key: str, view: View) -> Pressed:
    """The next choice shows itself ("tick"), or any key takes the one that is shown."""
    hand = settle_one_key(hand, view)
    if key == "q":
        return Pressed(hand, wish=Wish.QUIT)
    if not is_mine(view) or key.startswith("c-") or (key == "tick" and not view.rolled):
        return Pressed(hand, known=False)
    if key == "tick":
        return Pressed(_run_by(hand))
    if not view.rolled:
        return Pressed(hand, "roll")
    if not hand.is_taken and not is_single(hand, view):
        return Pressed(attrs.evolve(hand, is_taken=True, direction=Direction.RIGHT))
    if hand.is_taken and not hand.is_aimed:
        return Pressed(attrs.evolve(hand, is_aimed=True))
    return _put_down(hand, view)


def _run_by(hand: Hand) -> Hand:
    """The next tile, direction or length."""
    if hand.is_aimed:
        return attrs.evolve(hand, length=hand.length - 1 or LONGEST)
    if hand.direction is not None:
        following = DIRECTIONS[(DIRECTIONS.index(hand.direction) + 1) % len(DIRECTIONS)]
        return attrs.evolve(hand, direction=following)
    return _turned(hand, 1)
