"""What keys mean at a table in screen manner."""

from __future__ import annotations

import pytest

from core.games import GAMES
from core.table import Move, Resign, Undo
from frontends.dialogue.effects import Leave, Open, Recall, Say, Submit
from frontends.dialogue.keys import shown
from frontends.screens import screen_of
from frontends.screens.picture import Look
from tests.frontends.dialogue.shell import ANNA, BERT, Shell, a_table, by, placed


def pileon(look: Look | None = None) -> Shell:
    return Shell(a_table("pileon", ANNA, deal=7), screen=True, look=look)


def elixir(seat: int = 0) -> Shell:
    return Shell(a_table("elixir", ANNA, BERT), (seat,), screen=True)


def test_keys_of_the_game_move():
    shell = pileon()
    shell.press("enter", "end", "enter")
    assert shell.commands == [by(0, Move("1 15 1"))]
    assert "from pile 1 to pile 15." in shell.picture


def test_refused_key_rings_and_says_why():
    shell = pileon()
    shell.press("enter", "right", "enter")
    assert shell.rung == 1
    assert "does not go onto" in shell.picture


@pytest.mark.parametrize(
    ("key", "says"), [("#", "# does"), ("c-z", "Ctrl-Z does"), ("delete", "Delete does"), ("L", "")]
)
def test_unknown_key_rings_and_points_to_help(key: str, says: str):
    shell = pileon()
    shell.press(key)
    if says:
        assert (shell.rung, f"{says} nothing here; ? shows what the keys do." in shell.picture) == (1, True)
    else:
        assert (shell.rung, shell.on_screen) == (0, False)


def test_talk_is_typed_at_the_bottom():
    shell = elixir()
    shell.press("'", *"hello", "enter")
    assert shell.commands == [Say("hello")]
    assert shell.bottom == "Anna: hello"
    shell.press("'", "enter")
    assert len(shell.commands) == 1


def test_giving_up_is_asked_twice():
    shell = elixir()
    shell.press("X")
    assert shell.bottom == "Give up this game?"
    shell.press("n")
    assert shell.commands == []
    shell.press("X", "y")
    assert shell.commands == [by(0, Resign())]


def test_taking_back_is_a_key_where_it_needs_consent():
    shell = elixir()
    placed(shell)
    shell.press("U")
    assert shell.commands == [by(0, Undo())]


@pytest.mark.parametrize("key", ["q", "Q", "c-c"])
def test_leaving_is_asked_for(key: str):
    shell = elixir()
    shell.press(key)
    assert shell.bottom == "Really?"
    shell.press("y")
    assert shell.requests == [Leave()]


def test_screen_is_painted_again():
    shell = pileon()
    painted = shell.painted
    shell.press("c-l")
    assert shell.painted == painted + 1


def test_help_is_put_away_by_any_key():
    for key in ("x", "escape", "q", " ", "enter"):
        shell = pileon()
        shell.press("?")
        assert "Moves as they are typed" in shell.picture
        shell.press(key)
        assert "deal 7" in shell.picture.split("\n")[0]
        assert shell.requests == []


def test_long_help_is_read_page_by_page():
    shell = pileon(look=Look(rows=16, columns=80))
    shell.press("?")
    first = shell.picture
    assert shell.bottom == "page 1 of 2: Space goes on, Escape back"
    shell.press(" ")
    assert "3 14 2   from pile 3 to pile 14: two cards" in shell.picture
    assert shell.picture != first
    shell.press(" ")
    assert "press any key" not in shell.bottom


def test_help_of_every_game_can_be_read_whole():
    for name, game in GAMES.items():
        for one_key in (False, True):
            shell = Shell(a_table(name, *(ANNA, BERT)[: game.seats]), screen=True, one_key=one_key)
            shell.type("?")
            seen = shell.picture
            while "Space goes on" in shell.bottom:
                shell.press(" ")
                seen += "\n" + shell.picture
            assert set(screen_of(name, one_key).keys.split()) | set(game.notation.split()) <= set(seen.split())


def test_finished_game_goes_on_with_single_keys():
    for key, request in (("n", Open("pileon", {})), ("r", Recall("tst01")), ("q", Leave())):
        shell = pileon()
        shell.happen(by(0, Resign()))
        shell.press(key)
        assert shell.requests == [request]


def test_board_is_drawn_as_the_key_left_it_before_the_move_is_stored():
    shell = pileon()
    shell.press("enter", "end")
    effects = shell.talk.room.key("enter")
    assert isinstance(effects[-1], Submit)
    assert len(effects) == 2


def test_keys_have_names_that_people_know():
    assert [shown(key) for key in (" ", "c-x", "escape", "a", "A")] == ["Space", "Ctrl-X", "Escape", "a", "A"]
