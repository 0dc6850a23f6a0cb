"""Pictures and descriptions of Terrace."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.terrace import GAME
from core.games.terrace.board import VARIANTS, State, View
from core.table import TableView
from frontends.screens import SCREENS
from frontends.screens.picture import Canvas, Look, Picture
from frontends.screens.terrace import SCREEN, TARGET
from frontends.screens.terrace_hand import Hand
from tests.core.games.test_terrace import after, deal, given_board, nearly_won
from tests.core.games.test_terrace_play import positions
from tests.frontends.tables import table_view, view_of


def seen(state: State, seat: int | None = 0, **around: Any) -> TableView:
    given = {"options": {"variant": state.variant}, "deal": 7, "plays": 34, "undos": 2, "hints": 1, "elapsed": 754.0}
    view = around.pop("view", view_of(GAME, state, seat))
    return table_view(GAME, view, outcome=GAME.outcome(state), **(given | around))


def picture(state: State, hand: Hand | None = None, note: str = "", look: Look | None = None, **around: Any) -> Picture:
    canvas = Canvas(look or Look())
    SCREEN.draw(seen(state, **around), hand or Hand(), note, canvas)
    return canvas.picture()


def test_it_is_listed() -> None:
    assert SCREENS["terrace"] is SCREEN


def test_it_shows_a_fresh_deal_and_asks_for_the_base() -> None:
    assert picture(deal("terrace", 3)).text().rstrip() == PICTURE_OF_DEAL


def test_it_shows_a_game_in_ascii_with_a_card_in_hand() -> None:
    state = given_board(
        "generals-patience",
        columns="9c 8d 7s,Td,5h Ad,-,Kh Qs",
        foundations="Ks As,Kd",
        waste="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d",
        reserve="3c 9h",
        stock="2c 3c",
        locked=True,
    )
    assert picture(state, Hand("t1", 0, held="t3"), look=Look(utf8=False)).text().rstrip() == PICTURE_OF_GAME


PICTURE_OF_DEAL = """\
 Terrace                                                         deal 7   12:34
 Score 0   Base not chosen   Stock 89              Moves 34   Undos 2   Hints 1
 Reserve  11   3♥  2♥  8♦  J♦  4♠  6♣  7♦  2♥  4♥  A♣  J♠
 Waste     0   ··
 Stock    89  ▒▒▒
 Foundations  1  ··   2  ··   3  ··   4  ··   5  ··   6  ··   7  ··   8  ··

     1       2       3       4       5       6       7       8       9
    [4♠]    (Q♥)    (7♥)    (8♥)     ··      ··      ··      ··      ··












 Choose the base card: take one of the four, and Enter again sends it up.
 Enter take, drop (twice: up)  d deal  a all safe up  u undo  h hint  ? all keys"""
PICTURE_OF_GAME = """\
 General's Patience                                              deal 7   12:34
 Score 3   Base king   Stock 2   Redeals 1         Moves 34   Undos 2   Hints 1
 Reserve   2   3c  9h
 Waste    19 < 5c  6c  7c  8c  9c 10c  Jc  Qc  Kc  Ac  2d  3d  4d  5d  6d  7d
 Stock     2  ###  The stock is locked until the waste card is used.
 Foundations  1  As   2 (Kd)  3  ..   4  ..   5  ..   6  ..   7  ..   8  ..

     1       2       3       4       5       6       7       8       9
     9c     10d      5h      ..      Kh      Ac      Ac      Ac      Ac
     8d             {Ad}             Qs
    [7s]










 The ace of diamonds fits a foundation.
 Enter take, drop (twice: up)  d deal  a all safe up  u undo  h hint  ? all keys"""


def styles_of(shown: Picture, text: str) -> set[Any]:
    """The styles of the first place where a text stands."""
    row = next(number for number, line in enumerate(shown.rows) if text in line)
    column = shown.rows[row].index(text)
    return set(shown.styles[row][column : column + len(text)])


def test_it_lights_the_places_that_take_what_is_held() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s")
    shown = picture(state, Hand("t5", 4, held="w"))
    assert "{9♠}" in shown.text()
    assert "(10♦)" in shown.text()
    assert "(··)" in shown.text()
    assert styles_of(shown, "(10♦)") == {TARGET}


def test_it_lights_everything_that_can_move_when_asked() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc 9s")
    assert "(9♣)" in picture(state, Hand("t5", 4, lit=True)).text()
    assert "(9♠)" in picture(state, Hand("t5", 4, lit=True)).text()
    assert "(9♣)" not in picture(state, Hand("t5", 4)).text()


def test_the_marks_differ_without_colour() -> None:
    shown = picture(given_board(columns="9c,Td,5h,-", waste="Jc 9s"), Hand("t3", 2, held="w"))
    plain = {style.sgr(colour=False) for row in shown.styles for style in row}
    assert len(plain) >= 3
    assert all(mark in shown.text() for mark in ("[5♥]", "{9♠}", "(10♦)"))


def test_it_tells_what_the_card_under_the_hand_fits() -> None:
    state = given_board(columns="9c,Td,5h,-", waste="Jc Kd")
    assert "The nine of clubs fits column 2." in picture(state).text()
    assert "The king of diamonds fits a foundation, column 4" in picture(state, Hand("w")).text()


def test_it_says_when_there_are_no_more_moves() -> None:
    state = given_board(columns="7c 8d,9c", foundations="Kc", reserve="9d", waste="9s")
    assert "There are no more moves: u takes back, R starts again, n deals anew, q leaves." in picture(state).text()


def test_a_long_note_takes_two_lines() -> None:
    words = "Move the queen of diamonds onto the king of spades: only the foundations take cards of the reserve."
    lines = picture(deal("wood", 1), note=words).text().split("\n")
    assert " ".join(line.strip() for line in lines[21:23]) == words


def test_a_spectator_has_no_hand_on_the_board() -> None:
    shown = picture(deal("terrace", 3), seat=None)
    assert "[" not in shown.text()
    assert shown.cursor is None


def test_a_win_shows_the_terrace() -> None:
    won = after(nearly_won(), "up")
    assert picture(won, undos=0, hints=0).text().rstrip() == PICTURE_OF_WIN
    assert "2 undos, 1 hint." in picture(won).text()


PICTURE_OF_WIN = """\
 Wood                                                            deal 7   12:34
 Score 104   Base king   Stock 0                   Moves 34   Undos 0   Hints 0


      The terrace is built.

                     K♣  A♦  2♣  3♦  4♣  5♦  6♣  7♦  8♣  9♦ 10♣  J♦  Q♣
                   K♠  A♥  2♠  3♥  4♠  5♥  6♠  7♥  8♠  9♥ 10♠  J♥  Q♠
                 K♦  A♣  2♦  3♣  4♦  5♣  6♦  7♣  8♦  9♣ 10♦  J♣  Q♦
               K♥  A♠  2♥  3♠  4♥  5♠  6♥  7♠  8♥  9♠ 10♥  J♠  Q♥
             K♣  A♦  2♣  3♦  4♣  5♦  6♣  7♦  8♣  9♦ 10♣  J♦  Q♣
           K♠  A♥  2♠  3♥  4♠  5♥  6♠  7♥  8♠  9♥ 10♠  J♥  Q♠
         K♦  A♣  2♦  3♣  4♦  5♣  6♦  7♣  8♦  9♣ 10♦  J♣  Q♦
       K♥  A♠  2♥  3♠  4♥  5♠  6♥  7♠  8♥  9♠ 10♥  J♠  Q♥


      All 104 cards are up, in 34 moves and 12:34 of play.
      Nothing taken back, no hint: a perfect game."""


def longest(variant: str) -> tuple[State, View]:
    """Every pile as long as it can get: a full reserve, and columns of thirteen."""
    state = deal(variant, 2)
    state = after(state, "b 1") if VARIANTS[variant].chosen else state
    order = "KQJT98765432A"
    start = -state.base % 13
    ranks = order[start:] + order[:start]
    column = tuple(f"{rank}{suit}" for rank, suit in zip(ranks, "cd" * 7, strict=False))
    view = view_of(GAME, state, 0)
    return state, attrs.evolve(view, columns=(column,) * len(state.columns), waste=state.stock[:50])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("utf8", [True, False])
def test_every_variant_fits_with_its_longest_piles(variant: str, utf8: bool) -> None:
    state, view = longest(variant)
    shown = picture(state, look=Look(utf8=utf8), view=view).rows
    wider = picture(state, look=Look(rows=40, columns=120, utf8=utf8), view=view).rows
    assert [line.strip() for line in shown] == [line.strip() for line in wider[:24]]
    assert not "".join(wider[24:]).strip()
    assert shown[8:21] == tuple(row for row in shown[8:21] if row.strip())
    assert not shown[23].strip()


@settings(max_examples=15)
@given(positions, st.booleans())
def test_it_shows_every_open_card_that_is_in_play(state: State, utf8: bool) -> None:
    text = picture(state, look=Look(utf8=utf8)).text()
    assert utf8 or text.isascii()
    if state.score < 104:
        names = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"} if utf8 else {}
        tops = [pile[-1] for pile in (*state.columns, *state.foundations, state.waste, state.reserve) if pile]
        for card in (*tops, *state.reserve, *(card for column in state.columns for card in column)):
            assert card[0].replace("T", "10") + names.get(card[1], card[1]) in text


@pytest.mark.parametrize("columns", [40, 80])
@settings(max_examples=15)
@given(positions)
def test_it_is_described_in_lines_that_fit(columns: int, state: State) -> None:
    lines = SCREEN.describe(view_of(GAME, state, 0), columns)
    assert all(len(line) <= columns and line.isascii() for line in lines)


def test_it_is_described_in_words_and_figures() -> None:
    state = given_board("signora", columns="9c 8d,Td,5h Ad,-", foundations="Kc,Kd As", waste="2c 3c", reserve="3c 9h")
    assert list(SCREEN.describe(view_of(GAME, state, 0), 60)) == [
        "Signora. Base king, score 3 of 104, stock 0.",
        "Reserve 2: 3c 9h",
        "Waste 2: 2c 3c",
        "Foundations: Kc, As, empty, empty, empty, empty, empty,",
        "  empty",
        "Column 1: 9c 8d",
        "Column 2: 10d",
        "Column 3: 5h Ad",
        "Column 4: empty",
        *(f"Column {number}: Ac" for number in range(5, 10)),
        "The stock is used up; play on with what lies open.",
    ]


def test_its_status_is_the_score() -> None:
    assert SCREEN.status is not None
    assert SCREEN.status(seen(nearly_won())) == "103 of 104 cards up"


def test_its_help_fits_a_small_screen() -> None:
    assert all(len(line) <= 80 for line in SCREEN.keys.split("\n"))
