"""Duels of programs in a house: played to the end, two games of each deal, whatever one of them does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.base.game import Refused
from core.books.seed_books import BookSeeds
from core.duels.duel import Stage
from core.duels.rules import ABSENT, CLOSED, ILLEGAL, TIMEOUT
from core.public_log.house_leaves import table_opened
from core.public_log.logged_game import leaves_of
from core.records import fold
from core.replay.proof import prove
from core.sessions.arrival.table_access import recall
from core.sessions.at_table.fairness import proof
from core.sessions.duels import participation
from core.sessions.limits import Budget
from core.sessions.lists import statistics
from journal import Damaged, open_journal
from tests.core.house.duelling import a_ring, check_results, illegally, not_at_all, table_of, well
from tests.core.recorded import resealed

SOON = Budget(records_a_minute=10**6, duel_no_show_seconds=1)


async def test_each_deal_is_played_twice_with_the_seats_exchanged_and_rated_never():
    async with a_ring() as ring:
        duel = await ring.until(await ring.order("elixir 2 tables=2"))
        assert sorted(duel.games) == [(pair, game) for pair in (1, 2) for game in (1, 2)]
        await check_results(ring, duel)
        sides = tuple(side.person for side in duel.terms.sides)
        seeds = BookSeeds(bytes.fromhex(duel.secret), 2)
        assert seeds.root == duel.terms.root
        for (pair, number), game in duel.games.items():
            setup = (await table_of(ring, game.table)).setup
            assert setup.reserved == (sides if number == 1 else sides[::-1])
            assert setup.house_seed == seeds[pair - 1]
            assert (await prove(ring.house.service.journal, game.table, duel.terms.root[:32])).noted_book
        await ring.house.service.views.settle()
        assert ring.robo.session is not None
        assert (await statistics.of_own(ring.robo.session)).bot_ratings == {}


async def test_nothing_tells_the_seed_or_the_cards_before_the_other_game_of_the_pair_is_over():
    async with a_ring() as ring:
        id = await ring.order("elixir 1")
        duel = await ring.when(id, lambda duel: (1, 2) in duel.games)
        first = duel.games[1, 1].table
        setup = (await table_of(ring, first)).setup
        secrets = {setup.house_seed.hex(), duel.terms.secret}
        with pytest.raises(Refused, match="still to be played"):
            await recall(ring.anna, first)
        views = [view for one in (ring.robo, ring.berta) for view in one.seen[first]]
        assert all(view.house_seed == "" for view in views)  # type: ignore[attr-defined]
        told = json.dumps([repr((view, proof(view))) for view in views])  # type: ignore[arg-type]
        assert not [secret for secret in secrets if secret in told]
        assert duel.secret == ""
        over = await ring.until(id)
        assert (await recall(ring.anna, first)).outcome is not None
        assert over.secret == over.terms.secret


async def test_program_that_hangs_plays_illegally_or_does_not_come_has_lost_with_the_reason():
    async with a_ring(SOON) as ring:
        for style, comes, reason in (
            (not_at_all, True, TIMEOUT), (illegally, True, ILLEGAL), (well, False, ABSENT),
        ):  # fmt: skip
            ring.berta.style, ring.berta.comes = style, comes
            duel = await ring.until(await ring.order("elixir 1 seconds=2"))
            assert [(one.reason, one.loser, one.points) for one in duel.results] == [(reason, 1, 2)] * 2
            await check_results(ring, duel)


async def test_duel_against_the_computer_is_stopped_by_who_ordered_it_and_its_games_closed():
    async with a_ring() as ring:
        bert = await ring.person("Bert")
        ring.robo.style = not_at_all
        id = await ring.order("elixir 5 seconds=600 tables=2", "Robo computer:easy")
        await ring.when(id, lambda duel: len(duel.under_way) == 2)
        with pytest.raises(Refused, match="Only the person who ordered"):
            await participation.stop(bert, id)
        assert ring.robo.session is not None
        stopped = await participation.stop(ring.robo.session, id)
        assert stopped.stage is Stage.STOPPING
        duel = await ring.until(id)
        assert [one.reason for one in duel.results] == [CLOSED] * 2
        assert duel.score is None
        await check_results(ring, duel)


async def test_next_house_on_the_journal_goes_on_with_a_duel_and_plays_no_game_twice():
    async with open_journal("memory:") as journal:
        async with a_ring(journal=journal) as ring:
            id = await ring.order("elixir 2")
            before = await ring.when(id, lambda duel: len(duel.results) == 1)
        async with a_ring(journal=journal, tokens=ring.tokens) as ring:
            duel = await ring.until(id)
            assert sorted(duel.games) == [(pair, game) for pair in (1, 2) for game in (1, 2)]
            assert all(duel.games[key].table == game.table for key, game in before.games.items())
            assert [one.reason for one in duel.results] == [""] * 4
            await check_results(ring, duel)


async def test_table_of_another_pair_or_duel_than_it_says_is_found_out():
    async with a_ring() as ring:
        duel = await ring.until(await ring.order("elixir 2"))
        stream = fold.stream_of(duel.games[1, 1].table)
        records = await ring.house.service.journal.read(stream)
        data: dict[str, Any] = dict(records[0].data)
        for changed in ({"pair": 2}, {"sealed": {**data["duel"]["sealed"], "root": "0" * 64}}):
            forged = resealed(records, {1: {"data": {**data, "duel": {**data["duel"], **changed}}}})
            with pytest.raises(Damaged, match="not that of pair"):
                fold.verify(stream, forged)
        with pytest.raises(Damaged, match="neither of its seed nor of its duel"):
            fold.verify(stream, records, promised="f" * 32)


async def test_log_of_the_house_says_nothing_of_tables_of_duels():
    async with a_ring() as ring:
        duel = await ring.until(await ring.order("elixir 1"))
        for game in duel.games.values():
            stream = fold.stream_of(game.table)
            records = await ring.house.service.journal.read(stream)
            assert table_opened(stream, records[0]) is None
            with pytest.raises(Refused, match="no log says anything"):
                leaves_of(stream, records)
