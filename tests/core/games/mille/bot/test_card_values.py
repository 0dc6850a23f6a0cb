"""What cards are worth to the computer player (rules sheet 10.3)."""

from __future__ import annotations

from typing import Any

from core.base.game import Seat
from core.games.mille import GAME
from core.games.mille.bot.card_values import stops, values_of
from core.games.mille.bot.memory import mind_of
from core.games.mille.bot.normal import playable_of
from core.games.mille.cards import Card
from tests.core.games.mille.positions import BLANK, cards, given, tableau

AT_650 = tableau("Go", distances=("100",) * 6 + ("50",))


def values(*hand: str, playing: bool, can_stop: bool = False, **more: Any) -> list[int]:
    """The values of the cards given, without those of the 25s that fill the hand up."""
    mind = mind_of(GAME.view(given(*hand, **more), Seat(0)))
    playable = playable_of(mind)
    return values_of(mind, playable, playing=playing, can_stop=can_stop)[: len(hand)]


def test_distances_count_by_their_length() -> None:
    assert values("25", "50", "75", "100", "200", playing=True) == [2, 5, 10, 13, 26]


def test_short_distances_count_more_under_a_limit() -> None:
    assert values("25", "50", playing=True, own=tableau("Go", "Speed Limit")) == [4, 7]
    limited = tableau("Stop", "Speed Limit", distances=("100",))
    assert values("75", "100", "200", "End of Limit", playing=False, own=limited)[:3] == [8, 11, 24]


def test_third_200_is_worth_nothing() -> None:
    assert values("200", "200", playing=True, own=tableau("Go", distances=("200",))) == [26, 0]


def test_one_small_distance_is_kept_against_a_limit() -> None:
    assert values("25", "50", "50", playing=False, own=BLANK) == [2, 20, 5]
    assert values("25", "25", playing=False, own=tableau(distances=("100",))) == [10, 2]
    assert values("25", "50", "End of Limit", playing=False, own=BLANK)[:2] == [2, 5]
    assert values("25", "50", "Right of Way", playing=False, own=BLANK)[:2] == [2, 5]


def test_first_card_that_finishes_is_worth_40() -> None:
    assert values("50", "50", "25", playing=True, own=AT_650) == [40, 1, 2]


def test_cards_that_overshoot_are_worth_their_place() -> None:
    assert values("75", "100", "200", playing=False, own=AT_650) == [2, 3, 4]
    long = tableau("Go", distances=("100",) * 9 + ("50",))
    assert values("75", "100", playing=False, own=long, end=1000) == [0, 0]


def test_unplayable_cards_are_worth_nothing_in_play_mode_and_playable_ones_are_kept_in_discard_mode() -> None:
    assert values("Repairs", "Extra Tank", playing=True) == [0, 0]
    assert values("100", "Extra Tank", playing=False) == [101, 101]


def test_end_of_limit_counts_while_limits_may_come() -> None:
    assert values("End of Limit", playing=False, own=BLANK) == [18]
    assert values("End of Limit", "End of Limit", playing=False, own=BLANK) == [4, 18]
    assert values("End of Limit", playing=False, own=tableau(safeties=("Right of Way",))) == [-1]
    assert values("End of Limit", "Right of Way", playing=False, own=BLANK) == [1, 101]
    assert values("End of Limit", playing=False, own=BLANK, drawn=(cards(*("Speed Limit",) * 3), ())) == [0]
    nearly = tableau("Go", "Speed Limit", distances=AT_650.distances)
    assert values("End of Limit", playing=True, own=nearly) == [1]


def test_remedies_count_while_their_hazard_may_come() -> None:
    assert values("Gasoline", "Gasoline", playing=False, own=BLANK) == [3, 12]
    assert values("Gasoline", playing=True, own=tableau("Out of Gas")) == [12]
    assert values("Gasoline", playing=False, own=tableau(safeties=("Extra Tank",))) == [-1]
    assert values("Gasoline", "Extra Tank", playing=False, own=BLANK) == [1, 101]
    assert values("Gasoline", playing=False, own=BLANK, drawn=(cards("Out of Gas", "Out of Gas"), ())) == [0]
    seen = (cards("Out of Gas"), ())
    assert values("Gasoline", "Gasoline", playing=False, own=BLANK, drawn=seen) == [0, 11]


def test_go_counts_by_what_is_needed_and_held() -> None:
    assert values("Go", "Go", playing=True, own=BLANK) == [30 // 4, 30]
    assert values("Go", playing=False) == [30]
    assert values("Go", playing=False, own=tableau("Flat Tire", safeties=("Right of Way",))) == [-1]
    assert values("Go", "Right of Way", playing=False) == [2, 101]


def test_attack_counts_by_remedies_needed_and_seen() -> None:
    ahead: dict[str, Any] = {"own": tableau("Go", distances=("75",)), "other": tableau("Go", distances=("75",))}
    assert values("Flat Tire", playing=True, **ahead) == [4 * (2 + 2)]
    assert values("Flat Tire", "Puncture Proof", playing=True, **ahead)[0] == 3 * 4 + 3
    assert values("Speed Limit", playing=True, **ahead) == [3 * (3 + 2)]
    assert values("Stop", playing=True, **ahead) == [4 * 4]
    assert values("Stop", "Right of Way", playing=True, **ahead)[0] == 3 * 4 + 5


def test_attack_counts_more_before_somebody_has_begun() -> None:
    assert values("Flat Tire", playing=True) == [16 + 5 + 5]
    assert values("Stop", playing=True) == [16 + 5 + 5]


def test_attack_counts_less_on_somebody_limited() -> None:
    other = tableau("Go", "Speed Limit", distances=("75",))
    assert values("Flat Tire", playing=True, own=tableau("Go", distances=("75",)), other=other) == [16 - 3]


def test_attack_beside_a_finishing_card_to_its_left_counts_more() -> None:
    behind = tableau("Go", distances=("75",))
    assert values("50", "Flat Tire", playing=True, own=AT_650, other=behind) == [40, 16 + 5]
    assert values("Flat Tire", "50", playing=True, own=AT_650, other=behind) == [16, 40]


def test_later_hazards_are_worth_less_in_discard_mode() -> None:
    ahead: dict[str, Any] = {"own": tableau(distances=("75",)), "other": tableau(distances=("75",))}
    assert values("Flat Tire", "Accident", "Stop", playing=False, **ahead) == [16, 16 // 2, 16 // 3 - 5]


def test_hazards_against_a_protected_opponent_are_worth_less_than_nothing() -> None:
    other = tableau("Go", safeties=("Puncture Proof", "Right of Way"))
    assert values("Flat Tire", "Stop", "Speed Limit", playing=False, other=other) == [-1, -1, -1]


def test_limit_near_the_end_is_worth_next_to_nothing() -> None:
    assert values("Speed Limit", playing=False, own=BLANK, other=AT_650) == [1]
    assert values("Speed Limit", playing=True, can_stop=True, own=BLANK) == [1]
    assert values("Speed Limit", playing=True, own=BLANK, other=BLANK) == [1]


def test_limit_stops_when_short_distances_are_gone() -> None:
    short = cards(*("25",) * 10, *("50",) * 10)
    gone = mind_of(GAME.view(given(drawn=(short, ())), Seat(0)))
    assert stops(gone, Card.SPEED_LIMIT)
    assert not stops(mind_of(GAME.view(given(), Seat(0))), Card.SPEED_LIMIT)
    assert stops(gone, Card.STOP)
    assert not stops(gone, Card.GO)
