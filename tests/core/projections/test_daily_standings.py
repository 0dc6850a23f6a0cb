"""Results of a deal of the day are those that the rules decide, whatever the records say."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import attrs
import pytest
from msgspec.structs import replace

from core.base.durations import DAY
from core.base.message import english
from core.books.daily_chains import day_at
from core.books.daily_chains_service import chains_of
from core.games import GAMES
from core.games.deals.daily import DailyResult, daily_deal, deal_of, rank
from core.house.service import Service, open_service
from core.projections.daily_standings import days_won, show, standings
from core.records import codec
from core.replay.proof import prove
from core.table import Resign
from core.table.opening import Player
from journal import Damaged, Draft, open_journal, seal
from tests.archive.recorder import chain_made_for
from tests.archive.scenes import SCENES
from tests.clock import BEGIN
from tests.core.parlour import ANNA, BERT, a_service, move, submit
from tests.core.recorded import resealed

PILEON = GAMES["pileon"]


def today(service: Service) -> date:
    return datetime.fromtimestamp(service.now(), UTC).date()


async def test_result_that_the_rules_do_not_decide_is_left_out_and_said_to_be():
    async with a_service() as service:
        day = today(service)
        id = await service.open(GAMES["pileon"], {}, [ANNA], deal=daily_deal("pileon", day))
        async with service.table(id) as live:
            await move(live, 2)
            await submit(live, Resign(), 0)
        records = await service.records(id)
        await service.views.settle()
        honest = await standings(service, "pileon", day)
    last = records[-1]
    forged = resealed(records, {last.seq: {"data": {**last.data, "reason": "won", "winners": [0]}}})
    async with open_journal("memory:") as journal:
        await journal.append(f"table/{id}", 0, forged)
        async with open_service(journal) as other:
            await other.views.settle()
            found = await standings(other, "pileon", day)
    assert [(result.moves, result.won) for _, result in honest.results] == [(2, False)]
    assert (found.results, found.playing, found.unproved) == ((), 0, 1)
    assert english(show(found)[-1]) == "1 result cannot be proved."


class Clock:
    """Time that a test sets."""

    now = BEGIN

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


async def given_up(service: Service, player: Player, deal: int) -> str:
    """A game of a deal, given up after a move."""
    id = await service.open(PILEON, {}, [player], deal=deal)
    async with service.table(id) as live:
        await move(live)
        await submit(live, Resign(), 0)
    return id


async def sealed_deal(service: Service, day: date) -> int:
    """What nobody can know before: the number of a day to come, read where the house keeps its secrets."""
    return deal_of("pileon", day, (await chains_of(service.journal)).of(day))


async def test_who_had_played_the_number_before_the_day_is_named_below_all_others() -> None:
    clock = Clock()
    async with a_service(now=clock) as service:
        await service.dailies.seal()
        tomorrow = today(service) + timedelta(1)
        deal = await sealed_deal(service, tomorrow)
        assert deal != daily_deal("pileon", tomorrow)
        await given_up(service, ANNA, deal)
        await given_up(service, Player("carl"), deal + 1)
        clock.now += DAY
        tables = [await given_up(service, player, deal) for player in (ANNA, BERT, Player("carl"))]
        assert [(await service.fold_again(id, 1)).setup.daily for id in tables] == [
            await service.dailies.day(tomorrow)
        ] * 3
        await service.views.settle()
        found = await standings(service, "pileon", tomorrow)
        assert [result.was_known for _, result in found.results] == [False, False, True]
        assert english(show(found)[0]) == f"pileon, deal {deal} of {tomorrow}:"
        assert english(show(found)[3]).endswith("no help, had played it before")


async def test_computer_comes_after_who_had_played_it_before() -> None:
    result = DailyResult("Pileon", date(2026, 11, 27), 7, True, 52, 52, 98, 60.0, 0)
    known, shown = replace(result, was_known=True), replace(result, by_computer=True)
    lost = replace(result, won=False, score=3)
    assert sorted([shown, known, lost, result], key=rank) == [result, lost, known, shown]


async def test_deal_of_the_open_formula_is_no_deal_of_a_sealed_day() -> None:
    clock = Clock()
    async with a_service(now=clock) as service:
        await given_up(service, ANNA, daily_deal("pileon", today(service)))
        await service.dailies.seal()
        first = today(service)
        clock.now += DAY
        id = await given_up(service, ANNA, daily_deal("pileon", today(service)))
        assert (await service.fold_again(id, 1)).setup.daily is None
        await service.views.settle()
        assert (await standings(service, "pileon", today(service))).results == ()
        assert len((await standings(service, "pileon", first)).results) == 1


async def test_house_whose_sealed_days_are_damaged_still_opens_tables() -> None:
    async with a_service() as service:
        wrong = Draft("daily.revealed", {"day": "2026-11-27", "secret": "00" * 32})
        await service.journal.append("daily", 0, seal(None, [wrong], "2026-11-20T20:15:03.120Z"))
        id = await given_up(service, ANNA, 7)
        assert (await service.fold_again(id, 1)).setup.daily is None


async def test_sealed_day_that_was_won_counts_where_it_was_sealed_so_and_nowhere_else() -> None:
    won = SCENES["pileon-sealed-day-finished"]()
    day, person = day_at(won.table.opened_at), won.table.chairs[0].person
    for chain in (chain_made_for("pileon6"), chain_made_for("another"), None):
        async with open_journal("memory:") as journal:
            if chain is not None:
                await journal.append("daily", 0, seal(None, [codec.encode(chain)], won.records[0].at))
            await journal.append(f"table/{won.id}", 0, won.records)
            async with open_service(journal, now=lambda: won.table.at + 60) as service:
                await service.views.settle()
                assert (await days_won(service, "pileon", person) == (day,)) == (chain == chain_made_for("pileon6"))
                found = await standings(service, "pileon", day)
                assert [result.won for _, result in found.results] == [True] * (chain == chain_made_for("pileon6"))
                assert (await prove(journal, won.id)).is_in_journal == (chain == chain_made_for("pileon6"))


async def test_journal_whose_chain_has_another_secret_for_that_day_is_found() -> None:
    """Given a table of a chain with the beacon of the journal's, but another first day."""
    won = SCENES["pileon-sealed-day-finished"]()
    chain = chain_made_for("pileon6")
    later = attrs.evolve(chain, first=(date.fromisoformat(chain.first) + timedelta(1)).isoformat())
    async with open_journal("memory:") as journal:
        await journal.append("daily", 0, seal(None, [codec.encode(later)], won.records[0].at))
        await journal.append(f"table/{won.id}", 0, won.records)
        with pytest.raises(Damaged, match="has another secret in this journal"):
            await prove(journal, won.id)
