"""The normal player of mille, and what the other levels take over from it (rules sheet 10.2)."""

from core.base.chance import Dice
from core.games.mille.bot.card_values import stops, values_of
from core.games.mille.bot.memory import Mind, mind_of, one_card_away, would_extend
from core.games.mille.cards import MILES, PREVENTS, SAFETIES, Card
from core.games.mille.moves import PICK, Move, Verb, cures, is_of_use, text_of
from core.games.mille.state import Phase, Position
from core.games.mille.views import View

LATE = 25
"""Cards left, about, when safeties are not held back any more."""


def choose(view: View, dice: Dice) -> str:
    """The move of the seat whose view this is, as it is typed.

    Empty between hands: whether there is another is for a person to say.
    """
    match view.phase:
        case Phase.PLAY:
            # For what is done at once, such as each pick, it need not remember the whole hand.
            forced = view.seat is not None and at_once(view.position(view.seat))
            return text_of(forced or chosen(mind_of(view), dice))
        case Phase.EXTENSION:
            mind = mind_of(view)
            played = MILES[mind.own.distances[-1]]
            return Verb.YES.value if would_extend(mind, miles_in_hand(mind) + played) else Verb.NO.value
        case Phase.HAND_OVER | Phase.SESSION_OVER:
            return ""


def miles_in_hand(mind: Mind) -> int:
    """What the distances in hand add up to."""
    return sum(MILES.get(card, 0) for card in mind.hand)


def chosen(mind: Mind, dice: Dice) -> Move:
    """The move during a hand."""
    if move := at_once(mind):
        return move
    playable = playable_of(mind)
    safety = _safety_to_cash(mind, playable, dice)
    return _weighed(mind, playable) if safety is None else Move(Verb.USE, safety)


def at_once(at: Position) -> Move | None:
    """What comes before any choice: a safety that helps against what lies on its player now, then the pick."""
    for slot, card in zip(at.slots, at.hand, strict=True):
        if card in PREVENTS and cures(card, at.own):
            return Move(Verb.USE, slot)
    return None if at.picked else PICK


def playable_of(mind: Mind) -> tuple[bool, ...]:
    """For each card of the hand whether it is no safety and of use now."""
    return tuple(card not in SAFETIES and is_of_use(card, mind) for card in mind.hand)


def _can_stop(mind: Mind, playable: tuple[bool, ...]) -> bool:
    return any(can and stops(mind, card) for card, can in zip(mind.hand, playable, strict=True))


def _safety_to_cash(mind: Mind, playable: tuple[bool, ...], dice: Dice) -> int | None:
    """The slot of a safety that is better played now than held back for a coup fourré."""
    can_end = any(can and MILES.get(card) == mind.left for card, can in zip(mind.hand, playable, strict=True))
    ends = can_end and not would_extend(mind, miles_in_hand(mind)) and not _can_stop(mind, playable)
    in_time = ends or one_card_away(mind)
    for slot, card in zip(mind.slots, mind.hand, strict=True):
        if card in SAFETIES and (in_time or is_void(mind, card) or _is_late(mind, playable, dice)):
            return slot
    return None


def is_void(mind: Mind, safety: Card) -> bool:
    """Whether nothing can come any more that this safety would answer."""
    limits_gone = safety is not Card.RIGHT_OF_WAY or mind.all_seen(Card.SPEED_LIMIT)
    return mind.all_seen(PREVENTS[safety]) and limits_gone


def _is_late(mind: Mind, playable: tuple[bool, ...], dice: Dice) -> bool:
    """Whether it has nothing better to do and the deck nears its end."""
    if any(playable) or not (mind.other.rolling or not mind.own.rolling):
        return False
    one_has_begun = bool(mind.own.miles) is not bool(mind.other.miles)
    return mind.deck - (dice.below(10) + 1) - 7 * one_has_begun < LATE


def _weighed(mind: Mind, playable: tuple[bool, ...]) -> Move:
    """The best card to use; or, when there is none, the least to discard. Ties go to the right."""
    able = tuple(can and not is_too_close(mind, card) for card, can in zip(mind.hand, playable, strict=True))
    if not any(able):
        return least(mind, playable)
    values = values_of(mind, able, playing=True, can_stop=_can_stop(mind, playable))
    return Move(Verb.USE, max(zip(able, values, mind.slots, strict=True))[-1])


def least(mind: Mind, playable: tuple[bool, ...]) -> Move:
    """The card to discard; a safety, should it be one, is used instead. Ties go to the right."""
    values = values_of(mind, playable, playing=False, can_stop=_can_stop(mind, playable))
    _, slot = min(zip(values, mind.slots, strict=True), key=lambda one: (one[0], -one[1]))
    return Move(Verb.USE if mind.card(slot) in SAFETIES else Verb.DISCARD, slot)


def is_too_close(mind: Mind, card: Card) -> bool:
    """Whether playing this small distance would leave miles to go for which it holds no card."""
    if card not in (Card.MILES_25, Card.MILES_50) or not mind.deck or mind.left > 100:
        return False
    missing = mind.left // MILES[card] > mind.hand.count(card)
    return missing and (card is Card.MILES_25 or mind.left % 50 == 0)
