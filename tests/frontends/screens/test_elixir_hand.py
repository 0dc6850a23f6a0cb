"""What keys do at El-Ixir, with many keys and with a single one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.elixir import GAME, Embraced, Place, Placed, State, View
from frontends.screens import ONE_KEY_SCREENS, SCREENS
from frontends.screens.controls import Pressed, Screen, Wish
from frontends.screens.elixir_hand import Hand, press, preview, settle
from tests.core.games.test_elixir import drawn, random_game
from tests.frontends.tables import view_of

SCREEN, ONE_KEY = SCREENS["elixir"], ONE_KEY_SCREENS["elixir"]
FRESH = view_of(GAME, State(), 0)
ROLLED = view_of(GAME, State(rolled=("c3", "n1", "h8", "b14")), 0)
BOXED = view_of(GAME, State(drawn([".o.", "o..", "..."]), 0, ("a1", "e5")), 0)


def pressed(keys: Iterable[str], view: View = ROLLED, screen: Screen = SCREEN) -> Pressed:
    """What came of the last key."""
    result = Pressed(screen.idle(view))
    for key in keys:
        assert result.move is None
        result = screen.press(result.hand, key, view)
    return result


@pytest.mark.parametrize("key", ["enter", " ", "r"])
def test_key_rolls(key: str) -> None:
    assert pressed([key], FRESH).move == "roll"


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (["2", "left", "enter"], "2 left 4"),
        (["2", "h", " "], "2 left 4"),
        (["3", "j", "enter"], "3 down 4"),
        (["3", "k", "2", "enter"], "3 up 2"),
        (["3", "l", "2", "1", "enter"], "3 right 1"),
        (["enter", "up", "enter"], "1 up 4"),
        (["right", "down", "enter", "up", "enter"], "3 up 4"),
        (["left", "enter", "up", "enter"], "4 up 4"),
        (["tab", "enter", "up", "enter"], "2 up 4"),
        (["2", "3", "up", "enter"], "3 up 4"),
        (["2", "up", "right", "enter"], "2 right 4"),
        (["2", "up", "escape", "right", "enter"], "2 right 4"),
        (["2", "up", "3", "escape", "right", "enter"], "2 right 4"),
        (["2", "escape", "left", "enter", "down", "enter"], "1 down 4"),
        (["2", "up", "escape", "escape", "3", "up", "enter"], "3 up 4"),
    ],
)
def test_keys_make_a_move(keys: list[str], move: str) -> None:
    assert pressed(keys).move == move


def test_tile_without_free_neighbour_is_put_down_alone() -> None:
    assert pressed(["1", "enter"], BOXED).move == "1"
    assert pressed(["enter", "enter"], BOXED).move == "1"


def test_enter_without_a_direction_says_what_is_missing() -> None:
    result = pressed(["2", "enter"])
    assert result.message == "Choose a direction with an arrow or h j k l."
    assert result.bell


def test_tile_that_was_not_rolled_cannot_be_taken() -> None:
    result = pressed(["4"], BOXED)
    assert result.message == "Only 2 tiles are rolled."
    assert not result.hand.is_taken


@pytest.mark.parametrize("screen", [SCREEN, ONE_KEY])
def test_q_asks_to_leave(screen: Screen) -> None:
    assert pressed(["q"], screen=screen).wish is Wish.QUIT


@pytest.mark.parametrize("view", [view_of(GAME, State(), 1), view_of(GAME, State(), None)])
@pytest.mark.parametrize("screen", [SCREEN, ONE_KEY])
def test_keys_are_left_to_the_conversation_while_others_move(view: View, screen: Screen) -> None:
    for key in ("enter", "1", "r", "tick"):
        assert not pressed([key], view, screen).known


def test_other_keys_are_left_to_the_conversation() -> None:
    assert not pressed(["x"]).known
    assert not pressed(["tick"]).known
    assert not pressed(["left"], FRESH).known


def test_hand_that_remembers_another_roll_is_empty() -> None:
    hand = pressed(["3", "up"]).hand
    other = view_of(GAME, State(rolled=("c3", "n1")), 0)
    assert settle(hand, ROLLED) == hand
    assert settle(hand, other) == Hand(("c3", "n1"))
    assert press(hand, "enter", other).hand == Hand(("c3", "n1"), is_taken=True)


def test_preview_shows_what_the_block_would_bring() -> None:
    view = view_of(GAME, State(drawn(["XXX..", "Xo...", "XX..."]), 0, ("c2", "n9")), 0)
    assert preview(pressed(["1"], view).hand, view) == ()
    placed, _, embraced = preview(pressed(["1", "right", "1"], view).hand, view)
    assert placed == Placed(0, ("c2",))
    assert isinstance(embraced, Embraced)
    assert embraced.points == 1


def test_nothing_is_previewed_for_those_who_look_on() -> None:
    view = view_of(GAME, State(rolled=("c3", "n1")), None)
    assert preview(Hand(view.rolled, 1, is_taken=True, is_aimed=True), view) == ()


def shown(ticks: int, before: str, view: View = ROLLED) -> Hand:
    """The hand after some keys (x) and then so many ticks, with a single key."""
    hand: Hand = pressed([*before, *["tick"] * ticks], view, ONE_KEY).hand
    return hand


def test_tiles_run_by_from_the_second() -> None:
    assert [shown(ticks, "").tile for ticks in range(6)] == [2, 3, 4, 1, 2, 3]
    assert [shown(ticks, "", BOXED).tile for ticks in range(3)] == [2, 1, 2]


def test_directions_run_by_from_the_right() -> None:
    directions = [shown(ticks, "x").direction for ticks in range(5)]
    assert [direction.value for direction in directions if direction] == ["right", "down", "left", "up", "right"]


def test_lengths_run_by_from_four() -> None:
    assert [shown(ticks, "xx").length for ticks in range(5)] == [4, 3, 2, 1, 4]


@pytest.mark.parametrize("key", ["x", "enter", " ", "escape", "left", "1", "r"])
def test_any_key_takes_what_is_shown(key: str) -> None:
    assert pressed([key], FRESH, ONE_KEY).move == "roll"
    assert pressed(["tick", key, "tick", key, "tick", key], ROLLED, ONE_KEY).move == "3 down 3"


def test_tile_without_free_neighbour_takes_a_single_key() -> None:
    assert pressed(["tick", "x"], BOXED, ONE_KEY).move == "1"


def test_nothing_runs_by_before_the_roll() -> None:
    assert not pressed(["tick"], FRESH, ONE_KEY).known


def test_control_keys_are_left_to_the_conversation() -> None:
    assert not pressed(["c-c"], ROLLED, ONE_KEY).known


def with_many_keys(move: Place) -> list[str]:
    if move.direction is None:
        return [str(move.tile), "enter"]
    return [str(move.tile), move.direction.value, str(move.length), "enter"]


def with_one_key(move: Place, view: View) -> list[str]:
    keys = ["tick"] * ((move.tile - 2) % len(view.rolled)) + ["x"]
    if move.direction is None or move.length is None:
        return keys
    directions = ["right", "down", "left", "up"].index(move.direction.value)
    return [*keys, *["tick"] * directions, "x", *["tick"] * (4 - move.length), "x"]


@settings(max_examples=5, deadline=None)
@given(st.binary(min_size=16, max_size=16))
def test_every_move_can_be_made_with_many_keys_and_with_one(seed: bytes) -> None:
    for state, _ in list(random_game(seed))[1:-1:7]:
        view = view_of(GAME, state, state.mover)
        for text, move in GAME.moves(view).items():
            if isinstance(move, Place):
                assert pressed(with_many_keys(move), view).move == text
                assert pressed(with_one_key(move, view), view, ONE_KEY).move == text
