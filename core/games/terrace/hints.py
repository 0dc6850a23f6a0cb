"""Hints at Terrace: what the computer player would do, which sees no more than the person, and why."""

from core.base.cards import definite, is_red, plural, rank
from core.base.chance import SEED_BYTES, Dice
from core.base.game import Hint
from core.base.message import Message, counted, message
from core.games.terrace import Carry, Deal, allowed, read
from core.games.terrace.board import View, pile
from core.games.terrace.bot import base, first_step, planned
from core.games.terrace.solver.packed_board import UP, Path

SEED = bytes(SEED_BYTES)
"""Of the dice with which base cards are tried out: the same deal has one hint."""


def advised(view: View) -> Hint | None:
    """The computer player's move with its reason; None for those who are not to move, and when nothing is left."""
    if view.seat not in view.turn:
        return None
    if not view.base:
        return _base(view, base(view, Dice(SEED, "terrace", 1)))
    path = planned(view)
    text = first_step(view, path)
    if not text:
        return None
    match read(view, text):
        case Deal():
            return Hint(message("Turn a card: nothing else helps."), text)
        case Carry(source, target):
            reason = _reason(view, source, target, path)
            return Hint(message("{move}: {reason}.", move=_moved(view, source, target), reason=reason), text)
        case _:
            raise TypeError(text)


def _base(view: View, number: int) -> Hint:
    """Which card to begin with. The reason is the plainest one that holds."""
    card = pile(view, f"t{number}")[-1]
    said = message(
        "Choose {card} as the base card: {reason}.", card=definite(card), reason=_reason_for_base(view, card)
    )
    return Hint(said, f"b {number}")


def _reason_for_base(view: View, card: str) -> Message:
    top = view.reserve[-1]
    fits = top[1] == card[1] if view.rules.in_suit else is_red(top) is not is_red(card)
    if rank(top) == rank(card) % 13 + 1 and fits:
        return message("{card} then goes up from the reserve", card=definite(top))
    if all(other[0] != card[0] for other in view.reserve):
        return message("the reserve holds no other {ranks}", ranks=plural(card))
    if view.rules.in_suit:
        return message("it did best when all four were tried out")
    return message("it suits the order of the reserve best")


def _moved(view: View, source: str, target: str) -> Message:
    card, onto = definite(pile(view, source)[-1]), pile(view, target)
    if target[0] == "f":
        return message("Move {card} to the foundations", card=card)
    if onto:
        return message("Move {card} onto {onto}", card=card, onto=definite(onto[-1]))
    return message("Move {card} to the empty {place}", card=card, place=allowed.place_name(target))


def _reason(view: View, source: str, target: str, path: Path) -> Message:
    """What the move is good for, as the plan goes on."""
    if source == "r":
        return message("reserve cards can only go to the foundations")
    if source == "w":
        return message("it uses the waste card") if pile(view, target) else message("it fills an empty column")
    ups = sum(end == UP for _, end in path[1:])
    if len(pile(view, source)) == 1:
        return message("it empties {place}", place=allowed.place_name(source))
    if ups:
        return counted("then {n} more card can go up", "then {n} more cards can go up", ups)
    if target[0] == "f":
        return message("it goes up")
    return message("it leaves the columns in better order")
