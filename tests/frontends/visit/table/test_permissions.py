"""Who may do something at a table."""

from __future__ import annotations

from core.sessions.at_table.seat import LOOKING_ON, NOT_YOURS
from core.table import AcceptStandIn, AnswerStandIn, AskStandIn, Resign
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import only_owners, only_players, while_it_is_yours, while_it_runs
from frontends.visit.text import game_over
from tests.core.parlour import submit
from tests.frontends.terminals import House, ListTerminal, open_house, quiet

ALL = (only_players, while_it_runs, only_owners, while_it_is_yours)


def objections(house: House, person: ListTerminal) -> list[object]:
    room = house.visits[person].room
    assert isinstance(room, AtTable)
    return [objection(room) for objection in ALL]


async def test_players_may_watchers_may_not_and_stand_ins_only_what_is_not_the_owners() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna, dora = await house.seat("Anna", live), await house.look_on("Dora", live)
        carl = house.enter("Carl")
        await quiet()
        id = await house.visits[carl].session.identify()
        await submit(live, AskStandIn("", 0, id), 0)
        await submit(live, AnswerStandIn(yes=True), 1)
        await submit(live, AcceptStandIn(0, id), None)
        await carl.told(f"resume {live.id}")
        assert objections(house, anna) == [None] * 4
        assert objections(house, dora) == [LOOKING_ON] * 4
        assert objections(house, carl) == [None, None, NOT_YOURS, NOT_YOURS]
        await submit(live, Resign(), 0)
        await quiet()
        assert objections(house, anna) == [None, game_over.AGAINST_PERSON.in_lines] * 2
