"""Mille by ear: small questions about the road and a card, what can be played in words, and what is back."""

from core.base.message import Argument, Message, message, said_of
from core.games.mille.cards import NAMES
from core.games.mille.moves import Verb, discard_refusal, moves, text_of, use_refusal
from core.games.mille.state import FULL, SLOTS
from core.games.mille.views import View
from core.table import TableView
from frontends.screens.mille.inputs import card_in, is_to_play
from frontends.screens.mille.places import seats_of
from frontends.screens.mille.words import card_name, held, needed, safeties_said
from frontends.terminal.picture import Look


def road(table: TableView, look: Look, rest: str) -> Message:
    """How far both are, and what they need to drive."""
    mine, theirs = (_way(table.view, seat) for seat in seats_of(table.view))
    return Message("{mine} {theirs}", (("mine", mine), ("theirs", theirs)))


def _way(view: View, seat: int) -> Message:
    tableau, is_own = view.tableaus[seat], seat == view.seat
    figures: dict[str, Argument] = {"miles": tableau.miles, "end": view.end}
    if cards := tuple(NAMES[card] for card in needed(tableau)):
        own = message("You: {miles} of {end} miles, you need {cards}.")
        others = message("{who}: {miles} of {end} miles, needs {cards}.")
        return said_of(is_own, own, others, seat, **figures, cards=cards)
    if tableau.limited:
        own = message("You: {miles} of {end} miles, under a Speed Limit.")
        others = message("{who}: {miles} of {end} miles, under a Speed Limit.")
        return said_of(is_own, own, others, seat, **figures)
    own, others = message("You: {miles} of {end} miles, rolling."), message("{who}: {miles} of {end} miles, rolling.")
    return said_of(is_own, own, others, seat, **figures)


def safeties(table: TableView, look: Look, rest: str) -> Message:
    """Which safeties both have."""
    mine, theirs = (safeties_said(table.view, seat) for seat in seats_of(table.view))
    return Message("{mine} {theirs}", (("mine", mine), ("theirs", theirs)))


def card(table: TableView, look: Look, rest: str) -> Message:
    """A card of the hand, and what can be done with it now."""
    view: View = table.view
    name = rest.strip().upper().replace("0", "P")
    found = card_in(view.hand, SLOTS.index(name)) if name and name in tuple(SLOTS) else None
    if found is None:
        return message("Which card? Type card and its number, 1 to 6, or p for the one just picked.")
    said, slot = card_name(found), SLOTS.index(name)
    if view.seat is None or not is_to_play(view):
        return message("{slot}: {card}.", slot=name, card=said)
    at, typed = view.position(view.seat), name.lower()
    if why := use_refusal(at, slot):
        other: Argument = "" if discard_refusal(at, slot) else message(" To discard it: d {slot}.", slot=typed)
        return message("{slot}: {card} ({why}).{other}", slot=name, card=said, why=why, other=other)
    return message("{slot}: {card}. To use it: u {typed}.", slot=name, card=said, typed=typed)


QUESTIONS = {"road": road, "safeties": safeties, "card": card}
_DOES = {
    Verb.PICK: message("pick a card"),
    Verb.ORDER: message("order the hand"),
    Verb.YES: message("extend the trip"),
    Verb.NO: message("do not extend it"),
    Verb.ANOTHER: message("play another hand"),
    Verb.STOP: message("end the session"),
}


def offers(view: View) -> tuple[tuple[str, Message], ...]:
    """The moves with what they do; of equal cards the first."""
    found: dict[object, tuple[str, Message]] = {}
    for move in moves(view).values():
        chosen = card_in(view.hand, move.slot) if move.verb in (Verb.USE, Verb.DISCARD) else None
        if chosen is None:
            what = _DOES[move.verb]
        else:
            what = message("use {card}") if move.verb is Verb.USE else message("discard {card}")
            what = what.filled(card=NAMES[chosen])
        found.setdefault((move.verb, chosen), (text_of(move), what))
    return tuple(found.values())


def undone(before: TableView, now: TableView) -> Message | None:
    """Which card is back in the hand, what lies on the discard pile, and what the hand is now."""
    view: View = now.view
    if view.seat is None:
        return None
    back = [one for one in view.hand if view.hand.count(one) > before.view.hand.count(one)]
    hand = held(view, view.seat)
    said = message("{card} is back in your hand. {hand}", card=NAMES[back[0]], hand=hand) if len(back) == 1 else hand
    if len(view.hand) == FULL or view.discard is None or view.discard == before.view.discard:
        return said
    return message("{said} Discard pile: {card}.", said=said, card=NAMES[view.discard])
