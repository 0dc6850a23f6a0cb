"""Where did I lose it? The last position of a game from which a win was found, and the first that is proved lost.

Once a game is lost it stays lost, so the answer is looked for by halves: a solver settles one position after
another, each a piece of work of its own, and whoever waits can give up between two of them. Where the solver is exact
(Pileon) the two positions follow one another; where it is not (Terrace) there may be others between, of which nothing
is known.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, counted, message
from core.games.features.solvers import SOLVERS, Settled
from core.scheduling.worker_pool import Asker, search
from core.table import Table
from core.table.snapshot import Snapshot

BUDGET = 60_000
"""Positions looked at for each position of the game: a few seconds."""


class Inquiry(Struct, frozen=True):
    """How far the question is answered. Positions of the game are counted from 0, the deal itself."""

    positions: int
    won: int = -1
    """The last one from which a win was found; -1: none was."""
    unknown: tuple[int, int] | None = None
    """The first and the last one after `won` of which the solver could say nothing."""
    lost: int = -1
    """The first one that is proved lost; -1: none is."""
    move: str = ""
    """How the win begins that was found at `won`; empty when the solver does not say."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing is unknown between the two."""
        return self.won + 1 == (self.lost if self.lost >= 0 else self.positions)

    @property
    def next(self) -> int | None:
        """The position to settle next; None when no other would change the answer."""
        end = self.lost if self.lost >= 0 else self.positions
        first, last = self.unknown or (end, end)
        if self.won + 1 < first:
            return (self.won + first) // 2
        return (last + end) // 2 if last + 1 < end else None


def answered(inquiry: Inquiry, at: int, settled: Settled) -> Inquiry:
    """The inquiry after a position was settled."""
    first, last = inquiry.unknown or (at, at)
    match settled.winnable:
        case True:
            unknown = (first, last) if at < first else None
            return replace(inquiry, won=at, unknown=unknown, move=next(iter(settled.moves), ""))
        case False:
            return replace(inquiry, lost=at, unknown=inquiry.unknown if last < at else None)
        case None:
            return replace(inquiry, unknown=(min(first, at), max(last, at)))


def line_in_force(table: Table) -> tuple[Snapshot, ...]:
    """How a game stood from the deal to its last move, without what was taken back.

    The table must hold its whole past: a shortened one is to be folded again first.
    """
    return tuple(table.now.chain())[::-1]


async def look_for(
    game: str,
    states: Sequence[Any],
    budget: int = BUDGET,
    *,
    known: Settled | None = None,
    asker: Asker | None = None,
) -> Inquiry:
    """Where a game was lost. The work is done in worker processes; to cancel it ends it at once.

    `known` is what was found out before about the deal, the first of the states.

    Raises Refused where there is no solver, and for an asker who has no time left.
    """
    solver = SOLVERS.get(game)
    if solver is None:
        raise Refused("Parlour cannot solve this game.")
    inquiry = Inquiry(len(states))
    if known is not None:
        inquiry = answered(inquiry, 0, known)
    while (at := inquiry.next) is not None:
        inquiry = answered(inquiry, at, await search(solver.settle, states[at], budget, asker=asker))
    return inquiry


def way_back(inquiry: Inquiry) -> Message:
    """How many moves to take back from the last position, which is lost, to one from which a win was found."""
    if inquiry.won < 0:
        return message("This deal cannot be won: start another one.")
    n = inquiry.positions - 1 - inquiry.won
    return counted(
        "You cannot win this any more: take back {n} move.", "You cannot win this any more: take back {n} moves.", n
    )


def told(inquiry: Inquiry) -> tuple[Message, ...]:
    """The answer, a sentence for each thing that is known."""
    if inquiry.won == inquiry.positions - 1:
        return (message("You can still win from here."),)
    if inquiry.lost == 0:
        return (message("This deal could not be won at all: that is proved."),)
    return tuple(_parts(inquiry))


def _parts(inquiry: Inquiry) -> Iterator[Message]:
    if inquiry.won < 0:
        yield message("The computer found no way to win this deal, even from the start.")
    elif inquiry.won == 0:
        yield message("Before the first move you could win.")
    else:
        n = inquiry.won
        yield counted("After {n} move you could still win.", "After {n} moves you could still win.", n)
    if inquiry.move:
        yield message("The winning move was {move}.", move=inquiry.move)
    if inquiry.lost > 0 and inquiry.is_exact:
        yield message("Move {number} lost the game: that is proved.", number=inquiry.lost)
    elif inquiry.lost > 0:
        lost = inquiry.lost
        yield message(
            "After move {number} it was lost: that is proved. Nothing is known of the moves between.", number=lost
        )
    else:
        yield message("Nobody knows whether it was lost after that.")
