"""Programs are called to their games of a duel, and told where a game goes on."""

from __future__ import annotations

from core.duels.rules import ABSENT
from core.sessions.limits import Budget
from tests.core.house.duelling import a_ring, not_at_all

SOON = Budget(records_a_minute=10**6, duel_no_show_seconds=1)


async def test_program_is_called_once_to_each_game_however_many_tables_it_is_at():
    async with a_ring() as ring:
        ring.robo.style = not_at_all
        id = await ring.order("elixir 3 seconds=600 tables=3")
        await ring.when(id, lambda _: len(ring.robo.seen) == len(ring.berta.seen) == 3)
        for one, other in ((ring.robo, "Berta"), (ring.berta, "Robo")):
            calls = [said for said in one.noticed if "invites you" in said]
            assert calls == [f"{other}[bot] invites you to play El-Ixir. Type accept, or decline."] * 3


async def test_where_neither_comes_each_loses_one_game_and_the_duel_is_stopped():
    async with a_ring(SOON) as ring:
        ring.robo.comes = ring.berta.comes = False
        duel = await ring.until(await ring.order("elixir 5"))
        assert [one.reason for one in duel.results] == [ABSENT] * 4
        assert duel.score is not None
        assert (duel.score.wins, duel.score.losses, duel.reason) == (2, 2, "left")
