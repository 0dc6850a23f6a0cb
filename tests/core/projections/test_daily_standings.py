"""Results of a deal of the day are those that the rules decide, whatever the records say."""

from __future__ import annotations

from datetime import UTC, date, datetime

from core.base.message import english
from core.games import GAMES
from core.games.deals.daily import daily_deal
from core.house.service import Service, open_service
from core.projections.daily_standings import show, standings
from core.table import Resign
from journal import open_journal
from tests.core.parlour import ANNA, a_service, move, submit
from tests.core.recorded import resealed


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
