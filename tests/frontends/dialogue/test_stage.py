"""The whole picture: the board and the line under it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import SPECTATOR, Seat, Viewer
from core.table import Resign, view_table
from frontends.dialogue.stage import Bottom, fits, stage
from frontends.screens import screen_of
from frontends.screens.picture import Look, Picture
from tests.frontends.dialogue.shell import ANNA, BERT, a_table, after, by, view_of

FACE = screen_of("pileon")
SIGHT = view_of(a_table("pileon", ANNA, deal=7), 0)


def staged(bottom: Bottom, look: Look | None = None) -> Picture:
    return stage(FACE, SIGHT, FACE.idle(SIGHT.view), "", bottom, look or Look())


def test_line_stands_under_the_board_and_leaves_the_cursor_to_it():
    picture = staged(Bottom("Anna: hello"))
    assert picture.text().split("\n")[-1] == "Anna: hello"
    assert picture.cursor is not None
    assert picture.cursor[0] < 23
    assert picture.styles[-1][0].reverse


def test_cursor_is_behind_a_question():
    assert staged(Bottom("Say: hel", is_asked=True)).cursor == (23, 8)


def test_of_a_long_line_the_beginning_counts_unless_somebody_types_it():
    words = " ".join(map(str, range(60)))
    assert staged(Bottom(words)).rows[-1].startswith("0 1 2")
    assert staged(Bottom(words)).text().endswith("...")
    asked = staged(Bottom(words, is_asked=True))
    assert asked.text().endswith("58 59")
    assert asked.cursor == (23, 79)


def test_small_terminal_gets_a_plain_word():
    look = Look(rows=20, columns=60)
    assert not fits(FACE, look)
    assert staged(Bottom("Really?"), look).text().split("\n")[:5] == [
        "Too small for the board: 60x20,",
        "it needs 80x24.",
        "Make the window larger,",
        "or press L for lines of text.",
        "Really?",
    ]
    assert not fits(FACE, Look(rows=50, columns=79))


@given(st.integers(1, 60), st.integers(1, 200), st.text(max_size=120), st.booleans())
def test_every_size_gives_a_picture_of_that_size(rows: int, columns: int, text: str, is_asked: bool):
    picture = staged(Bottom(text, is_asked), Look(rows=rows, columns=columns))
    assert len(picture.rows) == rows
    assert {len(row) for row in picture.rows} == {columns}


def board(game: str, name: str, viewer: Viewer, over: bool) -> str:
    table = a_table(game, ANNA, BERT)
    table = after(table, by(0, Resign()))[0] if over else table
    view = view_table(table, viewer, (name, "Bert"))
    face = screen_of(game)
    return stage(face, view, face.idle(view.view), "", Bottom(), Look()).text()


@pytest.mark.parametrize("name", ["{1}", "{0} resigns", "%s", "You", "{who}"])
@pytest.mark.parametrize("game", ["mille", "elixir"])
@pytest.mark.parametrize("viewer", [Seat(1), SPECTATOR])
@pytest.mark.parametrize("over", [False, True])
def test_no_name_changes_anything_on_a_board_but_how_somebody_is_called(
    game: str, name: str, viewer: Viewer, over: bool
):
    other = board(game, "@" * len(name), viewer, over)
    assert "@" in other
    assert board(game, name, viewer, over) == re.sub(
        "@+", lambda found: name[: len(found[0])].ljust(len(found[0])), other
    )
