"""Who stands where in a tournament, by its records alone. Pure.

More points come first. Of players with as many, in this order: more points in the games that they played against one
another; more by Sonneborn-Berger, the points of all whom somebody has beaten and half the points of those with whom
they drew; more games won. Who is still alike shares a place.
"""

from collections.abc import Sequence
from itertools import groupby

import attrs

from core.tournaments.tournament import DRAW, WIN, Game, Tournament, points_of, scores


@attrs.frozen
class Standing:
    """Where somebody stands."""

    place: int
    """Counted from 1; several may share one."""
    person: str
    is_in: bool
    points: int
    """In half points, as `direct`."""
    direct: int
    """In the games against those with as many points."""
    berger: int
    """By Sonneborn-Berger, in quarters of a point."""
    won: int
    drawn: int
    lost: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """More is better."""
        return self.points, self.direct, self.berger, self.won


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """All who have entered, the best first; who shares a place, in the order in which they entered."""
    points = points_of(tournament)
    found = [_standing(tournament, one.person, one.is_in, points) for one in tournament.players]
    placed: list[Standing] = []
    for _, alike in groupby(sorted(found, key=lambda one: one.rank, reverse=True), key=lambda one: one.rank):
        place = len(placed) + 1
        placed += [attrs.evolve(one, place=place) for one in alike]
    return tuple(placed)


def _standing(tournament: Tournament, person: str, is_in: bool, points: dict[str, int]) -> Standing:
    rivals = {other for other, scored in points.items() if scored == points[person]}
    own = [(game, *_sides(game, person)) for game in tournament.games if game.points and person in game.persons]
    got = [scored for _, _, scored in own]
    return Standing(
        0, person, is_in, points[person],
        direct=sum(scored for _, other, scored in own if other in rivals),
        berger=sum(points.get(other, 0) * scored for _, other, scored in own),
        won=got.count(WIN), drawn=got.count(DRAW), lost=got.count(0),
    )  # fmt: skip


def _sides(game: Game, person: str) -> tuple[str, int]:
    """The opponent of somebody in a game that is over, and what they got themselves."""
    (one, own), (other, theirs) = scores((game,))
    return (other, own) if one == person else (one, theirs)


def shown_points(half: int) -> str:
    """Half points as people read them: "2.5"."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)


def winners(table: Sequence[Standing]) -> tuple[str, ...]:
    """The ids of those who share the first place."""
    return tuple(one.person for one in table if one.place == 1)
