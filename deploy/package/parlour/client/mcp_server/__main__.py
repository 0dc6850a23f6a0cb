"""`parlour-mcp`: a player for a language model, on standard streams or over HTTP."""

from __future__ import annotations

import argparse
import os
from typing import Any

from parlour.client.mcp_server.server import HERE, serving


def main(words: list[str] | None = None) -> None:
    """Serve until the client ends, or somebody presses Ctrl-C."""
    asked = _parser().parse_args(words)
    hello = {"name": asked.name, "language": asked.language}
    hello |= {key: os.environ[name] for key, name in _SECRETS.items() if name in os.environ}
    given = {key: value for key, value in hello.items() if value}
    server = serving(asked.house or (*HERE, "programs"), tls=asked.tls, **given)
    if asked.http:
        host, _, port = asked.http.rpartition(":")
        server.run("streamable-http", host=host.strip("[]"), port=int(port))
    else:
        server.run("stdio")


_SECRETS: dict[str, Any] = {"password": "PARLOUR_PASSWORD", "token": "PARLOUR_TOKEN", "code": "PARLOUR_CODE"}
"""What is not typed, because others would see it."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("parlour-mcp", description="A games parlour for language models (MCP).")
    parser.add_argument("house", nargs="?", help="HOST:PORT of a house's door for programs; without it, play at home")
    parser.add_argument("--tls", action="store_true", help="reach the house by TLS, at the port it has for that")
    parser.add_argument("--name", default="", help="your name there; PARLOUR_PASSWORD or PARLOUR_TOKEN if it is kept")
    parser.add_argument("--language", default="", help="such as fr")
    parser.add_argument(
        "--http", metavar="HOST:PORT", help="serve streamable HTTP at /mcp in place of standard streams"
    )
    return parser


if __name__ == "__main__":
    main()
