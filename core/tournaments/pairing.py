"""Who meets whom: by the circle method in a round robin, by who is free in an arena. Pure, and without chance."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str]
"""Two persons by their ids; the first one has the first seat."""


def rounds_needed(count: int) -> int:
    """In how many rounds so many players all meet."""
    return count - 1 + count % 2


def round_robin(players: Sequence[str], number: int) -> tuple[tuple[Pair, ...], str]:
    """The pairs of a round, counted from 1, and who has a bye; empty for nobody.

    Players sit around a circle, of which one place stays and all others move on by one in each round. Of an odd number
    the place that stays is nobody's: who sits opposite has a bye, so each has one before anybody has a second.
    """
    count = len(players) + len(players) % 2
    moved = (number - 1) % max(1, count - 1)
    around = [count - 1, *((place + moved) % (count - 1) for place in range(count - 1))]
    met = [(around[place], around[count - 1 - place]) for place in range(count // 2)]
    pairs = tuple(_seated(players, *pair) for pair in met if max(pair) < len(players))
    bye = next((players[min(pair)] for pair in met if max(pair) >= len(players)), "")
    return pairs, bye


def _seated(players: Sequence[str], one: int, other: int) -> Pair:
    """Two, who begins first: the earlier where their places add up to an odd number. So all begin half of theirs."""
    low, high = sorted((one, other))
    return (players[low], players[high]) if (low + high) % 2 else (players[high], players[low])


def arena(free: Sequence[str], met: Iterable[Pair], points: Mapping[str, int]) -> tuple[Pair, ...]:
    """Pairs of those who are free, who stand in the order in which they entered; `met` are all pairs so far, in order.

    Who has played least comes first, of those who has most points, and meets the next in this order. Two who have just
    met, each of whom has played nobody since, meet again only where nobody else is free. Who began less often begins.
    """
    games, begun, last = _past(met)
    waiting = sorted(free, key=lambda one: (games.get(one, 0), -points.get(one, 0)))
    if len(waiting) % 2:
        waiting = waiting[:-1] if len(waiting) > 3 else _without_rematch(waiting, last)
    found: list[Pair] = []
    while waiting:
        one = waiting.pop(0)
        other = waiting.pop(_choice(one, waiting, last))
        found.append((one, other))
    return tuple(pair if _begins(*pair, begun) else pair[::-1] for pair in found)


def _past(met: Iterable[Pair]) -> tuple[dict[str, int], dict[str, int], dict[str, str]]:
    """By person: games, games begun, and the last opponent."""
    games: dict[str, int] = {}
    begun: dict[str, int] = {}
    last: dict[str, str] = {}
    for first, second in met:
        begun[first] = begun.get(first, 0) + 1
        for one, other in ((first, second), (second, first)):
            games[one], last[one] = games.get(one, 0) + 1, other
    return games, begun, last


def _have_just_met(one: str, other: str, last: Mapping[str, str]) -> bool:
    return last.get(one) == other and last.get(other) == one


def _without_rematch(waiting: list[str], last: Mapping[str, str]) -> list[str]:
    """Of three, or of one, those who play: the first and the next whom they have not just met."""
    one, *others = waiting
    return [one, others[_choice(one, others, last)]] if others else []


def _choice(one: str, others: Sequence[str], last: Mapping[str, str]) -> int:
    """The place of whom somebody meets, so that those who are left need not meet again either."""
    allowed = [place for place, other in enumerate(others) if not _have_just_met(one, other, last)]
    for place in allowed:
        left = [other for at, other in enumerate(others) if at != place]
        if len(left) != 2 or not _have_just_met(left[0], left[1], last):
            return place
    return allowed[0] if allowed else 0


def _begins(one: str, other: str, begun: Mapping[str, int]) -> bool:
    """Whether the first of two begins: who began less often; of two alike the one who did not in their last game."""
    return begun.get(one, 0) <= begun.get(other, 0)
