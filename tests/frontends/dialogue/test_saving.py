"""Saving: to files at home, as marks over telnet, and as the way out after a hand."""

from __future__ import annotations

import pytest

from core.table import Mark, Move
from frontends.dialogue.effects import HangUp, Leave, Save
from frontends.dialogue.results import Failed, FileExists, Result, Saved
from tests.core.games.mille.positions import ended, given
from tests.frontends.dialogue.shell import ANNA, BOT, Shell, a_table, at, by, moves

ANOTHER, STOP = by(0, Move("another")), by(0, Move("stop"))


def hand_over(*answers: Result | None, path: str = "", has_files: bool = True, screen: bool = False) -> Shell:
    """At home, with the question for another hand."""
    table = at(a_table("mille", ANNA, BOT), ended(given()))
    return Shell(table, path=path, has_files=has_files, screen=screen, answers=answers)


def at_home(*answers: Result | None, path: str = "", screen: bool = False) -> Shell:
    """At home, in the middle of a game."""
    return Shell(a_table("pileon", ANNA, deal=7), path=path, has_files=True, screen=screen, answers=answers)


def shown(shell: Shell) -> str:
    return " ".join((shell.picture if shell.on_screen else shell.text).split())


@pytest.mark.parametrize("screen", [False, True])
def test_file_is_asked_for_and_play_goes_on(screen: bool):
    shell = at_home(Saved("a.game [2026-11-20 20:15:03 UTC]"), screen=screen)
    shell.press("s") if screen else shell.type("save")
    assert "file:" in (shell.bottom if screen else shell.prompt.text)
    shell.press(*"a.game", "enter") if screen else shell.type("a.game")
    assert shell.requests == [Save("a.game")]
    assert "a.game [2026-11-20 20:15:03 UTC]" in shown(shell)
    assert shell.rung == 0


def test_game_from_a_file_can_go_into_the_same_file():
    shell = at_home(Saved("a.game [...]"), path="a.game")
    shell.type("save")
    assert shell.prompt.text == "Same file? "
    shell.type("y")
    assert shell.requests == [Save("a.game", overwrite=True)]


def test_game_from_a_file_can_go_into_another():
    shell = at_home(Saved("b.game [...]"), path="a.game")
    shell.type("save", "n", "b.game")
    assert shell.requests == [Save("b.game")]


def test_existing_file_is_overwritten_only_with_leave():
    shell = at_home(FileExists("a.game"), Saved("a.game [...]"))
    shell.type("save", "a.game")
    assert shell.prompt.text == "Overwrite file? "
    shell.type("n")
    assert shell.requests == [Save("a.game")]
    assert shell.prompt.text == "your move> "
    shell = at_home(FileExists("a.game"), Saved("a.game [...]"))
    shell.type("save", "a.game", "y")
    assert shell.requests == [Save("a.game"), Save("a.game", overwrite=True)]
    assert "a.game [...]\n" in shell.text


@pytest.mark.parametrize("screen", [False, True])
def test_failure_says_why_and_play_goes_on(screen: bool):
    shell = at_home(Failed("The disk is full."), screen=screen)
    shell.press("s", "a", "enter") if screen else shell.type("save", "a")
    assert "The disk is full." in shown(shell)
    assert shell.rung == 1
    assert shell.commands == []
    shell.type(moves(shell.table)[0])
    assert shell.table.now.plays == 1


def test_no_name_is_no_save():
    shell = at_home()
    shell.type("save", "  ")
    assert shell.requests == []
    assert shell.prompt.text == "your move> "


def test_no_other_hand_and_no_save_end_the_session():
    shell = hand_over()
    shell.type("n", "n")
    assert shell.requests[:2] == [shell.requests[0], Leave()]
    assert shell.commands == [STOP]
    assert shell.table.ended is not None
    assert "The session ends in a tie." in shell.text


def test_end_of_the_session_is_told_when_the_screen_is_left():
    shell = hand_over(screen=True)
    shell.press("n", "n")
    assert not shell.on_screen
    assert "The session ends in a tie.\n" in shell.text


@pytest.mark.parametrize("screen", [False, True])
def test_saved_after_a_hand_is_good_bye(screen: bool):
    shell = hand_over(Saved("a.game [...]"), screen=screen)
    if screen:
        shell.press("n")
        assert shell.bottom == "Save game?"
        shell.press("y", "a", "enter")
    else:
        shell.type("n", "y", "a")
    assert shell.requests == [Save("a"), Leave()]
    assert "a.game [...]\n" in shell.text
    assert shell.table.ended is None
    assert shell.prompt.text == "lobby> "


@pytest.mark.parametrize("screen", [False, True])
def test_no_name_after_a_hand_deals_another(screen: bool):
    shell = hand_over(screen=screen)
    shell.press("n", "y", "enter") if screen else shell.type("n", "y", "")
    assert shell.commands == [ANOTHER]
    assert shell.table.state.dealt == 2


def test_declined_overwriting_after_a_hand_deals_another():
    shell = hand_over(FileExists("a"))
    shell.type("n", "y", "a", "n")
    assert shell.commands == [ANOTHER]


def test_failed_save_after_a_hand_says_why_and_deals_another():
    shell = hand_over(Failed("The disk is full."))
    shell.type("n", "y", "a")
    assert "The disk is full.\n" in shell.text
    assert shell.commands == [ANOTHER]
    assert HangUp(0) not in shell.requests


def test_question_about_saving_can_be_escaped():
    shell = hand_over(screen=True)
    shell.press("n", "escape")
    assert shell.requests == []
    assert "Another hand?" in shell.picture


def test_those_who_have_just_saved_are_not_asked_again():
    shell = hand_over(Saved("a [...]"))
    shell.type("save", "a", "n")
    assert shell.commands == [STOP]


def test_session_that_could_not_be_ended_goes_on():
    shell = hand_over(Failed("The disk is full."))
    shell.type("n", "n")
    assert Leave() not in shell.requests
    assert shell.text.endswith("The disk is full.\n")
    assert shell.prompt.text == "your move> "


@pytest.mark.parametrize("screen", [False, True])
def test_save_over_telnet_is_a_mark_that_the_lobby_returns_to(screen: bool):
    shell = Shell(a_table("mille", ANNA, BOT), screen=screen)
    shell.press("s", *"Before", "enter") if screen else shell.type("save", "Before")
    assert shell.commands == [by(0, Mark("before"))]
    assert 'Saved as "before". In the lobby:' in shown(shell)
    assert "return tst01-abcdef before" in (shell.picture if screen else shell.text)


def test_name_of_a_save_is_told_as_it_is_kept():
    shell = Shell(a_table("mille", ANNA, BOT))
    shell.type("save", "x" * 30)
    assert f'Saved as "{"x" * 24}".' in shell.text
    assert dict(shell.table.marks).keys() == {"x" * 24}


def test_mark_after_a_hand_is_good_bye():
    shell = hand_over(has_files=False)
    shell.type("n", "y", "later")
    assert shell.commands == [by(0, Mark("later"))]
    assert shell.requests[-1] == Leave()
    assert shell.prompt.text == "lobby> "


def test_spectators_have_nothing_to_save():
    shell = Shell(a_table("mille", ANNA, BOT), ())
    shell.type("save")
    assert shell.requests == []
    assert shell.rung == 1
