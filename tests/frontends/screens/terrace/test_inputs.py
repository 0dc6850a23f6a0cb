"""The keys and clicks of Terrace: what they choose, where they put it, and what they say when it does not go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from core.base.message import english
from core.games.terrace import GAME
from core.games.terrace.board import State, View
from frontends.screens.controls import Pressed
from frontends.screens.terrace import SCREEN
from frontends.screens.terrace.inputs import KEYS, InputState, bar, idle, movable, press, settle
from tests.core.games.terrace.test_play import positions
from tests.core.games.test_terrace import after, deal, given_board, look, nearly_won, when
from tests.examples import examples


def pressed(view: View, *keys: str, start: InputState | None = None) -> Pressed:
    """The last of some keys pressed one after the other."""
    result = Pressed(start or idle(view))
    for key in keys:
        result = press(result.input, key, view)
    return result


def said(result: Pressed) -> str:
    return english(result.message) if result.message else ""


def board(**piles: Any) -> View:
    """Column 1 fits on column 2, the waste on column 1 and the space; column 3 and the reserve go up, none safely."""
    given: dict[str, Any] = {"columns": "9c,Td,5h Ad,-", "waste": "Ks 8d", "reserve": "3c Ah", "stock": "2c"}
    return look(given_board(foundations="Kc", **(given | piles)))


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (("enter", "right", "enter"), "t1 t2"),
        ((" ", "right", " "), "t1 t2"),
        (("right", "right", "enter", "enter"), "t3 f"),
        (("1", "2"), "t1 t2"),
        (("0", "1"), "w t1"),
        (("0", "4"), "w t4"),
        (("3", "f"), "t3 f"),
        (("right", "right", "f"), "t3 f"),
        (("r", "r"), "r f"),
        (("r", "enter"), "r f"),
        (("3", "up", "up", "enter"), "t3 f"),
        (("3", "up", "up", "right", "enter"), "t3 f"),
        (("1", "tab", "enter"), "t1 t2"),
        (("d",), "d"),
        (("up", "up", "enter"), "d"),
        (("tab", "tab", "tab", "enter"), "d"),
        (("click t1", "click t2"), "t1 t2"),
        (("click w", "click t4"), "w t4"),
        (("click t3", "click f1"), "t3 f"),
        (("click t3", "click f6"), "t3 f"),
        (("click r", "double r"), "r f"),
        (("double t3",), "t3 f"),
        (("click s",), "d"),
        (("click s", "double s"), "d"),
        (("1", "click t2"), "t1 t2"),
        (("1", "double t3"), "t3 f"),
    ],
)
def test_it_moves(keys: tuple[str, ...], move: str) -> None:
    result = pressed(board(), *keys)
    assert (result.move, result.input.held, result.message) == (move, "", None)


def test_it_names_a_foundation_that_is_not_the_first() -> None:
    view = look(given_board(columns="-,-,Ad,-", foundations="Kc,Ks"))
    assert pressed(view, "3", "up", "up", "enter").move == "t3 f"
    assert pressed(view, "3", "up", "up", "right", "enter").move == "t3 f2"
    assert pressed(view, "click t3", "click f2").move == "t3 f2"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("2", "enter"), "No place takes the ten of diamonds now."),
        (("4",), "There is no card on column 4."),
        (("right", "right", "up", "up", "enter"), "Cards on the foundations stay there."),
        (
            ("1", "3"),
            "Columns build down in alternating colours: the nine of clubs does not go on the ace of diamonds.",
        ),
        (("1", "4"), "Only the waste card may fill an empty column."),
        (("1", "f"), "No foundation takes the nine of clubs now."),
        (("f",), "No foundation takes the nine of clubs now."),
        (("4", "f"), "There is no card to send up."),
        (("up", "up", "f"), "There is no card to send up."),
        (("r", "1"), "Reserve cards can only go to a foundation."),
        (("click t2",), "No place takes the ten of diamonds now."),
        (("click t1", "click t4"), "Only the waste card may fill an empty column."),
    ],
)
def test_it_says_why_not(keys: tuple[str, ...], message: str) -> None:
    result = pressed(board(), *keys)
    assert (result.move, said(result), result.bell) == (None, message, True)


def test_it_says_why_no_card_is_dealt() -> None:
    locked = look(given_board(columns="-", waste="2c", stock="3c", locked=True))
    assert said(pressed(locked, "d")) == "The stock is locked until you use the waste card."
    first = "Choose the base card first: one of the columns 1 to 4."
    assert said(pressed(look(deal("terrace", 1)), "d")) == first
    assert said(pressed(look(deal("terrace", 1)), "click s")) == first


def test_a_sends_up_what_is_safe_or_says_that_nothing_is() -> None:
    assert pressed(look(nearly_won()), "a").move == "up"
    assert "f sends up the one you choose" in said(pressed(board(), "a"))


def test_it_chooses_the_base_with_enter_twice_or_a_double_click() -> None:
    view = look(deal("terrace", 1))
    assert pressed(view, "right", "enter", "enter").move == "t2 f"
    assert pressed(view, "3", "3").move == "t3 f"
    assert pressed(view, "click t4", "double t4").move == "t4 f"
    assert said(pressed(view, "r")) == "Choose the base card first: one of the columns 1 to 4."
    assert said(pressed(view, "1", "2")) == "The base card goes to a foundation."


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_escape_puts_the_card_back_and_commits_nothing(key: str) -> None:
    result = pressed(board(), "1", key)
    assert (result.input, result.move, result.action) == (InputState("t1", 0), None, "")
    assert pressed(board(), "1", "2", start=result.input).move == "t1 t2"
    assert not pressed(board(), "1", key, "v", key).input.lit


@pytest.mark.parametrize("key", ["escape", "backspace"])
def test_escape_is_the_table_s_when_nothing_is_chosen(key: str) -> None:
    assert not pressed(board(), key).known


@pytest.mark.parametrize("place", ["t1", "t3", "nowhere", ""])
def test_a_click_where_the_card_cannot_go_puts_it_back(place: str) -> None:
    result = pressed(board(), "click t1", f"click {place}")
    assert (result.move, result.input.held) == (None, "")
    assert bool(result.message) == (place == "t3")


def test_a_double_click_on_what_cannot_go_up_chooses_it() -> None:
    assert pressed(board(), "click t1", "double t1").input.held == "t1"


def test_it_keeps_its_column_across_the_reserve() -> None:
    chosen = pressed(board(), *["right"] * 4, "up").input
    assert chosen.at == "r"
    assert pressed(board(), "down", start=chosen).input.at == "t5"
    assert pressed(board(), "up", start=chosen).input.at == "f3"


@pytest.mark.parametrize(("key", "place"), [("home", "t1"), ("end", "t9"), ("left", "t4"), ("right", "t6")])
def test_it_walks_along_the_columns(key: str, place: str) -> None:
    assert pressed(board(), key, start=InputState("t5", 4)).input.at == place


def test_it_stops_at_the_edges() -> None:
    assert pressed(board(), "left").input.at == "t1"
    assert pressed(board(), "right", start=InputState("t9", 8)).input.at == "t9"
    assert pressed(board(), "down").input.at == "t1"
    assert pressed(board(), *["up"] * 3, start=InputState("t9", 8)).input.at == "f7"


def test_tab_goes_from_one_useful_place_to_the_next() -> None:
    places, chosen = [], InputState("t1")
    for _ in range(5):
        chosen = press(chosen, "tab", board()).input
        places.append(chosen.at)
    assert places == ["t3", "w", "s", "r", "t1"]
    assert pressed(board(), "0", "tab").input.at == "t1"
    assert pressed(board(), "0", "tab", "tab").input.at == "t4"
    assert pressed(board(), "3", "tab").input.at == "f1"


def test_v_lights_what_can_move_until_the_next_key() -> None:
    assert pressed(board(), "v").input.lit
    assert not pressed(board(), "v", "v").input.lit
    assert not pressed(board(), "v", "left").input.lit


@pytest.mark.parametrize("key", [*"uyhnRmMwDsXTLq?'/", "c-l", "c-z", "c-d", "9", "z", "delete", "page up", "tick"])
def test_other_keys_are_left_to_the_table(key: str) -> None:
    view = look(given_board("redheads", columns="9c"))
    assert pressed(view, key) == Pressed(idle(view), known=False)


def test_a_watcher_and_a_winner_can_choose_nothing() -> None:
    watching = replace(board(), seat=None)
    won = replace(look(nearly_won()), turn=())
    for key in ("1", "enter", "d", "a", "f", "click t1", "double t3"):
        assert said(pressed(watching, key)) == "You are only watching."
        assert said(pressed(won, key)) == "This game is over: n deals another one."
    assert not pressed(watching, "tab").known
    assert not pressed(watching, "left").known
    assert bar(idle(watching), watching) == bar(idle(won), won) == ()


def test_it_lets_go_of_a_card_that_can_no_longer_move() -> None:
    chosen = InputState("t2", 1, held="t1", lit=True)
    assert settle(chosen, board()).held == "t1"
    assert settle(chosen, board(columns="2c,9h")) == InputState("t2", 1)


def test_it_remembers_where_cards_came_with_the_last_step() -> None:
    state = given_board(columns="9c,Td,5h Ad,-", waste="Ks 8d", reserve="3c Ah", stock="2c 7h", foundations="Kc")
    chosen = settle(idle(look(state)), look(after(state, "w t1")))
    assert chosen.fresh == ("t1",)
    chosen = settle(chosen, look(after(after(state, "w t1"), "d")))
    assert chosen.fresh == ("w",)
    assert settle(chosen, look(after(after(state, "w t1"), "d"))).fresh == ("w",)
    assert settle(chosen, look(deal("wood", 4))).fresh == ()
    assert settle(chosen, look(deal("signora", 4))).fresh == ()


def test_the_bar_shows_what_can_be_done_now() -> None:
    def words(*keys: str) -> dict[str, str]:
        return {key: english(said) for key, said in bar(pressed(board(), *keys).input, board())}

    assert words() == {"Tab": "next card", "Enter": "take", "d": "deal", "v": "what can move"}
    won = look(nearly_won())
    assert "a" in dict(bar(idle(won), won))
    assert words("1") == {"Tab": "next place", "Enter": "send up", "f": "up", "Esc": "put back"}
    assert words("1", "tab")["Enter"] == "put it here"


@examples(15, quick=5)
@given(positions)
def test_every_card_can_be_moved_by_keys_and_clicks_wherever_it_is_allowed(state: State) -> None:
    view = look(state)
    listed = GAME.moves(view)
    for source, targets in movable(view).items():
        for target in targets:
            for keys in (("enter",), (f"click {target}",)):
                start = InputState(target if keys == ("enter",) else source, held=source)
                move = pressed(view, *keys, start=start).move
                assert move is not None
                assert GAME.read(view, move) == listed[move]
                assert when(state, move)


def test_the_screen_uses_these() -> None:
    assert (SCREEN.idle, SCREEN.press, SCREEN.settle, SCREEN.bar) == (idle, press, settle, bar)
    assert SCREEN.keys == KEYS
    assert all(len(key) <= 7 and len(english(said)) <= 72 for key, said in KEYS)
