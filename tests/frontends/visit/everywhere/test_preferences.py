"""How a person likes the house to look and to speak."""

from __future__ import annotations

import pytest

from frontends.locale.language import LANGUAGES
from frontends.terminal.picture import Look
from frontends.visit.destination import ToLobby, ToReplay
from frontends.visit.everywhere.preferences import ACTIONS
from frontends.visit.visit import Visit
from tests.frontends.recorded import a_recording
from tests.frontends.terminals import House, ListTerminal, open_house

ROOMS = pytest.mark.parametrize("room", ["lobby", "table", "replay"])


async def person_in(house: House, room: str, **more: object) -> ListTerminal:
    """Somebody in a room, in lines."""
    if room == "table":
        return await house.seat("Anna", await house.set_up("pileon", "Anna", deal=7), **more)

    async def errand(visit: Visit) -> ToReplay:
        return ToReplay(await a_recording("pileon"), ToLobby())

    anna = house.enter("Anna", errand=errand if room == "replay" else None, **more)  # type: ignore[arg-type]
    await anna.told()
    return anna


@ROOMS
@pytest.mark.parametrize(
    ("line", "look"),
    [
        ("ascii", Look(utf8=False)),
        ("utf8", Look()),
        ("colour off", Look(colour=False)),
        ("color no", Look(colour=False)),
        ("colour on", Look()),
        ("colour", Look()),
        ("reader", Look(reader=True)),
        ("reader off", Look()),
        ("language fr", Look(language="fr")),
        ("LANGUAGE FR", Look(language="fr")),
        ("language en", Look()),
    ],
)
async def test_terminal_is_written_to_as_the_person_likes_it(room: str, line: str, look: Look) -> None:
    async with open_house() as house:
        anna = await person_in(house, room)
        told = await anna.told(line)
        assert (anna.look, house.visits[anna].look, anna.rung) == (look, look, 0)
        assert told.strip()


@ROOMS
@pytest.mark.parametrize("line", ["colour blue", "reader maybe", "mouse x", "motion 3", "language", "language xx"])
async def test_what_makes_no_sense_is_refused_with_what_does(room: str, line: str) -> None:
    async with open_house() as house:
        anna = await person_in(house, room)
        assert (await anna.told(line)).startswith("Type ")
        assert (anna.rung, house.visits[anna].look) == (1, Look())


@ROOMS
async def test_every_preference_is_known_in_every_room(room: str) -> None:
    async with open_house() as house:
        anna = await person_in(house, room)
        for action in ACTIONS:
            before = len(anna.text)
            await anna.told(f"{action.word} {'en' if action.word == 'language' else ''}".strip())
            assert "no command" not in anna.text[before:], action.word
            await anna.told("lines") if anna.on_screen else None


@pytest.mark.parametrize("room", ["table", "replay"])
async def test_screen_reader_ends_the_screen_and_its_end_brings_it_back(room: str) -> None:
    async with open_house() as house:
        anna = await person_in(house, room, screen=True)
        assert anna.on_screen
        await anna.told("reader on")
        assert not anna.on_screen
        assert "Screen reader mode: changes are told" in anna.text
        assert await anna.told("screen") == "A screen reader cannot read boards: type reader off first.\n"
        await anna.told("reader off")
        assert anna.on_screen


async def test_plain_characters_are_drawn_where_they_are_wished_for() -> None:
    async with open_house() as house:
        anna = await person_in(house, "table", screen=True)
        assert not anna.screen.isascii()
        await anna.told("ascii")
        assert anna.screen.isascii()
        await anna.told("utf8")
        assert not anna.screen.isascii()


async def test_terminal_that_gives_no_keys_cannot_draw() -> None:
    async with open_house() as house:
        anna = await person_in(house, "table", look=Look(single_keys=False))
        assert (await anna.told("screen")).startswith("Your client sends only whole lines")
        assert (anna.rung, anna.on_screen) == (1, False)
        assert "screen" not in anna.prompt.words


async def test_languages_are_completed() -> None:
    async with open_house() as house:
        anna = await person_in(house, "lobby")
        assert {f"language {code}" for code in LANGUAGES} <= set(anna.prompt.words)
