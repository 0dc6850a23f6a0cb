"""Text in line mode is broken into lines once, however wide the window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import SPECTATOR, Seat
from core.games import GAMES
from core.laws.random_play import play
from core.table import PlayerView, TableView
from frontends.screens import screen_of
from frontends.terminal.pages import wrapped
from frontends.terminal.picture import Look
from frontends.visit.dialogue import INDENT
from tests.frontends.terminals import open_house

WIDTHS = (40, 57, 78, 79, 80, 81, 100, 132)


def is_broken_once(lines: Sequence[str], columns: int) -> bool:
    """Whether no line ends before the next word of its sentence has no room. A sentence begins at the margin."""
    for line, after in pairwise(lines):
        goes_on = after.startswith(INDENT) and not after.startswith(INDENT + " ")
        if goes_on and len(line) + 1 + len(after.split()[0]) <= columns:
            return False
    return all(len(line) <= columns for line in lines)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 40), st.binary(min_size=32, max_size=32), st.booleans())
def test_position_is_a_line_for_each_sentence_whatever_the_window(
    name: str, length: int, seed: bytes, reader: bool
) -> None:
    game, face = GAMES[name], screen_of(name)
    position = play(game, seed, length)
    for viewer in (Seat(0), SPECTATOR):
        view = game.view(position.state, viewer)
        players = tuple(PlayerView(f"Player {seat + 1}") for seat in range(game.seats))
        table = TableView("t", name, position.options, 7, players, view.seat, view, view.turn, None, 1, "", "")
        narrow, wide = [face.describe(table, Look(columns=columns, reader=reader)) for columns in (40, 200)]
        assert narrow == wide


@given(st.lists(st.text("ab .", max_size=200), min_size=2, max_size=5), st.integers(20, 140))
def test_lines_of_a_list_are_broken_where_the_next_word_has_no_room(texts: list[str], columns: int) -> None:
    said = [" ".join(text.split()) for text in texts]
    for line in said:
        broken = wrapped(line, columns, "  ")
        assert " ".join(" ".join(broken).split()) == line
        for first, after in pairwise(broken):
            assert len(first) + 1 + len(after.split()[0]) > columns


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("reader", [False, True])
async def test_board_moves_and_help_are_broken_once(columns: int, reader: bool) -> None:
    look = Look(columns=columns, reader=reader, single_keys=False)
    async with open_house() as house:
        for game in GAMES:
            players = ("Anna", "Bert")[: GAMES[game].seats]
            live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None)
            anna = await house.seat("Anna", live, look=look)
            for asked in ("board", "moves", "hand"):
                told = (await anna.told(asked)).splitlines()
                assert is_broken_once(told, look.line_columns), told
