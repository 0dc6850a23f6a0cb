"""What every room is to a visit, until it says otherwise."""

from __future__ import annotations

import math

from frontends.terminal.picture import Look
from frontends.terminal.terminal import Key
from frontends.visit.destination import Destination
from frontends.visit.room import NOWHERE, Room
from frontends.visit.visit import Visit
from tests.frontends.terminals import open_house


async def test_room_that_says_nothing_shows_a_prompt_and_waits_for_ever() -> None:
    async with open_house() as house:
        rooms: list[Room] = []

        async def errand(visit: Visit) -> Destination | None:
            room = Room(visit)
            rooms.append(room)
            visit.enter(room)
            room.due = 0.0
            room.tick()
            room.note("nobody sees this")
            room.begin_again()
            return None

        anna = house.enter("Anna", errand=errand)
        assert await anna.left() == 0
        (room,) = rooms
        assert (room.due, room.names, room.sitting) == (math.inf, (), None)
        assert (anna.prompt.text, anna.text, anna.on_screen) == ("", "", False)


async def test_nothing_can_be_seen_or_done_before_the_first_room_and_after_the_last() -> None:
    assert await NOWHERE.handle(Key("q")) is None
    assert NOWHERE.picture(None, Look()).text().strip() == ""
    assert NOWHERE.prompt().text == ""
