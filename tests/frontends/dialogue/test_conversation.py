"""A conversation as a whole: who comes in where, manners, questions, and being gone."""

from __future__ import annotations

from typing import Any

import pytest

from core.table import Move, Undo
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import HangUp, Leave, Recall, Say, UseScreen, Watch
from frontends.dialogue.lobby import Door, Lobby
from frontends.dialogue.results import Failed
from frontends.dialogue.seat import AtTable
from frontends.screens.picture import Look
from tests.frontends.dialogue.shell import ANNA, BERT, Shell, a_table, by, placed, says

LINES = Look(single_keys=False)


def pileon(**more: Any) -> Shell:
    return Shell(a_table("pileon", ANNA, deal=7), **more)


def test_stranger_is_asked_for_a_name_and_comes_into_the_lobby():
    shell = Shell(name="")
    assert shell.prompt.text == "Your name: "
    shell.type("", "Anna")
    assert "Welcome to the lobby, Anna." in shell.text
    assert shell.prompt.text == "lobby> "


@pytest.mark.parametrize("name", ["computer", "COMP", "Somebody"])
def test_names_of_the_house_are_not_given_away(name: str):
    shell = Shell(name="")
    shell.type(name)
    assert "That name belongs to the house" in shell.text
    assert (shell.rung, shell.prompt.text) == (1, "Your name: ")
    assert isinstance(shell.talk.room, Door)


def test_those_who_are_known_are_let_through_to_the_lobby():
    assert isinstance(Shell(name="Anna").talk.room, Lobby)


def test_errand_is_done_at_once_and_ends_the_conversation():
    shell = Shell(errand=Watch("abcde"))
    assert shell.requests == [Watch("abcde")]
    shell.table = a_table("pileon", BERT)
    shell.seats = ()
    shell.enter(())
    shell.type("quit")
    assert shell.requests == [Leave(), HangUp(0)]


def test_errand_that_fails_says_why_and_ends_with_status_one():
    shell = Shell(errand=Watch("abcde"), answers=[Failed("There is no table abcde.")])
    assert shell.status == 1
    shell = Shell(errand=Recall("abcde"))
    shell.answer(Failed("There is no table abcde."))
    assert "There is no table abcde." in shell.text
    assert shell.status == 1


def test_those_who_are_gone_leave_the_table_and_hang_up():
    for shell in (Shell(name=""), Shell(), pileon(), pileon(screen=True)):
        shell.requests.clear()
        shell.hang_up()
        assert shell.requests == [Leave(), HangUp(0)]


def test_board_is_drawn_for_those_who_like_it_and_can():
    assert pileon(screen=True).on_screen
    assert not pileon(screen=False).on_screen
    assert not pileon(screen=True, look=LINES).on_screen


def test_door_and_lobby_are_lines_for_everybody():
    assert not Shell(screen=True).on_screen
    shell = pileon(screen=True)
    shell.press("q", "y")
    assert not shell.on_screen
    assert shell.prompt.text == "lobby> "


def test_terminal_that_turns_out_to_give_keys_gets_the_board():
    shell = pileon(look=LINES)
    shell.resize(Look())
    assert shell.on_screen
    assert "Pileon" in shell.picture


def test_own_choice_stands_whatever_the_terminal_turns_out_to_be():
    shell = Shell(look=LINES)
    shell.type("lines")
    shell.table = a_table("pileon", ANNA)
    shell.enter((0,))
    shell.resize(Look())
    assert not shell.on_screen


def test_resize_draws_everything_anew():
    shell = pileon(screen=True)
    painted = shell.painted
    shell.resize(Look(rows=30, columns=100))
    assert shell.painted == painted + 1
    assert len(shell.picture.split("\n")) == 30


def test_question_survives_a_resize_and_news():
    shell = Shell(a_table("elixir", ANNA, BERT), screen=True)
    shell.press("'", "h", "i")
    shell.resize(Look(rows=30))
    assert shell.bottom == "Say: hi"
    shell.happen(says("Bert", 1, "well?"))
    assert shell.bottom == "Say: hi"
    shell.press("!", "enter")
    assert shell.commands == [Say("hi!")]


def test_question_in_lines_survives_news():
    shell = Shell(a_table("elixir", ANNA, BERT))
    shell.type("quit")
    assert shell.prompt.text == "Really? "
    shell.happen(says("Bert", 1, "well?"))
    assert shell.text.endswith("Bert: well?\n")
    assert shell.prompt.text == "Really? "
    shell.type("no")
    assert shell.prompt.text == "your move> "


def test_news_of_another_question_wait_behind_the_one_that_is_asked():
    shell = Shell(a_table("elixir", ANNA, BERT), seats=(1,), name="Bert")
    placed(shell)
    shell.type("quit")
    shell.happen(by(0, Undo()))
    assert shell.prompt.text == "Really? "
    shell.type("n")
    assert shell.prompt.text == "Anna asks to take back the last move: may it be? (y/n) "


def test_only_yes_and_no_answer_a_question():
    shell = pileon()
    shell.type("quit", "perhaps")
    assert shell.text.endswith("Please answer y or n.\n")
    assert (shell.rung, shell.prompt.text) == (1, "Really? ")
    shell = pileon(screen=True)
    shell.press("q", "x")
    assert (shell.rung, shell.bottom) == (1, "Really?")
    shell.press("escape")
    assert shell.requests == []
    assert shell.bottom.startswith("Table tst01.")


def test_screen_is_painted_again_while_a_question_is_asked():
    shell = pileon(screen=True)
    shell.press("q")
    painted = shell.painted
    shell.press("c-l")
    assert (shell.painted, shell.bottom) == (painted + 1, "Really?")


def test_line_typed_before_the_board_came_is_heeded_in_screen_manner():
    shell = pileon(screen=True)
    shell.type("1 14", "moves", "quit")
    assert shell.commands == [by(0, Move("1 14"))]
    assert shell.bottom == "Really?"
    shell.type("hm")
    assert shell.rung == 1
    shell.type("y")
    assert shell.prompt.text == "lobby> "


def test_failed_request_ends_the_effects_it_is_one_of():
    shell = Shell(a_table("mille", ANNA, BERT), code="tst01-abcdef", answers=[Failed("The disk is full.")])
    shell.type("save", "here")
    assert shell.text.endswith("The disk is full.\n")
    assert "Saved" not in shell.text
    assert isinstance(shell.talk.room, AtTable)


def test_manner_changes_only_when_it_must():
    talk = Conversation(Look(), screen=True, name="Anna")
    assert UseScreen(False) not in talk.start()
    assert talk.use_screen(True) == (UseScreen(True),)
    assert talk.use_screen(True) == ()
