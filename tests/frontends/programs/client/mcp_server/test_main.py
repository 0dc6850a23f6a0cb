"""`parlour-mcp` as people start it: on standard streams, at home and in a house, and over HTTP."""

from __future__ import annotations

import os
import re
import socket
import sys
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import TextResourceContents

from tests.frontends.programs.client.backends import on
from tests.frontends.programs.client.mcp_server.models import call, play_a_hand
from tests.frontends.served import serving
from tests.frontends.telnet import certificates

MCP = ("-m", "parlour.client.mcp_server")


def at_home(folder: Path) -> dict[str, str]:
    """The environment of somebody with a journal there."""
    return {**os.environ, "PARLOUR_JOURNAL": f"sqlite:{folder / 'home.db'}"}


async def test_hand_of_mille_is_played_at_home_on_standard_streams(tmp_path: Path) -> None:
    async def program() -> list[str]:
        parameters = StdioServerParameters(command=sys.executable, args=list(MCP), env=at_home(tmp_path))
        async with Client(stdio_client(parameters)) as client:
            return await play_a_hand(client)

    told = await on("asyncio", program)
    assert told[0].startswith("A hand is dealt")
    assert told[-1].startswith("You ")


async def test_rules_are_a_tool_and_a_resource(tmp_path: Path) -> None:
    async def program() -> tuple[str, str]:
        parameters = StdioServerParameters(command=sys.executable, args=list(MCP), env=at_home(tmp_path))
        async with Client(stdio_client(parameters)) as client:
            (read,) = (await client.read_resource("parlour://rules/mille")).contents
            assert isinstance(read, TextResourceContents)
            return read.text, await call(client, "rules", game="mille")

    read, told = await on("asyncio", program)
    assert "miles" in read
    assert read == told


async def test_house_is_reached_by_tls(tmp_path: Path) -> None:
    made = certificates.make(tmp_path)

    async def program(house: str) -> list[str]:
        parameters = StdioServerParameters(
            command=sys.executable,
            args=[*MCP, house, "--name", "Model", "--tls"],
            env={**os.environ, "SSL_CERT_FILE": str(made.certificate)},
        )
        async with Client(stdio_client(parameters)) as client:
            return list(await call(client, "games"))

    doors = "--programs-tls", "127.0.0.1:0", "--cert", made.certificate, "--key", made.key
    async with serving("--journal", "memory:", *doors) as house:
        port = re.search(r"For programs by TLS: .*-connect 127\.0\.0\.1:(\d+)", house.said)
        assert port is not None, house.said
        assert "mille" in await on("asyncio", program, f"127.0.0.1:{port[1]}")


async def test_hand_of_mille_is_played_in_a_house_over_http(tmp_path: Path) -> None:
    async def program(house: str) -> list[str]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        words = [sys.executable, *MCP, house, "--name", "Model", "--http", f"127.0.0.1:{port}"]
        async with await anyio.open_process(words, stdout=None, stderr=None) as server:
            try:
                return await _when_open(port)
            finally:
                server.terminate()

    words = "--journal", f"sqlite:{tmp_path / 'house.db'}", "--programs", "127.0.0.1:0"
    async with serving(*words) as house:
        port = re.search(r"For programs: .* port (\d+)", house.said)
        assert port is not None
        told = await on("asyncio", program, f"127.0.0.1:{port[1]}")
    assert told[-1].startswith("You ")


async def _when_open(port: int) -> list[str]:
    """Play as soon as somebody answers there."""
    while True:
        try:
            await (await anyio.connect_tcp("127.0.0.1", port)).aclose()
            break
        except OSError:
            await anyio.sleep(0.1)
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        return await play_a_hand(client)
