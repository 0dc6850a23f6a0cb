"""What the healthy hear is what they asked for."""

from __future__ import annotations

from pathlib import Path

import trio

from tests.hostile.house import house
from tests.hostile.peer import come
from tests.hostile.player import look_up


async def test_prompt_after_news_is_not_taken_for_the_end_of_the_list(tmp_path: Path) -> None:
    with house(tmp_path / "house.db", tmp_path / "log") as opened:
        newcomer = await come(opened.port, "127.4.1.1", "Newcomer")
        loud = await come(opened.port, "127.4.2.1", "Loud")
        await loud.ask("shout hello", "lobby> ")
        await trio.lowlevel.wait_readable(newcomer.sock)
        assert "Nobody is playing now" in await look_up(newcomer)
        newcomer.close()
        loud.close()
