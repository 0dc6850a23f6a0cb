"""Pictures of Pileon, and its positions in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.message import english
from core.games.pileon import GAME, State
from core.table import TableView
from frontends.screens.controls import LEAST, Scene
from frontends.screens.pileon import SCREEN
from frontends.screens.pileon.board import _position
from frontends.screens.pileon.inputs import Choice, press
from frontends.terminal.picture import Look, Picture
from tests.core.games.test_pileon import NOTHING_HELPS, after, deal, given_piles, look
from tests.examples import examples
from tests.frontends.pictures import runs
from tests.frontends.screens.pictures import MOST, compare, compare_sizes, drawn, require_sound_everywhere
from tests.frontends.tables import table_view, view_of

USUAL = Look(rows=21, columns=80)
ASCII = Look(rows=21, columns=80, utf8=False, colour=False)
BOARD = given_piles("2c 3d 3h 3s", "2d 2h 3c", "Ac Ad", "Ah As Td", "2s", "Tc Th Ts")
SPACES = given_piles("2c 3d", "2d 3c")
WON = given_piles("Ac Ad Ah As")
STUCK = given_piles(*NOTHING_HELPS)
LOG = ("The cards are dealt.", "The two of spades from pile 1 to pile 15.", "The two of clubs from pile 3 to pile 15.")
ALLOWED = r"Pileon|The cards are dealt\.|\b\d+[cdhs]\b|\b[A2-9JQK][cdhs]\b"
"""The name of the game, the log, which is given in the viewer's language, and cards."""
KEYS = ("up", "down", "left", "right", "enter", "1", "2", "tab", "escape", "home", "end")


def table_of(state: State, **around: Any) -> TableView:
    seen = table_view(
        GAME, look(state), "Ann", outcome=GAME.outcome(state), deal=7, plays=17, undos=2, hints=1, elapsed=205.9
    )  # fmt: skip
    return replace(seen, **around)


def picture(state: State, choice: Choice, look_of: Look = USUAL, hint: str = "", **around: Any) -> Picture:
    return drawn(SCREEN, Scene(table_of(state, **around), choice, hint), look_of)


def test_pictures_of_a_game_at_its_beginning() -> None:
    compare_sizes(SCREEN, Scene(table_of(deal(7)), Choice(5), log=LOG))


def test_pictures_of_cards_in_hand() -> None:
    compare_sizes(SCREEN, Scene(table_of(BOARD), Choice(6, source=4)), "-held")


def test_pictures_of_a_win() -> None:
    compare_sizes(SCREEN, Scene(table_of(WON), Choice()), "-won")


def test_picture_in_plain_ascii_without_colour() -> None:
    held = picture(BOARD, Choice(6, source=4), ASCII)
    assert held.text().isascii()
    compare("pileon-ascii-80x21", held)


def test_win_without_help_is_called_perfect() -> None:
    assert "a perfect game" in picture(WON, Choice(), undos=0, hints=0).text()
    assert "a perfect game" not in picture(WON, Choice(), undos=1, hints=0).text()


def test_win_of_the_computer_is_not_praised() -> None:
    shown = picture(WON, Choice(), undos=0, hints=0, demonstrated=True).text()
    assert "a perfect game" not in shown
    assert "this win does not count" in shown


@pytest.mark.parametrize("rows", [17, 21, 40])
@pytest.mark.parametrize("columns", [40, 60, 84])
def test_stuck_game_is_called_so_at_every_size(rows: int, columns: int) -> None:
    size = Look(rows=rows, columns=columns)
    assert "Nothing helps any more." in picture(STUCK, Choice(2), size).text()
    assert "Nothing helps" not in picture(deal(7), Choice(2), size).text()


def test_empty_piles_are_named_where_no_cards_fit() -> None:
    assert "fits 14 15" in picture(deal(7), Choice(5)).text()
    assert "fits no pile" not in picture(deal(7), Choice(5)).text()


@given(st.integers(1, 1000), st.lists(st.integers(0, 200), max_size=20), st.integers(1, 15))
def test_never_does_a_board_with_an_empty_pile_say_that_cards_fit_no_pile(
    number: int, choices: list[int], at: int
) -> None:
    state = deal(number)
    for choice in choices:
        moves = list(GAME.moves(look(state)))
        state = after(state, moves[choice % len(moves)]) if moves else state
    says_so = "fits no pile" in picture(state, Choice(at)).text()
    assert not (says_so and () in state.piles)


def test_piles_with_cards_are_named_before_empty_ones() -> None:
    assert "fits 2 14 15" in picture(SPACES, Choice(1)).text()


def test_top_that_fits_nowhere_is_called_so() -> None:
    assert "fits no pile" in picture(BOARD, Choice(5)).text()
    assert "fits" not in picture(BOARD, Choice(7)).text(), "frozen cards go nowhere anyway"


@pytest.mark.parametrize(("columns", "take", "put"), [(80, "take this", "put it here"), (40, "take", "here")])
def test_hint_lights_up_on_the_board(columns: int, take: str, put: str) -> None:
    size = Look(rows=17, columns=columns)
    drawn_ = picture(BOARD, Choice(1), size, hint="4 6")
    lit = [text for row in range(17) for style, text in runs(drawn_, row) if style.fg == "bright_yellow"]
    assert take in " ".join(lit)
    assert put in " ".join(lit)
    assert not [style for row in picture(BOARD, Choice(1), size).styles for style in row if style.fg == "bright_yellow"]


def test_hint_still_says_where_to_once_its_cards_are_in_hand() -> None:
    assert "put it here" in picture(BOARD, Choice(4, source=4), hint="4 6").text()
    assert "put it here" not in picture(BOARD, Choice(1, source=1), hint="4 6").text()


def test_hint_without_a_single_move_marks_nothing() -> None:
    assert picture(BOARD, Choice(1), hint="").text() == picture(BOARD, Choice(1)).text()


def test_held_cards_are_seen_without_colour() -> None:
    held = picture(BOARD, Choice(3, source=1, count=2), ASCII)
    assert [text for style, text in runs(held, 2) if style.reverse] == [" 3h", " 3s"]


@pytest.mark.parametrize(("rows", "columns"), [(17, 40), (17, 60), (21, 80), (40, 84)])
@pytest.mark.parametrize(("number", "face"), [(6, "10♠"), (5, "2♠"), (2, "3♣")])
def test_cursor_rests_on_the_top_card_of_the_chosen_pile(rows: int, columns: int, number: int, face: str) -> None:
    shown = picture(BOARD, Choice(number), Look(rows=rows, columns=columns))
    assert shown.cursor is not None
    row, column = shown.cursor
    assert shown.rows[row][: column + 1].endswith(face)
    assert shown.spot(row, column) == str(number)


def test_watcher_has_a_cursor_and_no_frame_of_a_player() -> None:
    shown = picture(BOARD, Choice(1), seat=None, view=view_of(GAME, BOARD, None))
    assert shown.cursor is not None
    assert "╔" not in shown.text()


def test_position_is_drawn_once_for_player_and_spectators() -> None:
    drawn_before = _position.cache_info().misses
    picture(BOARD, Choice(6, source=4), elapsed=77.0)
    picture(BOARD, Choice(1), elapsed=77.0, seat=None, view=view_of(GAME, BOARD, None))
    assert _position.cache_info().misses == drawn_before + 1


@pytest.mark.parametrize(("rows", "columns"), [(17, 40), (17, 60), (21, 80), (40, 84)])
def test_every_pile_can_be_clicked_on(rows: int, columns: int) -> None:
    spots = picture(BOARD, Choice(), Look(rows=rows, columns=columns)).spots
    assert [spot.name for spot in spots] == [str(number) for number in range(1, 16)]


def test_board_drawn_twice_is_the_same_board() -> None:
    table = table_of(BOARD)
    first = drawn(SCREEN, Scene(table, Choice(1)), USUAL)
    drawn(SCREEN, Scene(table, Choice(6, source=4), "4 6"), USUAL)
    again = drawn(SCREEN, Scene(table, Choice(1)), USUAL)
    assert (again.rows, again.styles) == (first.rows, first.styles)


@examples(40)
@given(
    st.integers(1, 1000),
    st.lists(st.sampled_from((*KEYS, "play")), max_size=60),
    st.integers(LEAST[0], MOST[0]),
    st.integers(LEAST[1], MOST[1]),
)
def test_every_position_can_be_drawn_at_every_size(number: int, keys: list[str], rows: int, columns: int) -> None:
    state, choice = deal(number), Choice()
    for key in keys:
        moves = list(GAME.moves(look(state)))
        if key == "play" and moves:
            state, choice = after(state, moves[len(keys) % len(moves)]), Choice(choice.at)
        else:
            choice = press(choice, key, look(state)).input
    hint = GAME.hint(look(state)) if GAME.hint else None
    scene = Scene(table_of(state), choice, hint.move if hint else "", LOG[:1])
    require_sound_everywhere(SCREEN, scene, rows, columns, ALLOWED)


@examples(30)
@given(st.sampled_from([WON, STUCK, SPACES]), st.integers(LEAST[0], MOST[0]), st.integers(LEAST[1], MOST[1]))
def test_last_positions_can_be_drawn_at_every_size(state: State, rows: int, columns: int) -> None:
    require_sound_everywhere(SCREEN, Scene(table_of(state), Choice(3)), rows, columns, ALLOWED)


def test_game_that_has_not_begun_can_be_drawn() -> None:
    require_sound_everywhere(SCREEN, Scene(table_of(State()), Choice()), *LEAST, ALLOWED)


def test_description_says_where_everything_lies() -> None:
    assert SCREEN.describe(table_of(BOARD), Look(columns=40)) == [
        "36 of 52 points.",
        "Pile 1: 2♣ 3♦ 3♥ 3♠",
        "Pile 2: 2♦ 2♥ 3♣",
        "Pile 3: A♣ A♦",
        "Pile 4: A♥ A♠ 10♦",
        "Pile 5: 2♠",
        "Pile 6: 10♣ 10♥ 10♠",
        "Pile 7: four kings, frozen",
        "Pile 8: four queens, frozen",
        "Pile 9: four jacks, frozen",
        "Pile 10: four nines, frozen",
        "Pile 11: four eights, frozen",
        "Pile 12: four sevens, frozen",
        "Pile 13: four sixes, frozen",
        "Pile 14: four fives, frozen",
        "Pile 15: four fours, frozen",
        "These fit: 1 2, 4 6, 6 4.",
    ]


def test_description_of_empty_piles_and_of_the_end() -> None:
    described = SCREEN.describe(table_of(deal(1)), Look())
    assert described[-4:-2] == ["Pile 14: empty", "Pile 15: empty"]
    assert described[-2:] == ["Nothing fits on another card.", "Anything goes on an empty pile."]
    assert SCREEN.describe(table_of(STUCK), Look())[-1].startswith("Nothing helps any more")
    assert SCREEN.describe(table_of(WON), Look())[-1] == "All thirteen ranks are together."


def test_reader_hears_cards_by_name_the_top_one_first() -> None:
    described = SCREEN.describe(table_of(BOARD), Look(reader=True))
    assert described[:3] == [
        "36 of 52 points.",
        "The top card of each pile comes first.",
        "Pile 1 has three of spades, three of hearts, three of diamonds, two of clubs",
    ]
    assert described[8:] == [
        "Frozen: kings, queens, jacks, nines, eights, sevens, sixes, fives, fours",
        "These fit: 1 2, 4 6, 6 4.",
    ]
    assert "Empty piles: 14 15" in SCREEN.describe(table_of(deal(1)), Look(reader=True))


@given(st.integers(1, 1000))
def test_reader_hears_hardly_a_symbol(number: int) -> None:
    text = "".join(SCREEN.describe(table_of(deal(number)), Look(reader=True)))
    assert text.isascii()
    assert sum(not (letter.isalnum() or letter.isspace()) for letter in text) < 0.05 * len(text)


def test_score_and_moves_in_a_few_words() -> None:
    assert english(SCREEN.score(table_of(BOARD))) == "36 of 52 points, 17 moves."
    assert english(SCREEN.score(table_of(BOARD, plays=1))) == "36 of 52 points, 1 move."


def test_hand_says_which_piles_show_the_same_rank_and_how_many_are_empty() -> None:
    assert english(SCREEN.hand(table_of(BOARD))) == "Equal on top: threes 1 2, tens 4 6. No pile is empty."
    assert english(SCREEN.hand(table_of(deal(1)))) == (
        "Equal on top: queens 1 2 3 6, nines 5 10, tens 9 12. 2 piles are empty."
    )
    none_equal = given_piles("2c 3d", "3h 2h")
    assert english(SCREEN.hand(table_of(none_equal))) == "No two top cards match. 2 piles are empty."
    assert english(SCREEN.hand(table_of(STUCK))).startswith("Nothing helps any more")
    assert english(SCREEN.hand(table_of(WON))) == "All thirteen ranks are together."


@given(st.integers(1, 1000), st.lists(st.integers(0, 200), max_size=30))
def test_queries_fit_two_lines(number: int, choices: list[int]) -> None:
    state = deal(number)
    for choice in choices:
        moves = list(GAME.moves(look(state)))
        state = after(state, moves[choice % len(moves)]) if moves else state
    for said in (SCREEN.score(table_of(state)), SCREEN.hand(table_of(state))):
        assert len(english(said)) <= 120, "two lines of 79 columns, with room for a language of longer words"
