"""Help: a first page that fits every window, and the rest by topic, of what can be done where one is."""

from typing import Any

import pytest

from core.games import GAMES
from frontends.terminal.picture import Look
from frontends.visit.action import Topic, offered
from frontends.visit.help import TITLES, first_page, topics
from tests.frontends.terminals import House, ListTerminal, open_house

MOST = 12
"""Lines of the first page."""


async def everywhere(house: House, **more: Any) -> list[ListTerminal]:
    """Somebody in the lobby, and at a table of each game: alone, against somebody, and watching."""
    found = [house.enter("Anna", **more)]
    for game in GAMES.values():
        players = ("Anna", "Bert")[: game.seats]
        live = await house.set_up(game.name, *players, deal=7 if game.numbered else None)
        found += [await house.seat("Anna", live, **more), await house.look_on("Carl", live, **more)]
    return found


@pytest.mark.parametrize("screen", [False, True])
async def test_first_page_is_twelve_lines_at_most_wherever_one_is(screen: bool) -> None:
    async with open_house() as house:
        for one in await everywhere(house, screen=screen):
            await one.told()
            room: Any = house.visits[one].room
            lines = first_page(room)
            assert 4 <= len(lines) <= MOST, lines
            assert lines[-1].startswith("For more, ")


async def test_first_page_fits_the_smallest_window() -> None:
    async with open_house() as house:
        for one in await everywhere(house, screen=True, look=Look(rows=22, columns=40)):
            if one.on_screen:
                await one.pressed("?")
                assert one.bottom == "press any key to go back"


@pytest.mark.parametrize("topic", [topic for topic in Topic if topic is not Topic.BOTS])  # They are for the lobby.
async def test_every_topic_has_a_page_with_its_rows_and_nothing_else(topic: Topic) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        anna = await house.seat("Anna", live, look=Look(rows=300, columns=100))
        room: Any = house.visits[anna].room
        words = [line.split()[0] for line in (await anna.told(f"help {topic.value}")).splitlines() if line.strip()]
        assert topic in topics(room)
        rows = offered(room.actions, room)
        assert {one.word for one in rows if one.topic is topic} <= set(words)
        assert all(one.word not in words[-5:] for one in rows if one.topic is not topic and one.word != "hand")


async def test_who_plays_alone_hears_nothing_of_watchers_until_somebody_watches() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        assert "watch" not in await anna.told("help")
        carl = await house.look_on("Carl", live)
        assert "watching" in await anna.told("help")
        assert "undo" not in await carl.told("help")


async def test_help_tells_of_one_word_and_why_it_cannot_be_used_now() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        told = await anna.told("help leave")
        assert "leave the table" in told
        assert "quit" in told
        assert "Nobody is asking" in await anna.told("help yes") or "nothing" in anna.text.lower()


async def test_what_is_no_topic_is_said_with_those_there_are() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        told = await anna.told("help cooking")
        assert 'No help on "cooking".' in told
        assert all(topic.value in told for topic in (Topic.MOVES, Topic.PEOPLE, Topic.LOOKS))


def test_every_topic_has_a_title() -> None:
    assert set(TITLES) == set(Topic)
