"""Whole streams as tables, however long they are."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.games import GAMES
from core.table import Move
from tests.core.parlour import ANNA, a_service, moves, submit


async def test_long_game_is_opened_like_any_other(monkeypatch):
    async with a_service() as service:
        id = await service.open(GAMES["pileon"], {}, [ANNA])
        async with service.table(id) as live:
            await submit(live, Move(moves(live)[0]), 0)
            played = live.table
        monkeypatch.setattr("core.records.whole_table.LONG", 1)
        async with service.table(id) as live:
            assert live.table == played


async def test_table_that_is_not_there_is_refused():
    async with a_service() as service:
        with pytest.raises(Refused, match="There is no table zzzzz"):
            await service.records("zzzzz")
