"""What is typed to come to a table."""

from __future__ import annotations

from core.games import GAMES
from core.service import Player
from frontends.visit import ways
from frontends.visit.at_table import AtTable
from tests.frontends.terminals import open_house, quiet


async def test_players_have_a_way_back_and_watchers_none_and_others_a_way_to_join() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await quiet()
        await house.service.directory.introduce("bert", "Bert")
        own = await house.visits[anna].identify()
        id = await house.service.open(GAMES["mille"], {}, [Player(own), None], reserved=("", "bert"))
        await anna.told(f"resume {id}")
        async with house.service.table(id, attended=False) as live:
            dora = await house.look_on("Dora", live)
        rooms = [house.visits[one].room for one in (anna, dora)]
        sitting, watching = (room for room in rooms if isinstance(room, AtTable))
        assert (ways.joining(sitting), ways.kept_for(sitting)) == (f"join {id}", "Bert")
        assert ways.back(sitting) == f"resume {sitting.code}"
        assert ways.back(watching) == ""
