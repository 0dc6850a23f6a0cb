from __future__ import annotations

import pytest

from core.game import SPECTATOR, Refused, Seat
from core.games.mille import GAME, Move, Verb
from core.games.mille.notation import ANSWERS
from core.games.mille.state import Phase
from core.words import plain
from tests.core.games.mille.positions import JUNK, after, cards, ended, given, tableau

HAND = ("Go", "25", "Flat Tire", "25", "Extra Tank", "100", "Speed Limit")


def read(text: str, *hand: str) -> Move:
    move: Move = GAME.read(GAME.view(given(*(hand or HAND)), Seat(0)), plain(text))
    return move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p", Move(Verb.PICK)),
        ("P", Move(Verb.PICK)),
        ("pick", Move(Verb.PICK)),
        ("u 3", Move(Verb.USE, 3)),
        ("u  3", Move(Verb.USE, 3)),
        ("U3", Move(Verb.USE, 3)),
        ("use 3", Move(Verb.USE, 3)),
        ("u p", Move(Verb.USE, 0)),
        ("uP", Move(Verb.USE, 0)),
        ("u 0", Move(Verb.USE, 0)),
        ("d 6", Move(Verb.DISCARD, 6)),
        ("discard p", Move(Verb.DISCARD, 0)),
        ("o", Move(Verb.ORDER)),
        ("y", Move(Verb.YES)),
        ("no", Move(Verb.NO)),
    ],
)
def test_text_is_read(text: str, move: Move) -> None:
    assert read(text) == move


@pytest.mark.parametrize(
    ("text", "slot"),
    [("u go", 0), ("d flat tire", 2), ("u 25", 1), ("u25", 1), ("D  Speed   Limit", 6), ("u extra tank", 4)],
)
def test_card_can_be_named(text: str, slot: int) -> None:
    assert read(text).slot == slot


def test_card_is_found_in_a_hand_of_six() -> None:
    view = GAME.view(given(hands=(cards("Go") + JUNK[1:], JUNK)), Seat(0))
    assert GAME.read(view, "d go") == Move(Verb.DISCARD, 1)


@pytest.mark.parametrize("text", ["", "x", "p 1", "u3 4", "fly", "uno", "yes please"])
def test_other_words_are_no_move(text: str) -> None:
    with pytest.raises(Refused, match="is not a move; type p, u SLOT or d SLOT"):
        read(text)


@pytest.mark.parametrize("text", ["u", "d", "u 7", "u x", "d -1", "u go go", "u 250"])
def test_use_and_discard_want_a_slot(text: str) -> None:
    with pytest.raises(Refused, match="Name a slot, p or 1 to 6, or a card of your hand"):
        read(text)


def test_card_that_is_not_held_is_said_so() -> None:
    with pytest.raises(Refused, match='You do not hold "right of way"'):
        read("u right of way")


def test_yes_and_no_answer_whether_there_is_another_hand() -> None:
    view = GAME.view(ended(given()), Seat(0))
    assert GAME.read(view, "y") == Move(Verb.ANOTHER)
    assert GAME.read(view, "n") == Move(Verb.STOP)


def test_moves_before_the_pick_are_to_pick_and_to_order() -> None:
    assert list(GAME.moves(GAME.view(given(hands=(JUNK, JUNK)), Seat(0)))) == ["p", "o"]


def test_cure_is_listed_before_the_pick() -> None:
    hand = cards("25", "Extra Tank") + JUNK[2:]
    state = given(hands=(hand, JUNK), own=tableau("Out of Gas"))
    assert list(GAME.moves(GAME.view(state, Seat(0)))) == ["p", "u 2", "o"]


def test_moves_after_the_pick_are_uses_and_discards() -> None:
    state = given("Repairs", "Extra Tank", "Go", "100", "200", "Stop", "Gasoline")
    assert list(GAME.moves(GAME.view(state, Seat(0)))) == [
        "u 1", "u 3", "u 4", "u 5", "d p", "d 2", "d 3", "d 4", "d 5", "d 6", "o",
    ]  # fmt: skip


def test_questions_list_their_answers() -> None:
    asked = after(given("100", own=tableau("Go", distances=("100",) * 6)), "u p")
    assert list(GAME.moves(GAME.view(asked, Seat(0)))) == ["yes", "no"]
    assert GAME.moves(GAME.view(asked, Seat(1))) == {}
    for seat in (0, 1):
        assert list(GAME.moves(GAME.view(ended(given()), Seat(seat)))) == ["another", "stop"]
    assert set(ANSWERS) == set(Phase)


def test_nobody_moves_who_is_not_in_turn() -> None:
    assert GAME.moves(GAME.view(given(), Seat(1))) == {}
    assert GAME.moves(GAME.view(given(), SPECTATOR)) == {}
