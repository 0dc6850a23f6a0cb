"""The ways to a house: a process that speaks on its standard streams, and addresses of all kinds."""

from __future__ import annotations

import sys
from pathlib import Path

import anyio
import pytest

from parlour.client import connect
from tests.frontends.programs.client.backends import BOTH, on
from tests.frontends.programs.sockets import doors

WELCOME = r"""
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    kind = "welcome" if asked["type"] == "hello" else "ack"
    print(json.dumps({"type": kind, "id": asked["id"], "name": "Robo"}), flush=True)
open(sys.argv[1], "w").write("ended")
"""


@BOTH
async def test_process_is_a_house_and_ends_with_the_block(backend: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    async def program() -> str:
        async with connect((sys.executable, "-c", WELCOME, str(trace))) as house:
            assert house.welcome is not None
            return str(house.welcome.fields["name"])

    assert await on(backend, program) == "Robo"
    assert trace.read_text() == "ended"


@BOTH
async def test_command_that_is_not_there_is_an_error(backend: str) -> None:
    async def program() -> None:
        async with connect(("/nowhere/parlour", "programs")):
            pass

    with pytest.raises(ConnectionError, match="nowhere"):
        await on(backend, program)


async def test_host_may_be_a_name() -> None:
    async def program(address: str) -> bool:
        async with connect(address, name="Anna") as house:
            return bool(house.welcome)

    async with doors() as house:
        assert await on("trio", program, f"localhost:{house.programs}")


@BOTH
async def test_what_goes_wrong_in_the_block_is_raised_as_it_is(backend: str) -> None:
    async def program(address: str) -> None:
        async with connect(address, name="Anna"):
            await anyio.lowlevel.checkpoint()
            raise LookupError("mine")

    async with doors() as house:
        with pytest.raises(LookupError, match="mine"):
            await on(backend, program, f"127.0.0.1:{house.programs}")
