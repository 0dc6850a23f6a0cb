"""What is marked on the board of Terrace."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.games.terrace import GAME
from core.games.terrace.board import State
from frontends.screens.terrace.inputs import InputState
from frontends.screens.terrace.marks import Mark, marks
from tests.core.games.terrace.test_play import positions
from tests.core.games.test_terrace import deal, given_board, look
from tests.examples import examples
from tests.frontends.screens.terrace_boards import scene


def test_a_target_under_the_cursor_is_a_target_still() -> None:
    state = given_board(columns="9c,Td,5h,-")
    marked = marks(scene(state, InputState("t2", 1, held="t1")))
    assert [marked.mark(place) for place in ("t1", "t2", "t3")] == [Mark.HELD, Mark.TARGET, Mark.NONE]
    assert marks(scene(state, InputState("t2", 1))).mark("t2") is Mark.HERE


def test_the_four_base_cards_are_lit_until_one_is_chosen() -> None:
    assert marks(scene(deal("terrace", 1))).targets == {"t1", "t2", "t3", "t4"}
    assert marks(scene(deal("wood", 1))).targets == frozenset()


def test_an_open_stock_can_be_used() -> None:
    assert "s" in marks(scene(given_board(stock="2c"))).movable
    assert "s" not in marks(scene(given_board(stock="2c", columns="-", locked=True))).movable
    assert "s" not in marks(scene(given_board(stock="2c"), seat=None)).movable


def test_a_hint_for_a_foundation_without_number_points_at_the_one_that_takes_the_card() -> None:
    state = given_board(columns="Ad,-", foundations="Qh,Kc")
    marked = marks(scene(state, hint="t1 f"))
    assert (marked.source, marked.target) == ("t1", "f2")
    assert (marked.pointer("t1", True), marked.pointer("f2", True), marked.pointer("t2", True)) == ("▲", "▼", "")
    assert (marked.pointer("t1", False), marked.pointer("f2", False)) == ("^", "v")


def test_a_hint_to_deal_points_at_the_stock_and_the_waste() -> None:
    marked = marks(scene(given_board(stock="2c"), hint="d"))
    assert (marked.source, marked.target) == ("s", "w")


@examples(25)
@given(positions)
def test_every_hint_is_pointed_out_where_its_cards_are(state: State) -> None:
    view = look(state)
    hint = GAME.hint(view) if GAME.hint else None
    if hint and hint.move and state.base:
        marked = marks(scene(state, hint=hint.move))
        assert marked.source in marked.movable
        assert marked.target


@given(st.sampled_from(("", "up", "rubbish", "t1", "x y")))
def test_a_hint_that_moves_no_card_of_its_own_points_nowhere(hint: str) -> None:
    marked = marks(scene(given_board(columns="9c,Td"), hint=hint))
    assert marked.pointer("t1", True) == marked.pointer("t2", True) == ""
