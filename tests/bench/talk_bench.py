"""What talk at a table costs the game: a move, coming to the table, and a replay, with more and more that was said.

python -m tests.bench talk
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

import attrs
import trio

from core.house.service import Service, open_service
from core.live.live_table import LiveTable
from core.people.talk import Said
from core.records import codec, fold
from core.replay.recorded_games import REPLAYED_TALK
from core.replay.recording import Recording
from journal import Draft, Journal, Record, open_journal, seal
from tests.bench.figures import heading, table
from tests.bench.recorded import ID, STREAM, beginning_of, moves_in, recorded
from tests.core.parlour import submit

LINES = (0, 1_000, 100_000)
"""Lines of talk at a table."""
RECORDS = 300
"""Of a session of mille of two hands."""
MOVES = 400
"""Moves, each measured in turn at every one of the tables."""
ROUNDS = 60
"""How often the rest is measured."""
TALK = f"talk/{ID}"
BATCH = 500

T = TypeVar("T")


@attrs.frozen
class Place:
    """A journal of its own with so much talk."""

    lines: int
    journal: Journal
    service: Service


def run(directory: Path) -> None:
    """Print the figures."""
    heading(
        "talk at a table of mille, us at the median, journals in turn", "100,000 lines change each by less than 10 %"
    )
    with tempfile.TemporaryDirectory(dir=directory) as place:
        trio.run(compare, Path(place))


async def compare(directory: Path) -> None:
    """Measure all journals in turn, so that what else the machine does falls on all."""
    async with trio.open_nursery() as nursery:
        places = [await nursery.start(keep, directory / f"{lines}.db", lines) for lines in LINES]
        gc.collect()
        gc.freeze()
        rows = [
            row("a move", await moving(places)),
            row("coming to the table", await in_turn(places, come)),
            row(f"replay of {RECORDS} records, stepped through", await in_turn(places, replay)),
            row("  its records and talk read", await in_turn(places, read_for_replay)),
        ]
        nursery.cancel_scope.cancel()
    head = ("lines of talk", *(f"{lines:,}" for lines in LINES), "last to first", "last to second")
    table(head, rows)


def row(name: str, costs: Sequence[float]) -> tuple[str, ...]:
    first, second, last = costs
    return name, *(f"{1e6 * cost:,.0f}" for cost in costs), f"{last / first - 1:+.1%}", f"{last / second - 1:+.1%}"


async def keep(path: Path, lines: int, task_status: trio.TaskStatus[Place]) -> None:
    """A journal with a game and its talk, open until this is cancelled."""
    async with open_journal(f"sqlite:{path}") as journal, open_service(journal) as service:
        await journal.append(STREAM, 0, recorded("mille", RECORDS))
        last: Record | None = None
        for start in range(0, lines, BATCH):
            said = seal(last, said_from(start, min(BATCH, lines - start), lines), codec.time_text(service.now()))
            await journal.append(TALK, start, said)
            last = said[-1]
        await service.views.caught_up.wait()
        task_status.started(Place(lines, journal, service))
        await trio.sleep_forever()


def said_from(start: int, count: int, lines: int) -> list[Draft]:
    """Lines of the two players in turn, spread over the whole game."""
    return [
        codec.encode(Said(f"player{n % 2 + 1}", n % 2, f"This is line {n} of what was said.", 5 + n * RECORDS // lines))
        for n in range(start, start + count)
    ]


# What is measured.


def rotated(things: Sequence[T], turn: int) -> list[tuple[int, T]]:
    """The things with their numbers, another one first each time, because the first finds caches in another state."""
    numbered = list(enumerate(things))
    start = turn % len(numbered)
    return numbered[start:] + numbered[:start]


async def in_turn(places: Sequence[Place], work: Callable[[Place], Awaitable[object]]) -> list[float]:
    """Seconds at the median for each journal."""
    spent: list[list[float]] = [[] for _ in places]
    for turn in range(ROUNDS):
        for number, place in rotated(places, turn):
            began = time.perf_counter()
            await work(place)
            spent[number].append(time.perf_counter() - began)
    return [median(times) for times in spent]


async def moving(places: Sequence[Place]) -> list[float]:
    """Seconds at the median for a move at tables whose talk is followed."""
    script = recorded("mille", MOVES + 100, 2)
    spent: list[list[float]] = [[] for _ in places]
    async with trio.open_nursery() as nursery:
        lives = [await nursery.start(at_second_table, place, script) for place in places]
        for turn, (by, command) in enumerate(moves_in(script)[:MOVES]):
            for number, live in rotated(lives, turn):
                began = time.perf_counter()
                await submit(live, command, by)
                spent[number].append(time.perf_counter() - began)
        nursery.cancel_scope.cancel()
    return [median(times) for times in spent]


async def at_second_table(place: Place, script: Sequence[Record], task_status: trio.TaskStatus[LiveTable]) -> None:
    """A second table of the journal with as much talk, at which the script is played."""
    await place.journal.append(fold.stream_of("second"), 0, beginning_of(script, "second"))
    if talk := await place.journal.read(TALK):
        await place.journal.append("talk/second", 0, talk)
    async with place.service.table("second") as live:
        await live.load_talk()
        task_status.started(live)
        await trio.sleep_forever()


async def come(place: Place) -> None:
    """Come to the table as somebody does who goes on with a game."""
    async with place.service.table(ID) as live:
        await live.load_talk()


async def replay(place: Place) -> None:
    """Step through the whole game as a spectator."""
    records, said = await read_for_replay(place)
    recording = Recording(ID, records, {}, own=(0,), said=said)
    viewer = recording.perspectives[0]
    for seq in range(recording.first, len(recording) + 1):
        recording.view(seq, viewer)
        recording.told(seq, viewer)


async def read_for_replay(place: Place) -> tuple[tuple[Record, ...], tuple[Said, ...]]:
    records = await place.service.records(ID)
    head = await place.journal.head(TALK)
    lines = await place.journal.read(TALK, max(0, head - REPLAYED_TALK)) if head else ()
    return records, tuple(event for event, _ in fold.decode(TALK, lines) if isinstance(event, Said))
