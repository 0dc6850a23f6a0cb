"""The card in slot P of seat 0 is used, or discarded: what is said against it (rules sheet 2 and 4)."""

from __future__ import annotations

import pytest

from core.games.mille import Card, Tableau
from core.games.mille.cards import MILES, PREVENTS
from core.games.mille.legality import cures, is_coup, is_of_use
from tests.core.games.mille.positions import (
    ALL_SAFETIES,
    BLANK,
    JUNK,
    ROLLING,
    after,
    cards,
    given,
    in_short,
    last_cards,
    tableau,
)

LIMITED = tableau("Go", "Speed Limit")
HAZARDS = ("Out of Gas", "Flat Tire", "Accident", "Stop")
REMEDIES = {"Gasoline": "Out of Gas", "Spare Tire": "Flat Tire", "Repairs": "Accident"}


def test_third_200_is_refused() -> None:
    own = tableau("Go", distances=("200", "200"))
    assert in_short(given("200", own=own), "u p") == "only two 200's per hand"


def test_third_200_is_refused_in_an_extension() -> None:
    own = tableau("Go", distances=("200", "200"))
    assert in_short(given("200", own=own, end=1000), "u p") == "only two 200's per hand"


def test_third_200_is_named_before_the_limit() -> None:
    own = tableau("Go", "Speed Limit", distances=("200", "200"))
    assert in_short(given("200", own=own), "u p") == "only two 200's per hand"


@pytest.mark.parametrize("card", ["75", "100", "200"])
def test_speed_limit_stops_long_distances(card: str) -> None:
    assert in_short(given(card, own=LIMITED), "u p") == "limit of 50"


@pytest.mark.parametrize("card", ["25", "50"])
def test_speed_limit_lets_short_distances_pass(card: str) -> None:
    assert after(given(card, own=LIMITED), "u p").tableaus[0].miles == MILES[Card(card)]


@pytest.mark.parametrize("card", ["50", "75", "100", "200"])
def test_trip_is_not_overshot(card: str) -> None:
    own = tableau("Go", distances=("100",) * 6 + ("75",))
    assert in_short(given(card, own=own), "u p") == "puts you over 700"


def test_extended_trip_is_not_overshot() -> None:
    own = tableau("Go", distances=("100",) * 9 + ("50",))
    assert in_short(given("100", own=own, end=1000), "u p") == "puts you over 1000"


def test_overshooting_is_named_before_standing() -> None:
    own = tableau("Stop", distances=("100",) * 6 + ("75",))
    assert in_short(given("50", own=own), "u p") == "puts you over 700"


@pytest.mark.parametrize("battle", [None, *HAZARDS, *REMEDIES])
@pytest.mark.parametrize("card", ["25", "50", "75", "100", "200"])
def test_nobody_moves_who_is_not_rolling(card: str, battle: str | None) -> None:
    assert in_short(given(card, own=tableau(battle)), "u p") == "cannot move now"


@pytest.mark.parametrize("remedy", REMEDIES)
@pytest.mark.parametrize("battle", [None, "Go", *HAZARDS])
def test_remedy_wants_its_hazard(remedy: str, battle: str | None) -> None:
    state = given(remedy, own=tableau(battle))
    if battle == REMEDIES[remedy]:
        assert after(state, "u p").tableaus[0].battle == remedy
    else:
        assert in_short(state, "u p") == f'can\'t play "{remedy}"'


@pytest.mark.parametrize("battle", ["Go", "Out of Gas", "Flat Tire", "Accident"])
def test_go_is_refused_on_go_and_hazards(battle: str | None) -> None:
    assert in_short(given("Go", own=tableau(battle)), "u p") == f'cannot play "Go" on a "{battle}"'


@pytest.mark.parametrize("battle", [None, "Stop", *REMEDIES])
@pytest.mark.parametrize("safeties", [(), ("Right of Way",)])
def test_go_starts_from_blank_stop_and_remedies(battle: str | None, safeties: tuple[str, ...]) -> None:
    state = after(given("Go", own=tableau(battle, safeties=safeties)), "u p")
    assert state.tableaus[0].battle is Card.GO
    assert state.tableaus[0].rolling


@pytest.mark.parametrize("speed", [None, "End of Limit"])
def test_end_of_limit_wants_a_limit(speed: str | None) -> None:
    assert in_short(given("End of Limit", own=tableau("Go", speed)), "u p") == "not limited"


@pytest.mark.parametrize("hazard", HAZARDS)
@pytest.mark.parametrize("battle", [None, *HAZARDS, *REMEDIES])
def test_hazard_wants_a_rolling_opponent(hazard: str, battle: str | None) -> None:
    assert in_short(given(hazard, other=tableau(battle)), "u p") == "opponent cannot go"


@pytest.mark.parametrize("safety", ALL_SAFETIES)
def test_safety_protects_from_its_hazard(safety: str) -> None:
    state = given(str(PREVENTS[Card(safety)]), other=tableau("Go", safeties=(safety,)))
    assert in_short(state, "u p") == "opponent is protected"


@pytest.mark.parametrize("battle", [None, *REMEDIES])
def test_right_of_way_keeps_its_owner_open_to_hazards(battle: str | None) -> None:
    other = tableau(battle, safeties=("Right of Way",))
    assert after(given("Flat Tire", other=other), "u p").tableaus[1].battle is Card.FLAT_TIRE


def test_limit_is_not_put_on_a_limit() -> None:
    assert in_short(given("Speed Limit", other=LIMITED), "u p") == "opponent has limit"


def test_right_of_way_protects_from_limits() -> None:
    other = tableau("Go", safeties=("Right of Way",))
    assert in_short(given("Speed Limit", other=other), "u p") == "opponent is protected"


@pytest.mark.parametrize("battle", [None, *HAZARDS, *REMEDIES])
def test_limit_is_put_on_anybody_at_any_time(battle: str | None) -> None:
    assert after(given("Speed Limit", other=tableau(battle)), "u p").tableaus[1].limited


@pytest.mark.parametrize("text", ["u 1", "u p", "d 1", "d p"])
def test_nothing_goes_before_the_pick(text: str) -> None:
    assert in_short(given(hands=(JUNK, JUNK)), text) == "must pick first"


def test_safety_that_cures_nothing_waits_for_the_pick() -> None:
    hand = cards("Extra Tank") + JUNK[1:]
    assert in_short(given(hands=(hand, JUNK)), "u 1") == "must pick first"
    assert in_short(given(hands=(hand, JUNK), own=tableau("Flat Tire")), "u 1") == "must pick first"


def test_safety_that_cures_nothing_can_be_used_after_the_pick() -> None:
    assert after(given("Extra Tank"), "u p").tableaus[0].safeties == cards("Extra Tank")


def test_safety_that_cures_needs_no_pick() -> None:
    hand = cards("Extra Tank") + JUNK[1:]
    state = after(given(hands=(hand, JUNK), own=tableau("Out of Gas")), "u 1")
    assert state.tableaus[0].safeties == cards("Extra Tank")


@pytest.mark.parametrize("text", ["u p", "u 4", "d p", "d 4"])
def test_empty_slots_hold_no_card(text: str) -> None:
    assert in_short(last_cards(cards("25", "25"), JUNK), text) == "no card there"


@pytest.mark.parametrize("safety", ALL_SAFETIES)
def test_safety_is_never_discarded(safety: str) -> None:
    assert in_short(given(safety), "d p") == "discard a safety?"
    assert in_short(given(hands=(cards(safety) + JUNK[1:], JUNK)), "d 1") == "discard a safety?"


def test_two_empty_slots_want_a_pick_before_anything() -> None:
    hand = cards("Extra Tank", "25", "25", "25", "25")
    assert in_short(given(hands=(hand, JUNK)), "d 2") == "must pick first"


def test_second_pick_is_refused() -> None:
    assert in_short(given(), "p") == "already picked"


def test_empty_deck_has_no_more_cards() -> None:
    assert in_short(last_cards(JUNK, JUNK), "p") == "no more cards"
    assert in_short(given(deck=()), "p") == "no more cards"


def of_use(card: str, own: Tableau = ROLLING, other: Tableau = ROLLING) -> bool:
    return is_of_use(Card(card), own, other, 700)


def test_go_is_of_no_use_to_somebody_rolling() -> None:
    assert not of_use("Go", own=tableau(None, safeties=("Right of Way",)))
    assert of_use("Go", own=BLANK)


def test_limit_is_of_no_use_within_50_miles_of_the_end() -> None:
    assert not of_use("Speed Limit", other=tableau("Go", distances=("100",) * 6 + ("50",)))
    assert of_use("Speed Limit", other=tableau("Go", distances=("100",) * 6 + ("25",)))


def test_safety_is_always_of_use() -> None:
    assert all(of_use(safety, own=BLANK, other=BLANK) for safety in ALL_SAFETIES)


def test_fresh_hazard_and_its_own_safety_make_a_coup() -> None:
    own = tableau("Flat Tire", fresh=True)
    assert is_coup(Card.PUNCTURE_PROOF, own)
    assert not is_coup(Card.EXTRA_TANK, own)
    assert not is_coup(Card.PUNCTURE_PROOF, tableau("Flat Tire"))


def test_freshness_of_another_hazard_makes_no_coup() -> None:
    own = tableau("Out of Gas", "Speed Limit", fresh=True)
    assert cures(Card.RIGHT_OF_WAY, own)
    assert not is_coup(Card.RIGHT_OF_WAY, own)
    assert is_coup(Card.EXTRA_TANK, own)
    assert not is_coup(Card.EXTRA_TANK, tableau("Out of Gas", "Speed Limit", fresh_limit=True))


def test_right_of_way_answers_both_its_hazards() -> None:
    assert is_coup(Card.RIGHT_OF_WAY, tableau("Stop", fresh=True))
    assert is_coup(Card.RIGHT_OF_WAY, tableau("Go", "Speed Limit", fresh_limit=True))
