"""Turns, extension, the end of hands, games and sessions (rules sheet 1, 2, 6, 7).

Then what cards do to piles, hands and freshness (rules sheet 2 to 5).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.base.game import SPECTATOR, Outcome, Seat
from core.games.mille import GAME
from core.games.mille.cards import PACK, Card
from core.games.mille.events import (
    Dealt,
    Declined,
    Extended,
    ExtensionOffered,
    GameEnded,
    HandEnded,
    Picked,
    Played,
    Stopped,
)
from core.games.mille.rules import evolve
from core.games.mille.scoring import totals_of
from core.games.mille.state import Bonus, Deed, Phase, State
from tests.core.games.mille.positions import (
    BLANK,
    JUNK,
    ROLLING,
    after,
    cards,
    dice,
    ended,
    events_of,
    given,
    last_cards,
    refusal,
    tableau,
)

SIX = cards("Go", "50", "75", "100", "200", "Stop")
AT_600 = tableau("Go", distances=("100",) * 6)
AT_650 = tableau("Go", distances=("100",) * 6 + ("50",))
AT_700 = tableau("Go", distances=("100",) * 7)
AT_900 = tableau("Go", distances=("100",) * 9)


def begun() -> State:
    state: State = GAME.fold(GAME.start({}), GAME.begin({}, dice()))
    return state


def test_session_begins_with_a_hand_that_seat_0_starts() -> None:
    (dealt,) = GAME.begin({}, dice())
    assert [len(hand) for hand in dealt.hands] == [6, 6]
    assert sorted(dealt.hands[0] + dealt.hands[1] + dealt.deck) == sorted(PACK)
    assert (dealt.starter, dealt.carried) == (0, (0, 0))


def test_play_passes_after_an_ordinary_card() -> None:
    assert after(given("100"), "u p").turn == 1
    assert after(given("100"), "d p").turn == 1


def test_play_goes_on_after_a_safety() -> None:
    state = after(given("Extra Tank"), "u p")
    assert state.turn == 0
    assert refusal(state, "d 1").startswith("Pick first, with p.")


def test_nobody_moves_out_of_turn() -> None:
    for text in ("p", "u 1", "d 1", "o"):
        assert refusal(given(), text, seat=1) == "It is not your turn."


def test_discard_is_shown() -> None:
    assert after(given("Repairs"), "d p").discard is Card.REPAIRS


def test_cure_before_the_pick_draws_two_cards_afterwards() -> None:
    hand = cards("Extra Tank", "Go", "Go", "Go", "Go", "Go")
    state = after(given(hands=(hand, JUNK), own=tableau("Out of Gas", fresh=True)), "u 1", "p")
    assert (len(state.hands[0]), len(state.deck)) == (7, 18)
    assert state.tableaus[0].coups == cards("Extra Tank")


def test_cure_after_the_pick_is_no_coup() -> None:
    hand = cards("Extra Tank") + JUNK[1:]
    state = after(given(hands=(hand, JUNK), own=tableau("Out of Gas", fresh=True)), "p", "u extra tank")
    assert state.tableaus[0].safeties == cards("Extra Tank")
    assert state.tableaus[0].coups == ()


def test_cure_of_an_old_hazard_is_no_coup() -> None:
    hand = cards("Extra Tank") + JUNK[1:]
    state = after(given(hands=(hand, JUNK), own=tableau("Out of Gas")), "u 1")
    assert state.tableaus[0].coups == ()


def test_coup_answers_a_hazard_of_the_turn_before() -> None:
    theirs = cards("Right of Way") + JUNK[1:]
    state = after(given("Stop", hands=(cards("Stop") + JUNK, theirs)), "u p", "u 1")
    assert state.tableaus[1].coups == cards("Right of Way")
    assert totals_of(state) == (0, 400)


def test_coup_counts_in_the_next_turn_only_when_the_deck_is_empty() -> None:
    mine = cards("Stop", "25", "25", "25")
    theirs = cards("Right of Way", "25", "25")
    hit = after(last_cards(mine, theirs), "u stop")
    assert after(hit, "u right of way").tableaus[1].coups == cards("Right of Way")
    assert after(hit, "d 25", "d 25", "u right of way").tableaus[1].coups == ()


def test_three_gaps_need_two_picks() -> None:
    own = tableau("Out of Gas", "Speed Limit", fresh=True)
    hand = cards("Extra Tank", "Right of Way", "25", "25", "25", "25")
    state = after(given(hands=(hand, JUNK), own=own), "u extra tank", "u right of way", "p")
    assert len(state.hands[0]) == 6
    assert refusal(state, "d 6").startswith("Pick first, with p.")
    assert len(after(state, "p").hands[0]) == 7


def test_last_card_of_the_deck_is_picked_alone() -> None:
    hand = cards("Extra Tank") + JUNK[1:]
    state = after(given(hands=(hand, JUNK), own=tableau("Out of Gas"), deck=cards("Go")), "u 1", "p")
    assert (len(state.hands[0]), state.deck) == (6, ())


def test_reaching_700_asks_for_an_extension() -> None:
    events = events_of(given("100", own=AT_600), "u p")
    assert events == (Played(0, 0, Card.MILES_100, False, 0), ExtensionOffered(0))
    assert refusal(after(given("100", own=AT_600), "u p"), "p") == (
        "Answer yes or no: do you extend the trip to 1000 miles?"
    )


def test_only_who_reached_700_answers() -> None:
    asked = after(given("100", own=AT_600), "u p")
    assert GAME.view(asked, Seat(1)).turn == (0,)
    assert refusal(asked, "yes", seat=1) == "It is not your turn."


def test_extension_makes_the_trip_1000_miles_for_both() -> None:
    asked = after(given("100", own=AT_600), "u p")
    assert events_of(asked, "yes") == (Extended(0, 1),)
    assert (after(asked, "y").end, after(asked, "y").turn) == (1000, 1)


def test_declined_extension_ends_the_hand() -> None:
    asked = after(given("100", own=AT_600), "u p")
    declined, hand_ended = events_of(asked, "n")
    assert declined == Declined(0)
    assert hand_ended == HandEnded(0, Bonus(400, 300, 0, 0, 500), (1900, 0), (1900, 0))


def test_extension_is_offered_with_an_empty_deck() -> None:
    state = last_cards(cards("100", "Go"), cards("Extra Tank"), own=AT_600)
    assert after(state, "u 100", "yes").phase is Phase.PLAY


def test_extension_that_nobody_can_use_ends_the_hand() -> None:
    state = last_cards(cards("100", "Repairs"), cards("Repairs"), own=AT_600)
    extended, hand_ended = events_of(after(state, "u 100"), "yes")
    assert extended == Extended(0, 1)
    assert (hand_ended.finisher, hand_ended.bonus, hand_ended.hand) == (None, Bonus(), (700, 0))


def test_reaching_1000_ends_the_hand() -> None:
    played, hand_ended = events_of(given("100", own=AT_900, end=1000), "u p")
    assert isinstance(played, Played)
    assert hand_ended.bonus == Bonus(400, 300, 0, 200, 500)


def test_700_is_nothing_special_in_an_extended_trip() -> None:
    assert len(events_of(given("100", own=AT_600, end=1000), "u p")) == 1


def test_trip_finished_in_the_turn_of_the_last_pick_is_delayed() -> None:
    state = given(hands=(cards("100") + JUNK[1:], JUNK), own=AT_600, deck=cards("Go"))
    done = after(state, "p", "u 100", "no")
    assert done.bonus.delayed == 300


def test_hand_ends_when_the_deck_is_empty_and_no_card_is_of_use() -> None:
    state = last_cards(cards("25", "Repairs"), cards("25"), own=ROLLING, other=BLANK)
    (_, hand_ended) = events_of(state, "u 25")
    assert hand_ended == HandEnded(None, Bonus(), (25, 0), (25, 0))


def test_hand_ends_right_after_the_last_pick() -> None:
    state = given(hands=(cards("Repairs"), cards("Go")), own=BLANK, other=ROLLING, deck=cards("Spare Tire"))
    picked, hand_ended = events_of(state, "p")
    assert isinstance(hand_ended, HandEnded)
    assert picked.cards == cards("Spare Tire")


@pytest.mark.parametrize("theirs", ["Extra Tank", "Go", "Speed Limit"])
def test_card_of_use_in_either_hand_keeps_the_hand_alive(theirs: str) -> None:
    state = last_cards(cards("Repairs", "Repairs"), cards(theirs), own=BLANK, other=BLANK)
    assert len(events_of(state, "d 6")) == 1


def test_limit_that_could_be_played_but_is_of_no_use_ends_the_hand() -> None:
    state = last_cards(cards("Repairs", "Repairs"), cards("Speed Limit"), own=AT_650, other=BLANK)
    assert "u 6" in GAME.moves(GAME.view(replace(state, turn=1), Seat(1)))
    assert len(events_of(state, "d 6")) == 2


def test_hand_without_cards_is_skipped() -> None:
    state = last_cards(cards("25", "25", "25"), (), own=ROLLING)
    assert after(state, "u 6").turn == 0


def test_player_whose_last_card_is_a_safety_is_skipped_from_then_on() -> None:
    state = after(last_cards(cards("Extra Tank"), cards("Go", "25")), "u 6")
    assert (state.turn, state.phase, state.hands[0]) == (1, Phase.PLAY, ())
    assert after(state, "d 5").turn == 1


def test_hand_over_asks_both_seats() -> None:
    over = ended(given())
    assert GAME.view(over, SPECTATOR).turn == (0, 1)
    assert refusal(over, "p") == "The hand is over; type another or stop."
    for seat in (0, 1):
        assert isinstance(events_of(over, "another", seat)[0], Dealt)


def test_starters_alternate_hand_by_hand() -> None:
    state, starters = begun(), []
    for _ in range(4):
        starters.append(state.turn)
        state = after(ended(state), "another")
    assert starters == [0, 1, 0, 1]


def test_starters_alternate_across_games() -> None:
    state = after(ended(begun(), carried=(5000, 0)), "another")
    assert (state.games, state.turn) == ((1, 0), 1)
    assert after(ended(state), "another").turn == 0


def test_points_are_carried_to_the_next_hand() -> None:
    over = ended(given(own=AT_650), carried=(1000, 300))
    assert after(over, "another").carried == (1650, 300)


def test_game_is_booked_when_the_next_one_starts() -> None:
    over = ended(given(own=AT_700), carried=(4300, 4000))
    assert over.games == (0, 0)
    booked, dealt = events_of(over, "another")
    assert booked == GameEnded(0, (5000, 4000))
    assert isinstance(dealt, Dealt)
    assert dealt.carried == (0, 0)
    assert after(over, "another").games == (1, 0)


def test_game_goes_on_below_5000() -> None:
    over = ended(given(own=AT_700), carried=(4275, 4000))
    assert len(events_of(over, "another")) == 1


def test_higher_total_wins_when_both_reach_5000() -> None:
    over = ended(given(), carried=(5100, 5200))
    assert events_of(over, "another")[0] == GameEnded(1, (5100, 5200))


def test_tie_wins_nobody_the_game() -> None:
    over = ended(given(), carried=(5100, 5100))
    assert events_of(over, "another")[0] == GameEnded(None, (5100, 5100))
    assert after(over, "another").games == (0, 0)


def test_stop_ends_the_session() -> None:
    stopped = after(ended(given(), carried=(300, 200)), "stop")
    assert GAME.outcome(stopped) == Outcome("points", (0,), (300, 200))
    assert GAME.view(stopped, SPECTATOR).turn == ()
    assert refusal(stopped, "another", seat=0) == "The session is over."


def test_stop_books_the_game_first() -> None:
    over = ended(given(), carried=(4000, 5000), games=(1, 0))
    assert events_of(over, "stop", seat=1) == (GameEnded(1, (4000, 5000)), Stopped(1))
    assert GAME.outcome(after(over, "stop")) == Outcome("tie", ())


def test_games_come_before_points() -> None:
    stopped = after(ended(given(), carried=(10, 4900), games=(2, 1)), "stop")
    assert GAME.outcome(stopped) == Outcome("games", (0,), (2, 1))


def test_session_without_points_has_no_winner() -> None:
    outcome = GAME.outcome(after(ended(given(own=BLANK, other=BLANK)), "stop"))
    assert outcome is not None
    assert outcome.winners == ()


@pytest.mark.parametrize("text", ["yes", "another", "stop"])
def test_answers_belong_to_their_questions(text: str) -> None:
    assert refusal(given(), text) == "Nobody asked you; type p, u SLOT or d SLOT."


def test_session_goes_on_while_nobody_stops_it() -> None:
    assert GAME.outcome(given()) is None
    assert GAME.outcome(ended(given())) is None


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
    state = replace(given(own=tableau("Stop", safeties=("Extra Tank",))), discard=Card.GO, end=1000)
    dealt = after(replace(state, phase=State().phase), "another")
    assert dealt.tableaus == State().tableaus
    assert (dealt.discard, dealt.end, dealt.steps, len(dealt.deck)) == (None, 700, (), 89)
