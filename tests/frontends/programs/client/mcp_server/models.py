"""What a language model does, through the client of the SDK."""

from __future__ import annotations

from typing import Any

from mcp import Client


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers; it must not be an error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content.get("result") if set(result.structured_content) == {"result"} else (
        result.structured_content
    )  # fmt: skip


async def play_a_hand(client: Client) -> list[str]:
    """A hand of mille against the computer. Returns: what it was told."""
    position = await call(client, "open", game="mille", level="easy")
    told = list(position["happened"])
    while not position["result"]:
        moves = position["moves"]
        move = "stop" if "stop" in moves else moves[0]
        position = await call(client, "play", table=position["table"], move=move)
        told += position["happened"]
    return told
