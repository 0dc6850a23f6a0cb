from __future__ import annotations

from core.games.mille.cards import COPIES, HAZARDS, MILES, ORDER, PACK, PREVENTS, SAFETY_AGAINST, Card


def test_pack_has_101_cards() -> None:
    assert len(PACK) == 101
    assert sum(MILES.get(card, 0) for card in PACK) == 10 * (25 + 50 + 75) + 12 * 100 + 4 * 200


def test_counts_are_those_of_the_manual_page() -> None:
    assert COPIES[Card.GO] == 14
    assert COPIES[Card.STOP] == 4
    assert COPIES[Card.SPEED_LIMIT] == 3
    assert [COPIES[card] for card in (Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS, Card.END_OF_LIMIT)] == [6] * 4


def test_order_runs_from_25_to_right_of_way() -> None:
    assert ORDER[Card.MILES_25] == 0
    assert ORDER[Card.RIGHT_OF_WAY] == 18
    assert ORDER[Card.MILES_200] < ORDER[Card.OUT_OF_GAS] < ORDER[Card.GASOLINE] < ORDER[Card.EXTRA_TANK]


def test_every_hazard_has_its_safety() -> None:
    assert {SAFETY_AGAINST[hazard] for hazard in HAZARDS} == set(PREVENTS)
    assert SAFETY_AGAINST[Card.SPEED_LIMIT] is Card.RIGHT_OF_WAY
