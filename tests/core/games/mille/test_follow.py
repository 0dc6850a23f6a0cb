"""The miles to which distance cards came, told with them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.base.game import SPECTATOR
from core.base.message import english
from core.games import GAMES
from core.games.mille.cards import MILES
from core.games.mille.events import Dealt, Played
from core.games.mille.views import Drove, follow, tell
from core.laws.random_play import play

MILLE = GAMES["mille"]


@given(st.integers(0, 300), st.binary(min_size=32, max_size=32), st.integers(1, 40))
def test_miles_are_those_of_the_state_after_each_card(length: int, seed: bytes, last: int) -> None:
    position = play(MILLE, seed, length)
    followed = follow(position.state, position.events)
    assert len(followed) == len(position.events)
    state, deals = MILLE.start(position.options), sum(isinstance(one, Dealt) for one in position.events)
    for event, told in zip(position.events, followed, strict=True):
        state = MILLE.evolve(state, event)
        deals -= isinstance(event, Dealt)
        if isinstance(told, Drove):
            assert isinstance(event, Played)
            assert told.miles == state.tableaus[told.seat].miles
            assert told.end in (700, 1000)
        elif deals == 0:
            assert told == event
            assert not (isinstance(event, Played) and event.card in MILES)
    assert follow(position.state, position.events[-last:]) == followed[-last:]


def test_running_miles_are_said() -> None:
    card = next(card for card in MILES if MILES[card] == 75)
    said = english(tell(Drove(1, card, 200, 700), SPECTATOR), ("Ann", "Bob"))
    assert said == "Bob plays 75 miles: 200 of 700."
