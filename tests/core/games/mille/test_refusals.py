"""A refusal says why, and what would help."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from core.base.game import Seat
from core.games.mille import GAME
from core.games.mille.state import Phase
from tests.core.games.mille.positions import JUNK, given, in_short, last_cards, refusal, tableau
from tests.core.games.mille.positions import cards as of
from tests.core.games.test_mille import random_hands
from tests.examples import examples

LIMITED = tableau("Go", "Speed Limit")
FAR = tableau("Go", distances=("100",) * 6 + ("75",))
SAFE = tableau("Go", safeties=("Puncture Proof",))


@pytest.mark.parametrize("battle", [None, "Stop", "Gasoline"])
def test_whoever_cannot_drive_is_told_of_go(battle: str | None) -> None:
    said = "You need a Go first, or Right of Way."
    assert refusal(given("100", own=tableau(battle)), "u p") == said


@pytest.mark.parametrize("card", ["100", "Go"])
def test_whoever_lies_under_a_hazard_is_told_of_its_remedy_and_its_safety(card: str) -> None:
    said = "Flat Tire stops you: play Spare Tire and then a Go, or Puncture Proof."
    assert refusal(given(card, own=tableau("Flat Tire")), "u p") == said


def test_distances_say_what_may_be_played_instead() -> None:
    assert "End of Limit, or Right of Way" in refusal(given("75", own=LIMITED), "u p")
    assert "exactly 25 miles" in refusal(given("50", own=FAR), "u p")
    two = tableau("Go", distances=("200", "200"))
    assert "only two 200s" in refusal(given("200", own=two), "u p")


def test_attacks_say_why_they_are_in_vain() -> None:
    assert "not rolling" in refusal(given("Flat Tire", other=tableau()), "u p")
    said = "Puncture Proof protects the other player from Flat Tire for the rest of the hand: discard it."
    assert refusal(given("Flat Tire", other=SAFE), "u p") == said
    assert "already" in refusal(given("Speed Limit", other=LIMITED), "u p")


def test_cards_that_help_against_nothing_say_against_what_they_help() -> None:
    said = "Spare Tire only helps against Flat Tire, and you have none on you."
    assert refusal(given("Spare Tire", own=tableau("Go")), "u p") == said
    assert "no Speed Limit" in refusal(given("End of Limit", own=tableau("Go")), "u p")
    assert "play miles" in refusal(given("Go", own=tableau("Go")), "u p")


def test_what_comes_first_is_named() -> None:
    assert "with p" in refusal(given(hands=(JUNK, JUNK)), "d 1")
    assert "You have picked already" in refusal(given(), "p")
    assert "deck is empty" in refusal(given(deck=()), "p")
    assert "That slot is empty" in refusal(last_cards(of("25", "25"), JUNK), "u 4")
    assert "use Extra Tank" in refusal(given("Extra Tank"), "d p")


@examples(20)
@for_all(st.binary(min_size=16, max_size=16), st.integers(1, 120))
def test_long_and_short_refuse_the_same(seed: bytes, length: int) -> None:
    state = random_hands(seed, length)[-1]
    legal = GAME.moves(GAME.view(state, Seat(state.turn)))
    for text in ("p", *(f"{verb} {slot}" for verb in "ud" for slot in "p123456")):
        if state.phase is Phase.PLAY and text not in legal:
            assert refusal(state, text).endswith(".")
            assert in_short(state, text)
