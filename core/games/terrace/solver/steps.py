"""The way that a beam found as steps on the table, with the exchanges of tops that it left out."""

from collections.abc import Iterator

from core.games.terrace.solver.packed_board import RESERVE, UP, WASTE, Spot, Step, carry, closed, deal, distances
from core.games.terrace.solver.planning import DEAL
from core.games.terrace.solver.positions import Deal, Position


def steps_between(dealt: Deal, spot: Spot, goal: Position) -> tuple[list[Step], Spot]:
    """The steps from a spot to one that stands for the position that follows, and that spot.

    Cards move between columns until one step more leads to the goal. Raises ValueError when nothing does.
    """
    ways: dict[Spot, list[Step]] = {spot: []}
    waiting = [spot]
    for now in waiting:
        for step, then in _steps(dealt, now):
            if then in ways:
                continue
            if dealt.position(then) == goal:
                return [*ways[now], step], then
            if isinstance(step[0], bytes) and isinstance(step[1], bytes):
                ways[then] = [*ways[now], step]
                waiting.append(then)
    raise ValueError("no steps lead there")


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
            if cards and (column[-1] in frame.parents[cards[-1]] if column else source == WASTE):
                yield (source, column), carry(frame, spot, (source, column))
