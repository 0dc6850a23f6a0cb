"""Whatever a program does, its games are over, and it is said why."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.duels.rules import ABSENT, CRASHED, GARBAGE, ILLEGAL, RESIGNED, TIMEOUT
from frontends.programs.duel import contestant
from tests.frontends.programs.duel import players
from tests.frontends.programs.duel.duels import open_house, played


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (players.CRASHES, CRASHED),
        (players.CHEATS, ILLEGAL),
        (players.BABBLES, GARBAGE),
        (players.RESIGNS, RESIGNED),
    ],
    ids=["crashes", "cheats", "babbles", "resigns"],
)
async def test_program_that_does_wrong_loses_that_game_and_is_there_again_for_the_next(
    program: tuple[str, ...], reason: str
) -> None:
    async with open_house() as service:
        first, second = await played(service, program, players.RANDOM)
        assert (first.points, first.reason, first.loser) == (0, reason, 0)
        assert (second.points, second.reason, second.loser) == (0, reason, 0)
        async with service.table(first.table, attended=False) as live:
            assert live.table.ended is not None
            assert (live.table.ended.reason, live.table.ended.winners) == ("resigned", (1,))
            assert live.table.outcome is not None
            assert live.table.outcome.winners == (1,)


@pytest.mark.parametrize(
    ("program", "reason"),
    [(players.HANGS, TIMEOUT), (players.STAYS_AWAY, ABSENT), (players.DEAF, ABSENT)],
    ids=["hangs", "stays away", "reads nothing"],
)
async def test_program_that_does_nothing_loses_by_the_limit(program: tuple[str, ...], reason: str) -> None:
    async with open_house() as service:
        first, second = await played(service, players.RANDOM, program, seconds=1)
    assert [(one.points, one.reason, one.loser) for one in (first, second)] == [(2, reason, 1)] * 2


async def test_nobody_is_helped_in_a_duel() -> None:
    async with open_house() as service:
        first, second = await played(service, players.ASKS_FOR_HELP, players.RANDOM)
        assert first.reason == second.reason == ""
        async with service.table(first.table, attended=False) as live:
            assert (live.table.hints, live.table.undos, live.table.stood_in) == (0, 0, frozenset())


@pytest.mark.parametrize("program", [players.SILENT, players.ENDS_AT_ONCE], ids=["silent", "ends at once"])
async def test_nothing_is_played_with_a_program_that_never_says_hello(
    monkeypatch: pytest.MonkeyPatch, program: tuple[str, ...]
) -> None:
    monkeypatch.setattr(contestant, "TO_BEGIN", 1.0)
    async with open_house() as service:
        silent = pytest.RaisesExc(Refused, match="B ended, or was silent for 1 seconds")
        with pytest.RaisesGroup(silent, flatten_subgroups=True):
            await played(service, players.RANDOM, program, seconds=1)
