"""At a table: what is said and shown when somebody comes, when the table moves on, and when it is left."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import short_commitment
from core.game import Seat
from core.games import GAMES
from core.games.pileon import State as Pileon
from core.table import Answer, Chair, Command, Ended, Mark, Move, RecordInfo, Resign, Table, TakeHint, Undo, evolve
from core.talk import Said
from frontends.dialogue.effects import GoOn, HangUp, Leave, Open, Recall, Resume, Say, Watch
from frontends.dialogue.results import Failed
from frontends.screens import screen_of
from frontends.screens.picture import Look
from tests.core.games.mille.positions import ended, given, tableau
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, SEED, Shell, a_table, after, at, by, moves, placed, says

HELD = "You hold:"
"""Once in every description of a position of mille."""


def mille(*chairs: Chair, **more: Any) -> Shell:
    return Shell(at(a_table("mille", *(chairs or (ANNA, BOT))), given("25")), **more)


def elixir(**more: Any) -> Shell:
    return Shell(a_table("elixir", ANNA, BERT), **more)


def test_player_is_told_the_table_the_way_back_the_promise_and_the_position():
    shell = mille(told=("A hand is dealt; you start.",))
    lines = shell.text.splitlines()
    assert lines[0] == "Mille, table tst01. To come back later: resume tst01-abcdef"
    assert lines[1].startswith("Commitment: ")
    assert lines[2] == "A hand is dealt; you start."
    assert shell.text.count(HELD) == 1
    assert shell.prompt.text == "your move> "


def test_numbered_deal_is_named_instead_of_a_promise():
    text = Shell(a_table("pileon", ANNA, deal=7)).text
    assert text.startswith("Pileon, deal 7, table tst01.")
    assert "Commitment" not in text


def test_clock_is_told_beforehand():
    table = a_table("elixir", ANNA, BERT, clock=60)
    assert Shell(table).text.startswith("El-Ixir, 60 seconds a move, table tst01.")
    bottom = Shell(table, screen=True).bottom
    assert bottom == "Table tst01, 60 seconds a move. To come back: resume tst01-abcdef."


def test_those_who_come_back_are_told_what_they_missed():
    text = mille(told=("Comp picks a card.", "Comp plays Go."), is_back=True).text
    assert "Since your last move:\nComp picks a card.\nComp plays Go.\n" in text
    assert "Since" not in mille(is_back=True).text
    shell = mille(told=("Comp picks a card.", "Comp plays Go."), is_back=True, screen=True)
    assert "Comp picks a card. Comp" in " ".join(shell.picture.split())
    shell.press("T")
    assert "Comp picks a card.\nComp plays Go.\n" in shell.picture


def test_way_back_at_home_is_a_command():
    shell = mille(has_files=True, code="")
    assert shell.text.startswith("Mille, table tst01.\n")
    shell.type("quit", "y")
    assert "The game is kept. To go on with it: parlour play mille --table tst01\n" in shell.text
    shell = elixir(has_files=True, code="", seats=(0, 1))
    shell.type("quit", "y")
    assert "To go on with it: parlour play elixir --table tst01 --hotseat\n" in shell.text


def test_several_moves_of_the_computer_read_as_sentences_then_one_position():
    shell = mille()
    shell.new_text()
    shell.type("u p")
    assert shell.new_text() == "You play 25 miles.\n"
    assert shell.prompt.text == ""
    shell.happen(by(1, Move("p")))
    assert shell.prompt.text == ""
    shell.happen(by(1, Move("u 1")))
    sentences, position = shell.text.split("Hand 1, ")
    assert sentences == "Comp picks a card.\nComp plays 25 miles.\n"
    assert position.count(HELD) == 1
    assert shell.prompt.text == "your move> "


def test_prompt_says_that_one_waits_for_a_person():
    shell = mille(ANNA, BERT)
    shell.type("u p")
    assert shell.prompt.text == "waiting> "


def test_own_move_that_leaves_much_the_same_to_do_is_told_in_a_sentence():
    shell = mille()
    shell.table = at(shell.table, given(hands=(("25",) * 6, ("25",) * 6), deck=("25",) * 9))
    shell.enter((0,))
    shell.new_text()
    shell.type("p")
    assert shell.text == "You pick 25.\n"


def test_position_is_described_when_a_move_leads_to_something_else_to_do():
    shell = elixir()
    shell.new_text()
    shell.type("roll")
    assert shell.text.count("\n") > 5
    assert shell.prompt.text == "your move> "


@pytest.mark.parametrize("aside", [says("Anna", 0, "hello"), by(0, Mark("here")), by(0, TakeHint())])
def test_asides_do_not_repeat_the_position(aside: tuple[int, Command] | Said):
    shell = Shell(a_table("pileon", ANNA, deal=7))
    shell.new_text()
    shell.happen(aside)
    assert "Pile 1:" not in shell.text


def test_takeback_shows_the_position_that_stands_again():
    shell = elixir()
    placed(shell)
    shell.new_text()
    shell.happen(by(0, Undo()), by(1, Answer(yes=True)))
    assert shell.text.startswith("Anna asks to take back the last move.\nYou take back a move.\n")
    assert shell.text.count("\n") > 5


def test_spectator_sees_the_position_when_the_turn_passes():
    shell = elixir(seats=())
    assert shell.text.startswith("You look on at table tst01: El-Ixir.\n")
    shell.new_text()
    shell.happen(by(0, Move("roll")))
    assert shell.new_text().count("\n") == 1
    shell.happen(by(0, Move(moves(shell.table)[0])))
    assert shell.text.count("\n") > 5
    assert shell.prompt.text == "watching> "


def test_one_person_who_plays_both_seats_sees_through_the_eyes_of_whoever_is_to_move():
    shell = elixir(seats=(0, 1))
    for seat in (0, 1, 0):
        shell.type("roll")
        assert shell.commands[-1] == by(seat, Move("roll"))
        shell.type(moves(shell.table, seat)[0])
        assert shell.prompt.text == "your move> "


def test_one_person_who_plays_both_seats_takes_back_without_being_asked():
    shell = elixir(seats=(0, 1))
    placed(shell)
    assert shell.table.turn == (1,)
    shell.type("undo")
    assert shell.commands == [by(0, Undo()), by(1, Answer(yes=True))]
    assert shell.prompt.text == "your move> "
    assert "may it be?" not in shell.text


@pytest.mark.parametrize("screen", [False, True])
def test_wish_to_take_back_can_be_answered_in_either_manner(screen: bool):
    shell = elixir(seats=(1,), screen=screen, name="Bert")
    placed(shell)
    shell.happen(by(0, Undo()))
    question = "Anna asks to take back the last move: may it be? (y/n)"
    assert question in (shell.bottom if screen else shell.prompt.text)
    assert shell.rung == 1
    shell.press("y") if screen else shell.type("yes")
    assert shell.commands == [by(1, Answer(yes=True))]
    assert shell.table.turn == (0,)
    assert question not in (shell.bottom if screen else shell.prompt.text)


def test_asker_sees_the_answer():
    shell = elixir()
    placed(shell)
    shell.type("undo")
    assert shell.prompt.text == "waiting> "
    shell.happen(by(1, Answer(yes=False)))
    assert shell.text.endswith("Bert would rather not.\n")


def test_wish_to_take_back_forbids_nothing_else_and_goes_with_the_next_move():
    shell = elixir(seats=(1,), name="Bert")
    placed(shell)
    shell.happen(by(0, Undo()))
    shell.type("say why?")
    assert shell.commands == [Say("why?")]
    assert "may it be?" in shell.prompt.text
    shell.type("roll")
    assert shell.prompt.text == "your move> "
    shell.type("y")
    assert shell.rung == 2


def test_talk_stays_at_the_bottom_of_the_screen_until_there_is_more():
    shell = elixir(screen=True)
    assert shell.bottom == "Table tst01. To come back: resume tst01-abcdef. ? shows the keys."
    shell.happen(says("Bert", 1, "good luck"))
    assert shell.bottom == "Bert: good luck"
    shell.press("enter")
    assert shell.bottom == "Bert: good luck"


def test_long_talk_is_cut_at_the_bottom_and_can_be_read_whole():
    shell = elixir(screen=True)
    shell.happen(says("Bert", 1, "word " * 60))
    assert shell.bottom.endswith("...")
    shell.press("T")
    assert shell.picture.count("word") == 60
    shell.press("x")
    assert "El-Ixir" in shell.picture


def test_news_leave_the_text_over_the_board_alone():
    shell = elixir(screen=True)
    shell.press("?")
    assert "Moves as they are typed" in shell.picture
    shell.happen(by(0, Move("roll")))
    assert "Moves as they are typed" in shell.picture
    shell.press("x")
    assert "Moves as they are typed" not in shell.picture


def test_end_is_told_with_the_seed_and_what_can_be_done():
    shell = mille()
    shell.happen(by(0, Resign()))
    assert "Anna resigned." in shell.text
    assert shell.text.endswith("Type new for another game, replay to see this one again, or quit.\n")
    assert f"House seed: {SEED.hex()}\n" in shell.text
    assert shell.prompt.text == "over> "
    assert shell.prompt.toolbar.endswith("| Anna resigned.")


def test_end_on_a_screen_offers_what_can_be_done_by_single_keys():
    shell = Shell(a_table("pileon", ANNA, deal=7), screen=True)
    shell.happen(by(0, Resign()))
    assert shell.bottom == "Anna gave up.  n new  r replay  q leave"
    shell.press("r")
    assert shell.requests == [Recall("tst01")]
    shell.press("q")
    assert shell.requests[1:] == [Leave()]
    assert shell.prompt.text == "lobby> "


def test_seed_is_told_on_the_board_when_the_game_is_over():
    shell = mille(screen=True)
    shell.happen(by(0, Resign()))
    window = "".join(line[41:].strip() for line in shell.picture.splitlines())
    assert SEED.hex() in window
    shell.press("T")
    assert f"House seed: {SEED.hex()}\n" in shell.picture
    assert f"Committed before luck was given: {short_commitment(SEED)}\n" in shell.picture


def test_seed_is_not_told_while_the_game_runs():
    shell = mille()
    shell.type("table", "fair")
    assert SEED.hex()[:16] not in shell.text
    assert shell.text.count("The house seed is told when the game is over.") == 2


def test_won_pileon_praises_and_goes_on_with_n():
    table = a_table("pileon", ANNA, deal=7)
    ranks = (tuple(f"{rank}{suit}" for suit in "cdhs") for rank in "A23456789TJQK")
    won = Pileon((*ranks, (), ()))
    outcome = GAMES["pileon"].outcome(won)
    assert outcome is not None
    ended = Ended(outcome.reason, outcome.winners, outcome.figures)
    table = evolve(at(table, won), ended, RecordInfo(9, 1000.0))
    shell = Shell(table, screen=True)
    assert shell.bottom == "All thirteen ranks are together: 52 points, won.  n new  r replay  q leave"
    shell.press("n")
    assert shell.requests == [Open("pileon", {})]


@pytest.mark.parametrize(("game", "says"), [("pileon", "Nothing helps any more"), ("terrace", "no more moves")])
def test_lost_solitaire_says_so_plainly(game: str, says: str):
    shell = Shell(stuck(game))
    assert says in " ".join(shell.text.split())
    assert shell.prompt.text == "stuck> "
    shell = Shell(stuck(game), screen=True)
    assert shell.bottom == "No more moves:  u undo  R restart  n new  q leave"


def stuck(game: str) -> Table:
    """A table at which somebody has played at random until nothing was left."""
    for deal in range(1, 200):
        table = a_table(game, ANNA, deal=deal)
        while (texts := moves(table)) and not table.game.view(table.state, Seat(0)).stuck and table.seq < 400:
            table, _ = after(table, by(0, Move(texts[(deal * 7 + table.seq) % len(texts)])))
        if table.game.view(table.state, Seat(0)).stuck and not table.ended:
            return table
    raise AssertionError


def test_too_small_a_terminal_gets_a_plain_word_and_can_change_to_lines():
    shell = mille(screen=True, look=Look(rows=10, columns=40))
    assert "Too small for the board: 40x10,\nit needs 80x24." in shell.picture
    shell.press("p")
    assert shell.rung == 1
    assert shell.commands == []
    shell.press("L")
    assert not shell.on_screen
    assert HELD in shell.text


def test_moves_by_the_tick_wait_while_nobody_could_see_them():
    shell = elixir(screen=True, one_key=True)
    shell.happen(by(0, Move("roll")))
    assert shell.talk.pace == screen_of("elixir", one_key=True).pace
    shell.type("?")
    assert shell.talk.pace is None
    shell.press("x")
    shell.resize(Look(rows=5))
    assert shell.talk.pace is None


def test_leaving_a_game_that_goes_on_asks_and_tells_the_way_back():
    shell = mille()
    shell.type("quit", "y")
    assert shell.requests == [Leave()]
    assert "The game is kept. To go on with it: resume tst01-abcdef\n" in shell.text
    assert shell.prompt.text == "lobby> "


def test_spectator_leaves_without_a_question():
    for screen in (False, True):
        shell = mille(seats=(), screen=screen)
        shell.press("q") if screen else shell.type("quit")
        assert shell.requests == [Leave()]
        assert shell.prompt.text == "lobby> "


def test_what_leads_back_from_a_replay_is_the_same_seat():
    assert mille().talk.room.way_back == Resume("tst01-abcdef")
    assert mille(code="").talk.room.way_back == GoOn("tst01", all_seats=False)
    assert elixir(seats=(0, 1), code="").talk.room.way_back == GoOn("tst01", all_seats=True)
    assert mille(seats=()).talk.room.way_back == Watch("tst01")


def test_failed_move_says_why_and_play_goes_on():
    for screen in (False, True):
        shell = mille(screen=screen, answers=[Failed("The disk is full.")])
        shell.press("u", "p", "enter") if screen else shell.type("u p")
        assert "The disk is full." in (shell.picture if screen else shell.text)
        assert shell.rung == 1
        shell.press("u", "p", "enter") if screen else shell.type("u p")
        assert shell.table.turn == (1,)


def test_ctrl_c_in_lines_asks_before_it_leaves():
    shell = mille()
    shell.press("c-c")
    assert shell.prompt.text == "Really? "
    shell.press("c-c")
    assert shell.prompt.text == "your move> "
    shell.press("c-d")
    assert HangUp(0) not in shell.requests


def test_every_game_can_be_entered_and_left_in_both_manners():
    for name, game in GAMES.items():
        for screen in (False, True):
            for seats in ((), (0,)):
                shell = Shell(a_table(name, *(ANNA, BERT)[: game.seats]), seats, screen=screen, look=Look(utf8=False))
                shell.press("c-c") if screen else shell.type("quit")
                shell.type("y") if seats else None
                assert shell.prompt.text == "lobby> "


@pytest.mark.parametrize("screen", [False, True])
@pytest.mark.parametrize(("answer", "miles"), [("y", 1000), ("n", 700)])
def test_extension_of_the_trip_is_asked_and_answered(screen: bool, answer: str, miles: int):
    near = tableau("Go", distances=("200", "200", "100", "100", "75"))
    shell = Shell(at(a_table("mille", ANNA, BOT), given("25", own=near)), screen=screen)
    shell.press("u", "p", "enter") if screen else shell.type("u p")
    assert "Extension?" in (shell.picture if screen else shell.text)
    shell.press(answer) if screen else shell.type(answer)
    assert shell.table.state.end == miles
    assert ("Another hand?" in (shell.picture if screen else shell.text)) == (answer == "n")


def test_prompt_at_the_end_of_a_hand_waits_for_both():
    shell = Shell(at(a_table("mille", ANNA, BOT), ended(given())))
    assert shell.prompt.text == "your move> "
    assert "Another hand? another or stop." in shell.text
