"""Whether a deal of Terrace has been won by a strong player who may try again and again.

The player does not look at the stock, but each attempt is played a little differently, so that all together they come
to know it. When none wins, nothing is known: no deal is ever said to be lost.
"""

from __future__ import annotations

from core.chance import Dice
from core.game import Play, Seat
from core.games.terrace import GAME
from core.games.terrace.board import CANDIDATES, FULL, State
from core.solvers.solver import Solver, Verdict
from core.solvers.terrace.planning import Effort, playout, typed
from core.solvers.terrace.spots import Step, coded, frame_of, spot_of
from core.solvers.terrace.weights import WEIGHTS

WHIM = 35.0
"""How far attempts after the first stray from the best play, in units of worth."""
NO_DICE = Dice(bytes(16), "terrace", 1)
"""Nothing is drawn once the cards are dealt."""


def grade(state: State, budget: int) -> Verdict:
    """A deal that has been won, with the first move, or one of which nothing is known."""
    solution = solve(state, budget)
    return Verdict(known=True, winnable=True, move=solution[0]) if solution else Verdict(known=False)


def solve(state: State, budget: int) -> tuple[str, ...]:
    """The moves of a game that is won from a position; empty when none was found.

    The stock may be looked at only because the answer is for the service. `budget` is a number of positions.
    """
    openings = (((), state),) if state.base else tuple(_chosen(state, number) for number in range(1, CANDIDATES + 1))
    effort, attempt = Effort(), 0
    while effort.spent < budget:
        opening, begun = openings[attempt % len(openings)]
        steps = _attempt(begun, attempt // len(openings), effort)
        if steps is not None:
            return opening + _texts(begun, steps)
        attempt += 1
    return ()


def _chosen(state: State, number: int) -> tuple[tuple[str, ...], State]:
    """The opening that chooses a base card, and the position after it."""
    text = f"t{number} f"
    return (text,), played(state, text)


def _attempt(state: State, number: int, effort: Effort) -> tuple[Step, ...] | None:
    """The steps of one game, if it is won. The first attempt, number 0, has no whims."""
    frame = frame_of(state.variant)
    dice = Dice(bytes(16), "terrace attempts", number)

    def whim() -> float:
        return WHIM * dice.below(1 << 16) / (1 << 16) if number else 0.0

    spot = spot_of(frame, state, coded(frame, state.stock, state.base))
    score, steps = playout(frame, WEIGHTS[state.variant], spot, whim, effort)
    return steps if score == FULL else None


def _texts(state: State, steps: tuple[Step, ...]) -> tuple[str, ...]:
    """The steps as they are typed, by playing them."""
    texts = []
    for step in steps:
        texts.append(typed(frame_of(state.variant), state, step))
        state = played(state, texts[-1])
    return tuple(texts)


def played(state: State, text: str) -> State:
    """The position after a move by the rules themselves."""
    for event in GAME.decide(state, Play(0, GAME.read(GAME.view(state, Seat(0)), text), NO_DICE)):
        state = GAME.evolve(state, event)
    return state


SOLVER = Solver("terrace", judge=None, grade=grade)
