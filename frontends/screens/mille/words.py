"""A position of mille in words: why one cannot drive, what is to be done, the points, and all of it for line mode."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from core.base.message import Message, Who, counted, message, said_of
from core.games.mille import GAME
from core.games.mille.cards import HAZARDS, MILES, NAMES, REMEDY_FOR, Card
from core.games.mille.moves import LIMITED_TO, discard_refusal, use_refusal
from core.games.mille.state import FULL, LONG, SLOTS, Phase, Tableau
from core.games.mille.views import View
from core.table import TableView, tell_ending
from frontends.screens.mille.inputs import InputState, coup_card, is_asked, is_to_play, may_pick, usable
from frontends.screens.mille.places import LONGEST_FIRST, seats_of
from frontends.screens.mille.score import lines_of, pairs_of
from frontends.terminal.picture import Look

NOTHING = Message("")
"""What is to be done when nobody has to do anything."""


def card_name(card: Card) -> Message:
    """A card as it is called in every language; a distance is its figure."""
    name = NAMES[card]
    return name if isinstance(name, Message) else Message("{miles}", (("miles", name),))


def needed(tableau: Tableau) -> tuple[Card, ...]:
    """The cards that this player needs to drive, in order; none while rolling."""
    if tableau.rolling:
        return ()
    first = REMEDY_FOR.get(tableau.battle, Card.GO) if tableau.battle else Card.GO
    is_enough = first is Card.GO or Card.RIGHT_OF_WAY in tableau.safeties
    return (first,) if is_enough else (first, Card.GO)


def need(view: View) -> Message:
    """Why the viewer cannot drive, or how far it is; for a watcher, of the player in turn."""
    seat = view.seat if view.seat is not None else (*view.turn, 0)[0]
    tableau = view.tableaus[seat]
    is_own = seat == view.seat
    match needed(tableau):
        case (card,):
            return said_of(is_own, message("You need {card}."), message("{who} needs {card}."), seat, card=NAMES[card])
        case (card, second):
            own, others = message("You need {card}, then {second}."), message("{who} needs {card}, then {second}.")
            return said_of(is_own, own, others, seat, card=NAMES[card], second=NAMES[second])
        case _ if tableau.limited:
            own = message("Speed Limit: {miles} miles at most.")
            others = message("{who} is limited to {miles} miles a card.")
            return said_of(is_own, own, others, seat, miles=LIMITED_TO)
        case _:
            own = message("You can drive: {miles} miles to go.")
            others = message("{who} can drive: {miles} miles to go.")
            return said_of(is_own, own, others, seat, miles=view.end - tableau.miles)


def headline(table: TableView) -> Message:
    """What matters most: why the viewer cannot drive; afterwards, how it ended."""
    view: View = table.view
    if view.dealt == 0:
        return message("The game has not begun.")
    if table.outcome:
        return tell_ending(GAME, table.outcome, table.seat)
    match view.phase:
        case Phase.SESSION_OVER:
            return message("The session is over.")
        case Phase.HAND_OVER:
            return message("The game is over.") if view.game_over else message("The hand is over.")
        case Phase.PLAY | Phase.EXTENSION:
            return need(view)


def due(view: View, input: InputState) -> Message:
    """What is to be done, and by whom; on a board, where keys choose."""
    match view.phase:
        case _ if view.dealt == 0 or not view.turn:
            return NOTHING
        case Phase.PLAY:
            return _due_in_play(view, input) if is_to_play(view) else message("{who} plays.", who=Who(view.turn[0]))
        case Phase.EXTENSION if is_asked(view):
            return message("Extend the trip to {miles} miles?", miles=LONG)
        case Phase.EXTENSION:
            return message("{who} may extend the trip.", who=Who(view.turn[0]))
        case Phase.HAND_OVER if is_asked(view):
            return message("Another game?") if view.game_over else message("Another hand?")
        case Phase.HAND_OVER | Phase.SESSION_OVER:
            return NOTHING


def _due_in_play(view: View, input: InputState) -> Message:
    if input.slot is not None and input.card is not None:
        return _about(view, input.discards, input.slot, card_name(input.card))
    if input.command:
        return message("Discard which card?") if input.discards else message("Use which card?")
    safety = coup_card(view)
    if safety:
        return message("{card} now: a coup fourré!", card=NAMES[safety])
    if may_pick(view):
        return message("Pick a card.")
    if not view.deck:
        return message("The deck is empty: use or discard a card.")
    return message("Use or discard a card.")


def _about(view: View, discards: bool, slot: int, card: Message) -> Message:
    """What would be done with the chosen card, or why that cannot be."""
    assert view.seat is not None
    refusal = (discard_refusal if discards else use_refusal)(view.position(view.seat), slot)
    if refusal:
        return message("{card}: {why}", card=card, why=refusal)
    return message("Discard {card}?", card=card) if discards else message("Use {card}?", card=card)


def describe(table: TableView, look: Look) -> Sequence[str]:
    """Both sides, the viewer's hand, the points and what is to be done, one fact a line."""
    return [look.words.say(fact, table.names) for fact in _facts(table)]


def _facts(table: TableView) -> Iterator[Message]:
    view: View = table.view
    if view.dealt == 0:
        yield headline(table)
        return
    extended = message("Hand {n}, a trip extended to {miles} miles.", n=view.dealt, miles=view.end)
    yield extended if view.end == LONG else message("Hand {n}, a trip of {miles} miles.", n=view.dealt, miles=view.end)
    for seat in seats_of(view):
        yield from _side(view, seat)
    yield counted("{n} card is left to pick.", "{n} cards are left to pick.", view.deck)
    if view.discard:
        yield message("On the discard pile: {card}.", card=NAMES[view.discard])
    yield from (held(view, seat) for seat in seats_of(view))
    yield from _points(view)
    yield headline(table)
    yield from _asked_for(view)


def _side(view: View, seat: int) -> Iterator[Message]:
    """What lies before a player: miles, what hinders, safeties."""
    tableau = view.tableaus[seat]
    is_own, miles = seat == view.seat, tableau.miles
    if is_own:
        yield counted("You have {n} mile.", "You have {n} miles.", miles)
    else:
        yield counted("{who} has {n} mile.", "{who} has {n} miles.", miles, who=Who(seat))
    if tableau.distances:
        yield _distances(tableau, is_own, seat)
    yield _battle(tableau, is_own, seat)
    if tableau.limited:
        yield said_of(is_own, message("You are under a Speed Limit."), message("{who} is under a Speed Limit."), seat)
    if tableau.safeties:
        yield safeties_said(view, seat)


def safeties_said(view: View, seat: int) -> Message:
    """Which safeties a seat has."""
    tableau, is_own = view.tableaus[seat], seat == view.seat
    if not tableau.safeties:
        return said_of(is_own, message("You have no safeties."), message("{who} has no safeties."), seat)
    own, others = message("Your safeties: {cards}."), message("{who} has these safeties: {cards}.")
    coup = message("{card} (coup fourré)")
    cards = tuple(
        coup.filled(card=NAMES[card]) if card in tableau.coups else card_name(card) for card in tableau.safeties
    )
    return said_of(is_own, own, others, seat, cards=cards)


def _distances(tableau: Tableau, is_own: bool, seat: int) -> Message:
    """Which distance cards lie there, the longest first."""
    own, others = message("Your distance cards: {cards}."), message("{who} has these distance cards: {cards}.")
    counts = ((MILES[card], tableau.distances.count(card)) for card in LONGEST_FIRST)
    cards = tuple(
        counted("{n} card of {miles}", "{n} cards of {miles}", count, miles=miles) for miles, count in counts if count
    )
    return said_of(is_own, own, others, seat, cards=cards)


def _battle(tableau: Tableau, is_own: bool, seat: int) -> Message:
    if tableau.rolling:
        return said_of(is_own, message("You are rolling."), message("{who} is rolling."), seat)
    if not tableau.battle:
        return said_of(is_own, message("You are not rolling."), message("{who} is not rolling."), seat)
    if tableau.battle in HAZARDS:
        own, others = message("You are stopped by {card}."), message("{who} is stopped by {card}.")
    else:
        own, others = message("You have {card} and need Go."), message("{who} has {card} and needs Go.")
    return said_of(is_own, own, others, seat, card=NAMES[tableau.battle])


def held(view: View, seat: int) -> Message:
    """What a seat holds, as far as the viewer may know it."""
    hand, is_own = view.hands[seat], seat == view.seat
    if hand is None:
        return counted("{who} has {n} card.", "{who} has {n} cards.", view.counts[seat], who=Who(seat))
    if not hand:
        return said_of(is_own, message("Your hand is empty."), message("{who} has no cards."), seat)
    slots = SLOTS[FULL - len(hand) :]
    cards = tuple(map(_numbered, slots, hand)) if is_own else tuple([NAMES[card] for card in hand])
    return said_of(is_own, message("Your hand: {cards}."), message("{who}'s hand: {cards}."), seat, cards=cards)


@lru_cache(maxsize=FULL * len(NAMES))
def _numbered(slot: str, card: Card) -> Message:
    """A card of a hand with the slot that it is in."""
    return Message("{slot}: {card}", (("slot", slot), ("card", NAMES[card])))


def _points(view: View) -> Iterator[Message]:
    if view.phase in (Phase.HAND_OVER, Phase.SESSION_OVER) and view.dealt:
        for seat in seats_of(view):
            lines = tuple(Message("{label} {n}", (("label", label), ("n", n))) for label, n in lines_of(view, seat))
            own, others = message("You: {points}."), message("{who}: {points}.")
            yield said_of(seat == view.seat, own, others, seat, points=lines or message("no points"))
    points, total, games = pairs_of(view)
    yield message("Points of this hand: {mine} to {theirs}.", **points)
    yield message("Points of this game: {mine} to {theirs}.", **total)
    yield message("Games won: {mine} to {theirs}.", **games)


def _asked_for(view: View) -> Iterator[Message]:
    """What to do now, for people who type moves."""
    if not view.turn or view.dealt == 0:
        return
    if is_asked(view):
        yield due(view, InputState())
        extension = view.phase is Phase.EXTENSION
        yield message("Type yes or no.") if extension else message("Type another or stop.")
    elif view.phase is not Phase.HAND_OVER:
        yield due(view, InputState())
        slots = usable(view)
        if slots:
            yield message("You can use {slots}.", slots=tuple(SLOTS[slot] for slot in slots))


def score(table: TableView) -> Message:
    """Miles, points and games, the viewer's first."""
    view: View = table.view
    first, second = seats_of(view)
    _, total, games = pairs_of(view)
    return message(
        "Hand {hand}: {mine} to {theirs} miles; points {total} to {their_total}; games {games} to {their_games}.",
        hand=view.dealt, mine=view.tableaus[first].miles, theirs=view.tableaus[second].miles,
        total=total["mine"], their_total=total["theirs"], games=games["mine"], their_games=games["theirs"],
    )  # fmt: skip


def hand(table: TableView) -> Message:
    """What the viewer holds; to a watcher, how many cards there are, and where to see those that lie open."""
    view: View = table.view
    if view.seat is not None:
        return held(view, view.seat)
    if None not in view.hands:
        return message("Both hands lie open: board shows them.")
    first, second = (held(view, seat) for seat in (0, 1))
    return Message("{first} {second}", (("first", first), ("second", second)))
