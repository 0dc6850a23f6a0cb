"""Why something happened in mille: the rule behind it, and where the points of a hand come from."""

from __future__ import annotations

from core.base.message import Argument, Message, Who, message
from core.games.mille.cards import HAZARDS, MILES, NAMES, PREVENTS, REMEDIES, SAFETIES, SAFETY_AGAINST, Card
from core.games.mille.events import Declined, Discarded, Extended, ExtensionOffered, GameEnded, HandEnded, Played
from core.games.mille.state import Score
from core.games.mille.views import DiscardedHidden, Fact, PlayedHidden, View


def why(view: View, fact: Fact) -> Message | None:
    """The rule by which this happened; None where there is nothing to explain. `view` is from after it happened."""
    match fact:
        case Played(card=card, coup=coup) | PlayedHidden(card=card, coup=coup):
            return _of_card(card, coup)
        case Discarded() | DiscardedHidden():
            return message("A turn ends with a card that is used or discarded; nothing comes of a discard.")
        case ExtensionOffered():
            return message("Whoever reaches 700 miles may stop there, or go on to 1000 for 200 points more.")
        case Extended():
            return message("The trip goes on to 1000 miles: the bonuses for the trip go to whoever gets there first.")
        case Declined():
            return message("The trip ends at 700 miles, with all the bonuses that were earned there.")
        case HandEnded(finisher=finisher):
            return _of_hand(view, finisher)
        case GameEnded():
            return message("A game goes to 5000 points, and whoever has more then wins it.")
        case _:
            return None


def _of_card(card: Card, coup: bool) -> Message:
    """What a card did."""
    name = NAMES[card]
    if coup:
        said = message("{card} answered {hazard} in the turn just after: a coup fourré, 300 points, and another turn.")
        return said.filled(card=name, hazard=NAMES[PREVENTS[card]])
    if card in SAFETIES:
        return message("A safety is worth 100 points, wards off its hazard for the hand and gives another turn.")
    if card in MILES:
        return message("A mile is a point; the trip must be met exactly, and a 200 costs the bonus for a safe trip.")
    if card in HAZARDS or card is Card.SPEED_LIMIT:
        remedy = _REMEDY_FOR[card]
        said = message("Only {remedy} or the safety {safety} ends {card}.")
        return said.filled(remedy=NAMES[remedy], safety=NAMES[SAFETY_AGAINST[card]], card=name)
    if card in REMEDIES:
        said = message("{card} takes {hazard} away; then a Go is needed, unless Right of Way lies there.")
        return said.filled(card=name, hazard=NAMES[REMEDIES[card]])
    if card is Card.GO:
        return message("With a Go on top of the battle pile miles may be played.")
    return message("The Speed Limit is over: longer distances may be played again.")


_REMEDY_FOR = {hazard: remedy for remedy, hazard in REMEDIES.items()} | {
    Card.STOP: Card.GO,
    Card.SPEED_LIMIT: Card.END_OF_LIMIT,
}


def _of_hand(view: View, finisher: int | None) -> Message:
    """Where the points of both come from, the viewer's first."""
    one = view.seat or 0
    if finisher is None:
        ended = message("Nobody finished the trip: the deck ran out and no card was of use any more.")
    else:
        ended = message("{who} finished the trip.", who=Who(finisher))
    first, second = _points(view.scores[one]), _points(view.scores[1 - one])
    if view.seat is None:
        said = message("{ended} {who}: {first}. {other}: {second}.", who=Who(one))
    else:
        said = message("{ended} You: {first}. {other}: {second}.")
    return said.filled(ended=ended, first=first, other=Who(1 - one), second=second)


def _points(score: Score) -> Message:
    """What a side has, without what it has none of."""
    parts: list[Argument] = [message("{points} for miles", points=score.miles)]
    others = (
        (message("{points} for safeties"), score.safeties),
        (message("{points} for all four safeties"), score.all_safeties),
        (message("{points} for coups fourrés"), score.coups),
        (message("{points} for the trip"), score.bonus.trip),
        (message("{points} for a trip without 200s"), score.bonus.safe),
        (message("{points} for finishing after the last card was drawn"), score.bonus.delayed),
        (message("{points} for the extension"), score.bonus.extension),
        (message("{points} because the other had no miles"), score.bonus.shut_out),
    )
    parts += [said.filled(points=points) for said, points in others if points]
    return message("{parts}", parts=tuple(parts))
