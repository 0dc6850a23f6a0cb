"""Pictures of mille."""

from __future__ import annotations

import attrs
import pytest

from core.game import EVERYONE, Viewer
from core.games.mille import GAME, State
from core.games.mille.cards import PACK
from core.games.mille.state import Bonus
from core.table import TableView
from frontends.screens.mille import PROMPT, SCREEN
from frontends.screens.mille_hand import Hand
from frontends.screens.picture import Canvas, Look, Picture
from tests.core.games.mille.positions import BLANK, after, cards, ended, given, tableau
from tests.core.games.test_mille import random_hands
from tests.frontends.tables import table_view, view_of

ASCII = Look(utf8=False, colour=False)


def sight(state: State, seat: Viewer | int | None, names: tuple[str, str] = ("Ann", "Bob")) -> TableView:
    return table_view(GAME, view_of(GAME, state, seat), *names, outcome=GAME.outcome(state))


def picture(
    state: State, seat: Viewer | int | None = 0, hand: Hand | None = None, note: str = "", look: Look | None = None
) -> Picture:
    canvas = Canvas(look or Look())
    SCREEN.draw(sight(state, seat), hand or Hand(), note, canvas)
    return canvas.picture()


def screen(
    state: State, seat: Viewer | int | None = 0, *, note: str = "", full: bool = False, look: Look | None = None
) -> str:
    return picture(state, seat, Hand(full=full), note, look).text()


MIDDLE = given(
    "50", "75", "Spare Tire", "75", "25", "75", "75",
    own=tableau(
        None, "End of Limit", distances=("100",), safeties=("Driving Ace", "Right of Way"), coups=cards("Right of Way")
    ),
    other=tableau("Go", "End of Limit", distances=("100",), safeties=("Puncture Proof",)),
    deck=PACK[:65], discard=cards("25")[0],
)  # fmt: skip

MIDDLE_SCREEN = """\
                                        │                     You      Bob Value
                      Puncture Proof    │ Milestones Played   100      100
  Driving Ace                           │ Each Safety         200      100   100
* Right of Way                          │ All 4 Safeties        0        0   300
                                        │ Each Coup Fourre    300        0   300
─ Hand ───────────  ─ Deck ───────────  │ Hand Total          600      200
P 50                  65                │ Overall Total       600      200
1 75                ─ Discard ────────  │ Games                 0        0
2 Spare Tire          25                │ p: pick             q: quit
3 75                                    │ u: use #            o: order hand
4 25                >>:Move: U 2        │ d: discard #        s: save
5 75                                    │ w: toggle window    r: reprint
6 75                                    │ ?: help             ': talk
─ ► You ──────────  ─ Bob ────────────  ├───────────────────────────────────────
Battle (rolling)    Battle Go           │ can't play "Spare Tire"
Speed  End of Limit Speed  End of Limit │
                                        │
You 100 ━━►╌╌╌╌╌╌╌╌╌╌╌ 700               Bob 100 ━━►╌╌╌╌╌╌╌╌╌╌╌ 700



100                                      100

"""

OVER = after(
    given(
        "100", "Go", "Gasoline", "25", "Gasoline", "Spare Tire", "75",
        own=tableau("Go", distances=("50", "50", "75", "75", "75", "75", *("100",) * 5), safeties=("Puncture Proof",)),
        other=tableau("Go", distances=("100",) * 4 + ("200",), safeties=("Driving Ace",)),
        end=1000, deck=PACK[:55],
    ),
    "u p",
)  # fmt: skip

OVER_SCREEN = """\
                                        |                     You      Bob Value
  Puncture Proof                        | Milestones Played  1000      600
                      Driving Ace       | Each Safety         100      100   100
                                        | All 4 Safeties        0        0   300
         Extension                      | Each Coup Fourre      0        0   300
- Hand -----------  - Deck -----------  | Trip Completed      400        0   400
P                     55                | Safe Trip           300        0   300
1 Go                - Discard --------  | Delayed Action        0        0   300
2 Gasoline                              | Extension           200        0   200
3 25                                    | Shut-Out              0        0   500
4 Gasoline          Another hand?       | Hand Total         2000      700
5 Spare Tire                            | Overall Total      2000      700
6 75                                    | Games                 0        0
- You ------------  - Bob ------------  +---------------------------------------
Battle Go           Battle Go           | The hand is over: you 2000, Bob 700;
Speed               Speed               | overall you 2000, Bob 700.
                                        |
You 1000 ====================> 1000      Bob 600 ============>....... 1000

50  50
75  75  75  75
100 100 100 100 100 100                  100 100 100 100
                                         200
"""


def test_hand_is_shown_in_its_slots_beside_the_small_window() -> None:
    shown = picture(MIDDLE, 0, Hand(command="U", slot="2"), 'can\'t play "Spare Tire"')
    assert shown.text() == MIDDLE_SCREEN
    assert shown.cursor == (10, 20 + len(">>:Move: U 2"))


def test_end_of_a_hand_opens_the_full_window() -> None:
    note = "The hand is over: you 2000, Bob 700; overall you 2000, Bob 700."
    assert screen(OVER, note=note, look=ASCII) == OVER_SCREEN


def rows_of(text: str, column: int, *rows: int) -> list[str]:
    lines = text.split("\n")
    return [lines[row][column : column + 19].rstrip() for row in rows]


def test_viewer_is_always_on_the_left() -> None:
    shown = screen(MIDDLE, 1)
    assert rows_of(shown, 0, 1, 13) == ["  Puncture Proof", "─ You ────────────"]
    assert rows_of(shown, 20, 3, 13) == ["* Right of Way", "─ ► Ann ──────────"]


def test_spectators_see_counts_of_cards() -> None:
    shown = screen(MIDDLE, None)
    assert rows_of(shown, 0, 6, 7, 13) == ["  7 cards", "", "─ ► Ann ──────────"]
    assert rows_of(shown, 20, 10) == ["Ann plays"]
    assert "pick" not in shown


def test_hand_of_the_other_is_not_on_the_screen() -> None:
    state = given(hands=(cards(*("25",) * 7), cards(*("Repairs",) * 6)))
    assert "Repairs" not in screen(state, 0)
    assert "Repairs" in screen(state, 1)


def test_both_hands_are_shown_to_the_eyes_of_everybody() -> None:
    shown = screen(given("Go", discard=cards("Stop")[0]), EVERYONE)
    assert rows_of(shown, 0, 5, 6, 16) == ["─ Hand ───────────", "P Go", "Deck 20, discard St"]
    assert rows_of(shown, 20, 5, 6, 7) == ["─ Hand ───────────", "P", "1 25"]


@pytest.mark.parametrize(
    ("state", "seat", "prompt"),
    [
        (given(), 0, ">>:Move:"),
        (given(), 1, "Ann plays"),
        (after(given("100", own=tableau("Go", distances=("100",) * 6)), "u p"), 0, "Extension?"),
        (ended(given()), 1, "Another hand?"),
        (ended(given(), carried=(5000, 0)), 0, "Another game?"),
        (ended(given()), None, "Another hand?"),
    ],
)
def test_prompt_stands_in_its_place(state: State, seat: int | None, prompt: str) -> None:
    assert rows_of(screen(state, seat), PROMPT[1], PROMPT[0]) == [prompt]


def test_cursor_waits_behind_the_prompt_of_who_is_asked() -> None:
    assert picture(given(), 0).cursor == (10, 29)
    assert picture(given(), 0, Hand(command="D", slip="X")).cursor == (10, 32)
    assert picture(given(), 1).cursor is None


def test_last_card_of_the_other_is_shown() -> None:
    state = after(given("Stop", other=tableau("Go")), "u p")
    assert rows_of(screen(state, 1), 20, 11, 12) == ["Ann plays", "  Stop"]
    assert rows_of(screen(state, 0), 20, 11, 12) == ["", ""]
    state = after(given("Repairs"), "d p")
    assert rows_of(screen(state, 1), 20, 11, 12) == ["Ann discards", "  Repairs"]


def test_full_window_stays_as_the_viewer_likes_it() -> None:
    assert "Shut-Out" not in screen(given())
    assert "Shut-Out" in screen(given(), full=True)
    assert "Shut-Out" in screen(ended(given()))


def test_usable_cards_are_bold() -> None:
    styles = picture(given("100", "Repairs", own=tableau("Go"), other=BLANK)).styles
    assert styles[6][2].bold
    assert not styles[7][2].bold


def test_road_ends_where_the_trip_does() -> None:
    done = given(own=tableau(distances=("100",) * 7), other=tableau(distances=("25",)), finisher=0, bonus=Bonus(400))
    line = screen(done, look=ASCII).split("\n")[17]
    assert line == "You 700 ==============> 700              Bob  25 >............. 700"


def test_screen_fits_and_speaks_ascii_where_it_must() -> None:
    for state in random_hands(bytes(16), 200)[::7]:
        for seat in (0, 1, None):
            shown = picture(state, seat, look=attrs.evolve(ASCII, rows=24, columns=80))
            assert shown.text().isascii()
            assert len(shown.rows) == 24
            assert not shown.rows[23].strip()


def test_long_names_are_cut() -> None:
    canvas = Canvas(Look())
    names = ("Bartholomew-the-Long", "Catherine-the-Great-of-Russia")
    SCREEN.draw(sight(MIDDLE, None, names), Hand(), "", canvas)
    lines = canvas.picture().text().split("\n")
    assert lines[0].endswith("Bartholo Catherin Value")
    assert lines[13].startswith("─ ► Bartholomew- ─  ─ Catherine-th ───  ├")
    assert "Bartholomew-the- 100 " in lines[17]
