"""Keys at Pileon."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.message import english
from core.games.pileon import GAME, State
from frontends.screens.controls import Pressed
from frontends.screens.pileon.inputs import Choice, bar, idle, press, settle, takes
from tests.core.games.test_pileon import NOTHING_HELPS, after, deal, given_piles, look
from tests.frontends.tables import view_of

BOARD = given_piles("2c 3d 3h 3s", "2d 2h 3c", "Ac Ad", "Ah As", "2s")
"""Threes on piles 1 and 2, aces on 3 and 4; ten frozen ranks; no space."""
WON = given_piles("Ac Ad Ah As")
KEYS = (
    "up", "down", "left", "right", "enter", " ", "1", "2", "3", "4", "tab", "escape", "home", "end", "backspace", "z",
    *(f"click {number}" for number in range(1, 16)), *(f"double {number}" for number in range(1, 16)),
)  # fmt: skip


def pressed(keys: str, choice: Choice | None = None, state: State = BOARD) -> Pressed:
    """The last of some keys, written with blanks between them."""
    outcome = Pressed(choice or idle(look(state)))
    for key in keys.split():
        outcome = press(outcome.input, key, look(state))
    return outcome


def said(outcome: Pressed) -> str:
    return english(outcome.message) if outcome.message else ""


def test_first_pile_is_chosen_at_first() -> None:
    assert idle(look(BOARD)) == Choice(1)


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
    assert pressed(keys).input == Choice(at)


def test_enter_takes_a_run_and_drops_as_many_as_fit() -> None:
    assert pressed("enter").input == Choice(1, source=1)
    dropped = pressed("enter right enter")
    assert dropped.move == "1 2 1"
    assert dropped.input == Choice(2)


def test_number_takes_so_many() -> None:
    assert pressed("2").input == Choice(1, source=1, count=2)
    assert pressed("enter 1 right enter").move == "1 2 1"


def test_more_than_the_run_is_not_taken() -> None:
    refused = pressed("4")
    assert (refused.input, refused.bell) == (Choice(1), True)
    assert said(refused) == "You can move only the top 3 cards of pile 1."


def test_more_than_fits_stays_taken() -> None:
    refused = pressed("2 right enter")
    assert (refused.input, refused.move) == (Choice(2, source=1, count=2), None)
    assert said(refused) == "Pile 2 has room for only one more card."


def test_pile_itself_puts_back() -> None:
    assert pressed("enter enter").input == Choice(1)


def test_tab_goes_to_what_an_empty_pile_takes_where_nothing_has_a_like() -> None:
    assert pressed("tab", state=given_piles("2c 3d", "3h 2h")).input.at == 2


def test_frozen_pile_cannot_be_taken() -> None:
    refused = pressed("down right enter")
    assert said(refused) == "Pile 6 is frozen: its kings cannot be moved."


def test_tab_goes_to_what_has_a_home_and_with_cards_to_what_takes_them() -> None:
    assert [pressed("tab " * count).input.at for count in (1, 2, 3, 4)] == [3, 4, 1, 3]
    assert pressed("enter tab").input == Choice(2, source=1)
    assert pressed("enter tab tab").input == Choice(2, source=1)


@pytest.mark.parametrize("key", [*"uyhnRmMwDsXTLq?/'z", "c-l", "c-z", "c-r", "f5"])
def test_keys_that_every_table_has_are_left_to_it(key: str) -> None:
    choice = Choice(2, source=1, count=1)
    assert pressed(key, choice) == Pressed(choice, known=False)


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_escape_takes_back_a_choice_and_commits_nothing(key: str) -> None:
    assert pressed(key, Choice(2, source=1, count=1)) == Pressed(Choice(2))
    assert pressed(key, Choice(2)) == Pressed(Choice(2), known=False), "nothing to put back"
    assert pressed(f"enter right {key} enter").input == Choice(2, source=2)


def test_blank_is_as_good_as_enter() -> None:
    assert press(Choice(3), " ", look(BOARD)) == press(Choice(3), "enter", look(BOARD))


def test_watcher_takes_nothing() -> None:
    for key in ("enter", "1", "click 1"):
        refused = press(Choice(1), key, view_of(GAME, BOARD, None))
        assert (refused.input, said(refused)) == (Choice(1), "You are only watching.")


def test_nothing_is_taken_after_a_win() -> None:
    assert said(pressed("enter", state=WON)) == "This game is over: deal a new one."


def test_click_takes_and_a_click_on_what_takes_them_drops() -> None:
    taken = press(Choice(), "click 3", look(BOARD))
    assert taken.input == Choice(3, source=3)
    assert press(taken.input, "click 4", look(BOARD)) == Pressed(Choice(4), move="3 4 2")


@pytest.mark.parametrize(("name", "at"), [("3", 3), ("", 3), ("elsewhere", 3), ("99", 3)])
def test_click_on_the_same_pile_or_elsewhere_puts_back(name: str, at: int) -> None:
    assert press(Choice(3, source=3), f"click {name}", look(BOARD)) == Pressed(Choice(at))


def test_click_on_a_pile_that_does_not_take_them_says_why_and_puts_back() -> None:
    refused = press(Choice(3, source=3), "click 5", look(BOARD))
    assert refused.input == Choice(5)
    assert said(refused).startswith("You cannot move the ace of diamonds onto the two of spades")


def test_double_click_brings_cards_to_their_like() -> None:
    taken = press(Choice(), "click 3", look(BOARD)).input
    assert press(taken, "double 3", look(BOARD)) == Pressed(Choice(4), move="3 4 2")


def test_double_click_puts_back_what_has_no_like() -> None:
    alone = given_piles("2c 3d", "3h 2h")
    taken = press(Choice(), "click 1", look(alone)).input
    assert press(taken, "double 1", look(alone)) == Pressed(Choice(1))


def test_double_click_that_dropped_cards_moves_them_once() -> None:
    dropped = press(Choice(3, source=3), "click 4", look(BOARD))
    moved = look(after(BOARD, dropped.move or ""))
    assert press(settle(dropped.input, moved), "double 4", moved) == Pressed(Choice(4))


@pytest.mark.parametrize(
    ("state", "choice", "first"),
    [
        (BOARD, Choice(), "choose"),
        (BOARD, Choice(1, source=1), "drop"),
        (given_piles(*NOTHING_HELPS), Choice(), "take back"),
        (WON, Choice(), "new deal"),
    ],
)
def test_bar_names_the_key_that_matters_most_first(state: State, choice: Choice, first: str) -> None:
    assert english(bar(choice, look(state))[0][1]) == first


@pytest.mark.parametrize("key", ["tab", "down", "end", "enter", "1", "escape", "click 3", "double 3"])
def test_game_that_has_not_begun_takes_every_key(key: str) -> None:
    assert press(Choice(), key, look(State())).move is None


def test_cards_that_are_gone_are_let_go_of() -> None:
    moved = after(BOARD, "1 2 1")
    assert settle(Choice(1, source=1, count=3), look(moved)) == Choice(1)
    assert settle(Choice(1, source=1, count=2), look(moved)) == Choice(1, source=1, count=2)
    assert settle(Choice(3, source=3), look(after(BOARD, "3 4"))) == Choice(3)


@given(st.integers(1, 1000), st.lists(st.sampled_from(KEYS), max_size=40))
def test_every_move_that_keys_make_is_legal(number: int, keys: list[str]) -> None:
    state = deal(number)
    choice = idle(look(state))
    for key in keys:
        outcome = press(choice, key, look(state))
        if outcome.move is not None:
            assert outcome.move in GAME.moves(look(state))
            state = after(state, outcome.move)
        choice = settle(outcome.input, look(state))


@given(st.integers(1, 1000), st.integers(1, 15), st.none() | st.integers(1, 4))
def test_piles_that_light_up_are_those_that_take_the_cards(number: int, source: int, count: int | None) -> None:
    state = deal(number)
    choice = press(Choice(source), str(count) if count else "enter", look(state)).input
    for target in range(1, 16):
        lit = takes(look(state), choice, target)
        dropped = press(Choice(target, choice.source, choice.count), "enter", look(state))
        assert bool(lit) == (choice.source is not None and dropped.move == f"{source} {target} {lit}")
