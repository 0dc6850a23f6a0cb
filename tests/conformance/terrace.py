"""Recorded games of the Terrace family in terms of our rules.

Slips that our rules leave out: Q1, a fan of reserve cards is dropped on a foundation of which only the top card is
tested; Q2, a double click moves a card from one foundation to another; Q3, turning the waste over while there is a
space locks the stock for good; Q6, the command to deal becomes a step to undo although nothing was dealt; Q7,
several cards of the waste are dropped together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from core.base.cards import name, rank_name
from core.base.chance import Dice
from core.base.game import Play, Refused, Seat
from core.base.message import english
from core.games import terrace
from core.games.terrace import allowed
from core.games.terrace.board import COLUMNS, FOUNDATIONS, FULL, VARIANTS, State, View, pile
from core.games.terrace.events import Event
from tests.conformance.aisleriot import Seen

PLACES = ("s", "w", "r", *FOUNDATIONS, *COLUMNS)
"""By their numbers in the recordings."""
NUMBERS = {place: number for number, place in enumerate(PLACES)}
NO_DICE = Dice(bytes(16), "terrace", 1)


class Terrace:
    """The adapter of all seven variants."""

    def __init__(self) -> None:
        self.options = {rules.title: option for option, rules in VARIANTS.items()}
        self.variants = tuple(self.options)

    def opening(self, variant: str, order: tuple[str, ...]) -> State:
        """The deal laid out from its order."""
        state = terrace.start({"variant": self.options[variant]})
        return folded(state, terrace.lay_out(state.rules, order))

    def quirk(self, state: State, move: Sequence[Any]) -> str:
        """By the kind of move and the position it is made in."""
        match move:
            case ["drop", 2, int(count), _] if count > 1:
                return "Q1"
            case ["drop", 1, int(count), _] if count > 1:
                return "Q7"
            case ["dblclick", int(number)] if PLACES[number] in hops(state):
                return "Q2"
            case ["deal"] | ["click", 0] if redeals_with_space(state):
                return "Q3"
            case ["deal"] if allowed.closed(state, len(state.stock)):
                return "Q6"
        return ""

    def play(self, state: State, move: Sequence[Any]) -> State:
        """A drop of one card, a deal or a double click, as it would be typed."""
        match move:
            case ["drop", int(source), 1, int(target)]:
                text = f"{PLACES[source]} {PLACES[target]}"
            case ["dblclick", int(source)]:
                text = f"{PLACES[source]} f"
            case ["deal"] | ["click", 0]:
                text = "d"
            case _:
                raise Refused("Only one card can be moved at a time.")
        played = terrace.read(terrace.view(state, Seat(0)), text)
        return folded(state, terrace.decide(state, Play(0, played, NO_DICE)))

    def observe(self, state: State) -> Seen:
        """The position with what Q1 and Q2 add to it."""
        view = terrace.view(state, Seat(0))
        legal = terrace.moves(view).values()
        carries = sorted(
            (NUMBERS[move.source], NUMBERS[move.target]) for move in legal if isinstance(move, terrace.Carry)
        )
        fans = range(2, len(state.reserve) + 1) if state.base else range(0)
        fanned = [[2, count, target] for source, target in carries if source == 2 for count in fans]
        hopping = {NUMBERS[place] for place in hops(state)}
        dealable = terrace.Deal() in legal
        fields = {
            "piles": piles(state),
            "score": state.score,
            "flip": state.redeals,
            "vars": {"BASE-VAL": state.base, "stock-locked": state.locked},
            "status": status(view),
            "dealable": dealable,
            "grabs": sorted([[NUMBERS[place], 1] for place in allowed.sources(state)] + [[2, count] for count in fans]),
            "drops": sorted([[source, 1, target] for source, target in carries] + fanned),
            "dbl": sorted(hopping | {source for source, target in carries if PLACES[target] in FOUNDATIONS}),
            "click": [0] if dealable else [],
            "hint": hinted(view),
        }
        oddities = (*(("Q1",) if fans else ()), *(("Q2",) if hopping else ()))
        return Seen(fields, state.score == FULL, view.stuck, oddities)

    def adopt(self, state: State, recorded: Mapping[str, Any]) -> State:
        """The recorded piles and flags as a state."""
        cards = [tuple(text.replace("-", "").split()) for text in recorded["piles"]]
        stock, waste, reserve = cards[:3]
        return State(
            state.variant,
            waste,
            reserve,
            tuple(cards[3:11]),
            tuple(cards[11:]),
            recorded["vars"]["BASE-VAL"],
            recorded["vars"]["stock-locked"],
            recorded["flip"],
            stock,
        )


def folded(state: State, events: tuple[Event, ...]) -> State:
    """The state after some events."""
    for event in events:
        state = terrace.evolve(state, event)
    return state


def hops(state: State) -> tuple[str, ...]:
    """Foundations of which another foundation would take the top card: Q2.

    The rules answer only for the waste and the columns, so the question is asked for each card as the waste card.
    """
    full = (place for place in FOUNDATIONS if pile(state, place))
    asked = {place: replace(state, waste=pile(state, place)) for place in full}
    return tuple(place for place, board in asked.items() if allowed.foundation(board, "w"))


def redeals_with_space(state: State) -> bool:
    """Whether a deal now turns the waste over while there is a space: Q3."""
    return not state.stock and () in state.columns and not allowed.closed(state, 0)


def piles(state: State) -> list[str]:
    """The piles as they are written."""
    faces = (state.waste, state.reserve, *state.foundations, *state.columns)
    return [" ".join("-" + card for card in state.stock), *(" ".join(cards) for cards in faces)]


def status(view: View) -> str:
    """The program's status line."""
    if not view.base:
        return " " * 3
    base = english(rank_name(view.base)).title() if view.base in {1, 11, 12, 13} else str(view.base)
    left = f"   Redeals left: {view.redeals_left}" if view.rules.redeals else ""
    return f"Stock left: {view.stock}{left}   Base Card: {base}"


def hinted(view: View) -> object:
    """The hint as it is recorded."""
    proposal = None if view.score == FULL else allowed.propose(view, view.stock)
    if proposal is None:
        return False
    if proposal.target and not proposal.source:
        return [2, "something", "the foundation"]
    return [0, _in_their_words(view, proposal)]


def _in_their_words(view: View, proposal: allowed.Proposal) -> str:
    """A proposal as the recorded program says it."""
    if not proposal.target:
        return "Deal a new card from the deck"
    card, onto = english(name(pile(view, proposal.source)[-1])), pile(view, proposal.target)
    if onto:
        return f"Move the {card} onto the {english(name(onto[-1]))}."
    slot = "foundation" if proposal.target[0] == "f" else "tableau"
    return f"Move the {card} onto an empty {slot} slot."


TERRACE = Terrace()
