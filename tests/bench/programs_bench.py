"""What programs cost: a move beside the same move by telnet in line mode, many at once, and one that does nothing.

    python -m tests.bench.programs_bench [PROGRAMS [SECONDS]]

Floors: a bare trio server, which answers any line with as many bytes and knows no games. For many at once the house has
one core and the programs another; where others use this machine meanwhile, times say more of them than of the house, so
what the house used of the processor for each move stands beside.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median

import attrs

from tests.bench.figures import heading, quantile, table, times
from tests.bench.people_bench import CROWD, HOUSE, on_core
from tests.bench.visitors import House, address_of, allow_descriptors, house

MOVES = 400
"""Moves of one measurement, each second one is taken back."""
ROUNDS = 4
"""Measurements of each door, in turns."""
IDLE = 500
SETTLED = 2.0
"""Seconds until a house is done with those who have come."""
MOST = 1.3
"""Times that a move by telnet may cost."""
MOST_KIB = 8.0
PROGRAMS, SECONDS = 1000, 10.0
MOST_MS = 50.0
FLOOR = "floor: a line to a bare trio server"
ANSWER = 900
"""Bytes of an answer of the floor: what a move at Pileon brings a program without the list of moves."""
CONFIG = """
[budget]
records_a_minute = 100000000
tables_an_hour = 100000000
people_of_an_address = 1000
[limits]
connections = 10000
arrivals_a_minute = 100000
[traffic]
inputs_at_once = 100000000
inputs_a_second = 100000000
read_at_once = 100000000
read_a_second = 100000000
sent_at_once = 1000000000
sent_a_second = 1000000000
"""


@attrs.frozen
class Line:
    """A connection, by lines; where it comes from has limits of its own."""

    socket: socket.socket
    number: int

    @classmethod
    def to(cls, port: int, number: int) -> Line:
        made = socket.socket()
        made.bind((address_of(number), 0))
        made.connect(("127.0.0.1", port))
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls(made, number)

    def ask(self, line: str, words: str) -> str:
        """Send a line, and read until some words have come."""
        self.socket.sendall(line.encode() + b"\n")
        return self.read(words)

    def read(self, words: str) -> str:
        heard = b""
        while words.encode() not in heard:
            chunk = self.socket.recv(1 << 16)
            assert chunk, heard[-300:]
            heard += chunk
        return heard.decode("utf-8", "replace")

    def close(self) -> None:
        self.socket.close()


@contextmanager
def both_doors(directory: Path) -> Iterator[tuple[House, int]]:
    """A house with both doors; and the port for programs."""
    config = directory / "house.toml"
    config.write_text(CONFIG)
    words = ("--log-level", "error", "--telnet", "127.0.0.1:0", "--programs", "127.0.0.1:0", "--config", str(config))
    command = [sys.executable, "-m", "frontends", "--journal", f"sqlite:{directory / 'house.db'}", "serve", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        programs, telnet = (re.search(r"(\d+)$", process.stdout.readline().strip()) for _ in range(2))
        assert programs
        assert telnet
        yield House(int(telnet[1]), process.pid), int(programs[1])
    finally:
        process.terminate()
        process.wait()


def by_telnet(port: int, number: int) -> Callable[[int], None]:
    """Somebody at a solitaire, who moves and takes it back."""
    line = Line.to(port, number)
    line.read("Your name: ")
    line.ask(f"Person{number}", "lobby> ")
    line.ask("new pileon deal=7", "your move> ")

    def move(count: int) -> None:
        for _ in range(count // 2):
            line.ask("1 14", "your move> ")
            line.ask("undo", "your move> ")

    return move


def by_program(port: int, number: int, *, moves: bool) -> Callable[[int], None]:
    """A program that does the same."""
    line = Line.to(port, number)
    line.ask(json.dumps({"type": "hello", "protocol": 1, "name": f"Robo{number}", "moves": moves}), '"welcome"')
    opened = line.ask('{"type":"open","game":"pileon","deal":7}', '"state"')
    table, at = (re.search(rf'"{name}":"?(\w+)', opened) for name in ("table", "at"))
    assert table
    assert at
    state = {"table": table[1], "at": int(at[1])}

    def ask(type: str, id: str, **more: object) -> None:
        heard = line.ask(json.dumps({"type": type, "id": id, "table": state["table"], **more}), f'"id":"{id}"')
        state["at"] = max(map(int, re.findall(r'"at":(\d+)', heard)))

    def move(count: int) -> None:
        for number in range(count // 2):
            ask("play", f"p{state['at']}x{number}", at=state["at"], text="1 14")
            ask("takeback", f"t{state['at']}x{number}")

    return move


def microseconds(house: House, move: Callable[[int], None]) -> float:
    """Of the processor for a move."""
    move(20)
    before = house.processor()
    move(MOVES)
    return (house.processor() - before) / MOVES * 1e6


def moves(house: House, programs: int, bare: House) -> None:
    """What a move costs by each door; the floor is another process."""
    places = {FLOOR: bare}
    doors = {
        FLOOR: by_bare_trio(bare.port, 0),
        "by telnet in line mode": by_telnet(house.port, 0),
        "by a program": by_program(programs, 40, moves=True),
        "by a program that lists no moves": by_program(programs, 80, moves=False),
    }
    found: dict[str, list[float]] = {name: [] for name in doors}
    for number in range(ROUNDS):
        for name in list(doors)[:: 1 if number % 2 else -1]:
            found[name].append(microseconds(places.get(name, house), doors[name]))
    floor = median(found["by telnet in line mode"])
    rows = [(name, f"{median(taken):.0f}", times(median(taken), floor)) for name, taken in found.items()]
    table(("a move at Pileon", "us processor", "of telnet"), rows)


def come(port: int, number: int, visits: ExitStack) -> None:
    """A program that says hello, and nothing more."""
    line = visits.enter_context(closing(Line.to(port, number)))
    line.ask(json.dumps({"type": "hello", "protocol": 1, "name": f"Idle{number}"}), '"welcome"')


def idle(house: House, programs: int) -> None:
    """What one holds on to that does nothing."""
    with ExitStack() as visits:
        for number in range(1000, 1000 + IDLE):  # So that the house has allocated what it needs but once.
            come(programs, number, visits)
        time.sleep(SETTLED)
        before = house.memory()
        for number in range(2000, 2000 + IDLE):
            come(programs, number, visits)
        time.sleep(SETTLED)
        each = (house.memory() - before) / IDLE / 1024
    table(("", "KiB each"), [("a program that does nothing", f"{each:.1f}")])


def by_bare_trio(port: int, number: int) -> Callable[[int], None]:
    """Somebody whose lines are answered by as many bytes, and by nothing else."""
    line = Line.to(port, number)

    def move(count: int) -> None:
        for _ in range(count):
            line.socket.sendall(b"1 14\n")
            left = ANSWER
            while left > 0:
                left -= len(line.socket.recv(1 << 16))

    return move


@attrs.frozen
class Crowded:
    """What a crowd of programs saw."""

    waits: list[float]
    """Milliseconds for each move."""
    processor: float
    """Seconds that the house computed, with the process that keeps its journal."""
    seconds: float

    def cells(self) -> tuple[str, ...]:
        p50, p99, worst = (f"{quantile(self.waits, part):.1f}" for part in (0.5, 0.99, 1.0))
        each, share = self.processor / len(self.waits) * 1e6, self.processor / self.seconds
        return f"{len(self.waits) / self.seconds:,.0f}", p50, p99, worst, f"{each:.0f}", f"{share:.0%}"


def crowded(place: House, port: int, programs: int, seconds: float, *more: str) -> Crowded:
    """Let a crowd of programs move, once a second each."""
    command = (sys.executable, "-m", "tests.bench.program_crowd", str(port), str(programs), str(seconds), *more)
    with on_core(CROWD):
        crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert crowd.stdout
    try:
        assert crowd.stdout.readline() == "begin\n", "the crowd did not come in"
        began, used = time.perf_counter(), place.processor()
        waits = json.loads(crowd.stdout.readline())["waits"]
        return Crowded(waits, place.processor() - used, time.perf_counter() - began)
    finally:
        crowd.terminate()
        crowd.wait()


def many(directory: Path, programs: int, seconds: float) -> None:
    """What many programs wait for, each with a move a second."""
    with on_core(HOUSE), tempfile.TemporaryDirectory(dir=directory) as place, both_doors(Path(place)) as (ours, port):
        found = crowded(ours, port, programs, seconds)
    with on_core(HOUSE), house("tests.bench.bare_trio", str(ANSWER)) as bare:
        floor = crowded(bare, bare.port, programs, min(seconds, 5.0), "nothing")
    rows = [(f"{programs:,} programs", *found.cells()), ("  floor: bare trio", *floor.cells())]
    table(("", "moves/s", "p50 ms", "p99 ms", "worst ms", "us processor", "of the core"), rows)


def run(directory: Path, programs: int = PROGRAMS, seconds: float = SECONDS) -> None:
    """Print the figures."""
    allow_descriptors()
    heading(
        "programs", f"a move at most {MOST} times one by telnet", f"an idle program at most {MOST_KIB:g} KiB",
        f"{programs:,} programs at 1 move/s on one core: p99 under {MOST_MS:g} ms",
    )  # fmt: skip
    with tempfile.TemporaryDirectory(dir=directory) as place, both_doors(Path(place)) as (ours, port):
        with house("tests.bench.bare_trio", str(ANSWER)) as bare:
            moves(ours, port, bare)
        idle(ours, port)
    many(directory, programs, seconds)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as here:
        run(Path(here), *map(int, sys.argv[1:2]), *map(float, sys.argv[2:3]))
