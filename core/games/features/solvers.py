"""Solvers: what one is, what it answers for certain about a deal or a position, and which solitaire has one."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from core.base.chance import Dice
from core.base.lazy_import import Imported


class Verdict(Struct, frozen=True):
    """An answer that is never a guess: where the budget was too small, it says that it does not know."""

    known: bool
    """False: the budget ran out before the question was settled; the other fields then mean nothing."""
    winnable: bool = False
    move: str = ""
    """The next move of a solution as a person would type it; empty when there is none to make."""


class Settled(Struct, frozen=True):
    """All that is known of a position whose hidden cards may be looked at."""

    winnable: bool | None
    """None: neither a win nor a proof of loss was found."""
    moves: tuple[str, ...] = ()
    """A won game as it is typed, where the solver gives one."""
    proof: str = ""
    """The kind of proof that it is lost; one of the solver's own words."""
    effort: int = 0
    """Positions that were looked at."""


class Solver(Struct, frozen=True):
    """What can be asked about one solitaire.

    The functions are pure and may take seconds; they are called in a worker process, so they are module-level functions
    and their arguments can be pickled. A budget is the number of positions they may look at.
    """

    judge: Callable[[Any, int], Verdict] | None
    """A view and a budget → whether it can still be won, exactly. None where cards are hidden: an answer
    would tell the player what the view does not."""
    grade: Callable[[Any, int], Verdict]
    """A state before the first move and a budget → whether this deal has been won by a solver or a strong
    player. Not known means that nobody has found a win, not that there is none. Asked by the service only,
    because a state knows the hidden cards."""
    settle: Callable[[Any, int], Settled]
    """A state and a budget → a won game, a proof that there is none, or neither. Asked where nobody plays any more,
    because a state knows the hidden cards."""
    plain: Callable[[Any, Dice], str] | None = None
    """A state before the first move, and dice for what is tried out → how games of a player ended who does not look
    at the stock, each a little different: 1 for won and 0 for lost, the first game first. None where all lies open."""


_TERRACE, _PILEON = "core.games.terrace.solver", "core.games.pileon.solver"
SOLVERS: dict[str, Solver] = {
    "terrace": Solver(
        judge=None,
        grade=Imported(_TERRACE, "grade"),
        settle=Imported(_TERRACE, "settle"),
        plain=Imported(f"{_TERRACE}.plain_player", "plain"),
    ),
    "pileon": Solver(
        judge=Imported(_PILEON, "judge"),
        grade=Imported(_PILEON, "grade"),
        settle=Imported(_PILEON, "settle"),
    ),
}
"""By the name of the game."""
