"""Why: true of the position, made of what a viewer knows, and never at a loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import SPECTATOR, Game, Play, Refused, Seat, Viewer
from core.base.message import english
from core.games import GAMES
from core.games.elixir import State as Elixir
from core.games.elixir.rulebook import board_of
from core.games.features.guides import EXPLAIN, explain
from core.games.mille.cards import Card
from core.games.terrace.board import VARIANTS
from tests.core.games.mille.positions import ROLLING, after, ended, tableau
from tests.core.games.mille.positions import given as position
from tests.examples import examples

NAMES = ("Anna", "Bert")
PUPIL = Seat(0)
SEEDS = st.binary(min_size=8, max_size=8)


def said(game: str, state: Any, about: str = "", viewer: Viewer = PUPIL) -> str:
    """The explanation in one text."""
    view = GAMES[game].view(state, viewer)
    return " ".join(english(one, NAMES) for one in explain(GAMES[game], view, about))


def played(game: Game, options: dict[str, str], seed: bytes, moves: int) -> Iterator[Any]:
    """The positions of random play."""
    dice = Dice(seed, game.name, 1)
    state = game.fold(game.start(options), game.begin(options, dice))
    for _ in range(moves):
        yield state
        turn = game.turn(state)
        if not turn:
            return
        seat = turn[dice.below(len(turn))]
        legal = tuple(game.moves(game.view(state, Seat(seat))).values())
        if not legal:
            return
        state = game.fold(state, game.decide(state, Play(seat, legal[dice.below(len(legal))], dice)))


def do(game: str, state: Any, *texts: str) -> Any:
    """The state after moves of whoever is in turn."""
    rules = GAMES[game]
    for text in texts:
        (seat, *_) = rules.turn(state)
        state = rules.fold(state, rules.decide_typed(state, seat, text, Dice(bytes(32), game, 1)))
    return state


@pytest.mark.parametrize("name", EXPLAIN)
@examples(12, quick=6)
@given(seed=SEEDS, variant=st.sampled_from(tuple(VARIANTS)))
def test_every_position_of_random_play_is_explained_to_everybody(name: str, seed: bytes, variant: str) -> None:
    game = GAMES[name]
    for state in played(game, {"variant": variant} if name == "terrace" else {}, seed, 120):
        viewers: tuple[Viewer, ...] = (SPECTATOR, *map(Seat, range(game.seats)))
        for viewer in viewers:
            lines = explain(game, game.view(state, viewer), "")
            assert lines
            assert all("{" not in english(line, NAMES) and english(line, NAMES).strip() for line in lines)


@examples(12, quick=6)
@given(seed=SEEDS)
def test_explanation_of_mille_is_the_same_whatever_is_hidden(seed: bytes) -> None:
    game = GAMES["mille"]
    for state in played(game, {}, seed, 60):
        for viewer in (SPECTATOR, Seat(0), Seat(1)):
            other = game.redeal(state, viewer, Dice(seed, "mille", 2))
            views = game.view(state, viewer), game.view(other, viewer)
            assert explain(game, views[0], "") == explain(game, views[1], "")


def test_games_without_explanations_say_so() -> None:
    with pytest.raises(Refused, match="Chess has no explanations"):
        explain(attrs.evolve(GAMES["pileon"], name="chess", title="Chess"), None, "")


# Mille.


def test_points_are_told_line_by_line() -> None:
    own = tableau("Go", distances=("200", "100"), safeties=("Extra Tank", "Driving Ace"), coups=(Card.EXTRA_TANK,))
    text = said("mille", position("25", own=own))
    assert "Anna has 800 points in this hand: 300 for the miles, 200 for safeties, 300 for coups fourrés." in text
    assert "Bert has no points in this hand." in text


def test_end_of_a_trip_names_every_bonus() -> None:
    own = tableau("Go", distances=("100",) * 6)
    state = after(position("100", own=own, other=tableau()), "u p", "no")
    text = said("mille", state)
    assert "400 for completing the trip of 700 miles" in text
    assert "300 for doing so without a 200" in text
    assert "500 for a shut-out, because the other player had no miles" in text
    assert "Bert played no Go in this hand, and so no miles." in text


def test_hand_that_nobody_finished_is_explained() -> None:
    text = said("mille", ended(position("25"), end=1000))
    assert "Nobody completed the trip of 1000 miles" in text
    assert "After an extension, 700 miles do not complete a trip" in text


@pytest.mark.parametrize(
    ("card", "own", "other", "why"),
    [
        ("100", tableau(), ROLLING, "Anna has no Go on the battle pile"),
        ("100", tableau("Flat Tire"), ROLLING, "Anna is stopped (Flat Tire) and needs Spare Tire, then Go"),
        ("100", tableau("Stop"), ROLLING, "and needs Go, or the safety Right of Way"),
        ("100", tableau("Go", "Speed Limit"), ROLLING, "you can only play 25 and 50 miles"),
        ("100", tableau("Go", distances=("100",) * 6 + ("50",)), ROLLING, "past 700: you need exactly 50"),
        ("200", tableau("Go", distances=("200",) * 2), ROLLING, "more than two 200s"),
        ("Stop", ROLLING, tableau(), "Bert is not rolling"),
        ("Flat Tire", ROLLING, tableau("Go", safeties=("Puncture Proof",)), "Bert has Puncture Proof on the table"),
        ("Speed Limit", ROLLING, tableau("Go", "Speed Limit"), "under a Speed Limit already"),
        ("Go", ROLLING, ROLLING, "You already have a Go on your battle pile."),
        ("Go", tableau("Accident"), ROLLING, "Accident stops you: play Repairs first, then Go."),
        ("Gasoline", ROLLING, ROLLING, "only helps against Out of Gas"),
        ("End of Limit", ROLLING, ROLLING, "no Speed Limit to end"),
        ("Extra Tank", tableau("Out of Gas"), ROLLING, "play it before you pick"),
        ("Extra Tank", ROLLING, ROLLING, "may become a coup fourré"),
        ("50", ROLLING, ROLLING, "You can use 50."),
    ],
)
def test_card_that_cannot_be_used_is_explained(card: str, own: Any, other: Any, why: str) -> None:
    state = position(card, own=own, other=other)
    assert why in said("mille", state, "p")
    assert said("mille", state, card.lower()) == said("mille", state, "u p")


def test_question_about_no_card_is_refused() -> None:
    with pytest.raises(Refused, match="You do not have"):
        said("mille", position("25"), "stop")


# El-Ixir.


def given_board(*rows: str, rolled: tuple[str, ...]) -> Elixir:
    return Elixir(board_of(*rows), 0, rolled)


def test_complete_embrace_names_its_tiles_its_rule_and_its_worth() -> None:
    state = given_board("XXXX", "...X", ".x.X", ".o.X", "xx.X", rolled=("c5", "h9"))
    text = said("elixir", do("elixir", state, "1 right 1"))
    assert "Complete embrace by Anna: a2, b2, c2, a3, c3, a4, b4, c4." in text
    assert "not even diagonally" in text
    assert "They touch an anchored tile, so they count: 8 points." in text
    assert "Anchored, 1 point: b3, now connected to a corner of Anna" in text


def test_loose_embrace_brings_nothing_and_says_why() -> None:
    state = given_board("", "", "", "", ".xxx", ".x.x", ".x.x", rolled=("c8", "n9"))
    state = do("elixir", given_board("", "", "", ".xxx", ".x.x", ".x.x", ".xx", rolled=("d7", "n9")), "1 right 1")
    assert "They touch no anchored tile, so they are loose and bring no points yet." in said("elixir", state)


def test_anchored_embrace_names_what_shuts_it_in() -> None:
    state = do("elixir", given_board("XXX", "Xo.", "XX.", rolled=("c2", "n9")), "1 up 1")
    text = said("elixir", state)
    assert "Anchored embrace by Anna: b2. They touch no free tile" in text


def test_block_that_brings_nothing_says_what_is_missing() -> None:
    assert "has no corner yet" in said("elixir", do("elixir", given_board(rolled=("f6", "h9")), "1 right 4"))
    far = do("elixir", given_board("XX", rolled=("f6", "h9")), "1 right 4")
    assert "it touches no anchored tile of Anna" in said("elixir", far)
    assert "No block is on the board yet" in said("elixir", given_board(rolled=("f6", "h9")))


# Solitaires.


def test_locked_stock_and_what_foundations_wait_for() -> None:
    state = GAMES["terrace"].dealt({"variant": "terrace"}, 39)
    assert "seven of hearts: 2 of its rank in the reserve." in said("terrace", state)
    state = do("terrace", state, "b 1", "r f", "t5 f", "d")
    text = said("terrace", state)
    assert "The stock is locked: a card was turned while a column was empty." in text
    assert "or fill column 5." in text
    assert "The foundations wait for: a red eight, a red seven, any six." in text
    assert "locked until" in said("terrace", state, "d")
    assert "You can make that move." in said("terrace", state, "w t5")
    assert "only go to a foundation" in said("terrace", state, "r t1")


def test_general_waits_for_suits() -> None:
    state = do("terrace", GAMES["terrace"].dealt({"variant": "generals-patience"}, 7), "b 1")
    assert " of spades, any " in said("terrace", state) or " of clubs, any " in said("terrace", state)


def stuck(name: str, options: dict[str, str]) -> Any:
    """A position of random play in which nothing helps any more."""
    game = GAMES[name]
    for seed in range(40):
        for state in played(game, options, bytes([seed]) * 8, 4000):
            if game.view(state, Seat(0)).stuck:
                return state
    raise AssertionError("no game of random play was stuck")


def test_stuck_terrace_says_what_is_in_the_way() -> None:
    text = said("terrace", stuck("terrace", {"variant": "wood"}))
    assert text.startswith("Stuck: no card can go up")
    assert "The foundations wait for: " in text
    assert "Take moves back with undo" in text


def test_stuck_pileon_says_why_equal_cards_do_not_help() -> None:
    text = said("pileon", stuck("pileon", {}))
    assert text.startswith("No pile is empty")
    assert "winnable" in text
    assert "cannot come together" in text or "no two cards on top" in text or "uncovers nothing" in text


def test_opening_of_pileon_points_to_the_empty_piles() -> None:
    state = GAMES["pileon"].dealt({}, 7)
    text = said("pileon", state)
    assert "2 piles are empty and take any card: 14, 15." in text
    assert "choose the same rank" in said("pileon", state, "1 2")
    assert "You can make that move." in said("pileon", state, "5 14")
