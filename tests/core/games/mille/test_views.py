from __future__ import annotations

import pytest

from core.base.game import EVERYONE, SPECTATOR, Seat
from core.games.mille import GAME
from core.games.mille.cards import PACK, Card
from core.games.mille.events import (
    Dealt,
    Declined,
    Discarded,
    Event,
    Extended,
    ExtensionOffered,
    GameEnded,
    HandEnded,
    Ordered,
    Picked,
    Played,
    Stopped,
)
from core.games.mille.state import Bonus, Phase, State
from core.games.mille.views import DealtHidden, DiscardedHidden, Fact, PickedHidden, PlayedHidden
from tests.core.games.mille.positions import JUNK, after, cards, ended, given
from tests.core.games.sentences import concluded, told

MINE, THEIRS = cards("Go", "50", "75", "100", "200", "Stop"), JUNK
DEALT = Dealt((PACK[:6], PACK[6:12]), PACK[12:], 0, (100, 200))


def test_hand_is_shown_to_its_owner_alone() -> None:
    state = given(hands=(MINE, THEIRS))
    assert GAME.view(state, Seat(0)).hands == (MINE, None)
    assert GAME.view(state, Seat(1)).hands == (None, THEIRS)
    assert GAME.view(state, SPECTATOR).hands == (None, None)
    assert GAME.view(state, SPECTATOR).counts == (6, 6)


def test_hands_stay_hidden_at_the_end_of_a_hand() -> None:
    assert GAME.view(ended(given(hands=(MINE, THEIRS))), Seat(1)).hands == (None, THEIRS)


def test_hands_are_shown_when_the_session_is_over() -> None:
    stopped = after(ended(given(hands=(MINE, THEIRS))), "stop")
    assert GAME.view(stopped, SPECTATOR).hands == (MINE, THEIRS)


def test_eyes_of_everybody_see_both_hands_and_move_nothing() -> None:
    everything = GAME.view(given(hands=(MINE, THEIRS)), EVERYONE)
    assert everything.hands == (MINE, THEIRS)
    assert everything.seat is None
    assert GAME.moves(everything) == {}


def test_drawn_cards_are_known_to_who_drew_them() -> None:
    state = after(given(hands=(MINE, THEIRS), deck=cards("Repairs", "Go"), drawn=(MINE, THEIRS)), "p")
    assert GAME.view(state, Seat(0)).drawn == (*MINE, *cards("Repairs"))
    assert GAME.view(state, Seat(1)).drawn == THEIRS
    assert GAME.view(state, SPECTATOR).drawn == ()
    assert GAME.view(state, Seat(1)).steps[-1].card is None


def test_order_is_the_owners_own_affair() -> None:
    state = given(ordering=(True, False))
    assert [GAME.view(state, viewer).ordering for viewer in (Seat(0), Seat(1), SPECTATOR)] == [True, False, False]


def test_view_says_whether_a_pick_is_due() -> None:
    assert not GAME.view(given(hands=(MINE, THEIRS)), SPECTATOR).picked
    assert GAME.view(given(), SPECTATOR).picked
    assert GAME.view(given(hands=(MINE, THEIRS), deck=()), SPECTATOR).picked


def test_game_is_over_with_5000_points() -> None:
    assert GAME.view(ended(given(), carried=(5000, 0)), Seat(0)).game_over
    assert not GAME.view(ended(given(), carried=(4975, 0)), Seat(0)).game_over
    assert not GAME.view(given(carried=(5000, 0)), Seat(0)).game_over


def played(name: str, *, coup: bool = False) -> Event:
    return Played(0, 1, Card(name), coup, 1)


@pytest.mark.parametrize(
    ("event", "mine", "theirs", "watched"),
    [
        (DEALT, "A hand is dealt; you start.", "A hand is dealt; {0} starts.", None),
        (Picked(0, cards("Go")), "You pick Go.", "{0} picks a card.", None),
        (Picked(0, cards("Go", "25")), "You pick Go and 25.", "{0} picks two cards.", None),
        (played("100"), "You play 100 miles.", "{0} plays 100 miles.", None),
        (played("Stop"), "You play Stop on {1}.", "{0} plays Stop on you.", "{0} plays Stop on {1}."),
        (played("Speed Limit"), "You play Speed Limit on {1}.", "{0} plays Speed Limit on you.",
         "{0} plays Speed Limit on {1}."),
        (played("Gasoline"), "You play Gasoline.", "{0} plays Gasoline.", None),
        (played("Extra Tank"), "You play Extra Tank.", "{0} plays Extra Tank.", None),
        (played("Extra Tank", coup=True), "You play Extra Tank: coup fourré.",
         "{0} plays Extra Tank: coup fourré.", None),
        (Discarded(0, 1, Card("25"), 1), "You discard 25.", "{0} discards 25.", None),
        (Ordered(0, True), "Your hand is kept in order.", "", None),
        (Ordered(0, False), "Your hand is no longer kept in order.", "", None),
        (ExtensionOffered(0), "You have 700 miles and may extend the trip.",
         "{0} has 700 miles and may extend the trip.", None),
        (Extended(0, 1), "You extend the trip to 1000 miles.", "{0} extends the trip to 1000 miles.", None),
        (Declined(0), "You do not extend the trip.", "{0} does not extend the trip.", None),
        (HandEnded(0, Bonus(), (700, 50), (1700, 850)), "The hand is over: you 700, {1} 50; overall you 1700, {1} 850.",
         "The hand is over: you 50, {0} 700; overall you 850, {0} 1700.",
         "The hand is over: {0} 700, {1} 50; overall {0} 1700, {1} 850."),
        (GameEnded(0, (5100, 4000)), "You win the game by 5100 points to 4000.",
         "{0} wins the game by 5100 points to 4000.", None),
        (GameEnded(None, (5000, 5000)), "The game is a tie at 5000 points.",
         "The game is a tie at 5000 points.", None),
        (Stopped(0), "You end the session.", "{0} ends the session.", None),
    ],
)  # fmt: skip
def test_event_is_told(event: Event, mine: str, theirs: str, watched: str | None) -> None:
    assert told(GAME, event, Seat(0)) == mine
    assert told(GAME, event, Seat(1)) == theirs
    assert told(GAME, event, SPECTATOR) == (theirs if watched is None else watched)


def test_deal_is_revealed_as_far_as_it_is_ones_own() -> None:
    assert GAME.reveal(DEALT, Seat(1)) == DealtHidden(PACK[6:12], 0, (100, 200))
    assert GAME.reveal(DEALT, SPECTATOR) == DealtHidden(None, 0, (100, 200))
    assert GAME.reveal(DEALT, EVERYONE) == DEALT


def test_pick_is_revealed_to_who_picked() -> None:
    picked = Picked(1, cards("Go", "25"))
    assert GAME.reveal(picked, Seat(1)) == GAME.reveal(picked, EVERYONE) == picked
    assert GAME.reveal(picked, Seat(0)) == GAME.reveal(picked, SPECTATOR) == PickedHidden(1, 2)


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        (Played(0, 3, Card.GO, False, 1), PlayedHidden(0, Card.GO, False, 1)),
        (Discarded(0, 3, Card.GO, 1), DiscardedHidden(0, Card.GO, 1)),
    ],
)
def test_slot_is_revealed_to_its_owner_alone(event: Event, hidden: Fact) -> None:
    assert GAME.reveal(event, Seat(0)) == GAME.reveal(event, EVERYONE) == event
    assert GAME.reveal(event, Seat(1)) == GAME.reveal(event, SPECTATOR) == hidden


def test_order_is_nothing_to_others() -> None:
    ordered = Ordered(0, True)
    assert GAME.reveal(ordered, Seat(0)) == ordered
    assert GAME.reveal(ordered, Seat(1)) is GAME.reveal(ordered, SPECTATOR) is None


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Picked(1, cards("Go")), "{1} picks Go."),
        (Ordered(1, True), "{1} keeps the hand in order."),
        (Ordered(1, False), "{1} no longer keeps the hand in order."),
    ],
)
def test_everyone_sees_what_was_hidden(event: Event, sentence: str) -> None:
    assert told(GAME, event, EVERYONE) == sentence


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (State(phase=Phase.SESSION_OVER, games=(1, 0)), "{0} wins the session by one game to none."),
        (State(phase=Phase.SESSION_OVER, games=(1, 3)), "{1} wins the session by 3 games to 1."),
        (State(phase=Phase.SESSION_OVER, carried=(50, 300)), "{1} wins the session by 300 points to 50."),
        (State(phase=Phase.SESSION_OVER), "The session ends in a tie."),
        (State(), ""),
    ],
)
def test_end_is_told(state: State, sentence: str) -> None:
    assert concluded(GAME, state) == sentence
