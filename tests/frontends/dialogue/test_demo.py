"""Demonstrations: the computer plays on, at the speed one likes, until one stops it."""

from __future__ import annotations

import pytest

from core.table import Move, Resign
from frontends.dialogue.demo import PACES, SPEEDS, Demo
from frontends.dialogue.effects import Leave, PlayOn
from frontends.dialogue.results import Failed, PlayedOn
from tests.frontends.dialogue.shell import ANNA, BERT, Shell, a_table, by, moves


def pileon(screen: bool = False, seats: tuple[int, ...] = (0,)) -> Shell:
    return Shell(a_table("pileon", ANNA, deal=7), seats, screen=screen)


def running(screen: bool = False) -> Shell:
    shell = pileon(screen)
    shell.press("D") if screen else shell.type("demo")
    shell.new_text()
    return shell


def test_demo_speeds_up_and_slows_down_within_its_limits():
    demo = Demo().started("")
    assert demo is not None
    assert demo.pace == PACES[SPEEDS["normal"]]
    for word, end in (("+", PACES[-1]), ("-", PACES[0])):
        for _ in PACES:
            changed = demo.changed(word)
            assert changed is not None
            demo = changed
        assert demo.pace == end
    assert demo.changed("x") is None
    assert demo.stopped().pace is None


def test_faster_is_fewer_seconds():
    assert sorted(PACES, reverse=True) == list(PACES)
    assert PACES[SPEEDS["slow"]] > PACES[SPEEDS["normal"]] > PACES[SPEEDS["fast"]]


@pytest.mark.parametrize("screen", [False, True])
def test_it_goes_on_by_itself_at_its_pace(screen: bool):
    shell = running(screen)
    assert shell.talk.pace == PACES[SPEEDS["normal"]]
    shell.tick()
    shell.answer(PlayedOn(more=True))
    shell.tick()
    assert shell.requests == [PlayOn(), PlayOn()]


def test_speed_is_chosen_by_word():
    for word in ("slow", "fast"):
        shell = pileon()
        shell.type(f"demo {word}")
        assert shell.talk.pace == PACES[SPEEDS[word]]
    shell = pileon()
    shell.type("demo quickly")
    assert shell.text.endswith("Type demo, demo slow or demo fast.\n")
    assert shell.talk.pace is None


def test_speed_is_changed_while_it_runs():
    shell = running(screen=True)
    assert "speed 4 of 7" in shell.bottom
    shell.press("+", "+", "-")
    assert "speed 5 of 7" in shell.bottom
    shell = running()
    shell.type("+")
    assert shell.text == "Now at speed 5 of 7.\n"
    assert shell.prompt.text == ""


def test_moves_are_told_in_sentences_and_the_position_at_the_end():
    shell = running()
    for _ in range(3):
        shell.happen(by(0, Move(moves(shell.table)[0])))
    assert shell.new_text().count("\n") == 3
    shell.type("")
    assert shell.text.count("Pile 1:") == 1
    assert shell.text.endswith("You play on yourself.\n")
    assert (shell.prompt.text, shell.talk.pace) == ("your move> ", None)


def test_any_other_key_stops_it_and_does_nothing_else():
    for key in ("q", "x", "enter", "c-c"):
        shell = running(screen=True)
        shell.press(key)
        assert "You play on yourself." in shell.picture
        assert shell.requests == []
        assert shell.talk.pace is None


def test_any_other_line_stops_it_and_is_heeded():
    shell = running()
    shell.type("1 14")
    assert shell.commands == [by(0, Move("1 14"))]
    shell = running()
    shell.type("quit")
    assert shell.prompt.text == "Really? "
    shell.type("y")
    assert shell.requests == [Leave()]


def test_line_that_stops_it_may_change_the_manner():
    shell = running(screen=True)
    shell.type("lines")
    assert not shell.on_screen
    assert shell.prompt.text == "your move> "
    shell = running()
    shell.type("screen")
    assert shell.on_screen


def test_it_ends_with_the_last_move():
    shell = running()
    shell.answer(PlayedOn(more=False))
    assert shell.text.endswith("The demonstration is over.\n")
    assert shell.talk.pace is None


def test_it_ends_with_the_game():
    shell = running()
    shell.happen(by(0, Resign()))
    assert shell.talk.pace is None
    assert shell.prompt.text == "over> "
    shell.new_text()
    shell.answer(PlayedOn(more=True))
    assert shell.text == ""


def test_answer_that_comes_after_it_was_stopped_is_passed_over():
    shell = running()
    shell.type("")
    shell.new_text()
    shell.answer(PlayedOn(more=True))
    shell.answer(PlayedOn(more=False))
    assert shell.text == ""


def test_failure_stops_it():
    shell = running()
    shell.answer(Failed("No computer player knows Pileon."))
    assert shell.talk.pace is None
    assert "No computer player knows Pileon.\n" in shell.text


def test_it_is_for_players_of_a_game_that_goes_on():
    shell = pileon(seats=())
    shell.type("demo")
    assert "only players can do that" in shell.text
    shell = pileon()
    shell.happen(by(0, Resign()))
    shell.type("demo")
    assert shell.text.endswith("This game is over.\n")
    assert shell.talk.pace is None


def test_it_helps_nobody_against_a_person():
    shell = Shell(a_table("elixir", ANNA, BERT))
    shell.type("demo")
    assert shell.text.endswith("Somebody plays against you: the computer does not help there.\n")
    assert (shell.rung, shell.talk.pace) == (1, None)
    shell = Shell(a_table("elixir", ANNA, BERT), (0, 1))
    shell.type("demo")
    assert shell.talk.pace is not None
