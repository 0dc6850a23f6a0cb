"""Keys at Pileon."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.pileon import GAME, State
from frontends.screens.controls import Pressed, Wish
from frontends.screens.pileon_hand import Hand, idle, press, settle, takes
from tests.core.games.test_pileon import after, deal, given_piles, look
from tests.frontends.tables import view_of

BOARD = given_piles("2c 3d 3h 3s", "2d 2h 3c", "Ac Ad", "Ah As", "2s")
"""Threes on piles 1 and 2, aces on 3 and 4; ten frozen ranks; no space."""
KEYS = (
    "up", "down", "left", "right", "enter", " ", "1", "2", "3", "4", "tab", "escape", "home", "end", "backspace", "z",
)  # fmt: skip


def pressed(keys: str, hand: Hand | None = None, state: State = BOARD) -> Pressed:
    """The last of some keys, written with blanks between them."""
    outcome = Pressed(hand or idle(look(state)))
    for key in keys.split():
        outcome = press(outcome.hand, key, look(state))
    return outcome


def test_hand_begins_over_the_first_pile() -> None:
    assert idle(look(BOARD)) == Hand(1)


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ("right", 2),
        ("down", 5),
        ("right right right right", 4),
        ("up left", 1),
        ("end", 15),
        ("end right", 15),
        ("end down", 15),
        ("end up left", 10),
        ("down down right right right down", 15),
        ("end home", 1),
    ],
)
def test_arrows_choose_a_pile_and_stop_at_the_edge(keys: str, at: int) -> None:
    assert pressed(keys).hand == Hand(at)


def test_enter_takes_a_run_and_drops_as_many_as_fit() -> None:
    assert pressed("enter").hand == Hand(1, source=1)
    dropped = pressed("enter right enter")
    assert dropped.move == "1 2 1"
    assert dropped.hand == Hand(2)


def test_number_takes_so_many() -> None:
    assert pressed("2").hand == Hand(1, source=1, count=2)
    assert pressed("enter 1 right enter").move == "1 2 1"


def test_more_than_the_run_is_not_taken() -> None:
    refused = pressed("4")
    assert (refused.hand, refused.bell) == (Hand(1), True)
    assert refused.message == "Of pile 1 only the top 3 cards can be moved."


def test_more_than_fits_stays_in_the_hand() -> None:
    refused = pressed("2 right enter")
    assert (refused.hand, refused.move) == (Hand(2, source=1, count=2), None)
    assert refused.message == "Pile 2 has room for only 1 more (1 2 1)."


def test_escape_and_the_pile_itself_put_back() -> None:
    assert pressed("enter right escape").hand == Hand(2)
    assert pressed("enter enter").hand == Hand(1)


def test_frozen_pile_cannot_be_taken() -> None:
    refused = pressed("down right enter")
    assert refused.message == "Pile 6 is frozen; its kings stay where they are."


def test_tab_goes_to_what_has_a_home_and_with_cards_to_what_takes_them() -> None:
    assert [pressed("tab " * count).hand.at for count in (1, 2, 3, 4)] == [3, 4, 1, 3]
    assert pressed("enter tab").hand == Hand(2, source=1)
    assert pressed("enter tab tab").hand == Hand(2, source=1)


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
        ("w", Wish.WINNABLE),
        ("D", Wish.DEMO),
        ("s", Wish.SAVE),
        ("q", Wish.QUIT),
        ("?", Wish.HELP),
    ],
)
def test_letter_asks_for_what_it_stands_for_and_keeps_the_hand(key: str, wish: Wish) -> None:
    hand = Hand(2, source=1, count=1)
    assert pressed(key, hand) == Pressed(hand, wish=wish)


def test_other_keys_are_left_to_the_conversation() -> None:
    assert not pressed("x").known


def test_spectator_takes_nothing() -> None:
    refused = press(Hand(1), "enter", view_of(GAME, BOARD, None))
    assert (refused.hand, refused.message) == (Hand(1), "You are looking on.")


def test_nothing_is_taken_after_a_win() -> None:
    won = given_piles("Ac Ad Ah As")
    assert pressed("enter", state=won).message == "This game is over: n deals another one."


def test_hand_lets_go_of_cards_that_are_gone() -> None:
    moved = after(BOARD, "1 2 1")
    assert settle(Hand(1, source=1, count=3), look(moved)) == Hand(1)
    assert settle(Hand(1, source=1, count=2), look(moved)) == Hand(1, source=1, count=2)
    assert settle(Hand(3, source=3), look(after(BOARD, "3 4"))) == Hand(3)


@given(st.integers(1, 1000), st.lists(st.sampled_from(KEYS), max_size=40))
def test_every_move_that_keys_make_is_legal(number: int, keys: list[str]) -> None:
    state = deal(number)
    hand = idle(look(state))
    for key in keys:
        outcome = press(hand, key, look(state))
        if outcome.move is not None:
            assert outcome.move in GAME.moves(look(state))
            state = after(state, outcome.move)
        hand = settle(outcome.hand, look(state))


@given(st.integers(1, 1000), st.integers(1, 15), st.none() | st.integers(1, 4))
def test_piles_that_light_up_are_those_that_take_the_cards(number: int, source: int, count: int | None) -> None:
    state = deal(number)
    hand = press(Hand(source), str(count) if count else "enter", look(state)).hand
    for target in range(1, 16):
        lit = takes(look(state), hand, target)
        dropped = press(Hand(target, hand.source, hand.count), "enter", look(state))
        assert bool(lit) == (hand.source is not None and dropped.move == f"{source} {target} {lit}")
