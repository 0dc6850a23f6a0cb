"""Nowhere: before the first room and after the last there is nothing to see and nothing to do."""

from __future__ import annotations

from frontends.terminal.picture import Look
from frontends.terminal.terminal import Key
from frontends.visit.place import NOWHERE


async def test_nothing_can_be_seen_or_done_nowhere():
    assert await NOWHERE.heed(Key("q")) is None
    assert NOWHERE.picture(None, Look()).text().strip() == ""
    assert NOWHERE.prompt().text == ""
