"""Hints at Terrace: what the computer player would do, which sees no more than the person, and why."""

from core.base.cards import is_red, name, plural, rank
from core.base.chance import SEED_BYTES, Dice
from core.base.game import Hint
from core.base.message import Message, counted, message
from core.games.terrace import Carry, Deal, allowed, read
from core.games.terrace.board import View, pile
from core.games.terrace.bot import choose, planned
from core.games.terrace.solver.packed_board import UP, Path

SEED = bytes(SEED_BYTES)
"""Of the dice with which base cards are tried out: the same deal has one hint."""


def advised(view: View) -> Hint | None:
    """The computer player's move with its reason; None for those who are not to move, and when nothing is left."""
    if view.seat not in view.turn:
        return None
    text = choose(view, Dice(SEED, "terrace", 1))
    if not text:
        return None
    if not view.base:
        return _base(view, int(text[1]))
    match read(view, text):
        case Deal():
            return Hint(message("Turn a card: nothing else gains anything."), text)
        case Carry(source, target):
            reason = _reason(view, source, target, planned(view))
            return Hint(message("{move}: {reason}.", move=_moved(view, source, target), reason=reason), text)
        case _:
            raise TypeError(text)


def _base(view: View, number: int) -> Hint:
    """Which card to begin with. The reason is the plainest one that holds; the choice was tried out in whole games."""
    card = pile(view, f"t{number}")[-1]
    said = message(
        "Choose the {card} as the base card: {reason}.", card=name(card), reason=_reason_for_base(view, card)
    )
    return Hint(said, f"b {number}")


def _reason_for_base(view: View, card: str) -> Message:
    top = view.reserve[-1]
    fits = top[1] == card[1] if view.rules.in_suit else is_red(top) is not is_red(card)
    if rank(top) == rank(card) % 13 + 1 and fits:
        return message("the {card} of the reserve goes up at once", card=name(top))
    if all(other[0] != card[0] for other in view.reserve):
        return message("the reserve buries none of the other {ranks}", ranks=plural(card))
    return message("games went best with it when all four were tried out")


def _moved(view: View, source: str, target: str) -> Message:
    card, onto = name(pile(view, source)[-1]), pile(view, target)
    if target[0] == "f":
        return message("Move the {card} to the foundations", card=card)
    if onto:
        return message("Move the {card} onto the {onto}", card=card, onto=name(onto[-1]))
    return message("Move the {card} to the empty {place}", card=card, place=allowed.place_name(target))


def _reason(view: View, source: str, target: str, path: Path) -> Message:
    """What the move is good for, as the plan goes on."""
    if source == "r":
        return message("only the foundations take cards of the reserve")
    if source == "w":
        return message("it uncovers the waste") if pile(view, target) else message("it fills the space")
    ups = sum(end == UP for _, end in path[1:])
    if len(pile(view, source)) == 1:
        return message("it clears {place}", place=allowed.place_name(source))
    if ups:
        return counted("then {n} more card can go up", "then {n} more cards can go up", ups)
    if target[0] == "f":
        return message("it goes up")
    return message("it leaves the columns in better order")
