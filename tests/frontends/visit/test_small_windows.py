"""In a window of 40 columns nothing is cut while rows are empty, and a clock stands beside a question, not over it."""

from __future__ import annotations

import pytest

from core.base.chance import Dice
from core.games import GAMES
from core.live.live_table import LiveTable
from core.table import Move
from frontends.terminal.picture import Look
from tests.core.parlour import moves, submit
from tests.examples import slow
from tests.frontends.terminals import SEED, House, ListTerminal, open_house


async def seated(house: House, game: str, rows: int, code: str) -> tuple[LiveTable, ListTerminal]:
    players = ("Anna", "Bert")[: GAMES[game].seats]
    live = await house.set_up(game, *players, deal=7 if GAMES[game].numbered else None, clock=600)
    look = Look(rows=rows, columns=40, language=code)
    return live, await house.seat("Anna", live, screen=True, look=look, motion=False)


@pytest.mark.parametrize("rows", [22, 24])
@pytest.mark.parametrize("code", ["fr", *slow("en")])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_nothing_is_cut_while_rows_are_empty(game: str, code: str, rows: int) -> None:
    choose = Dice(SEED, "small windows", 1)
    async with open_house() as house:
        live, anna = await seated(house, game, rows, code)
        for _ in range(40):
            listed = moves(live) if live.turn else ()
            if not listed:
                break
            await submit(live, Move(listed[choose.below(len(listed))]), live.turn[0])
            await anna.pressed("tab")
            drawn = anna.screen.split("\n")
            is_cut = "…" in anna.screen or "..." in anna.screen
            assert not is_cut or all(row.strip() for row in drawn), anna.screen


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_question_and_clock_are_both_read(game: str, code: str) -> None:
    async with open_house() as house:
        live, anna = await seated(house, game, 22, code)
        await submit(live, Move(moves(live)[0]), live.turn[0])
        await anna.pressed("q")
        asked = house.visits[anna].question
        assert asked is not None
        *above, clock, last = anna.screen.split("\n")
        shown = " ".join(f"{' '.join(above[-1:])} {clock} {last}".split())
        assert "10:00" in clock
        assert all(word in shown for word in asked.text.split())
