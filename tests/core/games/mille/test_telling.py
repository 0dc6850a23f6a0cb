from __future__ import annotations

import pytest

from core.game import ALL
from core.games.mille import (
    GAME,
    Card,
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
from core.games.mille.state import Bonus
from tests.core.games.mille.positions import JUNK, cards


def played(name: str, *, coup: bool = False) -> Event:
    return Played(0, 1, Card(name), coup, 1)


@pytest.mark.parametrize(
    ("event", "mine", "theirs", "watched"),
    [
        (Dealt((JUNK, JUNK), (), 0, (0, 0)), "A hand is dealt; you start.", "A hand is dealt; {0} starts.", None),
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
         "The hand is over: {0} 700, you 50; overall {0} 1700, you 850.",
         "The hand is over: {0} 700, {1} 50; overall {0} 1700, {1} 850."),
        (GameEnded(0, (5100, 4000)), "You win the game by 5100 points to 4000.",
         "{0} wins the game by 5100 points to 4000.", None),
        (GameEnded(None, (5000, 5000)), "The game is a tie at 5000 points and nobody wins it.",
         "The game is a tie at 5000 points and nobody wins it.", None),
        (Stopped(0), "You end the session.", "{0} ends the session.", None),
    ],
)  # fmt: skip
def test_event_is_told(event: Event, mine: str, theirs: str, watched: str | None) -> None:
    assert GAME.tell(event, 0) == mine
    assert GAME.tell(event, 1) == theirs
    assert GAME.tell(event, None) == (theirs if watched is None else watched)


def test_eyes_of_everybody_see_what_is_picked() -> None:
    assert GAME.tell(Picked(1, cards("Go")), ALL) == "{1} picks Go."
