"""Tables at which nobody has begun to play are closed after a while, and no others."""

from __future__ import annotations

from core.games import GAMES
from core.house.idle_tables import UNBEGUN, UNBEGUN_SLOW, close_due
from core.house.service import Service, open_service
from core.presence.roster import Present
from core.projections import TableState
from core.table.opening import Player
from journal import open_journal
from tests.core.somebody import Hearer


async def waiting(service: Service, *, reserved: tuple[str, ...] = (), other: Player | None = None) -> str:
    id = await service.open(GAMES["elixir"], {}, [Player("anna"), other], reserved=reserved)
    await service.views.settle()
    return id


async def state(service: Service, id: str) -> TableState:
    await service.views.settle()
    found = await service.views.table(id)
    assert found is not None
    return found.state


async def test_table_is_closed_when_it_has_waited_long_enough_and_nobody_is_there() -> None:
    now = 1000.0
    async with open_journal("memory:") as journal, open_service(journal, now=lambda: now) as service:
        left, kept = await waiting(service), await waiting(service, reserved=("", "bert"))
        there, begun = await waiting(service), await waiting(service, other=Player("bert"))
        anna = Present("Anna", Hearer(), now)
        service.presence.come(anna)
        service.presence.change(anna, name="Anna", person="anna", is_guest=False, table=there, seats=(0,))
        now += UNBEGUN - 1
        await close_due(service)
        assert await state(service, left) is TableState.WAITING
        now += 1
        await close_due(service)
        states = [await state(service, id) for id in (left, kept, there, begun)]
        assert states == [TableState.ENDED, TableState.WAITING, TableState.WAITING, TableState.RUNNING]
        now += UNBEGUN_SLOW
        await close_due(service)
        assert await state(service, kept) is TableState.ENDED
