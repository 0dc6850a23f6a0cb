"""The whole picture: the board, and what stands around it."""

from __future__ import annotations

import re
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.game import SPECTATOR, Seat, Viewer
from core.base.message import Message, message
from core.table import Resign, view_table
from frontends.locale.language import LANGUAGES, PSEUDO, language
from frontends.screens import screen_of
from frontends.screens.controls import Scene
from frontends.terminal.picture import Canvas, Look, Picture
from frontends.visit.stage import (
    BOARD_COLUMNS,
    SMALLEST,
    Pictures,
    Question,
    Stage,
    bar_parts,
    board_look,
    board_of,
    fits,
    picture_of,
    text_picture,
)
from tests.core.tables import begun, when

FACE = screen_of("pileon")
VIEW = view_table(begun("pileon", deal=7), Seat(0), ("Anna",))
WIDE = Look(rows=43, columns=132)
SHORT = Look(rows=20)
"""The board fills it."""
BAR: tuple[tuple[str, Message], ...] = (
    ("Enter", message("play")), ("h", message("hint")), ("u", message("undo")), ("?", message("help")),
)  # fmt: skip
WORDS = " ".join(map(str, range(60)))


def staged(stage: Stage, look: Look | None = None) -> Picture:
    look = look or Look()
    return picture_of(board_of(FACE, Scene(VIEW, FACE.idle(VIEW.view)), look), stage, look)


def rows(picture: Picture) -> list[str]:
    return picture.text().split("\n")


def test_message_stands_where_the_board_ends_and_leaves_the_cursor_to_it() -> None:
    picture = staged(Stage(("<Anna> hello",)))
    assert [row.rstrip() for row in rows(picture)[-8:]] == ["0 hints".rjust(67), "", "<Anna> hello", "", "", "", "", ""]
    assert picture.cursor is not None
    assert picture.cursor[0] < 21


def test_last_sentences_are_shown_where_there_is_no_room_for_all() -> None:
    sentences = tuple(f"Sentence number {number} is long enough." for number in range(9))
    shown = " ".join(rows(staged(Stage(sentences), SHORT))[-3:-1])
    assert shown == " ".join(sentences[-4:])


def test_sentence_that_is_too_long_alone_is_cut_at_a_blank() -> None:
    first, second, _ = rows(staged(Stage((f"{WORDS} {WORDS}",)), SHORT))[-3:]
    assert first.startswith("0 1 2")
    assert re.search(r" \d+\.\.\.$", second)
    assert len(second) < 80


def test_status_takes_the_second_row() -> None:
    assert rows(staged(Stage((WORDS,), status="as it is")))[-2] == "as it is"


def test_only_the_row_of_the_clocks_is_shorter() -> None:
    said, code = "To come back later, whenever: resume", "c24fa-dpu6-kxyu-6tbea"
    picture = staged(Stage((f"{said} {code}",), reserved=12), Look(rows=22, columns=40))
    assert rows(picture)[-3:-1] == [said, code]
    picture = staged(Stage((f"{said} {code} and so on",), reserved=12), Look(rows=22, columns=40))
    assert len(rows(picture)[-2]) <= 39 - 12


def test_question_stands_in_the_last_row_with_the_cursor_after_what_is_typed() -> None:
    picture = staged(Stage(bar=BAR, question=Question("Say:", "hel")))
    assert rows(picture)[-1] == "Say: hel"
    assert picture.cursor == (23, 8)
    assert picture.styles[-1][0].reverse
    assert picture.spot(23, 1) == ""


def test_question_that_is_longer_than_the_row_begins_above_it() -> None:
    asked = Question("Leave the table? The game is saved. (y/n)", "y")
    picture = staged(Stage(("You pick Go.",), question=asked), Look(rows=22, columns=40))
    assert rows(picture)[-2:] == ["Leave the table? The game is saved.", "(y/n) y"]
    assert picture.cursor == (21, 7)


def test_end_of_what_is_typed_stays_in_view() -> None:
    picture = staged(Stage(question=Question("Say:", WORDS)))
    assert rows(picture)[-1].endswith("58 59")
    assert picture.cursor == (23, 79)


def test_key_bar_can_be_clicked_on() -> None:
    picture = staged(Stage(bar=BAR))
    assert rows(picture)[-1] == "Enter play  h hint  u undo  ? help"
    for text, spot in (("play", "key Enter"), ("undo", "key u"), ("? help", "key ?")):
        assert picture.spot(23, picture.rows[-1].index(text)) == spot


@given(st.integers(0, 80), st.sampled_from([*LANGUAGES, PSEUDO]))
def test_key_bar_names_whole_keys_the_most_useful_first_and_always_help(width: int, code: str) -> None:
    parts = bar_parts(BAR, language(code), width)
    assert parts[-1] == ("?", f"? {language(code).text('help')}")
    assert [key for key, _ in parts[:-1]] == [key for key, _ in BAR[: len(parts) - 1]]
    assert len(parts) == 1 or len("  ".join(text for _, text in parts)) <= width


def test_large_window_shows_what_happened_and_was_said_beside_the_board() -> None:
    log = tuple(f"move {number}" for number in range(50))
    shown = rows(staged(Stage(log=log, talk=("<Bert> well played", "<Anna> thanks")), WIDE))
    beside = [row.split("│")[-1].strip() for row in shown[:40]]
    assert beside[0] == "What happened"
    assert beside[1:20] == [*log[-19:]]
    assert beside[20:23] == ["Talk", "<Bert> well played", "<Anna> thanks"]


def test_tall_window_shows_them_under_the_board() -> None:
    shown = rows(staged(Stage(log=("move 1",)), Look(rows=43)))
    assert "What happened" in shown[23]
    assert "move 1" in shown[24]
    assert len(rows(staged(Stage(("well",), log=("move 1",)), Look(rows=43)))) == 43


def test_nothing_of_a_message_is_cut_while_rows_are_empty() -> None:
    long = " ".join(f"word{number}" for number in range(40))
    assert long in " ".join(staged(Stage((long,)), Look()).text().split())


def test_rows_under_a_board_hold_what_happened_lately() -> None:
    log = tuple(f"move {number}" for number in range(9))
    assert [row for row in rows(staged(Stage(("All is well.",), log=log))) if "move " in row] == list(log[-3:])
    assert "move 8" not in rows(staged(Stage(log=log, reserved=9)))[-2]


@pytest.mark.parametrize("look", [Look(), Look(rows=43), WIDE])
def test_no_sentence_stands_twice(look: Look) -> None:
    shown = staged(Stage(("Bert moves.", "Your turn."), log=("Anna moves.", "Bert moves.")), look).text()
    for sentence in ("Anna moves.", "Bert moves.", "Your turn."):
        assert shown.count(sentence) == 1


def test_what_is_new_is_bold_where_what_happened_is_always_in_view() -> None:
    picture = staged(Stage(("Bert moves.",), log=("Anna moves.", "Bert moves.")), WIDE)
    bold = {text: picture.styles[row][picture.rows[row].index(text)].bold for row, text in ((1, "Anna"), (2, "Bert"))}
    assert bold == {"Anna": False, "Bert": True}


def test_message_stands_in_the_place_that_a_board_keeps_for_it_if_it_fits() -> None:
    canvas = Canvas(board_look(Look()))
    canvas.message_place = (3, 40, 2, 30)
    assert rows(picture_of(canvas, Stage(("hello",)), Look()))[4] == " " * 40 + "hello"
    long = f"{WORDS}"
    assert long in " ".join(picture_of(canvas, Stage((long,)), Look()).text().split())


def test_clocks_never_stand_on_a_question() -> None:
    asked = Question("Leave the table? The game is kept, and the other player goes on waiting for you. (y/n)")
    for width in (0, 18):
        lines = rows(staged(Stage(question=asked, reserved=width), Look(rows=22, columns=40)))
        assert len(lines[-2]) <= 39 - width
        assert asked.text in " ".join(" ".join(lines[-5:]).split())


def test_no_line_of_talk_is_lost_while_there_is_room_for_it() -> None:
    lines = tuple(f"Anna: {number} {WORDS[:60]}" for number in range(4))
    shown = " ".join(" ".join(row.split("│")[-1].strip() for row in rows(staged(Stage(talk=lines), WIDE))).split())
    for line in lines:
        assert line in shown


@pytest.mark.parametrize("look", [Look(rows=22, columns=40), Look(rows=20, columns=60), Look(), Look(rows=23), WIDE])
def test_board_gets_the_room_that_every_screen_can_draw_in(look: Look) -> None:
    board = board_look(look)
    height, width = board.rows, board.columns
    assert fits(look)
    assert (height, width) >= (17, 40)
    assert height <= look.rows - 3
    assert width <= look.columns
    assert width >= min(look.columns, BOARD_COLUMNS)


def test_window_is_too_small_below_twenty_rows_or_forty_columns() -> None:
    least, narrowest = SMALLEST
    assert (least, narrowest) == (20, 40)
    assert fits(Look(rows=20, columns=40))
    assert not fits(Look(rows=19, columns=200))
    assert not fits(Look(rows=50, columns=39))


@given(st.integers(20, 60), st.integers(40, 200), st.text(max_size=120), st.booleans())
def test_every_size_that_fits_gives_a_picture_of_that_size(height: int, width: int, text: str, is_asked: bool) -> None:
    line = " ".join(filter(str.isprintable, text))
    stage = Stage((line,), "", BAR, Question(line) if is_asked else None, (line,), (line,))
    look = Look(rows=height, columns=width)
    for picture in (staged(stage, look), text_picture([line], stage, look)):
        assert len(picture.rows) == height
        assert {len(row) for row in picture.rows} == {width}
        assert picture.cursor is not None


def board(game: str, name: str, viewer: Viewer, over: bool) -> str:
    table = begun(game)
    view = view_table(when(table, (0, Resign())) if over else table, viewer, (name, "Bert"))
    face = screen_of(game)
    return picture_of(board_of(face, Scene(view, face.idle(view.view)), Look()), Stage(), Look()).text()


@pytest.mark.parametrize("name", ["{1}", "{0} resigns", "%s", "You", "{who}"])
@pytest.mark.parametrize("game", ["mille", "elixir"])
@pytest.mark.parametrize("viewer", [Seat(1), SPECTATOR])
@pytest.mark.parametrize("over", [False, True])
def test_no_name_changes_anything_on_a_board_but_how_somebody_is_called(
    game: str, name: str, viewer: Viewer, over: bool
) -> None:
    other = board(game, "@" * len(name), viewer, over)
    assert "@" in other
    assert board(game, name, viewer, over) == re.sub(
        "@+", lambda found: name[: len(found[0])].ljust(len(found[0])), other
    )


def a_picture(cells: int) -> Picture:
    return Canvas(Look(rows=1, columns=cells)).picture()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 60)), max_size=60))
def test_memory_of_pictures_is_bounded_by_cells_and_keeps_what_was_seen_last(seen: list[tuple[int, int]]) -> None:
    pictures = Pictures(most_cells=100)
    for key in seen:
        picture = pictures.get(key, lambda cells=key[1]: a_picture(cells))  # type: ignore[misc]
        assert pictures.get(key, lambda: a_picture(1)) is picture
        assert pictures.cells <= 100


def test_same_picture_is_made_once() -> None:
    made = count()

    def make() -> Picture:
        next(made)
        return a_picture(10)

    pictures = Pictures()
    assert pictures.get("a", make) is pictures.get("a", make)
    assert next(made) == 1


def test_pictures_are_told_apart_by_the_view_itself() -> None:
    assert replace(VIEW) != VIEW
