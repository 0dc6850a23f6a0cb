"""What typed lines mean at a table."""

from __future__ import annotations

import pytest

from core.game import plain
from core.games import GAMES
from core.table import Mark, Move, Redo, Restart, Return, TakeHint, Undo
from frontends.dialogue.effects import Judge, Open, Recall, Say, ShowStatistics
from frontends.dialogue.lines import WISHES, WORDS
from frontends.dialogue.results import Done
from frontends.screens.picture import Look
from tests.core.games.mille.positions import ended, given
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, Shell, a_table, at, by, moves


def pileon(*seats: int, look: Look | None = None) -> Shell:
    return Shell(a_table("pileon", ANNA, deal=7), seats or (0,), look=look)


def over() -> Shell:
    return Shell(at(a_table("mille", ANNA, BOT), ended(given())))


def test_move_is_submitted_as_it_was_typed():
    shell = pileon()
    shell.type("  1   14 ")
    assert shell.commands == [by(0, Move("1 14"))]


def test_empty_line_is_nothing():
    shell = pileon()
    shell.new_text()
    shell.type("", "   ")
    assert (shell.text, shell.rung, shell.commands) == ("", 0, [])


def test_impossible_move_is_refused_by_the_rules_in_their_words():
    shell = pileon()
    shell.type("1 1")
    assert shell.text.endswith("Choose another pile to move the cards to.\n")
    assert shell.rung == 1


def test_what_is_no_move_is_answered_by_the_game():
    shell = pileon()
    shell.type("jump")
    assert shell.text.endswith('"jump" is not a move; type from which pile to which pile, such as 3 14.\n')
    assert shell.rung == 1


def test_move_out_of_turn_is_told_whose_turn_it_is():
    shell = Shell(a_table("elixir", ANNA, BERT), (1,), name="Bert")
    shell.type("roll")
    assert shell.text.endswith("It is not your turn: Anna to move.\n")
    shell.type("jump")
    assert shell.text.endswith('"jump" is no command here; type ? for those.\n')
    assert (shell.rung, shell.commands) == (2, [])


def test_spectator_moves_nothing():
    shell = Shell(a_table("pileon", ANNA, deal=7), ())
    shell.type("1 14", "undo", "hint", "mark x", "return x", "save", "demo", "winnable")
    assert shell.commands == []
    assert shell.rung == 8
    assert shell.text.count("You are looking on: only players can do that.") == 7


def test_word_of_the_lobby_says_where_that_is():
    for seat in (0, 1):
        shell = Shell(a_table("elixir", ANNA, BERT), (seat,))
        shell.type("list")
        assert shell.text.endswith("List is for the lobby: quit takes you there.\n")
        assert shell.rung == 1


def test_statistics_are_told_at_the_table_too():
    for screen in (False, True):
        shell = Shell(a_table("pileon", ANNA, deal=7), screen=screen)
        shell.type("stats", "stats Bert")
        assert shell.requests == [ShowStatistics(), ShowStatistics("Bert")]
        shell.answer(Done("Pileon\n  1 played, 1 won (100%), 0 lost"))
        assert "  1 played, 1 won (100%), 0 lost" in (shell.picture if screen else shell.text)


def test_slip_is_guessed():
    shell = Shell(a_table("elixir", ANNA, BERT), (1,), name="Bert")
    shell.type("replya")
    assert shell.text.endswith('"replya" is no command here (did you mean replay?); type ? for those.\n')


def test_no_at_the_end_of_a_hand_leads_to_the_question_about_saving():
    for word in ("n", "no", "N"):
        shell = over()
        shell.type(word)
        assert shell.prompt.text == "Save game? "


def test_yes_at_the_end_of_a_hand_deals_another():
    shell = over()
    shell.type("y")
    assert shell.commands == [by(0, Move("y"))]
    assert shell.table.state.dealt == 2


def test_stop_in_full_ends_the_session_at_once():
    shell = over()
    shell.type("stop")
    assert shell.table.ended is not None
    assert shell.prompt.text == "over> "


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("undo", by(0, Undo())),
        ("redo", by(0, Redo())),
        ("restart", by(0, Restart())),
        ("hint", by(0, TakeHint())),
        ("mark My Place", by(0, Mark("My Place"))),
        ("return here", by(0, Return("here"))),
        ("say hello,  Bert", Say("hello,  Bert")),
        ("' hello", Say("hello")),
        ("'hello", Say("hello")),
        ("HINT", by(0, TakeHint())),
    ],
)
def test_word_is_a_command(line: str, command: object):
    shell = pileon()
    shell.happen(by(0, Move(moves(shell.table)[0])))
    shell.happen(by(0, Mark("here")))
    shell.happen(by(0, Undo()))
    shell.happen(by(0, Move(moves(shell.table)[1])))
    shell.happen(by(0, Undo())) if line == "redo" else None
    shell.type(line)
    assert shell.commands == [command]
    assert shell.rung == 0


def test_say_without_words_says_nothing():
    shell = pileon()
    shell.type("say", "'")
    assert shell.commands == []


@pytest.mark.parametrize(
    ("line", "request_"), [("winnable", Judge()), ("replay", Recall("tst01")), ("new", Open("pileon", {}))]
)
def test_word_is_a_request(line: str, request_: object):
    shell = pileon()
    shell.type(line, "y")
    assert shell.requests == [request_]


def test_look_shows_the_position_again():
    for word in ("look", "l", "r"):
        shell = pileon()
        shell.new_text()
        shell.type(word)
        assert shell.text.count("Pile 1:") == 1


def test_moves_are_listed_within_the_columns():
    shell = pileon(look=Look(columns=40))
    shell.new_text()
    shell.type("moves")
    assert max(map(len, shell.text.splitlines())) < 40
    listed = " ".join(shell.text.split()).removeprefix("You can play: ").removesuffix(".")
    assert tuple(map(plain, listed.split(","))) == tuple(moves(shell.table))


def test_there_may_be_nothing_to_play():
    shell = Shell(a_table("elixir", ANNA, BERT), (1,), name="Bert")
    shell.type("moves")
    assert shell.text.endswith("There is nothing you can play now.\n")


def test_bookmarks_are_listed_with_how_to_go_back():
    shell = pileon()
    shell.type("marks")
    assert shell.text.endswith("There are no bookmarks yet: mark NAME sets one.\n")
    shell.type("mark Here", "mark there", "marks")
    assert shell.text.endswith("Bookmarks: here, there. To go back to one: return NAME\n")
    assert 'Marked as "here".\n' in shell.text


def test_bookmark_without_a_name_is_refused_and_nothing_is_claimed():
    shell = pileon()
    shell.type("mark")
    assert shell.text.endswith("A bookmark needs a name.\n")
    assert "Marked" not in shell.text
    assert shell.rung == 1


def test_table_says_its_name_the_way_back_and_the_proof():
    shell = over()
    for word in ("table", "code"):
        shell.new_text()
        shell.type(word)
        assert (
            "Mille, table tst01: Anna against Comp.\nTo come back: resume tst01-abcdef\nCommitted before luck "
            in shell.text
        )


def test_talk_can_be_read_again():
    shell = pileon()
    shell.type("say one", "say two")
    shell.new_text()
    shell.type("talk")
    assert shell.text == "Anna: one\nAnna: two\n"


def test_characters_and_colours_can_be_chosen_at_the_table():
    shell = pileon()
    for line, look in (
        ("ascii", Look(utf8=False)),
        ("utf8", Look()),
        ("colour off", Look(colour=False)),
        ("color", Look()),
    ):
        shell.type(line)
        assert shell.look == look


def test_board_is_drawn_from_the_word_on():
    shell = pileon()
    shell.type("screen")
    assert shell.on_screen
    assert "Pileon" in shell.picture
    shell = pileon(look=Look(single_keys=False))
    shell.type("screen")
    assert "Your client sends whole lines only" in shell.text
    assert shell.rung == 1


def test_new_with_words_is_another_order():
    shell = pileon()
    shell.type("new deal=12", "y")
    assert shell.requests == [Open("pileon", {}, deal=12)]
    shell.type("new signora deal=3", "y")
    assert shell.requests[1:] == [Open("terrace", {"variant": "signora"}, deal=3)]
    shell.type("new nonsense")
    assert shell.text.count('There is no game "nonsense" here') == 1


def test_help_tells_how_to_move_and_what_else_there_is():
    for name, game in GAMES.items():
        shell = Shell(a_table(name, *(ANNA, BERT)[: game.seats]))
        shell.new_text()
        shell.type("?")
        assert " ".join(game.notation.split()) in " ".join(shell.text.split())
        assert ("undo" in shell.text) == (name != "mille")
        assert max(map(len, shell.text.splitlines())) <= 80


def test_words_of_every_table_are_explained_in_help():
    shell = pileon()
    shell.new_text()
    shell.type("help")
    unexplained = {word for word in (*WORDS, *WISHES) if word not in shell.text.split()}
    assert unexplained <= {"l", "r", "s", "q", "?", "help", "code", "color", "utf8,", "lines"} | _with_comma(shell.text)


def _with_comma(text: str) -> set[str]:
    return {word.rstrip(",") for word in text.split()}


def test_words_are_offered_for_completion():
    words = pileon().prompt.words
    assert {*moves(a_table("pileon", deal=7)), "undo", "moves", "quit"} <= set(words)
