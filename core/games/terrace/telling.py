"""What each viewer learns of what happened, and how they are told."""

import attrs

from core.base.cards import definite
from core.base.game import EVERYONE, Viewer
from core.base.message import Message, message
from core.games.terrace import allowed
from core.games.terrace.board import Pile
from core.games.terrace.events import BaseSet, Dealt, Event, Filled, Locked, Moved, Redealt, Turned, Unlocked


@attrs.frozen
class DealtOpenly:
    """The cards were laid out, as it lies open: the stock is a number."""

    reserve: Pile
    first: str
    """The card dealt to the first foundation; empty when the player chooses the base."""
    columns: Pile
    stock: int


Fact = Event | DealtOpenly
"""What a viewer learns: the event itself, except that nobody sees the stock."""


def reveal(event: Event, viewer: Viewer) -> Fact:
    """All but the order of the stock lies open."""
    if isinstance(event, Dealt) and viewer is not EVERYONE:
        return DealtOpenly(event.reserve, event.first, event.columns, len(event.stock))
    return event


def tell(fact: Fact, viewer: Viewer) -> Message:
    """The same to everybody."""
    match fact:
        case Dealt(first=first) | DealtOpenly(first=first):
            if first:
                return message("Dealt {card} to the first foundation.", card=definite(first))
            return message("Cards dealt; choose the base card.")
        case BaseSet(rank):
            return message("The foundations start with {base}.", base=allowed.base_name(rank))
        case Moved(card, _, _, onto) if onto:
            return message("Moved {card} onto {onto}.", card=definite(card), onto=definite(onto))
        case Moved(card, _, target):
            if target[0] == "f":
                return message("Moved {card} onto an empty foundation.", card=definite(card))
            place = allowed.place_name(target)
            return message("Moved {card} into the empty {place}.", card=definite(card), place=place)
        case Filled(card, source, target):
            places = {"target": allowed.place_name(target), "source": allowed.place_name(source)}
            return message("Filled {target} with {card} from {source}.", card=definite(card), **places)
        case Turned(card):
            return message("Turned {card}.", card=definite(card))
        case Redealt():
            return message("Turned the waste over: it is the stock again.")
        case Locked():
            return message("The stock is locked until you use the waste card.")
        case Unlocked():
            return message("The stock is open again.")
