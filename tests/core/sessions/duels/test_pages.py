"""What people are shown of duels."""

from __future__ import annotations

from core.sessions.duels import pages, participation
from tests.core.house.duelling import a_ring, not_at_all


async def test_duel_is_listed_and_has_a_page_with_names():
    async with a_ring() as ring:
        ring.robo.style = not_at_all
        id = await ring.order("elixir 1 seconds=600", "Robo computer:easy")
        await ring.house.service.views.settle()
        (found,) = (await pages.listing(ring.anna)).open
        assert (found.id, found.pairs) == (id, 1)
        page = await pages.page(ring.anna, id)
        assert [page.side(side) for side in page.duel.terms.sides] == ["Robo[bot]", "computer:easy"]
        assert (page.name(page.duel.terms.by), page.score) == ("Anna", None)
        await participation.stop(ring.anna, id)
        await ring.until(id)
        await ring.house.service.views.settle()
        listing = await pages.listing(ring.anna)
        assert (listing.open, [one.reason for one in listing.past]) == ((), ["person"])
