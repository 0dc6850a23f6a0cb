"""El-Ixir in words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.elixir import GAME, Anchored, Embraced, Event, Placed, State
from core.games.elixir.board import Embrace
from frontends.screens.elixir_words import describe, gains
from tests.core.games.test_elixir import after, drawn, random_game, read
from tests.frontends.tables import view_of

NAMES = ("Ann", "Ben")
POSITION = """\
   a b c d e f g h i j k l m n
 1 X X X X X X X . . . . . . .
 2 X . . . . . . . . . . . . .
 3 X o . . . . . . . . . . . .
 4 . . . . . . . . . . . . . .
 5 . . . . . . . . . . . . . .
 6 . . . . . . . . . . . . . .
 7 . . 1 . . . . . . . . . . .
 8 . . . . . . . . . . . . . .
 9 . . . . . . . . . . . . . .
10 . . . . . . . . . . . . . .
11 . . . . . . . . . . . . . .
12 . . . . . . . . . . . . . .
13 . . . . . . . . . . . . . O
14 . . . . . . . . . . . . 2 O
Player 1 (x, X anchored): 9 points.
You (o, O anchored): 2 points.
You are to choose.
1 is c7: left 3, up 4, right 4, down 4.
2 is m14: left 4, up 4, right 1, down 1.
Player 1 covers d1 to g1. Player 1
anchors 4 tiles and gets 4 points."""


def test_position_is_told_in_40_columns() -> None:
    picture = ["XXX...........", "X.............", "Xo............", *[".............."] * 9]
    board = drawn([*picture, ".............O", ".............O"])
    state = after(State(board, 0, ("d1", "h7")), read(State(board, 0, ("d1", "h7")), "1 right"))
    state = GAME.evolve(state, GAME.events["rolled"](1, ("c7", "m14")))
    assert "\n".join(describe(view_of(GAME, state, 1), 40)) == POSITION


def test_tile_without_free_neighbour_is_named_as_such() -> None:
    state = State(drawn([".o.", "o..", "..."]), 0, ("a1", "e5"))
    assert "1 is a1: no free neighbour." in describe(view_of(GAME, state, 0), 40)


def test_end_is_told_with_the_winner() -> None:
    lines = describe(view_of(GAME, State(drawn(["XXXXXXXXXXXXXX"] * 8)), None), 40)
    assert lines[-1] == "Player 1 wins by 112 points to 0."


@settings(max_examples=10, deadline=None)
@given(st.binary(min_size=16, max_size=16), st.integers(31, 80))
def test_no_line_is_longer_than_asked(seed: bytes, columns: int) -> None:
    for state, _ in list(random_game(seed))[::9]:
        assert all(len(line) <= columns for line in describe(view_of(GAME, state, 1), columns))


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((Placed(0, ("c3",)),), "c3 alone"),
        (
            (Placed(0, ("c3", "c4")), Anchored(0, ("c3", "c4", "c5"))),
            "c3 to c4, 2 tiles; anchors 3 tiles, 3 points",
        ),
        (
            (Placed(0, ("c3",)), Embraced(0, Embrace.COMPLETE, ("d3", "d4"), 0)),
            "c3 alone; complete embrace of 2 tiles, no points",
        ),
        (
            (Placed(0, ("c3",)), Embraced(1, Embrace.ANCHORED, ("c3",), 1)),
            "c3 alone; Ben's anchored embrace of 1 tile, 1 point",
        ),
    ],
)
def test_block_to_come_is_told_with_its_points(events: tuple[Event, ...], words: str) -> None:
    assert gains(events, NAMES) == words
