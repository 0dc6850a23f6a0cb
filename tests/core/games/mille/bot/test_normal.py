"""What the computer player does (rules sheet 10.2)."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.game import Seat
from core.games.mille import GAME
from core.games.mille.bot.normal import choose
from core.games.mille.cards import PACK
from core.games.mille.state import State
from tests.core.games.mille.positions import BLANK, ROLLING, after, cards, dice, given, tableau

AT_600 = tableau("Go", distances=("100",) * 6)
BEHIND = tableau("Go", distances=("25",))
SIX = ("100", "100", "Repairs", "Repairs", "Repairs", "Repairs")


def choice(*hand: str, **more: Any) -> str:
    """What seat 0 does with these cards from P on; all seven must be given."""
    return chosen(given(*hand, **more))


def chosen(state: State) -> str:
    return choose(GAME.view(state, Seat(state.turn)), dice())


@pytest.mark.parametrize("fresh", [True, False])
def test_cure_is_played_at_once(fresh: bool) -> None:
    hand = cards("25", "25", "Extra Tank", "25", "25", "25")
    assert chosen(given(hands=(hand, hand), own=tableau("Out of Gas", fresh=fresh))) == "u 3"


def test_right_of_way_cures_a_limit() -> None:
    hand = cards("25", "25", "25", "25", "25", "Right of Way")
    assert chosen(given(hands=(hand, hand), own=tableau("Go", "Speed Limit"))) == "u 6"


def test_pick_comes_before_all_else() -> None:
    assert chosen(given(hands=(cards(*SIX), cards(*SIX)))) == "p"


def test_hand_is_played_without_a_pick_when_the_deck_is_empty() -> None:
    assert chosen(given(hands=(cards(*SIX), cards(*SIX)), deck=())) == "u 2"


def test_safety_is_held_back() -> None:
    assert choice("Extra Tank", *SIX, other=BEHIND, deck=PACK[:60]) == "u 2"


def test_safety_is_cashed_when_the_opponent_is_one_card_away() -> None:
    assert choice("Extra Tank", *SIX, other=AT_600, deck=PACK[:60]) == "u p"


def test_safety_is_cashed_before_finishing() -> None:
    assert choice("100", "Extra Tank", *SIX[1:], own=AT_600, other=BEHIND, deck=PACK[:60]) == "u 1"
    assert choice("100", "Extra Tank", "Stop", *SIX[2:], own=AT_600, other=BEHIND, deck=PACK[:60]) != "u 1"


def test_safety_is_cashed_when_its_hazard_is_gone() -> None:
    gone = {"drawn": (cards("Out of Gas", "Out of Gas"), ()), "other": BEHIND, "deck": PACK[:60]}
    assert choice("Extra Tank", *SIX, **gone) == "u p"


def test_right_of_way_waits_for_limits_too() -> None:
    stops, limits = cards(*("Stop",) * 4), cards(*("Speed Limit",) * 3)
    near = {"other": BEHIND, "deck": PACK[:60]}
    assert choice("Right of Way", *SIX, drawn=(stops, ()), **near) == "u 2"
    assert choice("Right of Way", *SIX, drawn=(stops + limits, ()), **near) == "u p"


def test_safety_is_cashed_late_when_there_is_nothing_better() -> None:
    hand = ("Extra Tank", *("Repairs",) * 6)
    assert choice(*hand, own=BLANK, other=BLANK, deck=PACK[:20]) == "u p"
    assert choice(*hand, own=BLANK, other=BLANK, deck=PACK[:60]).startswith("d")


def test_safety_is_kept_late_while_only_it_is_rolling() -> None:
    hand = ("Extra Tank", *("Repairs",) * 6)
    assert choice(*hand, own=ROLLING, other=BLANK, deck=PACK[:20]).startswith("d")


def test_attack_comes_before_all_distances_but_a_200() -> None:
    assert choice("100", "200", "Stop", *SIX[2:], own=BEHIND, other=BEHIND) == "u 1"
    assert choice("100", "75", "Stop", *SIX[2:], own=BEHIND, other=BEHIND) == "u 2"


def test_longest_distance_is_played() -> None:
    assert choice("25", "100", "75", "50", *SIX[2:5], own=BEHIND, other=BEHIND) == "u 1"


def test_ties_go_to_the_right() -> None:
    assert choice("100", "25", "100", "25", "100", "25", "25", own=BEHIND, other=BEHIND) == "u 4"


def test_surplus_remedies_are_discarded_first() -> None:
    hand = ("Repairs", "100", "Repairs", "Gasoline", "Spare Tire", "Go", "End of Limit")
    assert choice(*hand, own=tableau("Stop", safeties=("Driving Ace",)), other=BLANK) == "u 5"
    assert choice(*hand, own=tableau("Flat Tire"), other=BLANK, deck=PACK[:60]) == "u 4"
    blocked = tableau("Out of Gas", safeties=("Driving Ace",))
    assert choice(*hand[:3], "75", *hand[4:], own=blocked, other=BLANK, deck=PACK[:60]) == "d 2"


def test_distance_that_would_come_too_close_is_left_out() -> None:
    rest = ("Repairs", "Repairs", "Repairs", "Repairs", "Repairs")
    assert choice("100", "25", *rest, own=AT_600, other=BEHIND) == "u p"
    assert choice("25", *rest, "Repairs", own=AT_600, other=BEHIND).startswith("d")


@pytest.mark.parametrize(("hand", "text"), [(("50", "50"), "u 1"), (("25",) * 4, "u 3")])
def test_distance_with_enough_copies_is_not_too_close(hand: tuple[str, ...], text: str) -> None:
    rest = ("Repairs",) * (7 - len(hand))
    assert choice(*hand, *rest, own=AT_600, other=BEHIND) == text


def test_nothing_is_too_close_when_the_deck_is_empty() -> None:
    assert choice("25", *("Repairs",) * 6, own=AT_600, other=BEHIND, deck=()) == "u p"


def test_safety_is_used_rather_than_discarded() -> None:
    safeties, close = ("Extra Tank", "Puncture Proof", "Driving Ace", "Right of Way"), ("25",) * 3
    assert choice(*close, *safeties, own=AT_600, other=BEHIND, deck=PACK[:60]) == "u 6"
    assert choice(*safeties, *close, own=AT_600, other=BEHIND, deck=PACK[:60]) == "d 6"


@pytest.mark.parametrize(("hand", "text"), [(("Extra Tank", "Driving Ace"), "yes"), (("Extra Tank", "Go"), "no")])
def test_extension_is_answered(hand: tuple[str, ...], text: str) -> None:
    asked = after(given("100", *hand, own=AT_600, other=BEHIND), "u p")
    assert chosen(asked) == text
