"""Everything there is to know of a session of mille: hands, piles, deck, scores, and what happened in this hand.

What can be derived from it is here, too: whose turn it is, and what decides about a play (`Position`); not the points,
see `scoring`.
"""

import enum
from typing import Annotated

import attrs
from msgspec import Meta, Struct

from core.base.game import Options
from core.games.mille.cards import HAZARDS, PACK, Card

SLOTS = "P123456"
"""The names of the seven places of a hand; a slot is its place here, from 0."""
FULL = len(SLOTS)
"""Cards in a hand between the pick and the end of the turn."""
SHORT, LONG = 700, 1000
"""Miles of a trip, and of one that was extended."""
GAME = 5000
"""Points that end a game."""

Hand = tuple[Card, ...]
"""The cards from the left. Gaps always gather at P, 1, 2, ..., so that the last card is in slot 6."""
Pair = tuple[int, int]
"""A number for each seat."""


class Phase(enum.Enum):
    """What the table waits for."""

    PLAY = "play"
    EXTENSION = "extension"
    """Whoever has just reached 700 miles says whether the trip goes on to 1000."""
    HAND_OVER = "hand over"
    """Anybody says whether there is another hand. A session begins like this, before its first deal."""
    SESSION_OVER = "session over"


class Deed(enum.Enum):
    """What everybody could see somebody do."""

    PICKED = "picked"
    PLAYED = "played"
    DISCARDED = "discarded"


class Step(Struct, frozen=True, gc=False):
    """One thing that happened in this hand, as everybody could see it."""

    seat: int
    deed: Deed
    card: Card | None
    """None for a pick."""
    battle: Card | None
    """What lay on top of the seat's own battle pile before."""
    picks: int = 0
    """How many cards were picked, from 0 to 2."""


class Tableau(Struct, frozen=True, gc=False):
    """The cards before a player (rules sheet 3). A msgspec structure, as the state is: nearly every event makes one."""

    battle: Card | None = None
    """The top of the battle pile: a Go, a hazard, a remedy, or None for a blank."""
    speed: Card | None = None
    """The top of the speed pile: a Speed Limit, an End of Limit, or None."""
    fresh: bool = False
    """Whether the top of the battle pile is a hazard that was played in the turn just before."""
    fresh_limit: bool = False
    """The same for the speed pile."""
    safeties: tuple[Card, ...] = ()
    """As they were played."""
    coups: tuple[Card, ...] = ()
    """Those of the safeties that were coups fourrés."""
    distances: tuple[Card, ...] = ()
    """As they were played."""
    miles: int = 0
    """What the distances add up to."""

    @property
    def rolling(self) -> bool:
        """Whether miles may be put down."""
        if Card.RIGHT_OF_WAY in self.safeties:
            return self.battle not in HAZARDS
        return self.battle is Card.GO

    @property
    def limited(self) -> bool:
        """Whether a Speed Limit is in force."""
        return self.speed is Card.SPEED_LIMIT


BonusPoints = Annotated[int, Meta(ge=0, le=500)]


@attrs.frozen
class Bonus:
    """Points for finishing the trip, a figure for each line of the score window (rules sheet 7.2).

    Of attrs, because positions are written with its fields in the order of the alphabet.
    """

    trip: BonusPoints = 0
    safe: BonusPoints = 0
    delayed: BonusPoints = 0
    extension: BonusPoints = 0
    shut_out: BonusPoints = 0

    @property
    def sum(self) -> int:
        """All of them."""
        return self.trip + self.safe + self.delayed + self.extension + self.shut_out


class State(Struct, frozen=True, gc=False):
    """A session: hands in a row, games to 5000. Seats are 0 and 1."""

    phase: Phase = Phase.HAND_OVER
    dealt: int = 0
    """Hands dealt in this session."""
    turn: int = 0
    """The seat that plays, or that answers about an extension."""
    hands: tuple[Hand, Hand] = ((), ())
    tableaus: tuple[Tableau, Tableau] = (Tableau(), Tableau())
    deck: tuple[Card, ...] = ()
    """The next card first."""
    discard: Card | None = None
    """The one discarded last."""
    end: int = SHORT
    """Miles of the trip."""
    finisher: int | None = None
    """The seat that completed the trip, once the hand is over."""
    bonus: Bonus = Bonus()
    """What the finisher got for it."""
    carried: Pair = (0, 0)
    """Points of this game from the hands before."""
    games: Pair = (0, 0)
    """Games won in this session."""
    ordering: tuple[bool, bool] = (False, False)
    """Who wants to have the hand kept in order."""
    steps: tuple[Step, ...] = ()
    """What everybody saw in this hand."""
    drawn: tuple[Hand, Hand] = ((), ())
    """For each seat all cards it was dealt and picked in this hand, in order."""


def check(state: State) -> None:
    """Raises ValueError for what is no position of mille."""
    if (
        state.turn not in (0, 1)
        or state.finisher not in (None, 0, 1)
        or state.end not in (SHORT, LONG)
        or max(map(len, state.hands)) > FULL
        or len(state.deck) > len(PACK)
        or any(not 0 <= step.picks <= 2 for step in state.steps)
    ):
        raise ValueError("this is not a position of mille")


def start(options: Options) -> State:
    """A session before its first deal. There are no options."""
    return State()


def turn(state: State) -> tuple[int, ...]:
    """The seats that may move: both when the question is whether there is another hand."""
    match state.phase:
        case Phase.PLAY | Phase.EXTENSION:
            return (state.turn,)
        case Phase.HAND_OVER:
            return (0, 1)
        case Phase.SESSION_OVER:
            return ()


class Position(Struct, frozen=True, gc=False):
    """What decides about the plays of one seat."""

    hand: Hand
    own: Tableau
    other: Tableau
    deck: int
    """Cards left."""
    end: int
    """Miles of the trip."""

    @property
    def picked(self) -> bool:
        """Whether there is nothing left to pick before an ordinary card can be used."""
        return not self.deck or len(self.hand) == FULL

    @property
    def slots(self) -> range:
        """The slots that hold a card, from the left."""
        return range(FULL - len(self.hand), FULL)

    def card(self, slot: int) -> Card | None:
        """The card in a slot, 0 for P; None when it is empty."""
        place = slot - (FULL - len(self.hand))
        return self.hand[place] if place >= 0 else None


def position_of(state: State, seat: int) -> Position:
    """What decides about the plays of a seat."""
    tableaus = state.tableaus
    return Position(state.hands[seat], tableaus[seat], tableaus[1 - seat], len(state.deck), state.end)


def without(hand: Hand, slot: int) -> Hand:
    """The hand when a card has left its slot: the first card moves into the gap (rules sheet 2)."""
    place = slot - (FULL - len(hand))
    return hand[1:] if not place else (*hand[1:place], hand[0], *hand[place + 1 :])
