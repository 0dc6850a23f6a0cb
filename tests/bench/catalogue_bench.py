"""Lists and statistics as the journal grows: catching up, and what a question, a table, a move and a start cost."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median

import attrs
import msgspec
import trio

from core.base.chance import deal_seed
from core.base.game import Seat
from core.games import GAMES
from core.house.service import Service, open_service
from core.live.live_table import LiveTable
from core.people.persons import Named
from core.projections import TableState, Views, open_views
from core.records import codec, fold
from core.table import Begin, Cause, Command, Move, Open, Opened, Resign, Sit, Undo, decide
from core.table.opening import Player
from frontends.commands.environment import share_interpreter
from frontends.commands.serve import collect_seldom
from journal import Draft, Journal, Record, open_journal, seal
from tests.bench import journal_bench
from tests.bench.figures import heading, quantile, share, table
from tests.core.parlour import submit

SIZES = (1_000, 10_000, 100_000)
"""Games in the journal."""
PERSONS = 20
START = 1_800_000_000.0
ROUNDS = 200
"""How often each question is asked."""
AT_ONCE = 512
"""Games that are appended at the same time while the journal is built."""


def run(directory: Path, sizes: Sequence[int] = SIZES) -> None:
    """Print the figures."""
    heading("lists and statistics, by games in the journal", "catching up 70 % of appends", "the same within 20 %")
    # As `parlour serve` does.
    collect_seldom()
    share_interpreter()
    figures = [trio.run(measured, directory / f"catalogue-{size}", size, ready_appends(directory)) for size in sizes]
    head = ("", *(f"{size:,} games" for size in sizes))
    table(head, [(name, *(figure[name] for figure in figures)) for name in figures[0]])


def ready_appends(directory: Path) -> float:
    """The floor: records a second that the journal stores when they are sealed before; in the same minutes."""
    with tempfile.TemporaryDirectory(dir=directory) as place:
        return journal_bench.ready_appends(journal_bench.BATCH, Path(place))


# A journal of small games.


def drafts_of_a_game() -> tuple[tuple[Draft, ...], ...]:
    """The decisions of a small game of Pileon: opened, seated, begun, four moves, given up."""
    game = GAMES["pileon"]
    opened = Opened("thattable", "pileon", game.rules, (), deal_seed(7).hex(), 7)
    decisions: list[tuple[Draft, ...]] = [(codec.encode(opened, Cause("d0", None, 0, Open())),)]
    at, records = START, seal(None, decisions[0], codec.time_text(START))
    played = fold.fold(fold.stream_of("thattable"), None, records)
    commands: tuple[Command | None, ...] = (Sit(0, "thatperson"), Begin(), None, None, None, None, Resign())
    for number, asked in enumerate(commands, 1):
        command = asked or Move(next(iter(game.moves(game.view(played.now.state, Seat(0))))))
        by = 0 if number > 2 else None
        at += 1
        events = decide(played, command, by, at)
        cause = Cause(f"d{number}", by, played.seq, command)
        decisions.append(tuple(codec.encode(event, cause if n == 0 else None) for n, event in enumerate(events)))
        records = seal(records[-1], decisions[-1], codec.time_text(at))
        played = fold.fold(fold.stream_of("thattable"), played, records)
    return tuple(decisions)


def games(count: int, ended: int = 9) -> Iterator[tuple[str, tuple[Record, ...]]]:
    """Streams, of which `ended` out of ten came to their ends."""
    decisions = drafts_of_a_game()
    for number in range(count):
        person = f"p{number % PERSONS}"
        records: list[Record] = []
        for place, drafts in enumerate(decisions if number % 10 < ended else decisions[:-1]):
            mine = [_for(draft, f"g{number}", person) for draft in drafts]
            at = codec.time_text(START + 60 * number + place)
            records += seal(records[-1] if records else None, mine, at)
        yield fold.stream_of(f"g{number}"), tuple(records)


def _for(draft: Draft, table: str, person: str) -> Draft:
    if draft.kind not in ("table.opened", "table.seated"):
        return draft
    named = (
        bytes(part).replace(b"thatperson", person.encode()).replace(b"thattable", table.encode())
        for part in (draft.data, draft.play)
    )
    return Draft(draft.kind, *map(msgspec.Raw, named))


async def fill(journal: Journal, streams: Iterator[tuple[str, tuple[Record, ...]]]) -> int:
    """Append streams, many at a time. Returns: how many records."""
    records = 0

    async def append(some: Sequence[tuple[str, tuple[Record, ...]]]) -> None:
        async with trio.open_nursery() as nursery:
            for stream, stored in some:
                nursery.start_soon(journal.append, stream, 0, stored)

    while some := list(islice(streams, AT_ONCE)):
        await append(some)
        records += sum(len(stored) for _, stored in some)
    return records


# What it costs.


@attrs.frozen
class Late:
    """How late a task ran that wanted to run every five milliseconds: milliseconds."""

    values: list[float] = attrs.field(factory=list)

    async def run(self) -> None:
        while True:
            due = trio.current_time() + 0.005
            await trio.sleep_until(due)
            self.values.append(1e3 * (trio.current_time() - due))


async def measured(directory: Path, size: int, ready: float) -> dict[str, str]:
    directory.mkdir(parents=True, exist_ok=True)
    async with open_journal(f"sqlite:{directory / 'journal.db'}") as journal:
        for number in range(PERSONS):
            named = codec.encode(Named(f"Person {number}"))
            await journal.append(f"person/p{number}", 0, seal(None, [named], codec.time_text(START)))
        records = PERSONS + await fill(journal, games(size))
    figures = {"records": f"{records:,}"}
    figures |= await catching_up(directory, records, ready)
    figures |= await asking(directory)
    return figures


async def catching_up(directory: Path, records: int, ready: float) -> dict[str, str]:
    late = Late()
    async with open_journal(f"sqlite:{directory / 'journal.db'}") as journal:
        began, spent = time.perf_counter(), time.process_time()
        async with open_views(journal, directory / "lists.views") as views, trio.open_nursery() as nursery:
            opened = time.perf_counter() - began
            page = await views.tables()
            first = time.perf_counter() - began
            nursery.start_soon(late.run)
            await views.caught_up.wait()
            took, spent = time.perf_counter() - began, time.process_time() - spent
            nursery.cancel_scope.cancel()
    assert len(page.items) <= 20
    return {
        "catching up, records/s": f"{records / took:,.0f}",
        "  beside appends of ready rows/s": f"{share(records / took, ready)} of {ready:,.0f}",
        "  of the processor": f"{records / spent:,.0f}",
        "  event loop late, ms p50 / p99 / worst": f"{median(late.values):.1f} / {quantile(late.values, 0.99):.1f} / "
        f"{max(late.values):.0f}",
        "  lists opened, first answer, ms": f"{1e3 * opened:.0f}, {1e3 * first:.0f}",
    }


async def asking(directory: Path) -> dict[str, str]:
    async with open_journal(f"sqlite:{directory / 'journal.db'}") as journal:
        began = time.perf_counter()
        async with open_views(journal, directory / "lists.views") as views:
            await views.tables()
            first = time.perf_counter() - began
            await views.caught_up.wait()
            ready = time.perf_counter() - began
            figures = {"starting again: first answer, caught up, ms": f"{1e3 * first:.0f}, {1e3 * ready:.0f}"}
            for name, question in questions(views).items():
                figures[f"{name}, us"] = f"{await cost(question):.0f}"
    return figures | await playing(directory)


async def playing(directory: Path) -> dict[str, str]:
    """A house that starts, a table that is opened, and moves at it."""
    began = time.perf_counter()
    async with (
        open_journal(f"sqlite:{directory / 'journal.db'}") as journal,
        open_service(journal, views=directory / "lists.views") as service,
    ):
        await service.views.tables()
        started = time.perf_counter() - began
        id = await service.open(GAMES["pileon"], {}, [Player("p1")], deal=7)
        opening = await cost(lambda: opened(service))
        async with service.table(id) as live:
            moving = await cost(lambda: moved(live))
    return {
        "a house that starts: first list, ms": f"{1e3 * started:.0f}",
        "opening a table, us": f"{opening:.0f}",
        "a move and its undo, us": f"{moving:.0f}",
    }


def questions(views: Views) -> dict[str, Callable[[], Awaitable[object]]]:
    return {
        "list": views.tables,
        "list of running games": lambda: views.tables(TableState.RUNNING),
        "list of a person": lambda: views.tables(person="p7"),
        "your games": lambda: views.games_of("p9"),
        "stats": lambda: views.show_statistics("p7", "Person 7"),
        "names": lambda: views.names_of(["p1", "p2", "p3"]),
    }


async def opened(service: Service) -> None:
    async with service.table("g77"):
        pass


async def moved(live: LiveTable) -> None:
    await submit(live, Move("1 14"), 0)
    await submit(live, Undo(), 0)


async def cost(work: Callable[[], Awaitable[object]]) -> float:
    """Microseconds at the median."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await work()
        times.append(time.perf_counter() - began)
    return 1e6 * median(times)
