"""Laws of the computer player of mille over whole games among computer players."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from core.base.chance import Dice
from core.base.game import SPECTATOR, Play, Seat
from core.base.lazy_import import Imported
from core.games.features.bots import BOTS
from core.games.mille import GAME
from core.games.mille.bot.normal import choose
from core.games.mille.state import Phase, State
from tests.core.games.mille.positions import ended, play_on
from tests.core.games.mille.positions import given as prepared
from tests.core.games.test_mille import random_hands
from tests.examples import examples

seeds = st.binary(min_size=16, max_size=16)


def game(seed: bytes) -> list[State]:
    """All states of a game to 5000 points, with the computer in both seats."""
    state: State = GAME.start({})
    events = GAME.begin({}, Dice(seed, GAME.name, 1))
    states = []
    for record in count(2):
        for event in events:
            state = GAME.evolve(state, event)
        states.append(state)
        view = GAME.view(state, Seat(state.turn))
        if view.game_over:
            return states
        text = play_on(view, Dice(seed, "bot", record))
        assert text in GAME.moves(view)
        events = GAME.decide(state, Play(state.turn, GAME.read(view, text), Dice(seed, GAME.name, record)))
    raise AssertionError


@examples(4)
@given(seeds)
def test_whole_games_among_computer_players_finish(seed: bytes) -> None:
    states = game(seed)
    assert len(states) < 4000
    assert max(GAME.view(states[-1], SPECTATOR).totals) >= 5000


@examples(15, quick=5)
@given(seeds, st.integers(1, 200))
def test_choice_is_a_listed_move_in_positions_of_all_kinds(seed: bytes, length: int) -> None:
    state = random_hands(seed, length)[-1]
    view = GAME.view(state, Seat(state.turn))
    assert play_on(view, Dice(seed, "bot", 1)) in GAME.moves(view)


@examples(15, quick=5)
@given(seeds, st.integers(1, 200))
def test_choice_does_not_depend_on_what_is_hidden(seed: bytes, length: int) -> None:
    state = random_hands(seed, length)[-1]
    other = GAME.redeal(state, Seat(state.turn), Dice(seed, "redeal", 1))
    mine, theirs = (play_on(GAME.view(it, Seat(state.turn)), Dice(seed, "bot", 1)) for it in (state, other))
    assert mine == theirs


def test_nobody_is_answered_for_between_hands() -> None:
    view = GAME.view(ended(prepared()), Seat(0))
    assert view.phase is Phase.HAND_OVER
    assert choose(view, Dice(bytes(16), "bot", 1)) == ""
    assert play_on(view, Dice(bytes(16), "bot", 1)) == "another"


def test_computer_player_is_listed() -> None:
    assert BOTS["mille"].choose == Imported("core.games.mille.bot.normal", "choose")
