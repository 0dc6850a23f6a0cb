"""Reports through bare sessions: whom a name means, and what goes with it."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.game import Refused
from core.sessions.limits import Budget
from core.sessions.others import reports
from core.sessions.others.reports import MOST_HEARD
from tests.core.sessions.houses import House, open_house


async def no_orders(order: str, by: str) -> tuple[()]:
    """What a house answers its operators."""
    return ()


def run(house: House) -> None:
    """Have somebody run the house."""
    house.service.moderation.orders = no_orders


async def test_report_names_the_person_the_table_and_what_was_heard() -> None:
    async with open_house() as house:
        run(house)
        anna, bert = await house.two_at()
        anna.session.be_at(anna)
        heard = [f"<Bert> {number}" for number in range(MOST_HEARD + 1)]
        number = await reports.report(anna.session, "Bert", " shouts  much ", heard)
        (report,) = await house.service.reports.unsettled()
        told = report.reported
        assert report.number == number
        assert (told.by, told.person) == (anna.session.visitor.id, bert.session.visitor.id)
        assert (told.table, told.text) == (anna.id, "shouts much")
        assert house.service.reports.heard(report) == tuple(heard[1:])


async def test_name_means_who_sits_at_the_table_or_has_registered_it() -> None:
    async with open_house() as house:
        run(house)
        anna, bert = await house.two_at()
        holder = await house.service.directory.holder("Carl")
        anna.session.be_at(anna)
        bert.session.leave()
        for name in ("bert", "Carl"):
            await reports.report(anna.session, name, "x")
        found = [one.reported.person for one in await house.service.reports.unsettled()]
        assert found == [bert.session.visitor.id, holder.id]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("", "x", "Type report, a name"),
        ("Bert", " ", "Type report, a name"),
        ("Anna", "x", "That is you"),
        ("Emil", "x", "Nobody here is called Emil"),
    ],
)
async def test_report_of_nobody_or_of_nothing_is_refused(name: str, text: str, sentence: str) -> None:
    async with open_house() as house:
        run(house)
        anna, _ = await house.guests("Anna", "Bert")
        with pytest.raises(Refused, match=sentence):
            await reports.report(anna, name, text)


async def test_nobody_reports_where_nobody_else_runs_the_house_or_too_often() -> None:
    few: dict[str, Any] = {"reports_an_hour": 1, "people_of_an_address": 1, "addresses_of_a_network": 1}
    async with open_house(Budget(**few)) as house:
        anna, _ = await house.guests("Anna", "Bert")
        with pytest.raises(Refused, match="You run this house yourself"):
            await reports.report(anna, "Bert", "x")
        run(house)
        assert reports.objection(anna) is None
        await reports.report(anna, "Bert", "x")
        with pytest.raises(Refused, match="many reports"):
            await reports.report(anna, "Bert", "x")
