"""Sessions that a viewer cannot tell from the one that is played."""

from collections.abc import Iterator

from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import EVERYONE, Viewer
from core.games.mille.cards import ORDER, Card
from core.games.mille.state import Hand, Phase, State


def redeal(state: State, viewer: Viewer, dice: Dice) -> State:
    """The deck and the hands that this viewer does not see, shuffled together and dealt anew.

    Each seat keeps the number of its cards, and whether it keeps them in order.
    """
    if viewer is EVERYONE:
        return state
    hidden = () if state.phase is Phase.SESSION_OVER else tuple(seat for seat in (0, 1) if seat != viewer.number)
    loose = dice.shuffled((*state.deck, *(card for seat in hidden for card in state.hands[seat])))
    hands, drawn = list(state.hands), list(state.drawn)
    for seat in hidden:
        count = len(hands[seat])
        new, loose = loose[:count], loose[count:]
        hands[seat] = tuple(sorted(new, key=ORDER.__getitem__)) if state.ordering[seat] else new
        drawn[seat] = _drawn(state, seat, dice.shuffled(new), dice)
    return replace(state, deck=loose, hands=(hands[0], hands[1]), drawn=(drawn[0], drawn[1]))


def _drawn(state: State, seat: int, hand: Hand, dice: Dice) -> Hand:
    """An order in which the seat may have drawn this hand and all the cards that it has got rid of.

    Each of those was drawn before it was played. They are placed in the order of play: whoever comes later can have
    been drawn at any place that was possible for those before, so that there is always a place left.
    """
    gone, total = tuple(_gone(state, seat)), len(state.drawn[seat])
    if len(gone) + len(hand) != total:
        return hand  # no play leads here
    places: list[Hand] = [()] * total
    for card, before in gone:
        free = [place for place in range(min(before, total)) if not places[place]]
        if not free:
            return hand  # nor here
        places[free[dice.below(len(free))]] = (card,)
    rest = iter(hand)
    return tuple(card for place in places for card in place or (next(rest),))


def _gone(state: State, seat: int) -> Iterator[tuple[Card, int]]:
    """The cards that the seat has got rid of in this hand, each with how many it had drawn until then."""
    steps = [step for step in state.steps if step.seat == seat]
    drawn = len(state.drawn[seat]) - sum(step.picks for step in steps)
    for step in steps:
        drawn += step.picks
        if step.card is not None:
            yield step.card, drawn
