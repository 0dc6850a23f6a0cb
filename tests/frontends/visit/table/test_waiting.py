"""Waiting for a player: who is here is shown, and nothing that only programs read."""

from __future__ import annotations

import re

import pytest

from tests.frontends.terminals import open_house


@pytest.mark.parametrize("screen", [False, True])
async def test_who_waits_sees_who_is_here_and_no_digits(screen: bool) -> None:
    async with open_house() as house:
        house.enter("Bert"), house.enter("Carl")
        anna = house.enter("Anna", screen=screen)
        await anna.told("seek mille")
        shown = " ".join((anna.screen if screen else anna.text).split())
        assert "Here now: ~Bert, ~Carl. To ask one: invite NAME" in shown
        assert re.search(r"([0-9a-f]{4} ){4}", shown) is None


async def test_who_waits_alone_is_told_that_nobody_is_here() -> None:
    async with open_house() as house:
        assert "Nobody else is here now." in await house.enter("Anna").told("seek mille")
