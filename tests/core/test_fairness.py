"""What players do besides playing moves no draw: the same seed and luck give the same chance."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Dice
from core.game import Refused
from core.games import GAMES
from core.table import Answer, Command, Mark, Move, RunOut, Sit, Table, TakebackAsked, TakeHint, Undo, decide
from tests.core.tables import after, begun, moves

HARMLESS: tuple[tuple[int | None, Command], ...] = (
    (0, Mark("x")),
    (0, Mark("y")),
    (0, TakeHint()),
    (0, Answer(yes=False)),
    (1, Answer(yes=False)),
    (1, Mark("z")),
    (0, Move("nonsense")),
    (0, Move("u 9")),
    (1, Move("p")),
    (None, Sit(0, person="p9")),
    (None, RunOut(0)),
)
"""What can be asked of a table, by whom, without moving on the game."""


def drawn(table: Table, events: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(event for event in events if isinstance(event, table.game.draws))


def add_harmless(table: Table, choose: Dice, most: int) -> Table:
    """The table after some harmless commands, and a takeback that is asked for and refused; what is refused is not
    recorded, as at any table."""
    for _ in range(choose.below(most + 1)):
        by, command = HARMLESS[choose.below(len(HARMLESS))]
        if (by or 0) < len(table.chairs) and not _moves_on(table, by, command):
            try:
                table, _ = after(table, by, command)
            except Refused:
                continue
    return _ask_back(table) if choose.below(3) == 0 else table


def _moves_on(table: Table, by: int | None, command: Command) -> bool:
    return isinstance(command, Move) and by in table.turn and command.text in moves(table, by)


def _ask_back(table: Table) -> Table:
    if len(table.chairs) < 2 or table.takes_back_freely:
        return table
    try:
        asked, events = after(table, 1 - table.turn[0] if table.turn else 0, Undo())
    except Refused:
        return table
    assert isinstance(events[0], TakebackAsked)
    return after(asked, 1 - events[0].seat, Answer(yes=False))[0]


def play(name: str, seed: bytes, length: int, noise: int) -> tuple[list[Any], Table]:
    """Random moves, the same for the same seed whatever the noise; the draws, and the table."""
    table = begun(name, house_seed=seed, luck=("hare", "tortoise"))
    chooses, noises = Dice(seed, "moves", 1), Dice(seed, "noise", 1)
    found: list[Any] = []
    for _ in range(length):
        table = add_harmless(table, noises, noise)
        if not table.turn:
            break
        seat = table.turn[0]
        texts = moves(table, seat)
        if not texts:
            break
        table, events = after(table, seat, Move(texts[chooses.below(len(texts))]))
        found += drawn(table, events)
    return found, table


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=20, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32), length=st.integers(1, 80), noise=st.integers(1, 6))
def test_nothing_but_luck_and_seed_moves_a_draw(name, seed, length, noise):
    quiet, first = play(name, seed, length, 0)
    noisy, second = play(name, seed, length, noise)
    assert quiet == noisy
    assert first.state == second.state


def test_grinder_finds_nothing():
    """Somebody who knows the seed tries 2,000 ways of adding harmless things before a roll, and finds one roll only."""
    table = begun("elixir", luck=("hare", "tortoise"))
    rolls = set()
    for attempt in range(2_000):
        ground = add_harmless(table, Dice(attempt.to_bytes(32, "big"), "grinder", 1), 12)
        rolls.add(decide(ground, Move("roll"), 0, ground.at))
    assert len(rolls) == 1


def test_order_of_the_hand_does_not_move_the_next_deal():
    """Even a move of the game that deals nothing changes nothing of the next deal."""
    table = begun("mille", luck=("hare", "tortoise"))
    for _ in range(3):
        table, _ = after(table, 0, Move("o"))
    assert table.now.draws == 1


def test_other_luck_gives_other_chance():
    """The grinder would find something, if there was anything to find: luck moves the roll."""
    rolls = {
        decide(begun("elixir", luck=(f"luck {number}", "")), Move("roll"), 0, 2000.0)[0].tiles for number in range(50)
    }
    assert len(rolls) > 40
