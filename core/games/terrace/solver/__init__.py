"""Whether a deal of Terrace can be won: by a search that knows the stock, or a proof that nothing can win it.

At first two ways of looking for a win take turns, each with more effort than before: a beam through the known stock,
and a strong player who does not look at the stock but plays a little differently each time. Then come many narrow
beams, each with other weights; in General's Patience from the start. What is not won is unknown, unless a proof says
that it is lost.
"""

from core.base.chance import Dice
from core.games.features.solvers import Settled, Verdict
from core.games.terrace import played
from core.games.terrace.board import CANDIDATES, FULL, State
from core.games.terrace.solver.beam import Beam
from core.games.terrace.solver.foresight import ALTERNATING, FORESIGHTS, Foresight
from core.games.terrace.solver.packed_board import Spot, Step, coded, frame_of, spot_of
from core.games.terrace.solver.planning import Effort, playout, typed
from core.games.terrace.solver.positions import Deal, Position
from core.games.terrace.solver.steps import steps_between
from core.games.terrace.solver.suited import FIRST, SECOND, suited
from core.games.terrace.solver.unwinnable import exhausted, waits_for_itself
from core.games.terrace.solver.worth import strayed

WHIM = 35.0
"""How far attempts after the first stray from the best play, in units of worth."""
ROUNDS = ((6, 2_000), (25, 4_000), (80, 8_000), (250, 16_000))
"""The width of the beam, and the positions that the player looks at after it, in each round."""
NARROW, CLOSURE = 10, 3
"""After these rounds: the width of a beam, and what it follows up for each position that it keeps."""
WIDER = 16
"""Beams after which they become as much wider again."""
MOST_BEAMS = 200
"""Narrow beams at the most, because in a position near its end each costs next to nothing, and none finds anything."""

RESERVE_WAITS, ALL_VISITED = "reserve", "search"
"""Kinds of proof: cards of the reserve wait for others beneath them; every position was visited."""
EXHAUSTING, EXHAUSTING_IN_SUIT = 1 / 4, 1 / 50
"""The share of the budget that is kept for a proof by visiting everything."""

Opening = tuple[tuple[str, ...], State]
"""What is typed first, and the position after it, whose base card is chosen."""


def grade(state: State, budget: int) -> Verdict:
    """A deal that has been won, with the first move, or one that an argument proves lost, or nothing."""
    if not _open(state):
        return Verdict(known=True)
    solution = solve(state, budget)
    return Verdict(known=True, winnable=True, move=solution[0]) if solution else Verdict(known=False)


def solve(state: State, budget: int, effort: Effort | None = None) -> tuple[str, ...]:
    """The moves of a game that is won from a position; empty when none was found.

    The stock may be looked at only because the answer is for the service. `budget` is a number of positions, in all
    that `effort` counts.
    """
    effort, begun = effort or Effort(), _open(state)
    if not begun:
        return ()
    return _first_rounds(begun, budget, effort) or _narrowly(begun, budget, effort)


def _first_rounds(begun: list[Opening], budget: int, effort: Effort) -> tuple[str, ...]:
    if begun[0][1].rules.in_suit:
        return ()
    attempts = [0] * len(begun)
    for number, (width, spent) in enumerate(ROUNDS):
        for opening in begun:
            deal = searched(opening[1])
            judge = Foresight(deal, FORESIGHTS[number % len(FORESIGHTS)]).judge
            if solution := _ran(Beam(deal, judge, width, effort), opening, deal, budget):
                return solution
        until = min(effort.spent + spent, budget)
        while effort.spent < until:
            least = attempts.index(min(attempts))
            if solution := attempt(begun[least], attempts[least], effort):
                return solution
            attempts[least] += 1
    return ()


def _narrowly(begun: list[Opening], budget: int, effort: Effort) -> tuple[str, ...]:
    """Many narrow beams, each with other weights: they win more than few wide ones, because each loses other deals."""
    for number in range(MOST_BEAMS):
        for opening in begun:
            if effort.spent >= budget:
                return ()
            deal, dice = searched(opening[1]), Dice(bytes(16), "terrace beams", number)
            if deal.frame.in_suit:
                judge = suited(deal, strayed(FIRST, dice), strayed(SECOND, dice))
            else:
                judge = Foresight(deal, strayed(ALTERNATING, dice)).judge
            beam = Beam(deal, judge, NARROW * (1 + number // WIDER), effort, CLOSURE)
            if solution := _ran(beam, opening, deal, budget):
                return solution
    return ()


def settle(state: State, budget: int) -> Settled:
    """A won game or a proof that there is none, if either is found."""
    effort, begun = Effort(), _open(state)
    if not begun:
        return Settled(winnable=False, proof=RESERVE_WAITS)
    share = EXHAUSTING_IN_SUIT if state.rules.in_suit else EXHAUSTING
    if moves := solve(state, int(budget * (1 - share)), effort):
        return Settled(winnable=True, moves=moves, effort=effort.spent)
    unsettled = False
    for opening in begun:
        until = effort.spent + int(budget * share) // len(begun)
        deal = searched(opening[1])
        way = exhausted(deal, deal.position(spotted(opening[1])), until, effort)
        if way:
            return Settled(winnable=True, moves=_played_over(opening, deal, way), effort=effort.spent)
        unsettled |= way is None
    if unsettled:
        return Settled(winnable=None, effort=effort.spent)
    return Settled(winnable=False, proof=ALL_VISITED, effort=effort.spent)


def _open(state: State) -> list[Opening]:
    """The position itself, or one for each base card that can be chosen; without those that an argument proves lost."""
    openings: list[Opening] = [((), state)]
    if not state.base:
        texts = [f"t{number} f" for number in range(1, CANDIDATES + 1)]
        openings = [((text,), played(state, text)) for text in texts]
    spots = [spotted(then) for _, then in openings]
    frame = frame_of(state.variant)
    return [one for one, spot in zip(openings, spots, strict=True) if not waits_for_itself(frame, spot[2], spot[4])]


def spotted(state: State) -> Spot:
    """A position whose base is chosen, as bytes."""
    frame = frame_of(state.variant)
    return spot_of(frame, state, coded(frame, state.stock, state.base))


def searched(state: State) -> Deal:
    """What a search through a position begins with."""
    spot = spotted(state)
    return Deal(frame_of(state.variant), spot[2], len(spot[3]))


def _ran(beam: Beam, opening: Opening, deal: Deal, budget: int) -> tuple[str, ...]:
    """A won game that a beam finds, as it is typed."""
    way = beam.run(deal.position(spotted(opening[1])), budget)
    return _played_over(opening, deal, way) if way else ()


def _played_over(opening: Opening, deal: Deal, way: list[Position]) -> tuple[str, ...]:
    """The game that goes through these positions, as it is typed."""
    spot = spotted(opening[1])
    steps: list[Step] = []
    for position in way[1:]:
        more, spot = steps_between(deal, spot, position)
        steps += more
    return _typed(opening, steps)


def attempt(opening: Opening, number: int, effort: Effort) -> tuple[str, ...]:
    """A game that is played without looking at the stock, if it is won. Attempt 0 has no whims."""
    dice = Dice(bytes(16), "terrace attempts", number)

    def whim() -> float:
        return WHIM * dice.below(1 << 16) / (1 << 16) if number else 0.0

    score, steps = playout(frame_of(opening[1].variant), spotted(opening[1]), whim, effort)
    return _typed(opening, steps) if score == FULL else ()


def _typed(opening: Opening, steps: list[Step]) -> tuple[str, ...]:
    """A game as it is typed, by playing its steps."""
    texts, state = opening
    for step in steps:
        text = typed(frame_of(state.variant), state, step)
        texts, state = (*texts, text), played(state, text)
    return texts
