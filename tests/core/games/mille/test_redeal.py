"""Redealt sessions: equal in what the viewer knows, possible in what the viewer does not."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import EVERYONE, SPECTATOR, Seat, Viewer
from core.games.mille import GAME
from core.games.mille.cards import ORDER
from core.games.mille.state import Phase, State
from tests.core.games.mille.positions import after, ended
from tests.core.games.test_mille import random_hands
from tests.examples import examples

positions = st.builds(
    lambda seed, steps: random_hands(seed, steps)[-1], st.binary(min_size=16, max_size=16), st.integers(1, 150)
)
viewers = st.sampled_from((Seat(0), Seat(1), SPECTATOR))
few = examples(40)


def redealt(state: State, viewer: Viewer, draw: int = 1) -> State:
    other: State = GAME.redeal(state, viewer, Dice(bytes(16), "redeal", draw))
    return other


@few
@given(positions, viewers)
def test_same_cards_are_held_and_in_the_deck(state: State, viewer: Viewer) -> None:
    other = redealt(state, viewer)
    assert Counter((*state.deck, *state.hands[0], *state.hands[1])) == Counter(
        (*other.deck, *other.hands[0], *other.hands[1])
    )
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]


@few
@given(positions, viewers)
def test_only_what_is_hidden_is_dealt_anew(state: State, viewer: Viewer) -> None:
    other = redealt(state, viewer)
    assert replace(other, deck=state.deck, hands=state.hands, drawn=state.drawn) == state
    if isinstance(viewer, Seat):
        assert other.hands[viewer.number] == state.hands[viewer.number]
        assert other.drawn[viewer.number] == state.drawn[viewer.number]


@few
@given(positions, viewers)
def test_every_card_was_drawn_before_it_was_played(state: State, viewer: Viewer) -> None:
    other = redealt(state, viewer)
    for seat, drawn in enumerate(other.drawn):
        held = Counter(drawn[:6])
        picked = iter(drawn[6:])
        for step in other.steps:
            if step.seat == seat:
                held.update(next(picked) for _ in range(step.picks))
                if step.card is not None:
                    held[step.card] -= 1
            assert min(held.values()) >= 0
        assert +held == Counter(other.hands[seat])


@few
@given(positions)
def test_ordered_hand_stays_in_order(state: State) -> None:
    other = redealt(replace(state, ordering=(True, True)), SPECTATOR)
    assert all(list(hand) == sorted(hand, key=ORDER.__getitem__) for hand in other.hands)


@few
@given(positions)
def test_nobody_learns_whether_the_other_keeps_the_hand_in_order(state: State) -> None:
    turned = replace(state, ordering=(state.ordering[0], not state.ordering[1]))
    assert GAME.view(state, Seat(0)) == GAME.view(turned, Seat(0))
    assert GAME.view(state, SPECTATOR) == GAME.view(turned, SPECTATOR)


@few
@given(positions)
def test_open_hands_stay_as_they_are(state: State) -> None:
    stopped = after(ended(state), "stop")
    assert redealt(stopped, SPECTATOR).hands == stopped.hands
    assert redealt(stopped, EVERYONE) == stopped


def test_other_hand_is_another_one() -> None:
    state = random_hands(bytes(16), 40)[-1]
    assert state.phase is Phase.PLAY
    assert len({redealt(state, Seat(0), draw).hands[1] for draw in range(1, 21)}) > 15
