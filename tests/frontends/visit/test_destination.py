"""Leaving a room without having asked for it."""

from __future__ import annotations

import pytest

from core.table import SetWatching
from tests.core.parlour import submit
from tests.frontends.terminals import open_house, quiet


@pytest.mark.parametrize("doing", [(), ("?",), ("'",)])
async def test_who_is_shut_out_leaves_whatever_they_are_doing_and_is_told_why(doing: tuple[str, ...]) -> None:
    """Given somebody who looks on, reads help or is about to talk; when only those who are admitted may look on."""
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        dora = await house.look_on("Dora", live, screen=True)
        await dora.pressed(*doing)
        await submit(live, SetWatching("invited", 0), 0)
        await quiet()
        assert "Only people a player admits" in " ".join(dora.text.split())
        assert "Welcome to the lobby, Dora." in dora.text
        assert house.visits[dora].room.here is None
