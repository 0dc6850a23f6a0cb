"""Recorded games of Pileon in terms of our rules, which leave nothing out.

After a win the program would go on to hint at the empty slots; ours has no hint then, and it is not compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.base.chance import Dice
from core.base.game import Hint, Play, Seat
from core.base.message import english
from core.games import pileon
from core.games.pileon import Dealt, Piles, State, is_frozen, run
from tests.conformance.aisleriot import Seen

NO_DICE = Dice(bytes(16), "pileon", 1)


class Pileon:
    """The adapter. Piles count from 0 in the recordings."""

    variants = ("Pileon",)

    def opening(self, _variant: str, order: tuple[str, ...]) -> State:
        """The deal laid out from its order."""
        return pileon.evolve(State(), Dealt(order))

    def quirk(self, _state: State, _move: Sequence[Any]) -> str:
        """None is known."""
        return ""

    def play(self, state: State, move: Sequence[Any]) -> State:
        """A drop as it would be typed."""
        _, source, count, target = move
        typed = pileon.read(pileon.view(state, Seat(0)), f"{source + 1} {target + 1} {count}")
        (moved,) = pileon.decide(state, Play(0, typed, NO_DICE))
        return pileon.evolve(state, moved)

    def observe(self, state: State) -> Seen:
        """The position as it is recorded."""
        view = pileon.view(state, Seat(0))
        legal = pileon.moves(view).values()
        fields = {
            "piles": written(state.piles),
            "score": view.score,
            "flip": 0,
            "vars": {},
            "status": " ",
            "dealable": False,
            "grabs": grabs(state.piles),
            "drops": sorted([move.source - 1, move.count, move.target - 1] for move in legal),
            "dbl": [],
            "click": [],
        }
        won = pileon.outcome(state) is not None
        return Seen(fields if won else {**fields, "hint": hinted(pileon.hint(view))}, won, view.stuck)

    def adopt(self, _state: State, recorded: Mapping[str, Any]) -> State:
        """The recorded piles as a state."""
        return State(tuple(tuple(pile.replace("-", "").split()) for pile in recorded["piles"]))


def written(piles: Piles) -> list[str]:
    """The piles with the top card of a frozen one face down."""
    return [" ".join((*pile[:-1], "-" + pile[-1]) if is_frozen(pile) else pile) for pile in piles]


def grabs(piles: Piles) -> list[list[int]]:
    """Piles and numbers of cards that can be picked up."""
    loose = ((index, run(pile)) for index, pile in enumerate(piles) if not is_frozen(pile))
    return [[index, count] for index, most in loose for count in range(1, most + 1)]


def hinted(hint: Hint | None) -> object:
    """The hint as it is recorded: our sentence without the numbers of the piles and the reason."""
    if hint is None:
        return False
    sentence = english(hint.said)
    if sentence.startswith("Move a card to pile"):
        return [2, "something", "an empty slot"]
    return [0, sentence.split(" (")[0] + "."]


PILEON = Pileon()
