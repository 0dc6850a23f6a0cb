"""Games as numbers: every move but those that end nothing has one, and a row says what the seat knows and no more."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from core.games.elixir.board import SIZE
from core.games.mille.cards import SAFETIES as SAFETY_CARDS
from core.games.mille.cards import Card
from core.games.mille.state import FULL, Phase
from parlour.client import State
from parlour.client.answers import read
from parlour.client.environments.games import CARDS, ENCODINGS, HIGHEST, PHASES, SAFETIES, SIDE, SLOTS
from tests.frontends.programs.programs import Robot, in_turn, robots

UNNUMBERED = {"o", "another"}


def test_words_and_sizes_are_those_of_the_games() -> None:
    assert tuple(Card) == CARDS
    assert set(SAFETIES) == set(SAFETY_CARDS)
    assert tuple(phase.value for phase in Phase) == PHASES
    assert (SLOTS, SIDE) == (FULL, SIZE)


def state_of(robot: Robot) -> State:
    """Its last state, as the client reads it."""
    found = read(json.dumps(robot.state).encode())
    assert isinstance(found, State)
    return found


@pytest.mark.parametrize("game", ENCODINGS)
async def test_all_moves_have_a_number_and_rows_keep_to_their_length_through_whole_games(game: str) -> None:
    encoding = ENCODINGS[game]
    async with robots() as house:
        anna, bert = await house.two_at(game)
        random = np.random.default_rng(1)
        while not anna.state.get("outcome"):
            state = state_of(one := in_turn(anna, bert))
            assert set(state.moves) - UNNUMBERED <= set(encoding.actions)
            mask, row = encoding.mask(state), encoding.row(state)
            assert mask.sum() == len(set(state.moves) - UNNUMBERED) > 0
            assert row.shape == (encoding.length,)
            assert 0 <= row.min() <= row.max() <= HIGHEST
            await one.play(encoding.actions[int(random.choice(np.flatnonzero(mask)))])
            for each in (anna, bert):  # What came before would be read again at each move.
                each.octets = json.dumps(each.state).encode() + b"\n"


async def test_row_does_not_depend_on_what_is_hidden() -> None:
    async with robots() as house:
        anna, bert = await house.two_at("mille")
        player = in_turn(anna, bert)
        state = state_of(player)
        hidden = state.view["hands"][1 - (state.seat or 0)]
        row = ENCODINGS["mille"].row(state)
    assert hidden is None
    hand = [CARDS[number - 1] for number in row[:SLOTS] if number]
    assert hand == state.view["hands"][state.seat or 0]


def test_board_is_that_of_whoever_looks() -> None:
    view: dict[str, Any] = {"board": ["xo" + "." * 12] + ["." * 14] * 13, "rolled": ["b3"], "scores": [7, 9]}
    first, second = (ENCODINGS["elixir"].encode(view, seat) for seat in (0, 1))
    assert (first[:2], second[:2]) == ([1, 3], [3, 1])
    assert (first[-10:], second[-10:]) == ([2, 3, 0, 0, 0, 0, 0, 0, 7, 9], [2, 3, 0, 0, 0, 0, 0, 0, 9, 7])
