"""Who is in the house, where and how long idle, a page at a time; and reporting somebody: whom a name means."""

from __future__ import annotations

from core.house.service import Service
from core.presence.roster import Present
from core.sessions.others.company import PAGE
from tests.core.somebody import Hearer
from tests.frontends.terminals import ListTerminal, open_house


async def asked(person: ListTerminal, line: str = "who") -> list[str]:
    return (await person.told(line)).rstrip("\n").split("\n")


async def test_everybody_is_listed_with_where_they_are_and_how_long_idle() -> None:
    now = 1000.0
    async with open_house(now=lambda: now) as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = house.enter("Carl")
        await carl.told()
        anna, dora = await house.seat("Anna", live), await house.look_on("Dora", live)
        now += 300
        await anna.told("turn")
        assert await asked(carl) == [
            "3 people are here.",
            "~Carl: in the lobby",
            f"~Anna: plays El-Ixir at table {live.id}",
            f"~Dora: watches El-Ixir at table {live.id}, idle for 5 minutes",
        ]
        assert await asked(dora, "who ANNA") == [
            "1 person is here.",
            f"~Anna: plays El-Ixir at table {live.id}",
        ]
        assert await asked(carl, "who Emil") == ["Nobody here is called Emil. To see who is here: who"]


async def test_crowd_is_listed_a_page_at_a_time() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told()
        for number in range(2 * PAGE):
            house.service.presence.come(Present(f"Bert{number}", Hearer(), house.service.now()))
        first, third = await asked(anna), await asked(anna, "who 3")
        assert (first[0], first[-1], len(first)) == (
            f"{2 * PAGE + 1} people are here.",
            "For more: who 2",
            PAGE + 2,
        )
        assert third[1].startswith(f"Bert{2 * PAGE - 1}: in the lobby, idle for ")
        assert await asked(anna, "who 4") == ["There is no page 4."]
        assert await asked(anna, "who 0") == ["Type who, who and a page number, or who and a name."]


async def test_who_waits_is_told_on_request_where_the_other_is() -> None:
    now = 1000.0
    async with open_house(now=lambda: now) as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live)
        assert await bert.told("turn") == "Now: Anna to move. Anna is not at the table.\n"
        anna = await house.seat("Anna", live)
        assert await bert.told("turn") == "Now: Anna to move.\n"
        now += 600
        assert await bert.told("turn") == "Now: Anna to move. Anna has been idle for 10 minutes.\n"
        assert "Anna has been idle for 10 minutes." in await bert.told("table")
        await anna.told("turn")
        assert await bert.told("turn") == "Now: Anna to move.\n"


async def no_orders(order: str, by: str) -> tuple[()]:
    """What a house answers its operators."""
    return ()


async def reported(service: Service) -> list[str]:
    """The ids of those who were reported."""
    return [report.reported.person for report in await service.reports.unsettled()]


async def test_nobody_is_reported_where_nobody_else_runs_the_house() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert "You run this house yourself, so there is nobody to report to." in await anna.told("report Bert shouts")
        assert "report NAME" not in await anna.told("help people")


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
