"""The moves that cost a player most, in a game for two that is over.

Each is judged by the strongest player on the view of the seat that made it, as it was before: what that player could
not know plays no part. All moves are glanced at, and those that look worst are pondered, so it takes a few seconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from core.base.game import Seat, Takeback
from core.base.message import Argument, Message, counted, message
from core.games.features.critics import CRITICS, Critic, Review
from core.replay.history import History
from core.replay.recorded_games import history_of
from core.scheduling.worker_pool import Asker, search
from core.table import MOVES, Move, Planned, Table

if TYPE_CHECKING:
    from core.house.service import Service

MOST = 3
PONDERED = 5
"""How many of those that look worst are looked at closely."""
PIECE = 25
"""Moves that are glanced at in one go: between two of them a search can be ended."""


class Decision(Struct, frozen=True):
    """A move of one's own, and what one saw."""

    number: int
    """Among the moves in force, counted from 1."""
    record: int
    """After which it was made."""
    view: Any
    text: str
    """As it was typed."""


class CostlyMove(Struct, frozen=True):
    """A move that something else would have been better than."""

    decision: Decision
    review: Review


async def decisions(service: Service, id: str, seat: int) -> tuple[Decision, ...]:
    """The moves in force that a seat's own player made, in order. Raises: Damaged."""
    history = await history_of(service, id)
    whole = await service.fold_again(id, len(history))
    return tuple(_decided(history, whole, seat))


def _decided(history: History, whole: Table, seat: int) -> Iterator[Decision]:
    given = {info.seq: info.cause for _, info in history.recorded if info.cause is not None}
    moves = [seq for seq, cause in given.items() if isinstance(cause.command, MOVES)]
    in_force = _in_force(whole, moves)
    for seq in moves:
        match given[seq].command:
            case Move(text, demo=False) | Planned(text) if given[seq].by == seat and seq in in_force:
                view = whole.game.view(history.table(seq - 1).state, Seat(seat))
                yield Decision(history.plays[seq - 1], seq - 1, view, text)


def _in_force(whole: Table, moves: Sequence[int]) -> Collection[int]:
    """Of the moves, each by its first record, those that were not taken back."""
    if whole.game.takeback is Takeback.NEVER and not whole.takes_back_freely:
        return moves  # No past is kept of such a game, and there was nothing to go back to.
    line = [snapshot.seq for snapshot in whole.now.chain()]
    return {moves[bisect_right(moves, last) - 1] for last in line[:-1]}


async def find(game: str, made: Sequence[Decision], *, asker: Asker | None = None) -> tuple[CostlyMove, ...]:
    """The moves that cost most, the costliest first; none where nothing would have been better.

    The work is done in worker processes; to cancel it ends it at once. Raises: Refused for an asker who has no time
    left.
    """
    critic, costs = CRITICS[game], list[float]()
    for start in range(0, len(made), PIECE):
        piece = [(one.view, one.text) for one in made[start : start + PIECE]]
        costs += await search(_glance, critic, piece, asker=asker)
    ranked = sorted(zip(costs, made, strict=True), key=lambda one: one[0], reverse=True)
    found = [
        CostlyMove(one, review)
        for cost, one in ranked[:PONDERED]
        if cost > 0 and (review := await search(critic.ponder, one.view, one.text, asker=asker)) is not None
    ]
    return tuple(sorted(found, key=lambda one: one.review.cost, reverse=True)[:MOST])


def _glance(critic: Critic, piece: Sequence[tuple[Any, str]]) -> list[float]:
    return [critic.glance(view, text) for view, text in piece]


def told(game: str, found: Sequence[CostlyMove]) -> tuple[Message, ...]:
    """The answer: a sentence for each move, and how to see it."""
    player = CRITICS[game].player
    if not found:
        return (message("No move of yours cost much, as {player} sees it from what you could know.", player=player),)
    first = message("The moves that cost most, as {player} sees it from what you could know:", player=player)
    return (first, *map(_line, found))


def _line(one: CostlyMove) -> Message:
    review = one.review
    gaps: dict[str, Argument] = {"number": one.decision.number, "played": review.played, "better": review.better}
    if (points := review.points) is None:
        return message("Move {number}: you chose {played}. Better: {better}.", **gaps)
    said = counted(
        "Move {number}: you chose {played}. Better: {better}, about {n} point more.",
        "Move {number}: you chose {played}. Better: {better}, about {n} points more.",
        points,
    )
    return said.filled(**gaps)
