"""Asking for somebody who plays at one's seat, through bare sessions."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.sessions.arrival import tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table import stand_in
from core.sessions.at_table.seat import seated
from core.table import AnswerStandIn
from tests.core.sessions.houses import open_house


async def test_computer_or_a_person_is_asked_for_and_the_other_player_answers() -> None:
    async with open_house() as house:
        anna, bert, carl = [await house.guest(name) for name in ("Anna", "Bert", "Carl")]
        opened = await tables.open_table(anna, Order("mille", {}, "person"))
        async with seated(anna, opened) as own, seated(bert, await tables.join(bert, opened.id)) as theirs:
            await stand_in.ask_for_computer(own, after=60)
            asked = own.live.table.stand_in_asked
            assert asked is not None
            assert (asked.seat, asked.bot) == (0, "Comp")
            await theirs.submit(AnswerStandIn(yes=False))
            await stand_in.ask_for_person(own, "Carl")
            asked = own.live.table.stand_in_asked
            assert asked is not None
            assert asked.person == carl.visitor.id


async def test_nobody_asks_for_themselves_for_who_is_not_there_or_for_a_level_there_is_not() -> None:
    async with open_house() as house:
        anna, bert = [await house.guest(name) for name in ("Anna", "Bert")]
        opened = await tables.open_table(anna, Order("mille", {}, "person"))
        async with seated(anna, opened) as own, seated(bert, await tables.join(bert, opened.id)):
            with pytest.raises(Refused, match="You already have your seat"):
                await stand_in.ask_for_person(own, "Anna")
            with pytest.raises(Refused, match="Nobody here is called Dora"):
                await stand_in.ask_for_person(own, "Dora")
            with pytest.raises(Refused):
                await stand_in.ask_for_computer(own, "divine")
