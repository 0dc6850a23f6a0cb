"""Pictures of Pileon."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from core.games.pileon import GAME, State
from core.table import TableView
from frontends.screens.picture import Canvas, Look, Picture
from frontends.screens.pileon import SCREEN
from frontends.screens.pileon_hand import Hand
from tests.core.games.test_pileon import NOTHING_HELPS, deal, given_piles, look
from tests.frontends.tables import table_view, view_of

ASCII = Look(utf8=False, colour=False)
BOARD = given_piles("2c 3d 3h 3s", "2d 2h 3c", "Ac Ad", "Ah As Td", "2s", "Tc Th Ts")
WON = given_piles("Ac Ad Ah As")


def sight(state: State, **around: Any) -> TableView:
    seen = table_view(
        GAME, look(state), "Ann", outcome=GAME.outcome(state), deal=7, plays=17, undos=2, hints=1, elapsed=205.9
    )  # fmt: skip
    return attrs.evolve(seen, **around)


def picture(state: State, hand: Hand, note: str = "", look_of: Look | None = None, **around: Any) -> Picture:
    canvas = Canvas(look_of or Look())
    SCREEN.draw(sight(state, **around), hand, note, canvas)
    return canvas.picture()


FRESH = """\
   Pileon                                                              deal 7
   ┌ 1 ┬───┬───┬───┐  ┌ 2 ┬───┬───┬───┐  ┌ 3 ┬───┬───┬───┐  ┌ 4 ┬───┬───┬───┐
   │ J♣│ J♠│ 4♥│ 2♠│  │ K♣│ 8♠│ 9♠│ A♥│  │ 7♣│ K♠│ Q♦│ 2♣│  │ 4♣│ 7♠│ 3♠│10♠│
   └───┴───┴───┴───┘  └───┴───┴───┴───┘  └───┴───┴───┴───┘  └───┴───┴───┴───┘

   ╔ 5 ╦═══╦═══╦═══╗  ┌ 6 ┬───┬───┬───┐  ┌ 7 ┬───┬───┬───┐  ┌ 8 ┬───┬───┬───┐
   ║ 8♥║ 4♦║ Q♠║ Q♣║  │ 2♥│ 4♠│ 6♦│ A♦│  │ 6♥│ 5♥│ 2♦│ 6♠│  │ K♦│ 9♥│ 9♦│ 6♣│
   ╚═══╩═══╩═══╩═══╝  └───┴───┴───┴───┘  └───┴───┴───┴───┘  └───┴───┴───┴───┘
    fits no pile
   ┌ 9 ┬───┬───┬───┐  ┌10 ┬───┬───┬───┐  ┌11 ┬───┬───┬───┐  ┌12 ┬───┬───┬───┐
   │ 8♣│ 3♦│ A♣│ 5♠│  │10♣│10♦│ J♦│10♥│  │ A♠│ 8♦│ 3♥│ J♥│  │ 9♣│ 7♥│ Q♥│ K♥│
   └───┴───┴───┴───┘  └───┴───┴───┴───┘  └───┴───┴───┴───┘  └───┴───┴───┴───┘

   ┌13 ┬───┬───┬───┐  ┌14 ┐              ┌15 ┐              0 of 52 points
   │ 7♦│ 5♦│ 3♣│ 5♣│  │   │              │   │              17 moves, 3:25
   └───┴───┴───┴───┘  └───┘              └───┘              2 undos
                                                            1 hint




   arrows Tab choose   Enter take, drop   1-4 how many   u undo  y redo  h hint
   w winnable?  R restart  n new deal  m M marks  D demo  s save  ? help  q quit

"""
HELD = """\
   Pileon                                                              deal 7
   + 1 +---+---+---+  + 2 +---+---+      + 3 +---+          + 4 +---+---+
   | 2c| 3d| 3h| 3s|  | 2d| 2h| 3c|      | Ac| Ad|          | Ah| As|10d|
   +---+---+---+---+  +---+---+---+      +---+---+          +---+---+---+
                                                             1 in hand
   + 5 +              # 6 #===#===#      + 7 +---+---+---+  + 8 +---+---+---+
   | 2s|              #10c#10h#10s#      | Kc| Kd| Kh|%%%|  | Qc| Qd| Qh|%%%|
   +---+              #===#===#===#      +---+---+---+---+  +---+---+---+---+
                       ^ takes 1          frozen             frozen
   + 9 +---+---+---+  +10 +---+---+---+  +11 +---+---+---+  +12 +---+---+---+
   | Jc| Jd| Jh|%%%|  | 9c| 9d| 9h|%%%|  | 8c| 8d| 8h|%%%|  | 7c| 7d| 7h|%%%|
   +---+---+---+---+  +---+---+---+---+  +---+---+---+---+  +---+---+---+---+
    frozen             frozen             frozen             frozen
   +13 +---+---+---+  +14 +---+---+---+  +15 +---+---+---+  36 of 52 points
   | 6c| 6d| 6h|%%%|  | 5c| 5d| 5h|%%%|  | 4c| 4d| 4h|%%%|  17 moves, 3:25
   +---+---+---+---+  +---+---+---+---+  +---+---+---+---+  2 undos
    frozen             frozen             frozen            1 hint

   Pile 5 is full; a pile holds four cards.


   arrows Tab choose   Enter take, drop   1-4 how many   u undo  y redo  h hint
   w winnable?  R restart  n new deal  m M marks  D demo  s save  ? help  q quit

"""
VICTORY = """\
   Pileon                                                              deal 7


             All thirteen together!

             ╔═══╦═══╦═══╦═══╦═══╦═══╦═══╦═══╦═══╦═══╦═══╦═══╦═══╗
             ║ A♣║ 2♣║ 3♣║ 4♣║ 5♣║ 6♣║ 7♣║ 8♣║ 9♣║10♣║ J♣║ Q♣║ K♣║
             ║ A♦║ 2♦║ 3♦║ 4♦║ 5♦║ 6♦║ 7♦║ 8♦║ 9♦║10♦║ J♦║ Q♦║ K♦║
             ║ A♥║ 2♥║ 3♥║ 4♥║ 5♥║ 6♥║ 7♥║ 8♥║ 9♥║10♥║ J♥║ Q♥║ K♥║
             ║ A♠║ 2♠║ 3♠║ 4♠║ 5♠║ 6♠║ 7♠║ 8♠║ 9♠║10♠║ J♠║ Q♠║ K♠║
             ╚═══╩═══╩═══╩═══╩═══╩═══╩═══╩═══╩═══╩═══╩═══╩═══╩═══╝

             52 points, 17 moves, 3:25 of play.
             2 undos, 1 hint.







   arrows Tab choose   Enter take, drop   1-4 how many   u undo  y redo  h hint
   w winnable?  R restart  n new deal  m M marks  D demo  s save  ? help  q quit

"""


def test_fresh_deal() -> None:
    assert picture(deal(7), Hand(5)).text() + "\n" == FRESH


def test_cards_in_hand_light_up_what_takes_them_in_plain_ascii() -> None:
    drawn = picture(BOARD, Hand(6, source=4), "Pile 5 is full; a pile holds four cards.", ASCII)
    assert drawn.text() + "\n" == HELD
    assert drawn.text().isascii()


def test_win_shows_the_pack_in_order() -> None:
    assert picture(WON, Hand(1)).text() + "\n" == VICTORY


def test_win_without_help_is_called_perfect() -> None:
    assert "a perfect game" in picture(WON, Hand(1), undos=0, hints=0).text()
    assert "a perfect game" not in picture(WON, Hand(1), undos=1, hints=0).text()


def test_stuck_game_says_what_to_do() -> None:
    drawn = picture(given_piles(*NOTHING_HELPS), Hand(2)).text()
    assert "Nothing helps any more: u takes back, R starts again, n deals anew." in drawn
    assert "Nothing helps" not in picture(deal(7), Hand(2)).text()


def test_long_message_takes_two_rows() -> None:
    rows = picture(deal(7), Hand(1), "seven " * 16).rows
    assert rows[18].strip() == "seven " * 11 + "seven"
    assert rows[19].strip() == "seven " * 3 + "seven"


def test_held_cards_are_seen_without_colour() -> None:
    drawn = picture(BOARD, Hand(3, source=1, count=2), look_of=ASCII)
    reversed_runs = [text for style, text in drawn.runs(2) if style.reverse]
    assert reversed_runs == [" 3h", " 3s"]


def test_cursor_rests_on_the_top_card_of_the_chosen_pile() -> None:
    drawn = picture(BOARD, Hand(6))
    assert drawn.cursor is not None
    row, column = drawn.cursor
    assert drawn.rows[row][column - 2 : column + 1] == "10♠"


def test_spectator_has_no_cursor() -> None:
    assert picture(BOARD, Hand(1), seat=None, view=view_of(GAME, BOARD, None)).cursor is None


@pytest.mark.parametrize("look_of", [Look(), ASCII, Look(rows=50, columns=132)])
@pytest.mark.parametrize("state", [deal(7), BOARD, WON, given_piles(*NOTHING_HELPS)])
def test_bottom_row_is_left_free(state: State, look_of: Look) -> None:
    assert picture(state, Hand(1), look_of=look_of).rows[-1].strip() == ""


def test_description_says_where_everything_lies() -> None:
    assert SCREEN.describe(look(BOARD), 40) == [
        "36 of 52 points.",
        "Pile 1: 2c 3d 3h 3s",
        "Pile 2: 2d 2h 3c",
        "Pile 3: Ac Ad",
        "Pile 4: Ah As 10d",
        "Pile 5: 2s",
        "Pile 6: 10c 10h 10s",
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


def test_description_of_spaces_and_of_the_end() -> None:
    assert SCREEN.describe(look(deal(1)), 80)[-3:] == [
        "Pile 14: empty",
        "Pile 15: empty",
        "Nothing fits on another card. Anything goes on an empty pile.",
    ]
    assert SCREEN.describe(look(given_piles(*NOTHING_HELPS)), 80)[-1].startswith("Nothing helps any more")
    assert SCREEN.describe(look(WON), 80)[-1] == "All thirteen ranks are together."


@pytest.mark.parametrize("state", [deal(7), BOARD, WON, given_piles(*NOTHING_HELPS)])
def test_description_fits_narrow_screens(state: State) -> None:
    assert max(map(len, SCREEN.describe(look(state), 40))) <= 40


def test_score_and_moves_in_a_few_words() -> None:
    assert SCREEN.status is not None
    assert SCREEN.status(sight(BOARD)) == "36 of 52 points, 17 moves"


def test_keys_of_the_help_fit_the_screen() -> None:
    assert max(map(len, SCREEN.keys.splitlines())) < 80
