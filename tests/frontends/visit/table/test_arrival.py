"""Coming to tables: opening one, joining, watching, coming back, at home, and going on from a save."""

from __future__ import annotations

import re

import pytest

from core.base.game import Seat
from core.games import GAMES
from core.games.features.bots import BOTS
from core.sessions.arrival import resumption, table_access
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import TableRef
from core.table.opening import Player
from frontends.visit.destination import Destination, ToReplay
from frontends.visit.table import arrival
from frontends.visit.visit import Visit
from frontends.visit.visit_loop import Errand
from tests.core.parlour import move
from tests.frontends.terminals import COMP, open_house


def going_on(id: str, *, all_seats: bool = False) -> Errand:
    """What `parlour play --table ID` comes for."""

    async def errand(visit: Visit) -> Destination:
        return await resumption.go_on(visit.session, id, all_seats=all_seats, luck="")

    return errand


async def test_table_is_opened_joined_watched_and_come_back_to() -> None:
    async with open_house() as house:
        anna, bert, carl = house.enter("Anna"), house.enter("Bert"), house.enter("Carl")
        await anna.told("new elixir person")
        id = await house.only_table()
        assert f"type: join {id}" in " ".join(anna.text.split())
        await bert.told(f"join {id} luck=hare")
        await carl.told(f"watch {id}")
        assert (anna.prompt.text, bert.prompt.text, carl.prompt.text) == ("your move> ", "waiting> ", "watching> ")
        assert await carl.told("quit", f"join {id}") != ""
        assert carl.text.endswith(f"Table {id} has no free seat. To watch: watch {id}\n")
        code = bert.text.partition("resume ")[2].split()[0]
        bert.hang_up()
        again = house.enter()
        await again.told(f"resume {code}")
        assert again.prompt.text == "waiting> "
        assert 'Luck after the number: you "hare".' in await again.told("fair")


async def test_one_person_has_one_name_everywhere() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new mille")
        told = await anna.told("p", "d 1", "table", "fair", "talk", "last", "board")
        name = BOTS["mille"].name
        assert name in told
        for other in ("Player 2", "Opponent", "opponent", "Seat 1", "Seat 2", "Player 1"):
            assert other not in told + anna.prompt.toolbar


@pytest.mark.parametrize("game", ["elixir", "mille"])
@pytest.mark.parametrize("screen", [False, True])
async def test_nobody_is_a_number_where_they_have_a_name(game: str, screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up(game, "Anna", "Bert")
        person = await house.look_on("Carl", live, screen=screen)
        for _ in range(6):
            await move(live)
            for other in ("Player 2", "Opponent", "opponent", "Seat 1", "Seat 2", "Player 1"):
                assert other not in person.words
        assert "Anna" in person.words
        assert "Bert" in person.words


@pytest.mark.parametrize(("name", "prompt"), [("Anna", "your move> "), ("Bert", "waiting> "), ("Carl", "")])
async def test_at_home_people_are_known_by_their_names(name: str, prompt: str) -> None:
    async with open_house() as house:
        players = [Player((await house.service.directory.holder(who)).id) for who in ("Anna", "Bert")]
        id = await house.service.open(GAMES["elixir"], {}, players)
        person = house.enter(name, errand=going_on(id), has_files=True)
        await person.told()
        assert person.prompt.text.startswith(prompt)
        if not prompt:
            assert person.text.startswith(f"Table {id} has no free seat")
            assert await person.left() == 1


async def test_at_home_somebody_of_another_name_takes_the_free_seat_and_sees_no_hand() -> None:
    async with open_house() as house:
        order = Order("mille", {}, "person")
        anna = house.enter("Anna", errand=lambda visit: arrival.open_table(visit, order), has_files=True)
        await anna.told()
        id = await house.only_table()
        bob = house.enter("Bob", errand=going_on(id), has_files=True)
        await bob.told()
        async with house.service.table(id, attended=False) as live:
            assert live.names == ("Anna", "Bob")
            own = live.view(Seat(1)).view.hands
            assert own[0] is None
        assert bob.prompt.text == "waiting> "
        assert anna.prompt.text == "your move> "


async def test_at_home_a_game_that_one_person_plays_is_whoever_is_there() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        bob = house.enter("Bob", errand=going_on(live.id), has_files=True)
        await bob.told()
        assert bob.prompt.text == "your move> "


async def test_both_seats_are_come_back_to_with_one_code() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        await anna.told("new elixir hotseat", "roll")
        await anna.told("quit", "y", "resume")
        assert anna.prompt.text == "your move> "
        await anna.told(anna.prompt.words[0])
        assert anna.prompt.text == "your move> "
        assert "Anna 2" in anna.prompt.toolbar


async def test_code_at_a_table_is_that_of_the_last_seat_taken() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        for game in ("pileon deal=7", "terrace deal=7"):
            await anna.told(f"new {game}", "quit", "y")
        await anna.told("resume")
        assert "Terrace" in anna.prompt.toolbar


async def test_failed_opening_leaves_one_in_the_lobby() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        assert 'variant cannot be "x"' in await anna.told("new terrace variant=x")
        assert anna.prompt.text == "lobby> "
        assert await house.tables() == ()


async def test_game_is_recalled_with_its_talk_and_the_names_it_is_told_with() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.told("say hello")
        await move(live, 3)

        async def errand(visit: Visit) -> Destination:
            recording = await table_access.recall(visit.session, live.id)
            assert recording.names == ("Anna", "Bert")
            return ToReplay(recording, TableRef(live.id))

        carl = house.enter("Carl", errand=errand)
        await carl.told("go hello")
        assert "<Anna> hello" in carl.text


async def test_at_home_there_is_always_luck_and_a_new_one_each_time() -> None:
    async with open_house() as house:
        anna = house.enter("Anna", has_files=True)
        told = await anna.told("new mille", "fair", "resign", "y", "rematch", "fair")
        first, second = re.findall(r'Luck before the number: you "([0-9a-f]{7}\.\.)"\.', told)
        assert first != second
        assert 'you "tortoise"' in await anna.told("resign", "y", "new luck=tortoise", "fair")
