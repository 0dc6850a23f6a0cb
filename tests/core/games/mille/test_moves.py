"""Which moves there are, what is said against the others (rules sheet 2 and 4), and how moves are typed.

Where a move is refused, the card in slot P of seat 0 is used, or discarded.
"""

from __future__ import annotations

import pytest

from core.base.game import SPECTATOR, Refused, Seat
from core.games.mille import GAME
from core.games.mille.cards import MILES, PREVENTS, Card
from core.games.mille.moves import ANSWERS, Move, Verb, cures, is_coup, is_of_use
from core.games.mille.state import Phase, Position, Tableau
from tests.core.games.mille.positions import (
    ALL_SAFETIES,
    BLANK,
    JUNK,
    ROLLING,
    after,
    cards,
    ended,
    given,
    in_short,
    last_cards,
    tableau,
)

LIMITED = tableau("Go", "Speed Limit")
HAZARDS = ("Out of Gas", "Flat Tire", "Accident", "Stop")
REMEDIES = {"Gasoline": "Out of Gas", "Spare Tire": "Flat Tire", "Repairs": "Accident"}
HAND = ("Go", "25", "Flat Tire", "25", "Extra Tank", "100", "Speed Limit")


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
    return is_of_use(Card(card), Position((), own, other, 0, 700))


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


def read(text: str, *hand: str) -> Move:
    move: Move = GAME.read(GAME.view(given(*(hand or HAND)), Seat(0)), text)
    return move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p", Move(Verb.PICK)),
        ("P", Move(Verb.PICK)),
        ("pick", Move(Verb.PICK)),
        ("u 3", Move(Verb.USE, 3)),
        ("u  3", Move(Verb.USE, 3)),
        (" u 3 ", Move(Verb.USE, 3)),
        (" u3 ", Move(Verb.USE, 3)),
        ("U3", Move(Verb.USE, 3)),
        ("use 3", Move(Verb.USE, 3)),
        ("u p", Move(Verb.USE, 0)),
        ("uP", Move(Verb.USE, 0)),
        ("u 0", Move(Verb.USE, 0)),
        ("d 6", Move(Verb.DISCARD, 6)),
        ("discard p", Move(Verb.DISCARD, 0)),
        ("o", Move(Verb.ORDER)),
        ("y", Move(Verb.YES)),
        ("no", Move(Verb.NO)),
    ],
)
def test_text_is_read(text: str, move: Move) -> None:
    assert read(text) == move


@pytest.mark.parametrize(
    ("text", "slot"),
    [("u go", 0), ("d flat tire", 2), ("u 25", 1), ("u25", 1), ("D  Speed   Limit", 6), ("u extra tank", 4)],
)
def test_card_can_be_named(text: str, slot: int) -> None:
    assert read(text).slot == slot


def test_card_is_found_in_a_hand_of_six() -> None:
    view = GAME.view(given(hands=(cards("Go") + JUNK[1:], JUNK)), Seat(0))
    assert GAME.read(view, "d go") == Move(Verb.DISCARD, 1)


@pytest.mark.parametrize("text", ["", "x", "p 1", "u3 4", "fly", "uno", "yes please"])
def test_other_words_are_no_move(text: str) -> None:
    with pytest.raises(Refused, match="is not a move; type p, u SLOT or d SLOT"):
        read(text)


@pytest.mark.parametrize("text", ["u", "d", "u 7", "u x", "d -1", "u go go", "u 250"])
def test_use_and_discard_want_a_slot(text: str) -> None:
    with pytest.raises(Refused, match="Name a slot \\(p or 1 to 6\\) or a card in your hand"):
        read(text)


def test_card_that_is_not_held_is_said_so() -> None:
    with pytest.raises(Refused, match='You do not have "right of way"'):
        read("u right of way")


def test_yes_and_no_answer_whether_there_is_another_hand() -> None:
    view = GAME.view(ended(given()), Seat(0))
    assert GAME.read(view, "y") == Move(Verb.ANOTHER)
    assert GAME.read(view, "n") == Move(Verb.STOP)


def test_moves_before_the_pick_are_to_pick_and_to_order() -> None:
    assert list(GAME.moves(GAME.view(given(hands=(JUNK, JUNK)), Seat(0)))) == ["p", "o"]


def test_cure_is_listed_before_the_pick() -> None:
    hand = cards("25", "Extra Tank") + JUNK[2:]
    state = given(hands=(hand, JUNK), own=tableau("Out of Gas"))
    assert list(GAME.moves(GAME.view(state, Seat(0)))) == ["p", "u 2", "o"]


def test_moves_after_the_pick_are_uses_and_discards() -> None:
    state = given("Repairs", "Extra Tank", "Go", "100", "200", "Stop", "Gasoline")
    assert list(GAME.moves(GAME.view(state, Seat(0)))) == [
        "u 1", "u 3", "u 4", "u 5", "d p", "d 2", "d 3", "d 4", "d 5", "d 6", "o",
    ]  # fmt: skip


def test_questions_list_their_answers() -> None:
    asked = after(given("100", own=tableau("Go", distances=("100",) * 6)), "u p")
    assert list(GAME.moves(GAME.view(asked, Seat(0)))) == ["yes", "no"]
    assert GAME.moves(GAME.view(asked, Seat(1))) == {}
    for seat in (0, 1):
        assert list(GAME.moves(GAME.view(ended(given()), Seat(seat)))) == ["another", "stop"]
    assert set(ANSWERS) == set(Phase)


def test_nobody_moves_who_is_not_in_turn() -> None:
    assert GAME.moves(GAME.view(given(), Seat(1))) == {}
    assert GAME.moves(GAME.view(given(), SPECTATOR)) == {}
