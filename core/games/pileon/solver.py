"""Whether a position of Pileon can still be won: an exact answer, usually within two milliseconds.

Suits do not matter, so a pile is read as its *runs*, the top one first: so many cards of a rank, and how many
cards are beneath. No move ever makes a new boundary between two runs of a pile, and a game is won once all
boundaries are gone, because piles of one rank each can always be put together. A boundary goes when a pile is
*peeled*: its top run leaves, card by card, for other piles. All other moves only spread the open cards of a rank
otherwise over the piles that show this rank, and can be undone. So as far as winning goes, a position is how
many runs each pile has lost, and a search over peels (39 at most) is a search over everything.

What a peel costs: the open cards of a rank fit on the piles that show it with something else beneath, or they
need a pile of their own (one is enough: a pile holds four, and there are four). A rank *needs* a pile when it has
more open cards than there is room on the others. Piles with boundaries and needed piles are in use; what else is
occupied can be emptied at once. A peel is possible if its rank will not need a pile that it did not need before,
or if a pile is left for it.

A peel is *free* when its rank will need a pile for ever, whatever is uncovered later: then the room that goes with
the peel was of no use, and to uncover a run never adds to the piles in use. Where there is a free peel, no
other one is tried.
"""

from operator import gt

import attrs

from core.base.cards import rank
from core.games.features.solvers import Settled, Verdict
from core.games.pileon import FULL, PILES, Move, Piles, State, View, fitting, run, text

_RANKS = 14
"""Length of lists by rank, which counts from 1."""
_EFFORT = 500
"""Positions looked at for one move in a lost game: a few hundredths of a second."""


def judge(position: View | State, budget: int) -> Verdict:
    """Whether a position can be won, and how to go on."""
    try:
        peels = _Search(position.piles, budget).solve()
    except _OutOfBudgetError:
        return Verdict(known=False)
    if peels is None:
        return Verdict(known=True)
    return Verdict(known=True, winnable=True, move=_typed(position.piles, peels))


grade = judge


def settle(state: State, budget: int) -> Settled:
    """Whether a position can be won, and how hard that was to find out; without the moves, which `judge` gives."""
    search = _Search(state.piles, budget)
    try:
        peels = search.solve()
    except _OutOfBudgetError:
        return Settled(winnable=None, effort=budget)
    proof = "" if peels is not None else "search"
    return Settled(winnable=peels is not None, proof=proof, effort=budget - search.budget)


def effort(view: View) -> str:
    """A move that gets on with a lost position, as it is typed; empty when there is none.

    It is a step towards the most ranks that a short search can put together. Made again and again it comes to
    an end, because it never undoes anything.
    """
    _, peels = _Search(view.piles, _EFFORT).most()
    return _typed(view.piles, peels)


class _OutOfBudgetError(Exception):
    """More positions would have to be looked at than was allowed."""


@attrs.frozen
class _Run:
    rank: int
    count: int
    beneath: int
    """Cards of the pile under the run."""
    room: int
    """Cards of the rank that the pile can hold while it keeps what is beneath; 0 when nothing is beneath."""


def _runs(pile: tuple[str, ...]) -> tuple[_Run, ...]:
    """From the top down."""
    runs = []
    while pile:
        count, beneath = run(pile), len(pile) - run(pile)
        runs.append(_Run(rank(pile[-1]), count, beneath, FULL - beneath if beneath else 0))
        pile = pile[:beneath]
    return tuple(runs)


class _Search:
    """A position that is peeled and put together again in place while a solution is looked for.

    Which peels are tried in which order depends only on what no rearrangement changes, so that after a part of a
    peel has been made the same peel is found again.
    """

    def __init__(self, piles: Piles, budget: int) -> None:
        self.budget = budget
        self.piles = tuple(_runs(pile) for pile in piles)
        self.level = [0] * len(piles)
        self.open = [0] * _RANKS
        """By rank: its cards that lie on top or have been peeled off."""
        self.room = [0] * _RANKS
        """By rank: cards that the piles can hold which show it with something beneath."""
        self.later = [0] * _RANKS
        """By rank: how much more room than cards its covered runs will bring at most."""
        self.walls = 0
        """Piles with boundaries."""
        self.key = 0
        """The levels as one number."""
        self.seen: set[int] = set()
        for top, *covered in filter(None, self.piles):
            self.open[top.rank] += top.count
            self.room[top.rank] += top.room
            self.walls += bool(covered)
            for below in covered[:-1]:
                self.later[below.rank] += below.room - below.count

    def solve(self) -> list[int] | None:
        """The piles to peel, one after the other, as indices from 0; None when no order leads to a win."""
        if not self.walls:
            return []
        if self.key in self.seen:
            return None
        self.budget -= 1
        if self.budget < 0:
            raise _OutOfBudgetError
        for index in self.choices():
            self.peel(index)
            if (rest := self.solve()) is not None:
                return [index, *rest]
            self.put_back(index)
        self.seen.add(self.key)
        return None

    def most(self) -> tuple[tuple[int, int], list[int]]:
        """The most ranks that can be put together, minus the piles with boundaries left then, and the peels.

        The best that is found within the budget.
        """
        best = (sum(self.open[n] == FULL and not self.room[n] for n in range(_RANKS)), -self.walls)
        peels: list[int] = []
        self.seen.add(self.key)
        for index in self.choices():
            self.peel(index)
            self.budget -= 1
            if self.key not in self.seen and self.budget >= 0:
                reached, rest = self.most()
                if reached > best:
                    best, peels = reached, [index, *rest]
            self.put_back(index)
        return best, peels

    def choices(self) -> list[int]:
        """The piles that can be peeled, the cheapest first; only one if its peel is free."""
        used = self.walls + sum(map(gt, self.open, self.room))
        possible = []
        for index, runs in enumerate(self.piles):
            level = self.level[index]
            if level + 1 >= len(runs):
                continue
            top = runs[level]
            lacking = self.open[top.rank] - self.room[top.rank]
            if lacking > self.later[top.rank]:
                return [index]
            cost = lacking <= 0 < lacking + top.room
            if used + cost <= PILES:
                possible.append((cost - self._gain(runs[level + 1]), index))
        return [index for _, index in sorted(possible)]

    def _gain(self, uncovered: _Run) -> int:
        """How many piles fewer are in use when this run comes to light."""
        lacking = self.open[uncovered.rank] - self.room[uncovered.rank]
        without = lacking + uncovered.count - uncovered.room
        return (lacking > 0) - (without > 0) + (not uncovered.beneath)

    def peel(self, index: int) -> None:
        """Take the top run off a pile."""
        level = self.level[index]
        gone, top = self.piles[index][level : level + 2]
        self.level[index] += 1
        self.key += 1 << 2 * index
        self.room[gone.rank] -= gone.room
        self.open[top.rank] += top.count
        self.room[top.rank] += top.room
        if top.beneath:
            self.later[top.rank] -= top.room - top.count
        else:
            self.walls -= 1

    def put_back(self, index: int) -> None:
        """Undo a peel."""
        self.level[index] -= 1
        level = self.level[index]
        back, top = self.piles[index][level : level + 2]
        self.key -= 1 << 2 * index
        self.room[back.rank] += back.room
        self.open[top.rank] -= top.count
        self.room[top.rank] -= top.room
        if top.beneath:
            self.later[top.rank] += top.room - top.count
        else:
            self.walls += 1


def _typed(piles: Piles, peels: list[int]) -> str:
    """The next move towards the first of these peels, or towards the end when there is none."""
    move = _gather(piles)
    if move is None and peels:
        move = _peel_move(piles, peels[0] + 1) or _vacate(piles)
    return text(move) if move else ""


def _gather(piles: Piles) -> Move | None:
    """Put two piles of the same single rank together."""
    whole = [number for number, pile in enumerate(piles, 1) if pile and run(pile) == len(pile) < FULL]
    for source in whole:
        for target in whole:
            if fitting(piles, source, target) == len(piles[source - 1]) <= len(piles[target - 1]):
                return Move(source, target, len(piles[source - 1]))
    return None


def _peel_move(piles: Piles, source: int) -> Move | None:
    """A move of the top run onto its own rank, card by card where there is no better way, or onto a free pile."""
    count = run(piles[source - 1])
    own = [number for number in _takers(piles, source) if piles[number - 1]]
    target = max(own, key=lambda number: (_is_whole(piles[number - 1]), fitting(piles, source, number)), default=0)
    if sum(fitting(piles, source, number) for number in own) >= count:
        return Move(source, target, fitting(piles, source, target))
    free = next((number for number, pile in enumerate(piles, 1) if not pile), None)
    return Move(source, free, count) if free else None


def _vacate(piles: Piles) -> Move | None:
    """Move a pile of one rank, or the first part of it, onto piles that show this rank."""
    for source, pile in enumerate(piles, 1):
        takers = _takers(piles, source) if pile and _is_whole(pile) else []
        if sum(fitting(piles, source, number) for number in takers) >= len(pile) > 0:
            target = max(takers, key=lambda number: fitting(piles, source, number))
            return Move(source, target, fitting(piles, source, target))
    return None


def _takers(piles: Piles, source: int) -> list[int]:
    return [number for number in range(1, PILES + 1) if fitting(piles, source, number)]


def _is_whole(pile: tuple[str, ...]) -> bool:
    return run(pile) == len(pile)
