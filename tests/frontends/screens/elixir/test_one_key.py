"""What a single key does at El-Ixir, and how those who have no other reach help, talk and the way out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.elixir import GAME, Place, State, View
from frontends.screens.controls import Pressed
from frontends.screens.elixir import ONE_KEY
from frontends.screens.elixir.inputs import Choice
from tests.core.games.test_elixir import random_game
from tests.examples import examples
from tests.frontends.screens.elixir_boards import BOXED, ENDED, pressed, scene_of, seen, text

FRESH = seen(State())
ROLLED = seen(State(rolled=("c3", "n1", "h8", "b14")))
BOXED_IN = seen(BOXED)
MENU = ["", "help", "undo", "say", "resign", "leave"]
"""The actions of the menu's entries, in the order in which they run by."""


def one(keys: list[str], view: View = ROLLED) -> Pressed:
    return pressed(keys, view, ONE_KEY)


def shown(ticks: int, keys: str = "", view: View = ROLLED) -> Choice:
    """The choice after some keys (x) and then so many ticks."""
    choice: Choice = one([*keys, *["tick"] * ticks], view).input
    return choice


def test_tiles_run_by_from_the_second() -> None:
    assert [shown(ticks).tile for ticks in range(6)] == [2, 3, 4, 1, 2, 3]
    assert [shown(ticks, view=BOXED_IN).tile for ticks in range(3)] == [2, 1, 2]


def test_directions_run_by_from_the_right() -> None:
    directions = [shown(ticks, "x").direction for ticks in range(5)]
    assert [direction.value for direction in directions if direction] == ["right", "down", "left", "up", "right"]


def test_lengths_run_by_from_four() -> None:
    assert [shown(ticks, "xx").length for ticks in range(5)] == [4, 3, 2, 1, 4]


@pytest.mark.parametrize("key", ["x", "enter", " ", "left", "1", "r", "u", "h", "click here", "double here"])
def test_any_key_takes_what_is_shown(key: str) -> None:
    assert one([key], FRESH).move == "roll"
    assert one(["tick", key, "tick", key, "tick", key]).move == "3 down 3"


def test_tile_without_free_neighbour_takes_a_single_key() -> None:
    assert one(["tick", "x"], BOXED_IN).move == "1"


@pytest.mark.parametrize("keys", [[], ["x"], ["x", "x"], ["escape"]])
@pytest.mark.parametrize("key", ["?", "'", "/", "q", "c-c", "c-l", "c-z", "wheel up"])
def test_keys_of_every_table_are_no_moves(keys: list[str], key: str) -> None:
    before = one(keys).input if keys else ONE_KEY.idle(ROLLED)
    came = ONE_KEY.press(before, key, ROLLED)
    assert came == Pressed(before, known=False)


@pytest.mark.parametrize("keys", [[], ["x"], ["x", "x"], ["x", "tick", "x", "tick"]])
def test_escape_opens_and_closes_the_menu_and_commits_nothing(keys: list[str]) -> None:
    before = one(keys).input if keys else ONE_KEY.idle(ROLLED)
    opened = ONE_KEY.press(before, "escape", ROLLED)
    assert opened.move is None
    assert opened.input.menu == 0
    assert ONE_KEY.press(opened.input, "escape", ROLLED) == Pressed(before)


@pytest.mark.parametrize(("ticks", "action"), list(enumerate(MENU)))
@pytest.mark.parametrize("view", [FRESH, ROLLED, seen(State(), 1), seen(State(), None), seen(ENDED)])
def test_every_action_is_reached_through_the_menu(ticks: int, action: str, view: View) -> None:
    came = one(["escape", *["tick"] * ticks, " "], view)
    assert came.action == action
    assert came.move is None
    assert came.input.menu is None


def test_menu_goes_round() -> None:
    assert one(["escape", *["tick"] * len(MENU), " "]).action == ""


@pytest.mark.parametrize(("ticks", "action"), list(enumerate(MENU)))
def test_menu_needs_no_other_key(ticks: int, action: str) -> None:
    came = one(["tick", "tick", "tick", " ", *["tick"] * ticks, " "], FRESH)
    assert came.action == action
    assert came.move is None


def test_roll_and_menu_are_offered_in_turn() -> None:
    came = [one([*["tick"] * ticks, " "], FRESH) for ticks in range(6)]
    assert [pressed.move for pressed in came] == ["roll", "roll", "roll", None, None, "roll"]


def test_key_opens_the_menu_while_others_move() -> None:
    for view in (seen(State(), 1), seen(ENDED)):
        assert one([" "], view).input.menu == 0
        assert not one(["x"], view).known
        assert not one(["tick"], view).known


def test_menu_stays_open_when_the_table_moves_on() -> None:
    opened = one(["escape", "tick"], seen(State(), 1)).input
    assert ONE_KEY.settle is not None
    assert ONE_KEY.settle(opened, ROLLED).menu == 1


def test_menu_is_drawn_and_named_in_the_key_bar() -> None:
    scene = scene_of(State(), "escape", "tick", "tick", screen=ONE_KEY)
    assert "▸ Take back" in text(scene)
    assert [key for key, _ in ONE_KEY.bar(scene.input, FRESH)] == ["Space", "Esc"]
    assert "▸ Roll" in text(scene_of(State(), screen=ONE_KEY))
    assert "▸ Menu" in text(scene_of(State(), "tick", "tick", "tick", screen=ONE_KEY))


def test_after_a_move_the_choices_run_by_from_the_beginning() -> None:
    came = one(["x", "x", "x"])
    assert ONE_KEY.settle is not None
    assert ONE_KEY.settle(came.input, ROLLED) == ONE_KEY.idle(ROLLED)
    assert one(["tick", "tick", " "], FRESH).input.ticks == 2


def with_one_key(move: Place, view: View) -> list[str]:
    keys = ["tick"] * ((move.tile - 2) % len(view.rolled)) + ["x"]
    if move.direction is None or move.length is None:
        return keys
    directions = ["right", "down", "left", "up"].index(move.direction.value)
    return [*keys, *["tick"] * directions, "x", *["tick"] * (4 - move.length), "x"]


@examples(5, quick=3)
@given(st.binary(min_size=16, max_size=16))
def test_every_move_can_be_made_with_one_key(seed: bytes) -> None:
    for state, _ in list(random_game(seed))[1:-1:7]:
        view = seen(state, state.mover)
        for typed, move in GAME.moves(view).items():
            if isinstance(move, Place):
                assert one(with_one_key(move, view), view).move == typed
