"""Pictures of El-Ixir."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.elixir import GAME, Embraced, Placed, State
from core.games.elixir.board import Embrace
from core.table import PlayerView, TableView
from frontends.dialogue.stage import Bottom, stage
from frontends.screens import ONE_KEY_SCREENS, SCREENS
from frontends.screens.controls import Screen
from frontends.screens.picture import Canvas, Look, Picture
from tests.core.games.test_elixir import drawn, random_game
from tests.frontends.tables import table_view, view_of

SCREEN, ONE_KEY = SCREENS["elixir"], ONE_KEY_SCREENS["elixir"]
ASCII = Look(utf8=False, colour=False)
BOARD_ROWS = [
    "XXXXXXX.......",
    "X.....X.......",
    "X..oo.X.......",
    "X.....X....oo.",
    "X.....X.......",
    "xx..xxX.......",
    "..............",
    "....xxx.......",
    ".o....x...OOOO",
    ".o........OOOO",
    ".o........OOOO",
    "..........OOOO",
    "..........OOOO",
    ".............O",
]
BOARD = drawn(BOARD_ROWS)
PLACED = Placed(1, ("k9", "k10", "k11", "k12"))
BROUGHT = (Embraced(1, Embrace.COMPLETE, ("l10", "m10", "l11", "m11", "l12", "m12"), 6),)
READY = State(BOARD, 0, placed=PLACED, brought=BROUGHT)
ROLLED = State(BOARD, 0, ("j2", "c6", "i12", "n1"), PLACED, BROUGHT)


def sight(state: State, seat: int | None = 0) -> TableView:
    view, adept = view_of(GAME, state, seat), PlayerView("Abacus", is_bot=True)
    return table_view(GAME, view, "Ann", adept, outcome=GAME.outcome(state), plays=17)


def picture(
    state: State, keys: str = "", note: str = "", look: Look | None = None, seat: int | None = 0, face: Screen = SCREEN
) -> Picture:
    """The picture after some keys, which are separated by blanks."""
    seen = sight(state, seat)
    hand = face.idle(seen.view)
    for key in keys.split():
        hand = face.press(hand, key, seen.view).hand
    canvas = Canvas(look or Look())
    face.draw(seen, hand, note, canvas)
    return canvas.picture()


TO_ROLL = """\
    El-Ixir                                       144 free tiles, 99 points win
     a  b  c  d  e  f  g  h  i  j  k  l  m  n
  1  ◈  ◆  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  +   ▸ ◇◆ Ann                  16
  2  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ·  ·  ·     ████░░░░░░░░░░░░░░░░░░░░░░
  3  ◆  ·  ·  ○  ○  ·  ◆  ·  ·  ·  ·  ·  ·  ·
  4  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ○  ○  ·     ○● Abacus               21
  5  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ·  ·  ·     █████░░░░░░░░░░░░░░░░░░░░░
  6  ◇  ◇  ·  ·  ◇  ◇  ◆  ·  ·  ·  ·  ·  ·  ·
  7  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·     You to roll.
  8  ·  ·  ·  ·  ◇  ◇  ◇  ·  ·  ·  ·  ·  ·  ·
  9  ·  ○  ·  ·  ·  ·  ◇  ·  ·  · (●) ●  ●  ●
 10  ·  ○  ·  ·  ·  ·  ·  ·  ·  · (●):●::●: ●
 11  ·  ○  ·  ·  ·  ·  ·  ·  ·  · (●):●::●: ●
 12  ·  ·  ·  ·  ·  ·  ·  ·  ·  · (●):●::●: ●     ◇ ○ loose     ◆ ● anchored
 13  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●     + corner      ◈ ◉ taken
 14  +  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ◉     ( ) last block  : : embraced

    Abacus covers k9 to k12. Abacus takes 6 tiles by a complete embrace and
    gets 6 points.



    Enter roll   ? help   ' talk   u take back   X give up   q leave
"""

CHOOSING = """\
    El-Ixir                                       144 free tiles, 99 points win
     a  b  c  d  e  f  g  h  i  j  k  l  m  n
  1  ◈  ◆  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  4   ▸ ◇◆ Ann                  16
  2  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  1  ·  ·  ·  ·     ████░░░░░░░░░░░░░░░░░░░░░░
  3  ◆  ·  ·  ○  ○  ·  ◆  ·  ·  ·  ·  ·  ·  ·
  4  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ○  ○  ·     ○● Abacus               21
  5  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ·  ·  ·     █████░░░░░░░░░░░░░░░░░░░░░
  6  ◇  ◇  2  ·  ◇  ◇  ◆  ·  ·  ·  ·  ·  ·  ·
  7  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·     Tile 3, i12:
  8  ·  ·  ·  ·  ◇  ◇  ◇  ·  ·  ·  ·  ·  ·  ·       ← left  room for 4
  9  ·  ○  ·  ·  ·  ·  ◇  ·  ·  · (●) ●  ●  ●       ↑ up    room for 4
 10  ·  ○  ·  ·  ·  ·  ·  ·  ·  · (●):●::●: ●       → right room for 2
 11  ·  ○  ·  ·  ·  ·  ·  ·  ·  · (●):●::●: ●       ↓ down  room for 3
 12  ·  ·  ·  ·  ·  ·  ·  · [3] · (●):●::●: ●     ◇ ○ loose     ◆ ● anchored
 13  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●     + corner      ◈ ◉ taken
 14  +  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ◉     ( ) last block  : : embraced

    Abacus covers k9 to k12. Abacus takes 6 tiles by a complete embrace and
    gets 6 points.
    Abacus would rather not.


    arrows or h j k l: direction   1-4 another tile   Esc back   q leave
"""

ABOUT_TO_CLOSE = """\
    El-Ixir                                       144 free tiles, 99 points win
     a  b  c  d  e  f  g  h  i  j  k  l  m  n
  1  ◈  ◆  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  4   ▸ ◇◆ Ann                  16
  2  ◆ {◆}{◆}{◆}{◆}{◆} ◆  ·  ·  1  ·  ·  ·  ·     ████░░░░░░░░░░░░░░░░░░░░░░
  3  ◆ {◆}{◆}{◆}{◆}{◆} ◆  ·  ·  ·  ·  ·  ·  ·
  4  ◆ {◆}{◆}{◆}{◆}{◆} ◆  ·  ·  ·  ·  ○  ○  ·     ○● Abacus               21
  5  ◆ {◆}{◆}{◆}{◆}{◆} ◆  ·  ·  ·  ·  ·  ·  ·     █████░░░░░░░░░░░░░░░░░░░░░
  6  ◆  ◆ [◆][◆] ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·
  7  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·     Tile 2, c6:
  8  ·  ·  ·  ·  ◇  ◇  ◇  ·  ·  ·  ·  ·  ·  ·       ← left  room for 1
  9  ·  ○  ·  ·  ·  ·  ◇  ·  ·  ·  ●  ●  ●  ●       ↑ up    room for 4
 10  ·  ○  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●     ▸ → right room for 2, length 4
 11  ·  ○  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●       ↓ down  room for 4
 12  ·  ·  ·  ·  ·  ·  ·  ·  3  ·  ●  ●  ●  ●     ◇ ○ loose     ◆ ● anchored
 13  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●     + corner      ◈ ◉ taken
 14  +  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ◉     [ ] this block  { } embraced

    This block: c6 to d6, 2 tiles; anchors 6 tiles, 6 points; complete
    embrace of 20 tiles, 20 points.



    Enter put it down   1-4 length   arrows direction   Esc back   q leave
"""

IN_ASCII = """\
    El-Ixir                                       144 free tiles, 99 points win
     a  b  c  d  e  f  g  h  i  j  k  l  m  n
  1  #  X  X  X  X  X  X  .  .  .  .  .  .  4   * xX Ann                  16
  2  X {X}{X}{X}{X}{X} X  .  .  1  .  .  .  .     ####----------------------
  3  X {X}{X}{X}{X}{X} X  .  .  .  .  .  .  .
  4  X {X}{X}{X}{X}{X} X  .  .  .  .  o  o  .     oO Abacus               21
  5  X {X}{X}{X}{X}{X} X  .  .  .  .  .  .  .     #####---------------------
  6  X  X [X][X] X  X  X  .  .  .  .  .  .  .
  7  .  .  .  .  .  .  .  .  .  .  .  .  .  .     Tile 2, c6:
  8  .  .  .  .  x  x  x  .  .  .  .  .  .  .       < left  room for 1
  9  .  o  .  .  .  .  x  .  .  .  O  O  O  O       ^ up    room for 4
 10  .  o  .  .  .  .  .  .  .  .  O  O  O  O     * > right room for 2, length 4
 11  .  o  .  .  .  .  .  .  .  .  O  O  O  O       v down  room for 4
 12  .  .  .  .  .  .  .  .  3  .  O  O  O  O     x o loose     X O anchored
 13  .  .  .  .  .  .  .  .  .  .  O  O  O  O     + corner      # @ taken
 14  +  .  .  .  .  .  .  .  .  .  .  .  .  @     [ ] this block  { } embraced

    This block: c6 to d6, 2 tiles; anchors 6 tiles, 6 points; complete
    embrace of 20 tiles, 20 points.



    Enter put it down   1-4 length   arrows direction   Esc back   q leave
"""

RUNNING_BY = """\
    El-Ixir                                       144 free tiles, 99 points win
     a  b  c  d  e  f  g  h  i  j  k  l  m  n
  1  ◈  ◆  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  4   ▸ ◇◆ Ann                  16
  2  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  1  ·  ·  ·  ·     ████░░░░░░░░░░░░░░░░░░░░░░
  3  ◆  ·  ·  ○  ○  ·  ◆  ·  ·  ·  ·  ·  ·  ·
  4  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ○  ○  ·     ○● Abacus               21
  5  ◆  ·  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ·  ·  ·     █████░░░░░░░░░░░░░░░░░░░░░
  6  ◆  ◆ [↓] ·  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·
  7  ·  · [◆] ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·     Tile 2, c6:
  8  ·  · [◆] ·  ◇  ◇  ◇  ·  ·  ·  ·  ·  ·  ·       ← left  room for 1
  9  ·  ○ [◆] ·  ·  ·  ◇  ·  ·  ·  ●  ●  ●  ●       ↑ up    room for 4
 10  ·  ○  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●       → right room for 2
 11  ·  ○  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●     ▸ ↓ down  room for 4
 12  ·  ·  ·  ·  ·  ·  ·  ·  3  ·  ●  ●  ●  ●     ◇ ○ loose     ◆ ● anchored
 13  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ●  ●  ●  ●     + corner      ◈ ◉ taken
 14  +  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ◉     [ ] this block  { } embraced

    This block: c6 to c9, 4 tiles; anchors 8 tiles, 8 points.




    any key: take this direction
"""

ENDED = State(drawn([*["OOOOOOOOOOOOOO"] * 7, "O", *["XXXXX"] * 6]), 0, (), Placed(1, ("a8",)))
OVER = """\
    El-Ixir                                       67 free tiles, 99 points win
     a  b  c  d  e  f  g  h  i  j  k  l  m  n
  1  ◉  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ◉     ◇◆ Ann                  30
  2  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●     ███████░░░░░░░░░░░░░░░░░░░
  3  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●
  4  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●     ○● Abacus               99
  5  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●     ██████████████████████████
  6  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●
  7  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●     Abacus wins by 99 points
  8 (●) ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·     to 30.
  9  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·  ·  ·
 10  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·  ·  ·
 11  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·  ·  ·
 12  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·  ·  ·     ◇ ○ loose     ◆ ● anchored
 13  ◆  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·  ·  ·     + corner      ◈ ◉ taken
 14  ◈  ◆  ◆  ◆  ◆  ·  ·  ·  ·  ·  ·  ·  ·  +     ( ) last block  : : embraced

    Abacus covers a8.




    ? help   ' talk   q leave
"""


@pytest.mark.parametrize(
    ("state", "keys", "note", "expected"),
    [
        (READY, "", "", TO_ROLL),
        (ROLLED, "3", "Abacus would rather not.", CHOOSING),
        (ROLLED, "2 right", "", ABOUT_TO_CLOSE),
        (ENDED, "", "", OVER),
    ],
    ids=["to roll", "choosing", "about to close", "over"],
)
def test_picture_shows_the_position(state: State, keys: str, note: str, expected: str) -> None:
    assert picture(state, keys, note).text() == expected


def test_ascii_picture_says_the_same() -> None:
    assert picture(ROLLED, "2 right", look=ASCII).text() == IN_ASCII


def test_choice_that_runs_by_is_shown_with_its_block() -> None:
    assert picture(ROLLED, "x tick", face=ONE_KEY).text() == RUNNING_BY


def test_others_see_the_rolled_tiles_but_no_hand() -> None:
    text = picture(ROLLED, seat=1).text()
    assert "Ann rolled:" in text
    assert " 2  c6   up to 4 tiles" in text
    assert ">1<" not in text
    assert "Enter" not in text


def test_cursor_rests_on_the_tile_in_hand() -> None:
    assert picture(ROLLED, "2").cursor == (7, 11)
    assert picture(ROLLED, seat=1).cursor is None


def cells(shown: Picture) -> dict[str, str]:
    """What stands at a tile, with its attributes but without its colours."""
    found = {}
    for y in range(14):
        for x, letter in enumerate("abcdefghijklmn"):
            found[f"{letter}{y + 1}"] = shown.rows[2 + y][4 + 3 * x : 7 + 3 * x]
    return found


@pytest.mark.parametrize("look", [Look(), ASCII])
def test_all_kinds_of_tile_are_told_apart_without_colour(look: Look) -> None:
    corners = State(drawn([*BOARD_ROWS[:13], ".............O"]), 0, ("j2", "i12"), PLACED, BROUGHT)
    shown = cells(picture(corners, look=look))
    kinds = ["b6", "b1", "b9", "n13", "a1", "n14", "n1", "c3", "k9", "l10", "i12", "j2"]
    assert len({shown[name] for name in kinds}) == len(kinds)
    ahead = cells(picture(ROLLED, "2 right", look=look))
    assert ahead["c6"] != shown["b1"] != ahead["b2"] != ahead["c6"]


def test_first_players_tiles_are_reversed_where_there_is_no_colour() -> None:
    styles = picture(READY, look=ASCII).styles
    assert styles[2][5].reverse
    assert not styles[11][35].reverse


def test_terminal_that_is_too_small_is_told_so() -> None:
    for rows, columns in ((23, 80), (24, 79), (24, 40)):
        shown = stage(SCREEN, sight(READY), SCREEN.idle(sight(READY).view), "", Bottom(), Look(rows, columns))
        assert "it needs 80x24" in shown.text()


def test_larger_terminal_has_the_board_in_its_middle() -> None:
    shown = picture(READY, look=Look(30, 100))
    assert shown.rows[0].startswith(" " * 14 + "El-Ixir")


def test_status_is_the_score() -> None:
    assert SCREEN.status is not None
    assert SCREEN.status(sight(READY)) == "16 : 21"


@settings(max_examples=5, deadline=None)
@given(st.binary(min_size=16, max_size=16), st.sampled_from(["", "1", "2 left", "1 up"]))
def test_every_picture_fits_and_leaves_the_bottom_row(seed: bytes, keys: str) -> None:
    for state, _ in list(random_game(seed))[::8]:
        for look in (Look(), ASCII):
            shown = picture(state, keys, "x" * 72, look, state.mover)
            assert shown.rows[23].strip() == ""
            assert not any(unicodedata.east_asian_width(sign) in "WF" for row in shown.rows for sign in row)
            assert look.utf8 or all(row.isascii() for row in shown.rows)


@pytest.mark.parametrize("keys", ["", "2", "2 right"])
def test_scores_are_in_every_picture(keys: str) -> None:
    text = picture(ROLLED, keys).text()
    assert "Ann                  16" in text
    assert "Abacus               21" in text
