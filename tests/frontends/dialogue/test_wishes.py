"""Wishes at a table besides moves."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.message import english
from core.table import Chair, Mark, Move, Return, TakeHint
from frontends.dialogue.effects import Judge, Open
from frontends.dialogue.results import Done, Failed
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, Shell, a_table, by, moves

MANNERS = pytest.mark.parametrize("screen", [False, True])


def pileon(screen: bool = False) -> Shell:
    return Shell(a_table("pileon", ANNA, deal=7), screen=screen)


def shown(shell: Shell) -> str:
    return " ".join((shell.picture if shell.on_screen else shell.text).split())


@MANNERS
def test_hint_comes_with_its_reason_and_is_counted(screen: bool):
    shell = pileon(screen)
    view = shell.table.game.view(shell.table.state, Seat(0))
    hint = shell.table.game.hint
    assert hint is not None
    proposal = hint(view)
    assert proposal is not None
    shell.press("h") if screen else shell.type("hint")
    assert shell.commands == [by(0, TakeHint())]
    assert english(proposal) in shown(shell)
    assert shell.table.hints == 1


def test_hint_that_could_not_be_recorded_is_not_given():
    shell = Shell(a_table("pileon", ANNA, deal=7), answers=[Failed("The disk is full.")])
    shell.new_text()
    shell.type("hint")
    assert shell.text == "The disk is full.\n"


def test_game_without_hints_says_so():
    shell = Shell(a_table("mille", ANNA, BOT))
    shell.type("hint")
    assert shell.text.endswith("There are no hints in Mille.\n")
    assert shell.rung == 1


@MANNERS
def test_moves_are_taken_back_and_made_again(screen: bool):
    shell = pileon(screen)
    first = shell.table.state
    shell.happen(by(0, Move(moves(shell.table)[0])))
    then = shell.table.state
    shell.press("u") if screen else shell.type("undo")
    assert shell.table.state == first
    assert "The game is at its start again." in shown(shell)
    shell.press("y") if screen else shell.type("redo")
    assert shell.table.state == then
    shell.press("R") if screen else shell.type("restart")
    assert shell.table.state == first


@MANNERS
def test_bookmarks_are_set_listed_and_gone_back_to(screen: bool):
    shell = pileon(screen)
    first = shell.table.state
    shell.press("m", *"Start", "enter") if screen else shell.type("mark Start")
    assert 'Marked as "start".' in shown(shell)
    shell.happen(by(0, Move(moves(shell.table)[0])))
    if screen:
        shell.press("M")
        assert shell.bottom == "Go back to (start):"
        shell.press(*"start", "enter")
    else:
        shell.type("marks", "return start")
    assert shell.commands == [by(0, Mark("Start")), by(0, Return("start"))]
    assert shell.table.state == first
    assert 'You go back to "start".' in shown(shell)


def test_bookmark_is_thought_better_of():
    shell = pileon(screen=True)
    shell.press("m", "enter", "m", "escape", "m", "a", "c-c", "M")
    assert shell.commands == []
    assert "There are no bookmarks yet" in shell.picture
    shell.press("m", "a", "enter", "M", "escape", "M", "b", "enter")
    assert shell.commands == [by(0, Mark("a")), by(0, Return("b"))]
    assert 'There is no bookmark "b" here.' in shell.picture


@MANNERS
def test_question_whether_it_can_be_won_is_answered(screen: bool):
    shell = pileon(screen)
    shell.press("w") if screen else shell.type("winnable")
    assert shell.requests == [Judge()]
    shell.answer(Done("This can still be won; the next move of a solution is 1 14 1."))
    assert "the next move of a solution is 1 14 1." in shown(shell)
    assert shell.rung == 0


@MANNERS
def test_new_game_asks_while_the_old_one_goes_on(screen: bool):
    shell = pileon(screen)
    shell.press("n", "n") if screen else shell.type("new", "n")
    assert shell.requests == []
    shell.press("n", "y") if screen else shell.type("new", "y")
    assert shell.requests == [Open("pileon", {})]


@pytest.mark.parametrize(
    ("chairs", "seats", "opponent"),
    [((ANNA, BOT), (0,), "computer"), ((ANNA, BERT), (0,), "person"), ((ANNA, BERT), (0, 1), "hotseat")],
)
def test_new_game_is_against_the_same_kind_of_opponent(
    chairs: tuple[Chair, ...], seats: tuple[int, ...], opponent: str
):
    shell = Shell(a_table("elixir", *chairs), seats)
    shell.type("new", "y")
    assert shell.requests == [Open("elixir", {}, opponent)]


def test_failed_order_leaves_one_where_one_was():
    shell = Shell(a_table("pileon", ANNA, deal=7), answers=[Failed("None of 60 deals was won.")])
    shell.type("new winnable", "y")
    assert shell.requests == [Open("pileon", {}, winnable=True)]
    assert shell.text.endswith("None of 60 deals was won.\n")
    shell.type(moves(shell.table)[0])
    assert shell.table.now.plays == 1


def test_spectators_talk_among_themselves():
    shell = Shell(a_table("elixir", ANNA, BERT), (), name="Carl")
    shell.type("say nice")
    assert shell.text.endswith("Carl: nice\n")
