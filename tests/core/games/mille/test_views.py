from __future__ import annotations

from core.game import EVERYONE, SPECTATOR, Seat
from core.games.mille import GAME
from tests.core.games.mille.positions import JUNK, after, cards, ended, given

MINE, THEIRS = cards("Go", "50", "75", "100", "200", "Stop"), JUNK


def test_hand_is_shown_to_its_owner_alone() -> None:
    state = given(hands=(MINE, THEIRS))
    assert GAME.view(state, Seat(0)).hands == (MINE, None)
    assert GAME.view(state, Seat(1)).hands == (None, THEIRS)
    assert GAME.view(state, SPECTATOR).hands == (None, None)
    assert GAME.view(state, SPECTATOR).counts == (6, 6)


def test_hands_stay_hidden_at_the_end_of_a_hand() -> None:
    assert GAME.view(ended(given(hands=(MINE, THEIRS))), Seat(1)).hands == (None, THEIRS)


def test_hands_are_shown_when_the_session_is_over() -> None:
    stopped = after(ended(given(hands=(MINE, THEIRS))), "stop")
    assert GAME.view(stopped, SPECTATOR).hands == (MINE, THEIRS)


def test_eyes_of_everybody_see_both_hands_and_move_nothing() -> None:
    everything = GAME.view(given(hands=(MINE, THEIRS)), EVERYONE)
    assert everything.hands == (MINE, THEIRS)
    assert everything.seat is None
    assert GAME.moves(everything) == {}


def test_drawn_cards_are_known_to_who_drew_them() -> None:
    state = after(given(hands=(MINE, THEIRS), deck=cards("Repairs", "Go"), drawn=(MINE, THEIRS)), "p")
    assert GAME.view(state, Seat(0)).drawn == (*MINE, *cards("Repairs"))
    assert GAME.view(state, Seat(1)).drawn == THEIRS
    assert GAME.view(state, SPECTATOR).drawn == ()
    assert GAME.view(state, Seat(1)).steps[-1].card is None


def test_order_is_the_owners_own_affair() -> None:
    state = given(ordering=(True, False))
    assert [GAME.view(state, viewer).ordering for viewer in (Seat(0), Seat(1), SPECTATOR)] == [True, False, False]


def test_view_says_whether_a_pick_is_due() -> None:
    assert not GAME.view(given(hands=(MINE, THEIRS)), SPECTATOR).picked
    assert GAME.view(given(), SPECTATOR).picked
    assert GAME.view(given(hands=(MINE, THEIRS), deck=()), SPECTATOR).picked


def test_game_is_over_with_5000_points() -> None:
    assert GAME.view(ended(given(), carried=(5000, 0)), Seat(0)).game_over
    assert not GAME.view(ended(given(), carried=(4975, 0)), Seat(0)).game_over
    assert not GAME.view(given(carried=(5000, 0)), Seat(0)).game_over
