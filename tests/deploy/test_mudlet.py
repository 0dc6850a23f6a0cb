"""The package for Mudlet: it is one, and what it reads of GMCP is what the house tells."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from core.games import GAMES
from tests.frontends.programs.programs import robots

PACKAGE = Path(__file__).parents[2] / "deploy" / "mudlet" / "parlour.xml"
LUA = next((found for name in ("lua5.1", "luajit", "lua") if (found := shutil.which(name))), "")
STUBS = """
function sendGMCP() end
function registerAnonymousEventHandler(name) return name end
function killAnonymousEventHandler() end
local console = { clear = function() end, echo = function(_, text) io.write(text) end }
Geyser = { UserWindow = { new = function() return {} end }, MiniConsole = { new = function() return console end } }
NULL = io.stdout -- a value that is neither nil nor anything that the house says
"""


def script() -> str:
    found = ElementTree.parse(PACKAGE).find(".//script")
    assert found is not None
    assert found.text
    return found.text


async def states(game: str) -> list[dict[str, Any]]:
    """What a player is told at the beginning of a game and after a move, without moves as GMCP has it."""
    async with robots() as house:
        anna = await house.guest("Anna")
        against = {"level": "easy"} if game in ("mille", "elixir") else {}
        await anna.ask("open", game=game, **against)
        await anna.play()
        return [{name: one for name, one in state.items() if name != "moves"} for state in anna.of("state")]


def as_lua(value: Any) -> str:
    match value:
        case None:
            return "NULL"
        case list():
            return "{" + ",".join(map(as_lua, value)) + "}"
        case dict():
            return "{" + ",".join(f"[{json.dumps(name)}]={as_lua(one)}" for name, one in value.items()) + "}"
        case _:
            return json.dumps(value)


async def test_fields_that_it_reads_are_told() -> None:
    told = {name for game in GAMES for state in await states(game) for name in state["view"]}
    assert set(re.findall(r"state\.view\.(\w+)", script())) <= told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.skipif(not LUA, reason="there is no Lua here")
async def test_board_of_each_game_is_shown(game: str) -> None:
    for state in await states(game):
        shown = f"{STUBS}\n{script()}\ngmcp = {{ Parlour = {{ State = {as_lua(state)} }} }}\nparlour.show()"
        done = subprocess.run((LUA, "-"), input=shown, text=True, capture_output=True, check=False)
        assert done.stderr == ""
        assert done.stdout.startswith(f"{game}, table {state['table']}\n")
        assert ("Your move." in done.stdout) is (state["seat"] in state.get("turn", ()))
