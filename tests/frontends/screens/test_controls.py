"""What a screen says is to be pressed for a move, by pressing it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import Game, Seat
from core.base.message import english
from core.games import GAMES
from core.laws.random_play import play
from frontends.screens import screen_of
from frontends.screens.controls import EVERYWHERE, how_to, pressed

ARROWS = {f"arrow {way}": way for way in ("right", "left", "up", "down")}
NAMES = {"Enter": "enter", **ARROWS}


def made(game: Game, view: Any, said: str) -> str | None:
    """The move that comes of doing what a sentence says."""
    face = screen_of(game.name)
    chosen, move = face.idle(view), None
    for part in said.removeprefix("Press ").removesuffix(".").split(", then "):
        for step in part.split(", "):
            if went := re.fullmatch(r"[Gg]o to pile (\d+)", step):
                chosen, keys = face.press(chosen, "home", view).input, ["right", "down"]
                assert chosen.at == 1
                row, column = divmod(int(went[1]) - 1, 4)
                keys = ["right"] * column + ["down"] * row
            else:
                key = step.removeprefix("press ")
                keys = [NAMES.get(key, key)]
            for key in keys:
                result = face.press(chosen, key, view)
                chosen, move = result.input, result.move or move
    return move


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("length", [0, 7, 20, 40])
def test_pressing_what_is_said_makes_the_move(name: str, length: int) -> None:
    game = GAMES[name]
    state = play(game, bytes([length]) * 16, length).state
    for seat in game.turn(state):
        view = game.view(state, Seat(seat))
        for text, move in game.moves(view).items():
            said = english(how_to(screen_of(name), view, text, on_screen=True))
            if "that foundation" in said:
                continue  # found with arrows
            typed = made(game, view, said)
            assert typed is not None, (text, said)
            assert after(game, state, seat, typed) == after(game, state, seat, text), (text, said, move)


def after(game: Game, state: Any, seat: int, text: str) -> Any:
    return game.fold(state, game.decide_typed(state, seat, text, Dice(bytes(16), game.name, 1)))


def test_lines_are_told_what_to_type() -> None:
    assert english(how_to(screen_of("mille"), None, "u go", on_screen=False)) == "Type u go."


def test_screen_without_strokes_has_moves_typed() -> None:
    face = screen_of("toy")
    assert english(how_to(face, None, "take 3", on_screen=True)) == "Press :, then take 3, then Enter."


def test_one_key_is_pressed_once() -> None:
    assert english(pressed("p")) == "Press p."


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 60), st.binary(min_size=32, max_size=32), st.data())
def test_no_game_has_another_use_for_the_keys_that_are_the_same_everywhere(
    name: str, length: int, seed: bytes, data: st.DataObject
) -> None:
    game, face, position = GAMES[name], screen_of(name), play(GAMES[name], seed, length)
    view = game.view(position.state, Seat((*game.turn(position.state), 0)[0]))
    chosen = face.idle(view)
    for key in data.draw(st.lists(st.sampled_from(("tab", "enter", "1", "3", "u", "d", "right", "down")), max_size=4)):
        chosen = face.press(chosen, key, view).input
    is_asked = "y" in {key for key, _ in face.bar(chosen, view)}
    for keys in EVERYWHERE.values():
        for key in keys:
            assert not face.press(chosen, key, view).known or (key == "y" and is_asked), key
    assert not face.shortcuts.keys() & {key for keys in EVERYWHERE.values() for key in keys}
