"""The action `why`, at a table and in a replay, in every mode."""

from __future__ import annotations

from typing import Any

import pytest

from core.table import Move
from frontends.terminal.picture import Look
from tests.core.games.mille.positions import given, tableau
from tests.core.parlour import submit
from tests.frontends.terminals import open_house


@pytest.mark.parametrize("more", [{}, {"screen": True}, {"look": Look(reader=True)}])
async def test_position_is_explained_in_every_mode(more: dict[str, Any]) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert", state=given("100", own=tableau("Stop")))
        anna = await house.seat("Anna", live, **more)
        await (anna.pressed("!") if anna.on_screen else anna.told("why"))
        assert "Anna is stopped (Stop) and needs Go, or the safety Right of Way." in anna.words


async def test_card_is_explained_by_its_name() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert", state=given("100", own=tableau()))
        anna = await house.seat("Anna", live)
        assert "no Go on the battle pile" in await anna.told("why 100")
        assert "Name a slot" in await anna.told("why not not")


async def test_last_block_is_explained_to_the_other_and_to_onlookers() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        for text in ("roll", "1 right 4"):
            await submit(live, Move(text), 0)
        bert, carl = await house.seat("Bert", live), await house.look_on("Carl", live)
        for one in (bert, carl):
            assert "Anna placed a block of" in await one.told("why")


async def test_replay_explains_what_is_shown() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        await anna.told("replay")
        assert "2 piles are empty" in await anna.told("why")


async def test_game_that_has_not_begun_has_nothing_to_explain() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", None)
        anna = await house.seat("Anna", live)
        assert "The game has not begun yet." in await anna.told("why")
