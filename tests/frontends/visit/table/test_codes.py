"""What is typed to come to a table."""

from __future__ import annotations

from core.games import GAMES
from core.table.opening import Player
from frontends.visit.table import codes
from frontends.visit.table.at_table import AtTable
from tests.frontends.terminals import open_house, quiet


async def test_players_have_a_way_back_and_watchers_none_and_others_a_way_to_join() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await quiet()
        await house.service.directory.introduce("bert", "Bert")
        own = await house.visits[anna].session.identify()
        id = await house.service.open(GAMES["mille"], {}, [Player(own), None], reserved=("", "bert"))
        await anna.told(f"resume {id}")
        async with house.service.table(id, attended=False) as live:
            dora = await house.look_on("Dora", live)
        rooms = [house.visits[one].room for one in (anna, dora)]
        sitting, watching = (room for room in rooms if isinstance(room, AtTable))
        assert (codes.joining(sitting), codes.kept_for(sitting)) == (f"join {id}", "Bert")
        assert codes.back(sitting) == f"resume {sitting.own.code}"
        assert codes.back(watching) == ""
