"""Reporting somebody: whom a name means, and where there is nobody to whom one could report."""

from __future__ import annotations

from core.house.service import Service
from tests.frontends.terminals import open_house


async def no_orders(order: str, by: str) -> tuple[()]:
    """What a house answers its operators."""
    return ()


async def reported(service: Service) -> list[str]:
    """The ids of those who were reported."""
    return [report.reported.person for report in await service.reports.unsettled()]


async def test_nobody_is_reported_where_nobody_else_runs_the_house() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "Nobody runs this house but you." in await anna.told("report Bert shouts")
        assert "report NAME" not in await anna.told("help")


async def test_name_means_who_is_here_or_sits_at_the_table_or_has_registered_it() -> None:
    async with open_house() as house:
        house.service.moderation.orders = no_orders
        live = await house.set_up("elixir", "Anna", "Bert")
        holder = await house.service.directory.holder("Carl")
        anna = await house.seat("Anna", live)
        for name in ("Bert", "Carl"):
            assert "Thank you" in await anna.told(f"report {name} shouts")
        assert await reported(house.service) == [live.table.chairs[1].person, holder.id]
        house.enter("Dora")
        assert "Thank you" in await anna.told("report dora shouts")
        assert len(set(await reported(house.service))) == 3
        assert "That is you" in await anna.told("report Anna shouts")
