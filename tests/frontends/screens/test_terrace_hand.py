"""The keys of Terrace: what they take, where they drop it, and what they say when it does not go."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from core.games.terrace import GAME
from core.games.terrace.board import State, View
from frontends.screens.controls import Pressed, Wish
from frontends.screens.terrace import SCREEN
from frontends.screens.terrace_hand import Hand, idle, movable, press, settle
from tests.core.games.test_terrace import deal, given_board, look, nearly_won, when
from tests.core.games.test_terrace_play import positions


def pressed(view: View, *keys: str, hand: Hand | None = None) -> Pressed:
    """The last of some keys pressed one after the other."""
    result = Pressed(hand or idle(view))
    for key in keys:
        result = press(result.hand, key, view)
    return result


def board(**piles: Any) -> View:
    """Column 1 fits on column 2; the waste fits on column 1 and a foundation, column 3 on a foundation only."""
    given: dict[str, Any] = {"columns": "9c,Td,5h Ad,-", "waste": "Ks 8d", "reserve": "3c Ah", "stock": "2c"}
    return look(given_board(foundations="Kc", **(given | piles)))


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("enter", "right", "enter"), "t1 t2"),
        ((" ", "right", " "), "t1 t2"),
        (("right", "right", "enter", "enter"), "t3 f"),
        (("1", "2"), "t1 t2"),
        (("w", "1"), "w t1"),
        (("w", "4"), "w t4"),
        (("3", "f"), "t3 f"),
        (("right", "right", "f"), "t3 f"),
        (("r", "r"), "r f"),
        (("r", "enter"), "r f"),
        (("3", "up", "home", "enter"), "t3 f"),
        (("1", "tab", "enter"), "t1 t2"),
        (("d",), "d"),
        (("up", "up", "enter"), "d"),
        (("a",), "up"),
    ],
)
def test_it_moves(keys: tuple[str, ...], move: str) -> None:
    result = pressed(board(), *keys)
    assert (result.move, result.hand.held, result.message) == (move, "", "")


def test_it_names_a_foundation_that_is_not_the_first() -> None:
    view = look(given_board(columns="Ad", foundations="Kc,Ks"))
    assert pressed(view, "1", "up", "enter").move == "t1 f"
    assert pressed(view, "1", "up", "right", "enter").move == "t1 f2"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("2", "enter"), "The ten of diamonds fits nowhere now."),
        (("4",), "There is no card on column 4."),
        (("up", "enter"), "Cards on the foundations stay there."),
        (
            ("1", "3"),
            "Columns build down in alternating colours: the nine of clubs does not go on the ace of diamonds.",
        ),
        (("1", "4"), "Only the waste card may fill a space."),
        (("1", "f"), "No foundation takes the nine of clubs now."),
        (("r", "1"), "A card of the reserve can only go to a foundation."),
    ],
)
def test_it_says_why_not(keys: tuple[str, ...], message: str) -> None:
    result = pressed(board(), *keys)
    assert (result.move, result.message, result.bell) == (None, message, True)


def test_it_chooses_the_base_with_enter_twice() -> None:
    view = look(deal("terrace", 1))
    assert pressed(view, "right", "enter", "enter").move == "t2 f"
    assert pressed(view, "3", "3").move == "t3 f"
    assert pressed(view, "r").message == "Choose the base card first: one of the columns 1 to 4."


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_it_puts_the_card_back(key: str) -> None:
    assert pressed(board(), "1", key).hand == Hand("t1", 0)


def test_it_keeps_its_column_across_the_single_rows() -> None:
    hand = pressed(board(), *["right"] * 4, *["up"] * 9).hand
    assert hand.at == "r"
    assert pressed(board(), *["down"] * 9, hand=hand).hand.at == "t5"


@pytest.mark.parametrize(("key", "place"), [("home", "t1"), ("end", "t9"), ("left", "t4"), ("right", "t6")])
def test_it_walks_along_the_columns(key: str, place: str) -> None:
    assert pressed(board(), key, hand=Hand("t5", 4)).hand.at == place


def test_it_stops_at_the_edges() -> None:
    assert pressed(board(), "left").hand.at == "t1"
    assert pressed(board(), "right", hand=Hand("t9", 8)).hand.at == "t9"
    assert pressed(board(), "down").hand.at == "t1"


def test_tab_goes_from_one_useful_place_to_the_next() -> None:
    places, hand = [], Hand("t1")
    for _ in range(4):
        hand = press(hand, "tab", board()).hand
        places.append(hand.at)
    assert places == ["t3", "w", "r", "t1"]
    assert pressed(board(), "w", "tab").hand.at == "t1"


def test_v_lights_what_can_move_until_the_next_key() -> None:
    assert pressed(board(), "v").hand.lit
    assert not pressed(board(), "v", "v").hand.lit
    assert not pressed(board(), "v", "left").hand.lit


@pytest.mark.parametrize(
    ("key", "wish"),
    [
        ("u", Wish.UNDO),
        ("y", Wish.REDO),
        ("c-r", Wish.REDO),
        ("h", Wish.HINT),
        ("n", Wish.NEW),
        ("R", Wish.RESTART),
        ("m", Wish.MARK),
        ("M", Wish.MARKS),
        ("D", Wish.DEMO),
        ("s", Wish.SAVE),
        ("q", Wish.QUIT),
        ("?", Wish.HELP),
    ],
)
def test_it_wishes(key: str, wish: Wish) -> None:
    assert pressed(board(), key).wish is wish


@pytest.mark.parametrize("key", ["9", "z", "'", "c-l", "tick"])
def test_other_keys_are_left_to_the_conversation(key: str) -> None:
    view = look(given_board("redheads", columns="9c"))
    assert not pressed(view, key).known


def test_a_spectator_and_a_winner_can_take_nothing() -> None:
    watching = attrs.evolve(board(), seat=None)
    assert pressed(watching, "1").message == "You are looking on."
    won = attrs.evolve(look(nearly_won()), turn=())
    assert pressed(won, "1").message == "This game is over: n deals another one."


def test_it_lets_go_of_a_card_that_can_no_longer_move() -> None:
    held = Hand("t2", 1, held="t1", lit=True)
    assert settle(held, board()).held == "t1"
    assert settle(held, board(columns="2c,9h")) == Hand("t2", 1)


@settings(max_examples=15)
@given(positions)
def test_every_card_can_be_moved_by_keys_wherever_it_is_allowed(state: State) -> None:
    view = look(state)
    listed = GAME.moves(view)
    for source, targets in movable(view).items():
        for target in targets:
            hand = attrs.evolve(idle(view), at=target, held=source)
            move = press(hand, "enter", view).move
            assert move is not None
            assert GAME.read(view, move) == listed[move]
            assert when(state, move)


def test_the_screen_uses_these_hands() -> None:
    assert (SCREEN.idle, SCREEN.press, SCREEN.settle) == (idle, press, settle)
