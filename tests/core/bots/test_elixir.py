"""The player of El-Ixir. How often it wins is measured in tests/bench/elixir_bench.py."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bots import BOTS
from core.bots.elixir.normal import choose, embraces_nothing, gain, pieces, prospect
from core.chance import Dice
from core.game import Seat
from core.games.elixir import GAME, Place, State, covers
from core.games.elixir.board import TILES, Board, Direction, Embrace, block, settled
from tests.core.games.test_elixir import drawn, random_game

DICE = bytes(16)
seeds = st.binary(min_size=16, max_size=16)


def choice(state: State) -> str:
    return choose(GAME.view(state, Seat(state.mover)), Dice(DICE, "bot", 1))


def placed(state: State) -> tuple[int, ...]:
    """The tiles of the block it chooses."""
    move = GAME.read(GAME.view(state, Seat(state.mover)), choice(state))
    assert isinstance(move, Place)
    return covers(state.board, state.rolled, move)


CLOSING = [
    "XXXXXXXXX.....",
    *["........X....."] * 6,
    "xxxx.XXXX.....",
    *[".............."] * 5,
    ".............O",
]
"""Tile e8 closes the wall round the corner of the first player."""
ROLL = ("k10", "e8", "l12", "j2")


def test_player_rolls_first() -> None:
    assert choice(State()) == "roll"
    assert choice(State(drawn(CLOSING), 1)) == "roll"


def test_player_closes_what_it_can_take() -> None:
    assert TILES["e8"] in placed(State(drawn(CLOSING), 0, ROLL))


def test_player_breaks_what_the_other_is_about_to_close() -> None:
    assert TILES["e8"] in placed(State(drawn(CLOSING), 1, ROLL))


@pytest.mark.parametrize("mover", [0, 1])
def test_player_takes_the_points_that_win(mover: int) -> None:
    board = drawn(["XXXXXXXXXXXXXX"] * 7)
    sides = board if mover == 0 else Board(board.tiles[::-1], board.anchored[::-1])
    assert TILES["g8"] in placed(State(sides, mover, ("j13", "c13", "m14", "g8")))


def test_prospect_is_what_the_best_of_four_tiles_brings_on_average() -> None:
    """On an empty board a block into a corner has 4 tiles from 12 tiles, 3 from 8 more and 2 from 8 more."""
    rolls = comb(196, 4)
    reaching = {1: 28, 2: 28, 3: 20, 4: 12}
    expected = sum(1 - comb(196 - tiles, 4) / rolls for tiles in reaching.values())
    assert prospect(Board(), 0) == pytest.approx(expected)


def test_choice_depends_on_view_and_dice_alone() -> None:
    state = State(drawn(CLOSING), 0, ROLL)
    assert choice(state) == choice(state)


def test_choice_can_be_made_in_another_process() -> None:
    view = GAME.view(State(drawn(CLOSING), 0, ROLL), Seat(0))
    bot, seen = pickle.loads(pickle.dumps((BOTS["elixir"].choose, view)))
    assert bot(seen, Dice(DICE, "bot", 1)) in GAME.moves(view)
    assert BOTS["elixir"].slow


@settings(max_examples=5, deadline=None)
@given(seeds, st.integers(0, 120))
def test_every_choice_is_a_listed_move(seed: bytes, length: int) -> None:
    states = [state for state, _ in random_game(seed)][:-1]
    state = states[length % len(states)]
    assert choice(state) in GAME.moves(GAME.view(state, Seat(state.mover)))


def blocks(state: State) -> Iterator[int]:
    for name in state.rolled:
        for direction in Direction:
            yield sum(block(state.board.free, TILES[name], direction, 4))


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_blocks_that_are_not_followed_enclose_nothing(seed: bytes) -> None:
    """Only what such a block anchors may, rarely, close an anchored embrace, which the player lets go."""
    for state, _ in random_game(seed):
        is_waiting = any(settled(state.board, state.mover, 0))  # an embrace that comes wherever the block is put
        for tiles in () if is_waiting else blocks(state):
            if embraces_nothing(state.board, state.mover, tiles):
                steps = tuple(settled(state.board, state.mover, tiles))
                anchored = sum(step.tiles.bit_count() for step in steps if step.kind is None)
                assert all(step.kind is not Embrace.COMPLETE for step in steps)
                assert anchored or not steps
                assert gain(state.board, state.mover, tiles) == anchored


def test_pieces_are_counted_orthogonally() -> None:
    assert pieces(drawn(["xx.x", "..x.", "..x."]).tiles[0]) == 3
