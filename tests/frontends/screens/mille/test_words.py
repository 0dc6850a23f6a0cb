from __future__ import annotations

import pytest
from hypothesis import given as for_all

from core.base.message import english
from core.games.mille import GAME
from core.games.mille.cards import HAZARDS, Card
from core.games.mille.moves import use_refusal
from core.games.mille.state import Bonus, Phase, State
from frontends.screens.controls import LEAST
from frontends.screens.mille import SCREEN
from frontends.screens.mille.inputs import InputState
from frontends.screens.mille.words import card_name, due, headline, needed
from frontends.terminal.picture import Look
from tests.core.games.mille.positions import BLANK, after, cards, ended, given, last_cards, tableau
from tests.core.games.test_mille import few, random_hands, seeds
from tests.frontends.screens.mille_boards import ASKED, HIT, NAMES, PICKED, chosen, table_of
from tests.frontends.tables import view_of

READER = Look(columns=79, colour=False, utf8=False, reader=True)


def words(state: State, seat: int | None, look: Look | None = None) -> list[str]:
    return list(SCREEN.describe(table_of(state, seat), look or READER))


def test_position_is_told_a_fact_a_line() -> None:
    assert words(PICKED, 0) == [
        "Hand 3, a trip of 700 miles.",
        "You have 225 miles.",
        "Your distance cards: 1 card of 100, 2 cards of 50, 1 card of 25.",
        "You are stopped by Flat Tire.",
        "Your safeties: Driving Ace, Right of Way (coup fourré).",
        "Bob has 100 miles.",
        "Bob has these distance cards: 1 card of 100.",
        "Bob is rolling.",
        "Bob is under a Speed Limit.",
        "64 cards are left to pick.",
        "On the discard pile: End of Limit.",
        "Your hand: P: 25, 1: 75, 2: Go, 3: Puncture Proof, 4: 200, 5: 50, 6: Repairs.",
        "Bob has 6 cards.",
        "Points of this hand: 725 to 100.",
        "Points of this game: 1725 to 2175.",
        "Games won: 1 to 0.",
        "You need Spare Tire.",
        "Use or discard a card.",
        "You can use 3.",
    ]


def test_those_who_look_on_hear_the_names() -> None:
    told = words(PICKED, None)
    assert "Ann is stopped by Flat Tire." in told
    assert "Ann has these safeties: Driving Ace, Right of Way (coup fourré)." in told
    assert "Ann has 7 cards." in told
    assert told[-2:] == ["Ann needs Spare Tire.", "Ann plays."]


def test_free_seat_is_called_a_seat() -> None:
    told = SCREEN.describe(table_of(PICKED, 0, ("Ann", "")), READER)
    assert "Seat 2 has 6 cards." in told


def head(state: State, seat: int | None = 0) -> str:
    return english(headline(table_of(state, seat)), NAMES)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (tableau(None), "You need Go."),
        (tableau("Stop"), "You need Go."),
        (tableau("Gasoline"), "You need Go."),
        (tableau("Out of Gas"), "You need Gasoline, then Go."),
        (tableau("Flat Tire", "Speed Limit"), "You need Spare Tire, then Go."),
        (tableau("Accident", safeties=("Right of Way",)), "You need Repairs."),
        (tableau("Go", "Speed Limit"), "Speed Limit: 50 miles at most."),
        (tableau(None, safeties=("Right of Way",)), "You can drive: 700 miles to go."),
        (tableau("Go", distances=("200", "25")), "You can drive: 475 miles to go."),
    ],
)
def test_what_hinders_is_said(own, said: str) -> None:
    assert head(given(own=own)) == said
    others = said.replace("You need", "Ann needs").replace("You can", "Ann can")
    others = others.replace("Speed Limit: 50 miles at most.", "Ann is limited to 50 miles a card.")
    assert head(given(own=own), None) == others


@few
@for_all(seeds)
def test_needed_cards_are_those_that_help(seed: bytes) -> None:
    """The first card that is said to be needed can be used; without a need miles are not refused for want of a Go."""
    for state in random_hands(seed, 200)[::3]:
        own = state.tableaus[state.turn]
        need = needed(own)
        assert (not need) == own.rolling
        if need:
            at = view_of(GAME, given(*need[:1], own=own), 0).position(0)
            assert use_refusal(at, 0) is None
            stands = own.battle in HAZARDS and own.battle is not Card.STOP
            assert (len(need) == 2) == (stands and Card.RIGHT_OF_WAY not in own.safeties)


def asked(state: State, seat: int | None = 0, input: InputState | None = None) -> str:
    return english(due(view_of(GAME, state, seat), input or InputState()), NAMES)


def test_what_is_to_be_done_is_said() -> None:
    assert asked(given(hands=(cards("Go"), cards("Go")))) == "Pick a card."
    assert asked(given()) == "Use or discard a card."
    assert asked(given(), 1) == "Ann plays."
    assert asked(last_cards(cards("Go", "25"), cards("25"))) == "The deck is empty: use or discard a card."
    assert asked(HIT) == "Puncture Proof now: a coup fourré!"
    assert asked(ASKED) == "Extend the trip to 1000 miles?"
    assert asked(ASKED, 1) == "Ann may extend the trip."
    assert asked(ended(given()), 1) == "Another hand?"
    assert asked(ended(given(), carried=(5000, 0))) == "Another game?"
    assert asked(ended(given()), None) == ""


def test_choice_is_said_with_why_it_cannot_be_used() -> None:
    state = given("Go", "200", "Extra Tank", own=tableau("Go", "Speed Limit"))
    assert asked(state, input=InputState(command="u")) == "Use which card?"
    assert asked(state, input=InputState(command="d")) == "Discard which card?"
    assert asked(state, input=chosen(state, 2)) == "Use Extra Tank?"
    assert asked(state, input=chosen(state, 1)) == "200: limit of 50"
    assert asked(state, input=chosen(state, 1, command="d")) == "Discard 200?"
    assert asked(state, input=chosen(state, 2, command="d")) == "Extra Tank: discard a safety?"


@few
@for_all(seeds)
def test_what_is_said_fits_the_smallest_board(seed: bytes) -> None:
    room = LEAST[1] - 2
    for state in random_hands(seed, 200)[::5]:
        seat = state.turn
        slots = range(7 - len(state.hands[seat]), 7)
        choices = [chosen(state, slot, seat, command=command) for slot in slots for command in ("", "d")]
        assert len(head(state, seat)) <= room
        for choice in (InputState(), InputState(command="u"), InputState(command="d"), *choices):
            assert len(asked(state, seat, choice) + " (y/n)" * (state.phase is not Phase.PLAY)) <= room


def test_end_is_said() -> None:
    assert head(ended(given())) == "The hand is over."
    assert head(ended(given(), carried=(5000, 0))) == "The game is over."
    assert head(after(ended(given(), games=(1, 0)), "stop")) == "You win the session, one game to none."
    assert head(GAME.start({})) == "The game has not begun."
    assert words(GAME.start({}), 0) == ["The game has not begun."]


def test_questions_are_told_with_their_answers() -> None:
    assert words(ASKED, 0)[-2:] == ["Extend the trip to 1000 miles?", "Type yes or no."]
    assert words(ended(given()), 1)[-2:] == ["Another hand?", "Type another or stop."]


def test_points_are_told_line_by_line_when_a_hand_is_over() -> None:
    over = ended(given(own=tableau(distances=("100",) * 7), other=BLANK), finisher=0, bonus=Bonus(trip=400, safe=300))
    told = words(over, 0)
    assert "You: Milestones Played 700, Trip Completed 400, Safe Trip 300." in told
    assert "Bob: no points." in told


def test_extended_trip_is_named() -> None:
    assert words(given(end=1000), 0)[0] == "Hand 1, a trip extended to 1000 miles."


def test_queries_answer_in_a_sentence() -> None:
    score, hand = SCREEN.score(table_of(PICKED, 0)), SCREEN.hand(table_of(PICKED, 0))
    assert english(score) == "Hand 3: 225 to 100 miles; points 1725 to 2175; games 1 to 0."
    assert english(SCREEN.score(table_of(PICKED, 1))) == "Hand 3: 100 to 225 miles; points 2175 to 1725; games 0 to 1."
    assert english(hand) == "Your hand: P: 25, 1: 75, 2: Go, 3: Puncture Proof, 4: 200, 5: 50, 6: Repairs."
    assert english(SCREEN.hand(table_of(PICKED, None)), NAMES) == "Ann has 7 cards. Bob has 6 cards."


def test_longest_answers_fit_two_lines() -> None:
    longest = (
        "Puncture Proof",
        "Right of Way",
        "End of Limit",
        "Driving Ace",
        "Speed Limit",
        "Extra Tank",
        "Spare Tire",
    )
    assert len(english(SCREEN.hand(table_of(given(*longest), 0)), NAMES)) <= 2 * 79


def test_every_card_has_a_name() -> None:
    assert [english(card_name(card)) for card in Card] == [card.value for card in Card]
