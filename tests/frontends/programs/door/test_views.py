"""Views as JSON: small, and whole for who asked for the past."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import Play, Seat
from core.games import GAMES
from frontends.programs.door.views import read_view, spelled, written_view
from tests.frontends.programs.programs import robots

MOVES = 250
MOST = 1024


def views(name: str, number: int, **options: str) -> Iterator[Any]:
    """What whoever is to move sees, in a game played by the dice."""
    game, dice = GAMES[name], Dice(number.to_bytes(16), name, 1)
    chosen = {option.name: option.choices[0] for option in game.options} | options
    state = game.fold(game.start(chosen), game.begin(chosen, dice))
    for _ in range(MOVES):
        if not (turn := game.turn(state)):
            return
        yield (view := game.view(state, Seat(turn[0])))
        if not (moves := game.moves(view)):
            return
        move = dice.shuffled(tuple(moves.values()))[0]
        state = game.fold(state, game.decide(state, Play(turn[0], move, dice)))


@pytest.mark.parametrize("name", GAMES)
def test_view_with_its_past_can_be_read_again(name: str) -> None:
    for view in views(name, 7):
        left = replace(view, recent=()) if name == "elixir" else view
        assert read_view(name, bytes(written_view(view, past=True))) == left


def test_view_without_its_past_says_nothing_that_events_told() -> None:
    for view in views("mille", 7):
        assert json.loads(bytes(written_view(view))).keys() & {"steps", "drawn"} == set()
        with pytest.raises(msgspec.ValidationError):
            read_view("mille", bytes(written_view(view)))


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in GAMES), ("terrace", {"variant": "generals-patience"}), ("terrace", {"variant": "wood"})],
)
def test_view_is_small_all_game_long(name: str, options: dict[str, str]) -> None:
    for number in range(5):
        assert max(len(bytes(written_view(view))) for view in views(name, number, **options)) < MOST - 200


async def test_program_that_asks_for_the_past_has_it_in_each_state() -> None:
    async with robots() as house:
        anna, robo = await house.guest("Anna"), await house.guest("Robo", past=True, moves=False)
        table = (await anna.ask("open", game="mille", opponent="person"))["table"]
        await robo.ask("join", table=table)
        assert (await anna.play("p"))["type"] == "ack"
        assert "steps" not in anna.state["view"]
        assert [step["deed"] for step in robo.state["view"]["steps"]] == ["picked"]


def test_move_is_spelled_so_that_it_is_read_as_the_same() -> None:
    game = GAMES["elixir"]
    for view in views("elixir", 7):
        for move in game.moves(view):
            assert game.read(view, spelled("elixir", move)) == game.read(view, move)
    assert spelled("elixir", "4 down 1") == "4 d 1"
    assert spelled("elixir", "roll") == "roll"
    assert spelled("terrace", "t1 f x") == "t1 f x"
