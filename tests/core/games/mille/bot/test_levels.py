"""What sets the levels of the computer players of mille apart."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import Seat
from core.base.message import english
from core.games.features.bots import bot_of, levels
from core.games.mille import GAME
from core.games.mille.state import Phase, State
from tests.core.games.mille.positions import cards as of
from tests.core.games.mille.positions import ended, given, tableau
from tests.core.games.test_mille import random_hands
from tests.examples import examples

seeds = st.binary(min_size=16, max_size=16)
ABOUT_TO_FINISH = given(
    hands=(of("25", "100", "Repairs", "Repairs", "Gasoline", "Gasoline", "Spare Tire"), of("Go")),
    own=tableau("Go", distances=("100",) * 6),
)
"""100 miles are left, and 100 is in the hand beside a single 25."""


def choice(level: str, state: State) -> str:
    return bot_of("mille", level).choose(GAME.view(state, Seat(state.turn)), Dice(bytes(16), "bot", 1))


def test_classic_player_keeps_back_what_would_finish_the_trip() -> None:
    assert choice("normal", ABOUT_TO_FINISH) == "u 1"
    assert choice("classic", ABOUT_TO_FINISH).startswith("d ")


def test_strong_player_finishes_the_trip() -> None:
    assert choice("strong", ABOUT_TO_FINISH) == "u 1"


@pytest.mark.parametrize("level", levels("mille"))
def test_safety_answers_an_attack_at_once(level: str) -> None:
    state = given(hands=(of("Extra Tank", "25", "25", "25", "25", "25"), of("Go")), own=tableau("Out of Gas"))
    assert choice(level, state) == "u 1"


@pytest.mark.parametrize("level", levels("mille"))
def test_nobody_is_answered_for_between_hands(level: str) -> None:
    assert choice(level, ended(given())) == ""


@pytest.mark.parametrize("level", levels("mille"))
@examples(10)
@for_all(seeds, st.integers(1, 200))
def test_choice_is_a_listed_move_and_knows_nothing_hidden(level: str, seed: bytes, length: int) -> None:
    state = random_hands(seed, length)[-1]
    view = GAME.view(state, Seat(state.turn))
    other = GAME.redeal(state, Seat(state.turn), Dice(seed, "redeal", 1))
    if view.phase is not Phase.HAND_OVER:
        assert choice(level, state) in GAME.moves(view)
        assert choice(level, state) == choice(level, other)


def hinted(state: State, seat: int = 0) -> tuple[str, str]:
    advise = GAME.hint
    assert advise is not None
    hint = advise(GAME.view(state, Seat(seat)))
    return ("", "") if hint is None else (hint.move, english(hint.said, ("Ann", "Bob")))


def test_hint_gives_its_reason() -> None:
    assert hinted(ABOUT_TO_FINISH) == ("u 1", "Use 100: it finishes the trip, which is worth 400 points.")
    assert hinted(given("Go", own=tableau())) == ("u p", "Use Go: without it you cannot drive.")
    attack = given("Flat Tire", other=tableau("Go"))
    assert hinted(attack) == ("u p", "Use Flat Tire: Bob cannot drive until they answer it.")


def test_hint_knows_a_coup() -> None:
    state = given(
        hands=(of("Extra Tank", "25", "25", "25", "25", "25"), of("Go")), own=tableau("Out of Gas", fresh=True)
    )
    move, said = hinted(state)
    assert move == "u 1"
    assert "coup fourré" in said


def test_nobody_is_advised_who_is_not_to_move_or_between_hands() -> None:
    assert hinted(ABOUT_TO_FINISH, 1) == ("", "")
    assert hinted(ended(given())) == ("", "")


@examples(20)
@for_all(seeds, st.integers(1, 200))
def test_hint_can_be_played_and_is_what_the_normal_player_does(seed: bytes, length: int) -> None:
    state = random_hands(seed, length)[-1]
    move, _ = hinted(state, state.turn)
    assert move in {"", *GAME.moves(GAME.view(state, Seat(state.turn)))}
    assert bool(move) is (state.phase in (Phase.PLAY, Phase.EXTENSION))
