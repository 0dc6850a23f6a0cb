"""Who is told of a duel: those who are asked, whenever they come; at the end all whom it concerns."""

from __future__ import annotations

from core.duels.duel import Stage
from core.moderation.bans import Kind, Muted, Subject
from core.sessions.duels import participation
from core.sessions.session import Session
from tests.core.house.duelling import Ring, a_ring, not_at_all
from tests.core.sessions.houses import Ears


def told(session: Session | None) -> list[str]:
    assert session is not None
    assert isinstance(session.audience, Ears)
    return [said for said in session.audience.noticed if "uel" in said]


async def asked(ring: Ring) -> tuple[Session, str]:
    """Bert wants a duel of his program against Anna's. Returns: him, and its id."""
    bert = await ring.person("Bert")
    await ring.bot(bert, "Carl", not_at_all)
    return bert, await ring.order("elixir 1", "Carl Robo", by=bert)


async def test_owner_and_program_are_asked_once_and_all_are_told_the_end():
    async with a_ring() as ring:
        bert, id = await asked(ring)
        await ring.house.service.views.settle()
        while not told(ring.anna):
            await ring.when(id, lambda _: True)
        said = f"Bert invites Robo[bot] to duel {id} with Carl[bot]: El-Ixir, 1 pair. To agree: duel agree {id}"
        assert (told(ring.anna), told(ring.robo.session), told(bert)) == ([said], [said], [])
        await participation.decline(ring.anna, id)
        duel = await ring.until(id)
        assert (duel.stage, duel.games) == (Stage.OVER, {})
        over = f"Duel {id} was stopped. To see what was played: duel {id}"
        while not told(bert):
            await ring.when(id, lambda _: True)
        assert (told(bert), told(ring.anna)) == ([over], [said, over])


async def test_nobody_hears_what_somebody_wants_who_was_muted_quietly():
    async with a_ring() as ring:
        bert = await ring.person("Bert")
        await ring.house.service.moderation.open(lambda _: None)
        muted = Muted(Subject(Kind.PERSON, bert.visitor.id), 0, "shell:root", quiet=True)
        await ring.house.service.moderation.record(muted)
        await ring.bot(bert, "Carl")
        id = await ring.order("elixir 1", "Carl Robo", by=bert)
        await participation.stop(bert, id)
        await ring.until(id)
        assert [said for said in told(ring.anna) if "invites" in said] == []
