"""What the computer player remembers (rules sheet 10.1), and what it fears (10.4) and decides by (10.5)."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.game import SPECTATOR, Seat
from core.games.mille import GAME
from core.games.mille.bot.memory import Mind, mind_of, one_card_away, would_extend
from core.games.mille.cards import Card
from core.games.mille.state import State
from tests.core.games.mille.positions import JUNK, ROLLING, after, cards, given, tableau

DEALT = cards("Go", "Stop", "25", "25", "Extra Tank", "Out of Gas")


def mind(seat: int = 0, hand: tuple[str, ...] = (), **more: Any) -> Mind:
    """The mind of a seat in a prepared position."""
    state = given(*hand, **more)
    return mind_of(GAME.view(state, Seat(seat)))


def at(miles: int, *distances: str, **more: Any) -> Any:
    """A tableau with so many miles that are missing to 700, the rest of them in hundreds."""
    return tableau("Go", distances=("25",) * ((miles % 100) // 25) + ("100",) * (miles // 100) + distances, **more)


def opening(seat: int) -> State:
    """Both seats were dealt the same; seat 0 starts."""
    hand = DEALT
    return given(
        hands=(hand, hand), drawn=(hand, hand), own=ROLLING, other=ROLLING, deck=cards("Stop", "25", "Go", "25")
    )


def test_own_cards_are_seen() -> None:
    seen = mind_of(GAME.view(opening(0), Seat(0))).seen
    assert (seen[Card.MILES_25], seen[Card.GO], seen[Card.FLAT_TIRE]) == (2, 1, 0)


def test_cards_of_the_opponent_are_seen_when_they_are_got_rid_of() -> None:
    state = after(opening(0), "p", "u stop", "p", "d 25")
    assert mind_of(GAME.view(state, Seat(1))).seen[Card.STOP] == 2
    assert mind_of(GAME.view(state, Seat(0))).seen[Card.MILES_25] == 3


def test_gos_count_hazards_and_safeties_of_the_starter() -> None:
    # Stop, Extra Tank while no Out of Gas was seen, Out of Gas.
    assert mind_of(GAME.view(opening(0), Seat(0))).gos == 1 + 2 + 1


def test_gos_do_not_count_the_deal_of_the_other() -> None:
    state = after(opening(0), "p", "d 25")
    assert mind_of(GAME.view(state, Seat(1))).gos == 0


def test_gos_count_what_is_picked() -> None:
    state = after(opening(0), "p")
    assert mind_of(GAME.view(state, Seat(0))).gos == 1 + 2 + 1 + 1


def test_need_grows_while_a_hazard_lies_there() -> None:
    state = given(hands=(cards("Flat Tire", *JUNK), JUNK), deck=cards(*("25",) * 20))
    state = after(state, "u flat tire")
    assert mind_of(GAME.view(state, Seat(1))).need[Card.SPARE_TIRE] == 2 + 1
    state = after(state, "p", "d 25", "p", "d 25")
    assert mind_of(GAME.view(state, Seat(1))).need[Card.SPARE_TIRE] == 2 + 2 + 1
    assert mind_of(GAME.view(state, Seat(0))).need[Card.SPARE_TIRE] == 2


def test_stop_makes_gos_needed() -> None:
    assert mind(own=tableau("Stop")).need[Card.GO] == 11
    assert mind(own=tableau("Go")).need[Card.GO] == 10


def test_safeties_are_known_in_hand_and_on_the_table() -> None:
    known = mind(hand=("Extra Tank",), own=tableau(safeties=("Driving Ace",)))
    assert known.knows(Card.EXTRA_TANK)
    assert known.knows(Card.DRIVING_ACE)
    assert not known.knows(Card.RIGHT_OF_WAY)


def test_spectators_have_no_mind() -> None:
    with pytest.raises(ValueError, match="spectator"):
        mind_of(GAME.view(given(), SPECTATOR))


@pytest.mark.parametrize(
    ("miles", "near"), [(500, True), (600, True), (625, True), (650, True), (675, True), (550, False), (0, False)]
)
def test_opponent_is_near_when_one_card_is_missing(miles: int, near: bool) -> None:
    assert one_card_away(mind(other=at(miles))) is near


def test_opponent_without_a_third_200_is_not_near() -> None:
    assert not one_card_away(mind(other=tableau("Go", distances=("200", "200", "100"))))


def test_opponent_is_not_near_when_all_copies_are_gone() -> None:
    drawn = cards(*("25",) * 10)
    assert not one_card_away(mind(other=at(675), drawn=(drawn, ())))
    assert one_card_away(mind(other=at(675), drawn=(drawn[:9], ())))


def test_limited_opponent_is_near_while_right_of_way_may_come() -> None:
    limited = tableau("Go", "Speed Limit", distances=("100",) * 6)
    assert one_card_away(mind(other=limited))
    assert not one_card_away(mind(other=limited, drawn=(cards("Right of Way"), ())))


def test_opponent_who_stands_is_not_near() -> None:
    assert not one_card_away(mind(other=tableau("Accident", distances=("100",) * 6)))
    assert not one_card_away(mind(other=tableau(distances=("100",) * 5)))


def test_extension_needs_two_known_safeties() -> None:
    assert not would_extend(mind(hand=("Extra Tank",), other=at(100)), 0)
    assert would_extend(mind(hand=("Extra Tank", "Driving Ace"), other=at(100)), 0)


@pytest.mark.parametrize("miles", [0, 500, 575, 600])
def test_extension_is_declined_for_a_shut_out_or_a_dangerous_opponent(miles: int) -> None:
    assert not would_extend(mind(hand=("Extra Tank", "Driving Ace"), other=at(miles)), 0)


def test_extension_is_declined_once_the_opponent_has_played_a_safety() -> None:
    other = at(100, safeties=("Right of Way",))
    assert not would_extend(mind(hand=("Extra Tank", "Driving Ace"), other=other), 900)
    assert would_extend(mind(hand=("Extra Tank", "Driving Ace"), other=other), 950)
