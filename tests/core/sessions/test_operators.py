"""Orders of marked persons, through bare sessions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions import operators
from tests.core.sessions.houses import open_house


async def test_orders_are_taken_of_marked_persons_in_a_house_that_takes_any() -> None:
    async with open_house() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        office, taken = house.service.moderation, list[tuple[str, str]]()

        async def take(words: str, by: str) -> Sequence[Message]:
            taken.append((words, by))
            return (message("Done."),)

        office.rulings = replace(office.rulings, admins=frozenset({await anna.identify()}))
        for one in (anna, bert):
            assert not operators.may_order(one)
            with pytest.raises(Refused, match="Only people chosen by the operator"):
                await operators.order(one, "who")
        office.orders = take
        assert (operators.may_order(anna), operators.may_order(bert)) == (True, False)
        with pytest.raises(Refused, match="Only people chosen by the operator"):
            await operators.order(bert, "who")
        assert await operators.order(anna, "who") == (message("Done."),)
        assert taken == [("who", f"person:{anna.visitor.id}")]
