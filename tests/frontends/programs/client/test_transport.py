"""The ways to a house: a process that speaks on its standard streams, and addresses of all kinds."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from core.sessions.limits import Budget
from frontends.telnet.tls.relay import Certificate
from parlour.client import connect
from tests.frontends.programs.client.backends import BOTH, on
from tests.frontends.programs.sockets import doors
from tests.frontends.telnet import certificates

QUICK = Budget(records_a_minute=1e6)
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


async def play_by_tls(address: str, **by: Any) -> str:
    """A game of El-Ixir against the computer. Returns: how it ended."""
    async with connect(address, name="Robo", **by) as house:
        table = await house.open("elixir", level="easy")
        async for state in table.turns():
            await table.play(state.moves[0])
        assert table.state.outcome is not None
        return table.state.outcome.reason


@BOTH
async def test_game_is_played_by_tls_with_a_context_of_ones_own(backend: str, tmp_path: Path) -> None:
    made = certificates.make(tmp_path)
    async with doors(certificate=Certificate(made.certificate, made.key), budget=QUICK) as house:
        play = partial(play_by_tls, ssl_context=made.context())
        assert await on(backend, play, f"127.0.0.1:{house.by_tls}") == "points"


@BOTH
async def test_tls_trusts_whom_the_machine_trusts(
    backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = certificates.make(tmp_path)

    async def program(address: str) -> bool:
        async with connect(address, name="Robo", tls=True) as house:
            return bool(house.welcome)

    async with doors(certificate=Certificate(made.certificate, made.key)) as house:
        with pytest.raises(ConnectionError, match="self-signed certificate"):
            await on(backend, program, f"127.0.0.1:{house.by_tls}")
        monkeypatch.setenv("SSL_CERT_FILE", str(made.certificate))
        assert await on(backend, program, f"127.0.0.1:{house.by_tls}")
        with pytest.raises(ConnectionError, match="not valid for 'localhost'"):
            await on(backend, program, f"localhost:{house.by_tls}")


@BOTH
@pytest.mark.parametrize("tls", [False, True])
async def test_wrong_door_is_an_error(backend: str, tls: bool, tmp_path: Path) -> None:
    made = certificates.make(tmp_path)

    async def program(address: str) -> None:
        async with connect(address, name="Robo", tls=tls):
            pass

    async with doors(certificate=Certificate(made.certificate, made.key)) as house:
        with pytest.raises(ConnectionError, match="no door for programs"):
            await on(backend, program, f"127.0.0.1:{house.programs if tls else house.by_tls}")
