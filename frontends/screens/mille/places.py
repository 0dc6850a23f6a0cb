"""The places of the board of mille by name: those that can be clicked on, and those that are marked.

A side is named by its seat, as are the places on it: ("battle", 1) is the battle pile of seat 1.
"""

from itertools import dropwhile, groupby

from msgspec import Struct

from core.games.mille.cards import HAZARDS, MILES, SAFETIES, Card
from core.games.mille.state import SLOTS, Deed, Step
from core.games.mille.views import View

DECK, DISCARD, SCORE = "deck", "discard", "score"
ROAD, BATTLE, SPEED, SAFETY = "road", "battle", "speed", "safety"

LONGEST_FIRST = tuple(sorted(MILES, key=MILES.__getitem__, reverse=True))
"""The distance cards as they are listed."""

Place = tuple[str, int]
"""A part of a side, and the seat."""
PILES: Place = (DISCARD, 0)
"""The discard pile, as a place."""


def side_name(seat: int) -> str:
    """What a click on a side is called."""
    return f"side {seat}"


def seats_of(view: View) -> tuple[int, int]:
    """The seats on the left and on the right: the viewer's own is on the left, and for a watcher the first."""
    left = view.seat or 0
    return left, 1 - left


def where_used(card: Card, seat: int) -> Place:
    """Where a card goes that this seat uses."""
    if card in HAZARDS:
        return BATTLE, 1 - seat
    if card is Card.SPEED_LIMIT:
        return SPEED, 1 - seat
    if card in MILES:
        return ROAD, seat
    if card in SAFETIES:
        return SAFETY, seat
    return (SPEED if card is Card.END_OF_LIMIT else BATTLE), seat


class Marks(Struct, frozen=True):
    """What is marked on a board."""

    recent: frozenset[Place] = frozenset()
    """Where the last moves of the others have put a card."""
    added: int = 0
    """The miles that they have put down in them."""
    targets: frozenset[Place] = frozenset()
    """Where the chosen card can go, and where the proposed move leads to."""
    card: Card | None = None
    """The card that would be used: the chosen one, else the proposed one."""
    hinted: str = ""
    """What the proposed move begins with: a slot's name, the deck, or "y" or "n" for an answer."""


def marks_of(view: View, chosen: Card | None, discards: bool, hint: str) -> Marks:
    """What is marked now; `chosen` is the viewer's chosen card, if it can be used, or discarded if it `discards`."""
    steps = [step for step in _last_steps(view) if step.card]
    laid = frozenset(_where(step) for step in steps if _still_lies(view, step))
    added = sum(MILES[step.card] for step in steps if step.card in MILES and step.deed is Deed.PLAYED)
    hinted, card, target = _of_hint(view, hint)
    targets = {target} if target else set()
    if chosen and view.seat is not None:
        targets.add(PILES if discards else where_used(chosen, view.seat))
    return Marks(laid, added, frozenset(targets), chosen if chosen and not discards else card, hinted)


def _where(step: Step) -> Place:
    if step.card is None or step.deed is Deed.DISCARDED:
        return PILES
    return where_used(step.card, step.seat)


def _still_lies(view: View, step: Step) -> bool:
    """Whether what was put down lies on top of its pile."""
    place, seat = _where(step)
    tops = {DISCARD: view.discard, BATTLE: view.tableaus[seat].battle, SPEED: view.tableaus[seat].speed}
    return tops.get(place, step.card) is step.card


def _last_steps(view: View) -> tuple[Step, ...]:
    """The other's last turn, the newest step first, until the viewer has answered it; for a watcher, anybody's."""
    before = dropwhile(lambda step: _is_answer(view, step), reversed(view.steps))
    last, turn = next(groupby(before, key=lambda step: step.seat), (view.seat, ()))
    return () if last == view.seat else tuple(turn)


def _is_answer(view: View, step: Step) -> bool:
    """Whether it belongs to the turn that goes on, before which the last turn was."""
    if view.seat is None:
        return step.deed is Deed.PICKED
    return view.seat in view.turn and step.seat == view.seat


def _of_hint(view: View, hint: str) -> tuple[str, Card | None, Place | None]:
    """Where a proposed move begins, the card that it uses, and where it leads to."""
    verb, _, slot = hint.partition(" ")
    answers = {"p": DECK, "yes": "y", "another": "y", "no": "n", "stop": "n"}
    if verb in answers:
        return answers[verb], None, None
    name = slot.upper()
    place = SLOTS.find(name) - len(SLOTS) + len(view.hand) if name else -1
    if verb not in ("u", "d") or view.seat is None or not 0 <= place < len(view.hand):
        return "", None, None
    card = view.hand[place]
    return (name, None, PILES) if verb == "d" else (name, card, where_used(card, view.seat))
