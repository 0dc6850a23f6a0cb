"""The lobby: every command, and what it says to those that are none."""

from __future__ import annotations

import pytest

from core.game import Refused
from frontends.dialogue.effects import (
    Fork,
    HangUp,
    Join,
    ListTables,
    Open,
    Query,
    Recall,
    Rename,
    Resume,
    ShowPromise,
    ShowStatistics,
    Watch,
)
from frontends.dialogue.lobby import COMMANDS, HELP
from frontends.dialogue.results import Done, Failed
from frontends.dialogue.wanted import names, read_open
from frontends.screens.picture import Look
from tests.frontends.dialogue.shell import ANNA, Shell, a_table


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("new mille", Open("mille", {}, "computer")),
        ("play signora deal=7", Open("terrace", {"variant": "signora"}, deal=7)),
        ("list", ListTables(Query())),
        ("WHO", ListTables(Query())),
        ("list 2", ListTables(Query(page=2))),
        ("list all mille 3", ListTables(Query(page=3, game="mille", everything=True))),
        ("list mine", ListTables(Query(everything=True, mine=True))),
        ("list signora", ListTables(Query(game="terrace"))),
        ("fair", ShowPromise()),
        ("name Bella", Rename("Bella")),
        ("new mille luck=Tortoise person", Open("mille", {}, "person", luck="Tortoise")),
        ("join abcde luck=Hare", Join("abcde", "Hare")),
        ("join abcde", Join("abcde")),
        ("watch abcde", Watch("abcde")),
        ("resume abcde-FGHJKL", Resume("abcde-fghjkl")),
        ("saves abcde-fghjkl", Fork("abcde-fghjkl", "")),
        ("return abcde-fghjkl My  Save", Fork("abcde-fghjkl", "my save")),
        ("replay abcde", Recall("abcde")),
        ("stats", ShowStatistics()),
        ("stats Bert", ShowStatistics("Bert")),
        ("quit", HangUp(0)),
        ("q", HangUp(0)),
    ],
)
def test_command_is_a_request(line: str, request_: object):
    shell = Shell()
    shell.type(line)
    assert shell.requests == [request_]
    assert shell.rung == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lsit", '"lsit" is nothing the lobby knows (did you mean list?); type help.'),
        ("xyzzy", '"xyzzy" is nothing the lobby knows; type help.'),
        ("mille", "To play mille, type new mille."),
        ("new", "Which game? Type new and one of: mille, "),
        ("new mile", 'There is no game "mile" here (did you mean mille?)'),
        ("join", "Type join and the table's name, as list shows it."),
        ("watch a b", "Type watch and the table's name, as list shows it."),
        ("resume", "Type resume and the code you were given at the table."),
        ("saves", "Type saves and the code you were given at the table."),
        ("return abcde-fghjkl", "Type return, the code of your seat, and the name of the save."),
        ("replay", "Type replay and the table's name, as list shows it."),
        ("name", "Type name and what we may call you."),
        ("list 0", "Pages count from 1 to 500."),
        ("list nothing", 'There is no game "nothing" here'),
        ("new mille deal=5", "The deals of Mille have no numbers: leave out deal=."),
        ("new pileon luck=x", "The deals of Pileon have numbers, so luck changes nothing: leave out luck=."),
        ("new mille luck=", "luck= wants a word of your own, such as luck=tortoise."),
        ("name Comp", "That name belongs to the house: please take another."),
    ],
)
def test_slip_gets_a_sentence_that_helps_and_the_bell(line: str, sentence: str):
    shell = Shell()
    shell.type(line)
    assert shell.text.startswith(sentence)
    assert (shell.rung, shell.requests, shell.prompt.text) == (1, [], "lobby> ")


def test_empty_line_is_nothing():
    shell = Shell()
    shell.type("", "  ")
    assert (shell.text, shell.rung) == ("", 0)


def test_failure_is_told_with_the_bell_and_an_answer_without():
    shell = Shell()
    shell.answer(Failed("There is no table abcde."))
    assert (shell.text, shell.rung) == ("There is no table abcde.\n", 1)
    shell.answer(Done("Saves at table abcde: none"))
    assert shell.rung == 1
    assert shell.prompt.text == "lobby> "


def test_codes_of_this_visit_need_not_be_typed():
    shell = Shell(a_table("pileon", ANNA, deal=7), code="tst01-abcdef")
    shell.type("quit", "y")
    shell.requests.clear()
    shell.type("resume", "saves")
    assert shell.requests == [Resume("tst01-abcdef"), Fork("tst01-abcdef", "")]


def test_person_can_be_called_otherwise():
    shell = Shell()
    shell.type("name Anna  Bella")
    assert shell.text == "Hello, Anna Bella.\n"
    assert shell.talk.name == "Anna Bella"


def test_manner_of_the_tables_is_chosen_beforehand():
    shell = Shell()
    shell.type("screen")
    assert shell.talk.can_draw
    assert not shell.on_screen
    shell.type("lines")
    assert not shell.talk.can_draw
    shell = Shell(look=Look(single_keys=False))
    shell.type("screen")
    assert shell.text.startswith("Your client sends whole lines only")
    assert shell.rung == 1


def test_characters_and_colours_are_chosen():
    shell = Shell()
    for line, look in (
        ("ascii", Look(utf8=False)),
        ("utf8", Look()),
        ("colour off", Look(colour=False)),
        ("colour on", Look()),
        ("color no", Look(colour=False)),
    ):
        shell.type(line)
        assert shell.look == look


def test_search_for_a_deal_that_can_be_won_asks_for_patience():
    shell = Shell()
    shell.type("new pileon winnable")
    assert shell.text == "Looking for a deal that can be won: one moment.\n"


def test_welcome_is_short_and_says_what_one_can_do():
    shell = Shell(name="")
    shell.new_text()
    shell.type("Anna")
    assert shell.text.count("\n") <= 3
    assert all(word in shell.text for word in ("Anna", "Mille", "new mille", "list", "help"))


def test_help_explains_every_command_within_eighty_columns():
    shell = Shell()
    shell.type("help")
    words = set(shell.text.replace(",", " ").split())
    assert set(COMMANDS) - words <= {"play", "who", "color", "help", "?", "exit", "bye", "q"}
    assert max(map(len, shell.text.splitlines())) <= 80


def test_help_has_a_comma_between_any_two_games():
    shell = Shell()
    shell.type("help")
    shown = " ".join(shell.text.split())
    assert ", ".join(names()) in shown


def test_orders_in_help_are_understood():
    for line in HELP.splitlines():
        order = line[: line.find("  ")]
        if order.startswith("new GAME "):
            word = order.removeprefix("new GAME ").replace("N", "7")
            try:
                read_open(["elixir", word])
            except Refused:
                read_open(["pileon", word])


def test_ctrl_c_leaves():
    shell = Shell()
    shell.press("c-c")
    assert shell.text == "Good-bye.\n"
    assert shell.requests == [HangUp(0)]
