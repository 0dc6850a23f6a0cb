"""The ladder of a game as one person sees it."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.games import GAMES
from core.projections.ladder import Rung
from core.sessions.lists.ladder import Ladder, Place, ladder
from core.table.what_counts import Pool
from tests.core.sessions.houses import open_house


def seen_by(own: int) -> Ladder:
    return Ladder(tuple(Place(number, f"p{number}") for number in range(1, 9)), own)


def test_three_above_may_be_challenged_the_nearest_first():
    assert seen_by(6).above == ("p5", "p4", "p3")
    assert seen_by(2).above == ("p1",)
    assert seen_by(1).above == seen_by(0).above == ()


async def test_game_for_one_has_no_ladder_and_one_for_two_an_empty_one():
    async with open_house() as house:
        anna = await house.guest("Anna")
        with pytest.raises(Refused, match="is for one player"):
            await ladder(anna, GAMES["pileon"], {})
        assert await ladder(anna, GAMES["mille"], {}) == Ladder((), 0)


async def test_names_stand_in_the_places_and_who_was_forgotten_is_somebody():
    async with open_house() as house:
        anna = await house.registered("Anna")
        views = house.service.views

        async def rungs(game: str, person: str, limit: int, pool: Pool = Pool.PEOPLE) -> tuple[Rung, ...]:
            return (Rung(1, "gone"), Rung(2, anna.visitor.id))

        views.ladder = rungs  # type: ignore[method-assign]
        await views.settle()
        found = await ladder(anna, GAMES["mille"], {})
        assert found == Ladder((Place(1, "somebody"), Place(2, "Anna")), 2)
        assert found.above == ("somebody",)
