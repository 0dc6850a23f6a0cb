"""What cards do to piles, hands and freshness (rules sheet 2 to 5)."""

from __future__ import annotations

import attrs
import pytest

from core.games.mille import Card, Picked, State
from core.games.mille.cards import PACK
from core.games.mille.fold import evolve
from core.games.mille.state import Deed
from tests.core.games.mille.positions import JUNK, ROLLING, after, cards, given, tableau

SIX = cards("Go", "50", "75", "100", "200", "Stop")


def under(battle: str | None, speed: str | None, safety: str) -> State:
    """The position after this safety was played onto these piles, before the pick if it could be."""
    return after(given(safety, own=tableau(battle, speed)), "u p")


@pytest.mark.parametrize("distance", ["25", "50", "75", "100", "200"])
def test_distance_adds_its_miles(distance: str) -> None:
    own = after(given(distance, own=tableau("Go", distances=("50",))), "u p").tableaus[0]
    assert own.miles == 50 + int(distance)
    assert own.distances == cards("50", distance)


def test_hazard_stops_its_victim() -> None:
    other = after(given("Stop"), "u p").tableaus[1]
    assert (other.battle, other.fresh, other.rolling) == (Card.STOP, True, False)


def test_limit_lies_on_the_speed_pile() -> None:
    other = after(given("Speed Limit"), "u p").tableaus[1]
    assert (other.speed, other.fresh_limit, other.rolling) == (Card.SPEED_LIMIT, True, True)


def test_remedy_alone_does_not_start_the_car() -> None:
    own = after(given("Gasoline", own=tableau("Out of Gas")), "u p").tableaus[0]
    assert (own.battle, own.rolling) == (Card.GASOLINE, False)


def test_remedy_alone_will_do_with_right_of_way() -> None:
    own = after(given("Gasoline", own=tableau("Out of Gas", safeties=("Right of Way",))), "u p").tableaus[0]
    assert (own.battle, own.rolling) == (Card.GASOLINE, True)


def test_end_of_limit_covers_the_limit() -> None:
    own = after(given("End of Limit", own=tableau("Go", "Speed Limit")), "u p").tableaus[0]
    assert (own.speed, own.limited) == (Card.END_OF_LIMIT, False)


@pytest.mark.parametrize(
    ("safety", "hazard"),
    [("Extra Tank", "Out of Gas"), ("Puncture Proof", "Flat Tire"), ("Driving Ace", "Accident")],
)
def test_safety_puts_a_go_on_its_hazard(safety: str, hazard: str) -> None:
    assert under(hazard, None, safety).tableaus[0].battle is Card.GO


@pytest.mark.parametrize("safety", ["Extra Tank", "Puncture Proof", "Driving Ace"])
@pytest.mark.parametrize("battle", [None, "Go", "Stop", "Spare Tire"])
def test_safety_leaves_other_piles_alone(safety: str, battle: str | None) -> None:
    own = under(battle, "Speed Limit", safety).tableaus[0]
    assert own.battle == battle
    assert own.limited


@pytest.mark.parametrize(
    ("battle", "limited", "then", "rolling"),
    [
        ("Stop", False, None, True),
        ("Stop", True, None, True),
        (None, False, None, True),
        (None, True, "Go", True),
        ("Gasoline", False, "Gasoline", True),
        ("Gasoline", True, "Go", True),
        ("Go", False, "Go", True),
        ("Go", True, "Go", True),
        ("Out of Gas", False, "Out of Gas", False),
        ("Flat Tire", True, "Flat Tire", False),
        ("Accident", True, "Accident", False),
    ],
)
def test_right_of_way_follows_its_table(battle: str | None, limited: bool, then: str | None, rolling: bool) -> None:
    own = under(battle, "Speed Limit" if limited else None, "Right of Way").tableaus[0]
    assert (own.battle, own.rolling, own.speed) == (then, rolling, None)


def test_right_of_way_leaves_an_end_of_limit() -> None:
    assert under("Go", "End of Limit", "Right of Way").tableaus[0].speed is Card.END_OF_LIMIT


def test_pick_goes_into_slot_p() -> None:
    state = after(given(hands=(SIX, JUNK), deck=cards("25", "Repairs")), "p")
    assert state.hands[0] == cards("25") + SIX
    assert state.deck == cards("Repairs")


def test_pick_fills_slot_1_too() -> None:
    state = after(given(hands=(SIX[1:], JUNK), deck=cards("25", "Repairs", "Go")), "p")
    assert state.hands[0] == cards("25", "Repairs") + SIX[1:]


def test_pick_into_three_gaps_leaves_slot_p_empty() -> None:
    state = after(given(hands=(SIX[2:], JUNK), deck=cards("25", "Repairs", "Go", "Stop")), "p")
    assert state.hands[0] == cards("Repairs", "25") + SIX[2:]
    assert after(state, "p").hands[0] == cards("Go", "Repairs", "25") + SIX[2:]


def test_last_card_of_the_deck_comes_alone() -> None:
    state = given(hands=(SIX[1:], JUNK), deck=cards("Repairs"))
    assert evolve(state, Picked(0, cards("Repairs"))).hands[0] == cards("Repairs") + SIX[1:]


def test_freshness_ends_with_the_victims_pick() -> None:
    state = given(hands=(SIX, JUNK), own=tableau("Stop", "Speed Limit", fresh=True, fresh_limit=True))
    own = after(state, "p").tableaus[0]
    assert (own.fresh, own.fresh_limit) == (False, False)


@pytest.mark.parametrize("text", ["u p", "d p"])
def test_freshness_ends_with_the_victims_turn_when_the_deck_is_empty(text: str) -> None:
    own = tableau("Stop", "Speed Limit", fresh=True, fresh_limit=True)
    state = after(given("Go", own=own, deck=(), hands=(cards("Go") + SIX, JUNK)), text)
    assert state.turn == 1
    assert (state.tableaus[0].fresh, state.tableaus[0].fresh_limit) == (False, False)


def test_freshness_survives_another_safety() -> None:
    own = tableau("Out of Gas", "Speed Limit", fresh=True)
    state = given(hands=(cards("Right of Way", "Extra Tank") + JUNK[2:], JUNK), own=own)
    assert after(state, "u right of way", "u extra tank").tableaus[0].coups == cards("Extra Tank")


def test_hand_kept_in_order_is_sorted_after_each_card() -> None:
    state = after(given("Stop", "Go", "200", "25", "Extra Tank", "50", "Repairs"), "o")
    assert state.hands[0] == cards("25", "50", "200", "Stop", "Repairs", "Go", "Extra Tank")
    assert after(state, "d 1").hands[0] == cards("25", "200", "Stop", "Repairs", "Go", "Extra Tank")


def test_pick_stays_in_slot_p_of_a_hand_kept_in_order() -> None:
    state = after(given(hands=(SIX, JUNK), deck=cards("Extra Tank", "Go")), "o", "p")
    assert state.hands[0] == (Card.EXTRA_TANK, *sorted(SIX, key=list(Card).index))


def test_hand_out_of_order_stays_as_it_is() -> None:
    state = given(hands=(SIX, JUNK), ordering=(True, True))
    assert after(state, "o").hands == (SIX, JUNK)
    assert after(state, "o").ordering == (False, True)


def test_deal_is_sorted_for_whoever_wants_it() -> None:
    state = State(ordering=(False, True), dealt=1)
    dealt = after(state, "another")
    assert dealt.hands[0] == dealt.drawn[0]
    assert dealt.hands[1] == tuple(sorted(dealt.drawn[1], key=list(Card).index))


def test_steps_tell_what_everybody_saw() -> None:
    state = after(given(hands=(SIX, JUNK), deck=PACK[:20], other=ROLLING), "p", "u 6", "p", "d p")
    deeds = [(step.seat, step.deed, step.card) for step in state.steps]
    assert deeds == [
        (0, Deed.PICKED, None),
        (0, Deed.PLAYED, Card.STOP),
        (1, Deed.PICKED, None),
        (1, Deed.DISCARDED, PACK[1]),
    ]
    assert state.steps[2].battle is Card.STOP


def test_deal_clears_the_table() -> None:
    state = attrs.evolve(given(own=tableau("Stop", safeties=("Extra Tank",))), discard=Card.GO, end=1000)
    dealt = after(attrs.evolve(state, phase=State().phase), "another")
    assert dealt.tableaus == State().tableaus
    assert (dealt.discard, dealt.end, dealt.steps, len(dealt.deck)) == (None, 700, (), 89)
