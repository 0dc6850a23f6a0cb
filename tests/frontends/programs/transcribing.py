"""Plays a whole game against the computer by `nc`, or does something else, and keeps what passed.

A house has to be open at that port:

    parlour serve --programs 127.0.0.1:2424
    python -m tests.frontends.programs.transcribing elixir 2424 > tests/frontends/programs/transcripts/elixir.txt

The same with `lesson`, `tournament` and `duel`, and with `sealed` where the house has a key: two programs seal their
luck, and with one word more, a folder, their tickets are kept there. They are examples for people, cut to what can be
read; no test compares them.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
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

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send something and get its answer, which has its id."""
        self.send(**request)
        while (told := self.get()).get("id") != request["id"]:
            pass
        return told


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


def learn(nc: Nc) -> None:
    """A lesson in El-Ixir, in which the first try is wrong."""
    nc.ask(type="hello", id="h", protocol=1, name="Robo")
    nc.ask(type="lessons", id="l")
    task = nc.ask(type="learn", id="t0", game="elixir")
    nc.ask(type="try", id="t1", text="roll dice")
    for number in count(2):
        task = nc.ask(type="try", id=f"t{number}", text=task.get("move", ""))
        if task.get("is_over"):
            break


def hold(nc: Nc) -> None:
    """A tournament that is announced, entered and called off."""
    nc.ask(type="hello", id="h", protocol=1, name="Robo")
    nc.ask(type="register", id="r", password="a long enough secret")
    page = nc.ask(type="announce", id="a", game="elixir", clock="10m+5s", rounds=5, delay=1800)
    name = page["tournament"]["name"]
    nc.ask(type="enter", id="e", name=name)
    nc.ask(type="tournaments", id="l")
    nc.ask(type="withdraw", id="w", name=name)
    nc.ask(type="cancel", id="c", name=name)
    nc.ask(type="forget", id="f")


EXAMPLES = {"elixir": play, "lesson": learn, "tournament": hold}


def played(example: str, port: str) -> list[str]:
    """What passed in one of the examples with one program."""
    nc = Nc(port)
    EXAMPLES[example](nc)
    if example != "tournament":  # Who is forgotten has gone.
        nc.send(type="bye")
    while nc.get()["type"] != "gone":
        pass
    nc.process.kill()
    return nc.lines


class Speaker:
    """One of two programs, and what is said, in the order in which it was."""

    def __init__(self, port: str, name: str, lines: list[str]) -> None:
        self.name, self.nc, self.lines = name, Nc(port), lines
        self.last: dict[str, Any] = {}

    def ask(self, **request: Any) -> None:
        self.nc.send(**request)
        self.lines.append(f"{self.name} {self.nc.lines[-1]}")

    def until(self, type: str, **holds: Any) -> dict[str, Any]:
        """Take what comes until something of a type does of which that is so."""
        while self.last.get("type") != type or any(self.last.get(key) != value for key, value in holds.items()):
            self.last = self.nc.get()
            self.lines.append(f"{self.name} {self.nc.lines[-1]}")
        found, self.last = self.last, {}
        return found


def duel(port: str) -> list[str]:
    """A duel of one pair, to which the other side agrees; each resigns one game."""
    lines: list[str] = []
    robo, carl = Speaker(port, "Robo", lines), Speaker(port, "Carl", lines)
    for one in (robo, carl):
        one.ask(type="hello", protocol=1, name=one.name, moves=False)
        one.until("welcome")
        one.ask(type="register", id="r", password="a long enough secret")
        one.until("ack")
    robo.ask(type="challenge", id="c", names=["Robo", "Carl"], game="elixir", pairs=1, seconds=60)
    name = robo.until("contest")["duel"]["name"]
    carl.until("notice", kind="duel")
    carl.ask(type="agree", id="a", name=name)
    carl.until("contest")
    for first, second in ((robo, carl), (carl, robo)):
        for one in (first, second):
            one.until("notice", kind="invited")
            one.ask(type="accept")
            table = one.until("state")["table"]
        second.ask(type="resign", table=table)
        for one in (first, second):
            one.until("over")
    for one in (robo, carl):
        one.until("notice", kind="duel")
    robo.ask(type="duel", id="d", name=name)
    robo.until("contest")
    for one in (robo, carl):
        one.ask(type="forget")
        one.until("gone")
        one.nc.process.kill()
    return lines


class Sealing:
    """A program that seals its luck."""

    def __init__(self, port: str, name: str) -> None:
        self.name, self.nc = name, Nc(port)
        self.nonce, self.luck = secrets.token_bytes(32), f"luck of {name}"
        self.sealed = hashlib.sha256(self.nonce + self.luck.encode()).hexdigest()
        self.ticket = ""

    def ask(self, lines: list[str], **request: Any) -> None:
        self.nc.send(**request)
        lines.append(f"{self.name} {self.nc.lines[-1]}")

    def until(self, lines: list[str], *types: str) -> dict[str, Any]:
        """Take what comes until something of a type does."""
        while True:
            told = self.nc.get()
            lines.append(f"{self.name} {self.nc.lines[-1]}")
            self.ticket = told.get("ticket", self.ticket)
            if told["type"] in types:
                return told


def play_sealed(port: str, folder: str = "") -> list[str]:
    """A table of mille at which both have sealed their luck, and Bert resigns."""
    lines: list[str] = []
    anna, bert = Sealing(port, "Anna"), Sealing(port, "Bert")
    for robot in (anna, bert):
        robot.ask(lines, type="hello", protocol=1, name=robot.name, moves=False)
        robot.until(lines, "welcome")
    anna.ask(lines, type="open", game="mille", opponent="person", sealed=anna.sealed)
    table = anna.until(lines, "state")["table"]
    bert.ask(lines, type="join", table=table, sealed=bert.sealed)
    for robot in (bert, anna):
        robot.until(lines, "state")
        robot.ask(lines, type="reveal", table=table, nonce=robot.nonce.hex(), luck=robot.luck)
        robot.until(lines, "ack")
    bert.ask(lines, type="fair", table=table)
    bert.until(lines, "proof")
    bert.ask(lines, type="resign", table=table)
    for robot in (anna, bert):
        robot.until(lines, "over")
        robot.ask(lines, type="bye")
        robot.until(lines, "gone")
        robot.nc.process.kill()
        if folder:
            (Path(folder) / f"{robot.name}.ticket").write_text(robot.ticket)
    return lines


def cut(line: str) -> str:
    """A line as it is kept."""
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


if __name__ == "__main__":
    example, port, *more = sys.argv[1:]
    of_two: dict[str, Callable[..., list[str]]] = {"sealed": play_sealed, "duel": duel}
    said = of_two[example](port, *more) if example in of_two else played(example, port)
    sys.stdout.write("\n".join(map(cut, said)) + "\n")
