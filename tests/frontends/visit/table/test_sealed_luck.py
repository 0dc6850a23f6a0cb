"""A person at a terminal whose opponent, a program, has sealed luck: what they are told until the game begins."""

from __future__ import annotations

import pytest

from core.base.chance import sealed_luck
from core.games import GAMES
from core.live.live_table import Actor
from core.table import RevealLuck
from core.table.opening import Player
from tests.frontends.terminals import open_house, quiet

NONCE = "5a" * 32


@pytest.mark.parametrize("screen", [False, True])
async def test_who_joins_is_told_what_is_waited_for_and_then_plays(screen: bool) -> None:
    async with open_house() as house:
        service = house.service
        robot = await service.directory.create("Robo", "a secret")
        sealed = Player(robot.id, sealed=sealed_luck(bytes.fromhex(NONCE), "tortoise"))
        id = await service.open(GAMES["elixir"], {}, [sealed, None])
        anna = house.enter("Anna", screen=screen)
        await quiet()
        waits = "The game begins as soon as all sealed luck is revealed, within a minute."
        await anna.told(f"join {id} luck=hare")
        assert waits in " ".join((anna.screen if screen else anna.text).split())
        if not screen:
            assert waits in await anna.told("resign", "y")
        live = service.in_play(id)
        assert live is not None
        await Actor(live, 0, {robot.id}).submit(RevealLuck(NONCE, "tortoise"))
        await live.begin_if_ready()
        await quiet()
        if not screen:
            assert "~Robo reveals sealed luck." in anna.text
            assert 'Sealed luck: ~Robo "tortoise". After the number: you "hare".' in await anna.told("fair")
