from __future__ import annotations

import pytest

from core.games.mille.cards import Card
from core.games.mille.state import Position, without
from tests.core.games.mille.positions import BLANK, cards, tableau


@pytest.mark.parametrize(
    ("battle", "safeties", "rolling"),
    [
        (None, (), False),
        ("Go", (), True),
        ("Gasoline", (), False),
        ("Stop", (), False),
        (None, ("Right of Way",), True),
        ("Repairs", ("Right of Way",), True),
        ("Flat Tire", ("Right of Way",), False),
        ("Gasoline", ("Extra Tank",), False),
    ],
)
def test_rolling_follows_from_piles_and_safeties(battle: str | None, safeties: tuple[str, ...], rolling: bool) -> None:
    assert tableau(battle, safeties=safeties).rolling is rolling


@pytest.mark.parametrize(("speed", "limited"), [(None, False), ("Speed Limit", True), ("End of Limit", False)])
def test_limit_is_in_force_on_top_only(speed: str | None, limited: bool) -> None:
    assert tableau("Go", speed).limited is limited


def test_position_finds_cards_by_slot() -> None:
    at = Position(cards("Go", "25"), BLANK, BLANK, 0, 700)
    assert [at.card(slot) for slot in range(7)] == [None] * 5 + [Card.GO, Card.MILES_25]


@pytest.mark.parametrize(
    ("slot", "left"),
    [(0, "Go 50 75 100 200 Stop"), (1, "25 50 75 100 200 Stop"), (6, "Go 50 75 100 200 25")],
)
def test_picked_card_takes_the_place_of_the_one_that_goes(slot: int, left: str) -> None:
    hand = cards("25", "Go", "50", "75", "100", "200", "Stop")
    assert without(hand, slot) == cards(*left.split())


def test_gap_of_an_unpicked_hand_gathers_at_the_top() -> None:
    hand = cards("Go", "50", "75", "100", "200", "Stop")
    assert without(hand, 1) == hand[1:]
    assert without(hand, 3) == cards("50", "Go", "100", "200", "Stop")
