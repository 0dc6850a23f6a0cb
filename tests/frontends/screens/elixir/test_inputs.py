"""What keys and clicks do at El-Ixir."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.message import counted, message
from core.games.elixir import GAME, Place, State, View
from core.games.elixir.board import TILES
from core.games.elixir.events import Embraced, Placed
from frontends.screens.controls import Pressed
from frontends.screens.elixir import SCREEN
from frontends.screens.elixir.inputs import Choice, press, preview, settle
from tests.core.games.test_elixir import drawn, random_game
from tests.examples import examples
from tests.frontends.screens.elixir_boards import BOXED, pressed, seen

FRESH = seen(State())
ROLLED = seen(State(rolled=("c3", "n1", "h8", "b14")))
BOXED_IN = seen(BOXED)
OF_EVERY_TABLE = ("u", "y", "h", "n", "R", "m", "M", "w", "D", "s", "X", "T", "L", "q", "?", "'", "/", "c-l", "c-z")


@pytest.mark.parametrize("key", ["enter", " ", "r", "click roll"])
def test_key_rolls(key: str) -> None:
    assert pressed([key], FRESH).move == "roll"


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (["2", "left", "enter"], "2 left 4"),
        (["2", "left", " "], "2 left 4"),
        (["3", "down", "enter"], "3 down 4"),
        (["3", "up", "2", "enter"], "3 up 2"),
        (["3", "right", "2", "1", "enter"], "3 right 1"),
        (["enter", "up", "enter"], "1 up 4"),
        (["right", "down", "enter", "up", "enter"], "3 up 4"),
        (["left", "enter", "up", "enter"], "4 up 4"),
        (["tab", "enter", "up", "enter"], "2 up 4"),
        (["2", "3", "up", "enter"], "3 up 4"),
        (["2", "up", "right", "enter"], "2 right 4"),
        (["3", "tab", "enter"], "3 left 4"),
        (["3", "tab", "tab", "tab", "enter"], "3 right 4"),
        (["2", "tab", "tab", "enter"], "2 down 4"),
    ],
)
def test_keys_make_a_move(keys: list[str], move: str) -> None:
    assert pressed(keys, ROLLED).move == move


@pytest.mark.parametrize("back", ["escape", "backspace"])
@pytest.mark.parametrize(
    ("keys", "more", "move"),
    [
        (["2", "up"], ["right", "enter"], "2 right 4"),
        (["2", "up", "3"], ["right", "enter"], "2 right 4"),
        (["2"], ["left", "enter", "down", "enter"], "1 down 4"),
    ],
)
def test_escape_goes_back_by_one_choice(back: str, keys: list[str], more: list[str], move: str) -> None:
    assert pressed([*keys, back, *more], ROLLED).move == move
    assert pressed([*keys, back], ROLLED).move is None


def test_escape_with_nothing_chosen_is_left_to_the_table() -> None:
    for keys, view in ((["escape"], ROLLED), (["2", "up", "escape", "escape", "escape"], ROLLED), (["escape"], FRESH)):
        came = pressed(keys, view)
        assert not came.known
        assert came.move is None


def test_tile_without_free_neighbour_is_put_down_alone() -> None:
    for keys in (["1", "enter"], ["enter", "enter"], ["click a1", "click a1"], ["click a1", "double a1"]):
        assert pressed(keys, BOXED_IN).move == "1"


def test_enter_without_a_direction_says_what_is_missing() -> None:
    came = pressed(["2", "enter"], ROLLED)
    assert came.message == message("Choose a direction for the block.")
    assert came.input == pressed(["2"], ROLLED).input


def test_tile_that_was_not_rolled_cannot_be_taken() -> None:
    came = pressed(["4"], BOXED_IN)
    assert came.message == counted(
        "There is only {n} tile to choose from.", "There are only {n} tiles to choose from.", 2
    )
    assert not came.input.is_taken


@pytest.mark.parametrize("view", [FRESH, ROLLED, seen(BOXED, 1), seen(BOXED, None)])
@pytest.mark.parametrize("key", OF_EVERY_TABLE)
def test_keys_of_every_table_are_left_to_it(key: str, view: View) -> None:
    came = SCREEN.press(SCREEN.idle(view), key, view)
    assert not came.known
    assert not came.bell
    assert came.message is None


@pytest.mark.parametrize("view", [seen(State(), 1), seen(State(), None)])
def test_keys_are_left_to_the_table_while_others_move(view: View) -> None:
    for key in ("enter", "1", "r", "left", "escape", "tab", "tick"):
        assert not pressed([key], view).known
    for click in ("click c3", "double c3", "click tile 1", "click roll"):
        assert pressed([click], view) == Pressed(SCREEN.idle(view))


# Clicks.


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (["click c3", "click e3", "click e3"], "1 right 3"),
        (["click c3", "click f3", "double f3"], "1 right 4"),
        (["click c3", "click m3", "enter"], "1 right 4"),
        (["click c3", "click f3", "click d3", "enter"], "1 right 2"),
        (["click c3", "click c1", "click c1"], "1 up 3"),
        (["click c3", "click f3", "click c5", "click c5"], "1 down 3"),
        (["click h8", "click c3", "click d3", "click d3"], "1 right 2"),
        (["click c3", "click g6", "enter", "up", "enter"], "1 up 4"),
        (["click c3", "click c3", "enter", "up", "enter"], "1 up 4"),
        (["click board", "click tile 3", "click direction left", "click length 2", "enter"], "3 left 2"),
        (["click n1", "click direction right", "click n1"], "2 right 4"),
    ],
)
def test_clicks_make_a_move(keys: list[str], move: str) -> None:
    assert pressed(keys, ROLLED).move == move


def test_second_click_on_the_same_tile_puts_it_back() -> None:
    for keys in (["click c3", "click c3"], ["click c3", "click g6"], ["click c3", "click board"],
                 ["click c3", "click f3", "click c3"]):  # fmt: skip
        assert not pressed(keys, ROLLED).input.is_taken


@examples(50)
@given(st.lists(st.sampled_from([*TILES, "board", "tile 2", "direction up", "length 3", "roll", "other"]), max_size=8))
def test_clicks_anywhere_make_listed_moves_only(spots: list[str]) -> None:
    for view in (ROLLED, BOXED_IN, FRESH):
        choice = SCREEN.idle(view)
        for spot in spots:
            came = SCREEN.press(choice, f"click {spot}", view)
            assert came.known
            assert came.move is None or came.move in GAME.moves(view)
            choice = came.input


# Previews, and tables that move on.


def test_choice_from_another_roll_is_void() -> None:
    choice = pressed(["3", "up"], ROLLED).input
    other = seen(State(rolled=("c3", "n1")))
    assert settle(choice, ROLLED) == choice
    assert settle(choice, other) == Choice(("c3", "n1"))
    assert press(choice, "enter", other).input == Choice(("c3", "n1"), is_taken=True)


def test_preview_shows_what_the_block_would_bring() -> None:
    view = seen(State(drawn(["XXX..", "Xo...", "XX..."]), 0, ("c2", "n9")))
    assert preview(pressed(["1"], view).input, view) == ()
    placed, _, embraced = preview(pressed(["1", "right", "1"], view).input, view)
    assert placed == Placed(0, ("c2",))
    assert isinstance(embraced, Embraced)
    assert embraced.points == 1


def test_nothing_is_previewed_for_those_who_look_on() -> None:
    view = seen(State(rolled=("c3", "n1")), None)
    assert preview(Choice(view.rolled, 1, is_taken=True, is_aimed=True), view) == ()


@pytest.mark.parametrize(
    ("keys", "view", "first"),
    [
        ([], FRESH, "Enter"),
        ([], ROLLED, "1-4"),
        (["2"], ROLLED, "Arrows"),
        (["2", "up"], ROLLED, "Enter"),
        (["1"], BOXED_IN, "Enter"),
    ],
)
def test_key_bar_begins_with_the_key_that_matters(keys: list[str], view: View, first: str) -> None:
    choice = pressed(keys, view).input
    assert SCREEN.bar(choice, view)[0][0] == first


def test_key_bar_is_empty_while_others_move() -> None:
    assert SCREEN.bar(Choice(), seen(State(), 1)) == ()


def with_keys(move: Place) -> list[str]:
    if move.direction is None:
        return [str(move.tile), "enter"]
    return [str(move.tile), move.direction.value, str(move.length), "enter"]


@examples(5, quick=3)
@given(st.binary(min_size=16, max_size=16))
def test_every_move_can_be_made_with_keys(seed: bytes) -> None:
    for state, _ in list(random_game(seed))[1:-1:7]:
        view = seen(state, state.mover)
        for text, move in GAME.moves(view).items():
            if isinstance(move, Place):
                assert pressed(with_keys(move), view).move == text
