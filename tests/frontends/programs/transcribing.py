"""Plays a whole game against the computer by `nc`, and keeps what passed: a house has to be open at that port.

    parlour serve --programs 127.0.0.1:2424
    python -m tests.frontends.programs.transcribing 2424 > tests/frontends/programs/transcripts/elixir.txt

It is an example for people, cut to what can be read; no test compares it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from typing import Any

LONGEST = 240
"""Characters of a line that are kept."""


class Nc:
    """`nc`, and what it sends and gets."""

    def __init__(self, port: str) -> None:
        words = ["nc", "127.0.0.1", port]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines: list[str] = []

    def send(self, **request: Any) -> None:
        line = json.dumps(request, separators=(",", ":"))
        self.lines.append(f"< {line}")
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def get(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().rstrip("\n")
        self.lines.append(f"> {line}")
        found: dict[str, Any] = json.loads(line)
        return found


def play(nc: Nc) -> None:
    """A game of El-Ixir, in which the last move there is always seems best."""
    nc.send(type="hello", protocol=1, name="Robo")
    nc.send(type="open", id="a", game="elixir", level="easy")
    numbers, state, is_asked = count(1), nc.get(), False
    while (told := nc.get())["type"] != "over":
        if told["type"] == "state":
            state = told
        is_asked = is_asked and told["type"] != "ack"
        if told["type"] in ("state", "ack") and state.get("moves") and not is_asked:
            is_asked = True
            at, move = state["at"], state["moves"][-1]
            nc.send(type="play", id=f"m{next(numbers)}", table=state["table"], at=at, text=move)
    nc.send(type="bye")
    while nc.get()["type"] != "gone":
        pass
    nc.process.kill()


def cut(line: str) -> str:
    """A line as it is kept."""
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


if __name__ == "__main__":
    nc = Nc(sys.argv[1])
    play(nc)
    sys.stdout.write("\n".join(map(cut, nc.lines)) + "\n")
