"""The way that a beam found as steps on the table, with the exchanges of tops that it left out."""

from __future__ import annotations

from collections.abc import Iterator

from core.games.terrace.solver.packed_board import RESERVE, UP, WASTE, Spot, Step, carry, closed, deal, distances
from core.games.terrace.solver.planning import DEAL
from core.games.terrace.solver.positions import Deal, Position


def steps_between(dealt: Deal, spot: Spot, goal: Position) -> tuple[tuple[Step, ...], Spot]:
    """The steps from a spot to one that stands for the position that follows, and that spot.

    Cards move between columns until one step more leads to the goal. Raises ValueError when nothing does.
    """
    before: dict[Spot, tuple[Spot, Step] | None] = {spot: None}
    waiting = [spot]
    for now in waiting:
        for step, then in _steps(dealt, now):
            reached = dealt.position(then) == goal
            if then not in before and (reached or _is_between_columns(step)):
                before[then] = now, step
                waiting.append(then)
                if reached:
                    return _way(before, then), then
    raise ValueError("no steps lead there")


def _way(before: dict[Spot, tuple[Spot, Step] | None], spot: Spot) -> tuple[Step, ...]:
    way: list[Step] = []
    while last := before[spot]:
        spot = last[0]
        way.append(last[1])
    return tuple(reversed(way))


def _is_between_columns(step: Step) -> bool:
    return isinstance(step[0], bytes) and isinstance(step[1], bytes)


def _steps(dealt: Deal, spot: Spot) -> Iterator[tuple[Step, Spot]]:
    """Every step that the rules allow, and where it leads: moves between columns last."""
    frame = dealt.frame
    _, waste, reserve, columns, up, _, _ = spot
    far = distances(up)
    if not closed(frame, spot):
        yield DEAL, deal(spot)
    ends: list[tuple[str | bytes, bytes]] = [(RESERVE, reserve), (WASTE, waste)]
    ends += [(column, column) for column in dict.fromkeys(columns)]
    for source, cards in ends:
        if cards and not far[cards[-1]]:
            yield (source, UP), carry(frame, spot, (source, UP))
    for source, cards in ends[1:]:
        for column in dict.fromkeys(columns):
            fits = column[-1] in frame.parents[cards[-1]] if column and cards else bool(cards) and source == WASTE
            if fits:
                yield (source, column), carry(frame, spot, (source, column))
