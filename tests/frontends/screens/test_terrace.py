"""Pictures of Terrace."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.games.terrace import GAME
from core.games.terrace.board import COLUMNS, FOUNDATIONS, VARIANTS, State, View
from frontends.locale.language import LANGUAGES
from frontends.screens import screen_of
from frontends.screens.controls import LEAST, Scene
from frontends.screens.faces import face
from frontends.screens.terrace import SCREEN
from frontends.screens.terrace.inputs import InputState, idle, press, settle
from frontends.screens.terrace.marks import TARGET
from frontends.terminal.picture import Look, Picture
from tests.core.games.terrace.test_play import positions, wandered
from tests.core.games.test_terrace import after, deal, given_board, nearly_won
from tests.examples import examples
from tests.frontends.screens.pictures import MOST, SIZES, compare, compare_sizes, drawn, require_sound_everywhere
from tests.frontends.screens.terrace_boards import deep, picture, scene, seen
from tests.frontends.tables import view_of


def test_it_is_listed() -> None:
    assert screen_of("terrace") is SCREEN


def test_terrace_with_the_longest_column_and_a_chosen_card() -> None:
    chosen = InputState("t2", 1, held="w", fresh=("w",))
    compare_sizes(SCREEN, scene(deep(), chosen))
    compare("terrace-40x17", drawn(SCREEN, scene(deep(), chosen), Look(rows=17, columns=40)))
    ascii_look = Look(rows=20, columns=80, utf8=False, colour=False)
    compare("terrace-ascii-80x20", drawn(SCREEN, scene(deep(), chosen), ascii_look))


def test_redheads_in_the_middle_of_a_game_with_a_hint_to_deal() -> None:
    chosen = InputState("t5", 4, fresh=("t2",))
    compare_sizes(SCREEN, scene(wandered("redheads", 205, 60), chosen, hint="d"), "-redheads")


def test_redheads_as_it_is_dealt_has_its_whole_reserve_on_the_board() -> None:
    compare_sizes(SCREEN, scene(deal("redheads", 5)), "-redheads-dealt")


def test_generals_patience_in_the_middle_of_a_game_with_a_hint_for_the_waste() -> None:
    chosen = InputState("t3", 2, fresh=("t2",))
    compare_sizes(SCREEN, scene(wandered("generals-patience", 291, 90), chosen, hint="w t8"), "-generals-patience")


def test_the_base_is_chosen_among_four_that_are_lit() -> None:
    compare_sizes(SCREEN, scene(deal("terrace", 3)), "-dealt")


def test_a_win_shows_the_terrace() -> None:
    won = after(nearly_won(), "up")
    compare_sizes(SCREEN, scene(won), "-won")
    assert "No undo, no hint: a perfect game." in picture(won, undos=0, hints=0).text()
    assert "this win does not count" in picture(won, undos=0, hints=0, demonstrated=True).text()


views = positions.map(lambda state: view_of(GAME, state, 0))
rows, columns = st.integers(LEAST[0], MOST[0]), st.integers(LEAST[1], MOST[1])
keys = st.lists(st.sampled_from(("tab", "enter", "right", "up", "down", "v", "1", "0", "r", "escape")), max_size=4)


@examples(60)
@given(positions, rows, columns, keys, st.booleans())
def test_every_position_draws_at_every_size(
    state: State, rows: int, columns: int, keys: list[str], watched: bool
) -> None:
    view = view_of(GAME, state, None if watched else 0)
    chosen = idle(view)
    for key in keys:
        chosen = press(chosen, key, view).input
    hint = GAME.hint(view) if GAME.hint else None
    shown = Scene(seen(state, view=view), chosen, hint.move if hint else "")
    require_sound_everywhere(SCREEN, shown, rows, columns)


def longest(variant: str) -> tuple[State, View]:
    """Every pile as long as it can get: a full reserve, and columns of thirteen."""
    state = deal(variant, 2)
    state = after(state, "b 1") if VARIANTS[variant].chosen else state
    order = "KQJT98765432A"
    start = -state.base % 13
    ranks = order[start:] + order[:start]
    column = tuple(f"{rank}{suit}" for rank, suit in zip(ranks, "cd" * 7, strict=False))
    view = view_of(GAME, state, 0)
    return state, replace(view, columns=(column,) * len(state.columns), waste=state.stock[:50])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("columns", "rows"), [size for size in SIZES if size[0] > 40])
@pytest.mark.parametrize("utf8", [True, False])
def test_the_longest_columns_show_all_their_cards(variant: str, columns: int, rows: int, utf8: bool) -> None:
    state, view = longest(variant)
    look = Look(rows=rows, columns=columns, utf8=utf8)
    shown = picture(state, look=look, view=view)
    for place, cards in zip(COLUMNS, view.columns, strict=False):
        spot = next(spot for spot in shown.spots if spot.name == place)
        text = "".join(row[spot.column : spot.column + spot.columns] for row in shown.rows[spot.row :])
        assert [face(card, look).strip() for card in cards if face(card, look).strip() not in text] == []


def test_the_longest_columns_show_the_upper_cards_and_a_count_where_cards_have_no_frames() -> None:
    state, view = longest("wood")
    shown = picture(state, look=Look(rows=17, columns=40), view=view).text().split("\n")
    assert shown[7].split() == ["+4"] * 9
    top = face(view.columns[0][-1], Look()).strip()
    assert shown[16].split() == [f"[{top}]", *[top] * 8]


@examples(15, quick=5)
@given(positions, st.sampled_from(SIZES), st.booleans())
def test_it_shows_every_card_of_the_reserve_and_all_that_is_in_play(
    state: State, size: tuple[int, int], utf8: bool
) -> None:
    look = Look(rows=size[1], columns=size[0], utf8=utf8)
    text = picture(state, look=look).text()
    tops = [pile[-1] for pile in (*state.columns, *state.foundations, state.waste, state.reserve) if pile]
    for card in (*tops, *state.reserve):
        assert face(card, look).strip() in text


@examples(15, quick=5)
@given(positions, st.sampled_from(SIZES))
def test_a_click_on_a_card_in_play_finds_its_pile(state: State, size: tuple[int, int]) -> None:
    shown = picture(state, look=Look(rows=size[1], columns=size[0]))
    if state.score == 104:
        return
    assert {spot.name for spot in shown.spots} == {"s", "w", "r", *FOUNDATIONS, *COLUMNS[: len(state.columns)]}
    for place in ("w", "r", *COLUMNS[: len(state.columns)]):
        cursor = picture(state, InputState(place), look=Look(rows=size[1], columns=size[0])).cursor
        assert cursor is not None
        assert shown.spot(*cursor) == place


def style_at(shown: Picture, text: str) -> Any:
    """The style of the first cell of the first place where a text stands."""
    row = next(number for number, line in enumerate(shown.rows) if text in line)
    return shown.styles[row][shown.rows[row].index(text)]


def test_it_lights_the_places_that_take_the_chosen_card() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s")
    shown = picture(state, InputState("t5", 4, held="w"))
    assert style_at(shown, "╔══2══╗") == TARGET
    assert style_at(shown, "╔══4══╗") == TARGET
    assert "┌──1──┐" in shown.text()
    assert "┏━━5━━┓" in shown.text()


def test_it_lights_everything_that_can_move_when_asked() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s")
    assert "╔══1══╗" in picture(state, InputState("t5", 4, lit=True)).text()
    assert "╔══1══╗" not in picture(state, InputState("t5", 4)).text()


def test_it_points_out_a_hint_and_what_has_just_moved() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s")
    shown = picture(state, InputState("t5", 4, fresh=("t3",)))
    hinted = drawn(SCREEN, scene(state, hint="w t2"), Look(rows=21))
    assert "│5♥   ◂" in shown.text()
    assert "│9♠   ▲" in hinted.text()
    assert "│10♦  ▼" in hinted.text()


def test_the_marks_differ_without_colour_and_in_ascii() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s")
    text = picture(state, InputState("t3", 2, held="w"), look=Look(rows=21, utf8=False, colour=False)).text()
    assert all(shape in text for shape in ("#==3==#", "**2**".center(7, "*"), ":..0..:", "+--1--+"))
    narrow = picture(state, InputState("t3", 2, held="w"), look=Look(rows=17, columns=40)).text()
    assert all(mark in narrow for mark in ("[5♥]", "{9♠}", "(10♦)", "(··)"))


def test_it_says_what_hinders_the_player_beside_the_reserve() -> None:
    assert "Stock locked: use the waste first." in picture(deep()).text()
    stuck = given_board(columns="7c 8d,9c", foundations="Kc", reserve="9d", waste="9s")
    assert "No more moves: b takes one back." in picture(stuck).text()


def test_what_hinders_stands_in_the_first_row_where_the_reserve_leaves_no_room() -> None:
    full = deal("redheads", 5)
    shown = picture(replace(full, stock=()), look=Look(rows=20))
    assert "The stock is used up." in shown.rows[0]


def test_the_cursor_of_a_watcher_is_where_a_card_has_come() -> None:
    state = given_board(columns="9c,Td,5h Ad,-", waste="Jc 9s")
    before = view_of(GAME, state, None)
    moved = view_of(GAME, after(state, "w t2"), None)
    chosen = settle(idle(before), moved)
    shown = drawn(SCREEN, Scene(seen(state, view=moved), chosen), Look(rows=21))
    assert shown.cursor == picture(after(state, "w t2"), InputState("t2", 1)).cursor
    assert "┏" not in shown.text()


def test_the_keys_on_the_board_are_those_that_work() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s", reserve="Kh")
    text = picture(state, InputState("t5", 4)).text()
    for key, place in (("0", "w"), ("1", "t1"), ("r", "r")):
        assert f"─{key}─" in text
        assert press(InputState("t5", 4), key, view_of(GAME, state, 0)).input.held == place


@examples(15, quick=5)
@given(positions, st.sampled_from(SIZES))
def test_everybody_who_has_chosen_the_same_shares_a_picture(state: State, size: tuple[int, int]) -> None:
    look = Look(rows=size[1], columns=size[0])
    early, late = idle(view_of(GAME, state, 0)), InputState()
    assert hash(early) == hash(late)
    assert early == late
    assert picture(state, early, look).text() == picture(state, late, look).text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_hinders_the_player_is_never_cut_in_a_narrow_window(language: str) -> None:
    for state in (deep(), deal("terrace", 3), deal("generals-patience", 3)):
        board = drawn(SCREEN, scene(state), Look(rows=17, columns=60, language=language)).text()
        assert "…" not in board


@pytest.mark.parametrize(("columns", "shown"), [(80, "│Q♥♥♥♥│"), (40, "Q♥♥")])
def test_complete_foundation_looks_complete(columns: int, shown: str) -> None:
    whole = " ".join(f"{rank}h" for rank in "KA23456789TJQ")
    assert shown in picture(given_board(columns="7c", foundations=whole), look=Look(rows=21, columns=columns)).text()
    less = given_board(columns="7c", foundations=whole.removesuffix(" Qh"))
    assert shown not in picture(less, look=Look(rows=21, columns=columns)).text()
