"""Looking on: who may, how late, and who does; in every mode, in lists and in replays."""

from __future__ import annotations

import pytest

from core.base.game import Seat
from tests.frontends.terminals import open_house, quiet

MODES = pytest.mark.parametrize("screen", [False, True])


@MODES
async def test_who_looks_on_late_sees_a_move_when_more_have_followed(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, bert = await house.seat("Anna", live), await house.seat("Bert", live)
        assert "You let everybody watch. They see each move 2 moves late." in await anna.told("watching late 2")
        carl = await house.look_on("Carl", live, screen=screen)
        await anna.told("roll")
        assert "Anna rolls" in bert.words
        assert "Anna rolls" not in carl.words
        await anna.told("say lucky me")
        assert "lucky me" not in carl.words
        move = next(iter(live.table.game.moves(live.view(Seat(0)).view)))
        await anna.told(move)
        await bert.told("roll")
        assert "Anna rolls" in carl.words
        assert "lucky me" in carl.words
        assert "Bert rolls" not in carl.words


@MODES
async def test_who_looks_on_has_to_come_again_when_it_becomes_late(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        carl = await house.look_on("Carl", live, screen=screen)
        await anna.told("watching late 1", "roll")
        assert f"Watchers at table {live.id} now see moves late. To go on watching: watch {live.id}" in " ".join(
            carl.text.split()
        )
        assert carl.prompt.text == "lobby> "
        assert "Anna rolls" not in carl.text
        await carl.told(f"watch {live.id}")
        assert "Anna rolls" not in carl.text


async def test_only_those_look_on_who_are_admitted_where_players_want_it_so() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        carl, dora = await house.look_on("Carl", live), house.enter("Dora")
        await quiet()
        assert "You let only people you admit watch." in await anna.told("watching invited")
        assert carl.prompt.text == "lobby> "
        refused = f"Only people a player admits may watch table {live.id}.\n"
        assert await dora.told(f"watch {live.id}") == refused
        assert await dora.told(f"replay {live.id}") == refused
        assert "~Dora may watch." in await anna.told("admit dora")
        assert f"Anna lets you watch. Type watch {live.id}\n" in dora.text
        assert "You are watching table" in await dora.told(f"watch {live.id}")
        assert await carl.told(f"watch {live.id}") == refused
        assert "~Dora" in await anna.told("watchers")
        await anna.told("resign", "y")
        assert "You are watching table" in await carl.told(f"watch {live.id}")


@MODES
async def test_who_looks_on_late_leaves_as_soon_as_only_those_may_who_are_admitted(screen: bool) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.told("watching late 2")
        carl = await house.look_on("Carl", live, screen=screen)
        await anna.told("roll")
        before = carl.words
        await anna.told("watching late 3")
        assert carl.words == before
        await anna.told("watching invited")
        assert carl.prompt.text == "lobby> "
        assert "Anna rolls" not in carl.text


@pytest.mark.parametrize("away", ["learn elixir", "replay"])
async def test_who_was_elsewhere_meanwhile_is_not_shown_what_they_may_not_see_any_more(away: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna, carl = await house.seat("Anna", live), await house.look_on("Carl", live)
        await carl.say(away, "Type ? for help" if away == "replay" else "Lesson in")
        await anna.told("watching invited", "roll")
        told = await carl.told("quit")
        assert f"Only people a player admits may watch table {live.id}." in told
        assert "Anna rolls" not in told
        assert house.visits[carl].room.here is None


@pytest.mark.parametrize("how", ["invited", "late 2"])
async def test_player_who_looks_on_because_they_play_from_elsewhere_may_stay(how: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        first = await house.seat("Anna", live)
        await first.told(f"watching {how}")
        second = await house.seat("Anna", live)
        assert "in another window" in first.words
        await second.told("roll")
        assert "Anna rolls" in first.words
        assert "Welcome to the lobby" not in first.text
        assert "You are watching table" in await first.told("quit", f"watch {live.id}")


async def test_players_and_lists_say_how_it_is() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        assert await anna.told("watchers") == "0 people watch.\n"
        await anna.told("watching late 3")
        assert await anna.told("watchers") == "0 people watch.\nThey see each move 3 moves late.\n"
        carl = house.enter("Carl")
        await house.service.views.wait_for(live.id, live.table.seq)
        await carl.say("list", "Anna against Bert, shown late")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("watching", "Type watching open, watching invited, or watching late 3: three moves late."),
        (
            "watching late x",
            "Type watching open, watching invited, or watching late 3: three moves late.",
        ),
        ("watching late 1000", "Watchers can be up to 50 moves behind."),
        ("watching open", "That is already so."),
        ("admit", "Type admit and the name of somebody who is here."),
        ("admit Emil", "Nobody here is called Emil. To see who is here: who"),
    ],
)
async def test_slip_gets_a_sentence_that_helps(line: str, sentence: str) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        assert " ".join((await anna.told(line)).split()) == sentence
