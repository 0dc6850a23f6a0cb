"""Duels between programs of a few lines: paired, repeatable, and in the journal."""

from __future__ import annotations

from core.duels.score import score_of
from core.records import fold
from tests.frontends.programs.duel import players
from tests.frontends.programs.duel.duels import facts, open_house, played


async def test_both_games_of_a_pair_have_the_same_chance_and_the_seats_exchanged() -> None:
    async with open_house() as service:
        first, second = await played(service, players.FIRST, players.FIRST)
        # Both are the same player, so what one has won from a seat the other wins from it.
        assert (first.points + second.points, (first.lead or 0) + (second.lead or 0)) == (2, 0)
        assert first.reason == second.reason == ""
        for result in (first, second):
            async with service.table(result.table, attended=False) as live:
                setup, names = live.table.setup, [live.service.directory.name(one.person) for one in live.table.chairs]
                assert setup.duel is not None
                assert (setup.duel.id, setup.duel.pair, setup.duel.game) == ("duel", 1, result.game)
                assert names == (["A", "B"] if result.game == 1 else ["B", "A"])
        tables = [first.table, second.table]
        seeds = [fold.verify(fold.stream_of(id), await service.journal.read(fold.stream_of(id))).seed for id in tables]
        assert seeds[0] == seeds[1]


async def test_with_one_seed_the_same_games_are_played_whatever_the_number_of_workers() -> None:
    async with open_house() as service:
        one = await played(service, players.RANDOM, players.RANDOM, 3)
        many = await played(service, players.RANDOM, players.RANDOM, 3, workers=3)
        other = await played(service, players.RANDOM, players.RANDOM, 3, workers=3, seed=b"29" * 16)
    assert facts(one) == facts(many)
    assert score_of(one) == score_of(many)
    assert facts(one) != facts(other)
