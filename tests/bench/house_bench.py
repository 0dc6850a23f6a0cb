"""The telnet house over real sockets, in a process of its own, beside a bare loop in Python that knows no games.

    python -m tests.bench house

Costs are in time of the server's processor as the kernel counts it, so they stand even where others share the machine;
rates and latencies do not. Visitors and floor are served by the same client, on the loopback interface.
"""

from __future__ import annotations

import compileall
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import core
import frontends
import journal
from tests.bench.figures import heading, quantile, table, times
from tests.bench.visitors import House, Visitor, allow_descriptors, drain_all, drain_until_quiet, enter, house

VISITORS = 500
"""Who come at once."""
AT_THE_DOOR = 100
"""Who stand at the door at once, without a name."""
WATCHERS = (100, 1000)
EVENT_EVERY = 0.05
"""Seconds; pictures that come closer together than 30 a second are not all sent."""
EVENTS = 150
TYPISTS = 40
RATE = 400.0
"""Keys a second, of all typists together: ten for each."""
SECONDS = 4.0
RIGHT, LEFT = "\x1b[C", "\x1b[D"
ANSWER = 60
"""Bytes the bare house answers a key with: about what ours does."""
EVENT = 340
"""Bytes the bare house sends to each spectator: about what ours does."""


def run() -> None:
    """Print the figures."""
    allow_descriptors()
    compile_all()
    with tempfile.TemporaryDirectory() as place, ExitStack() as houses:
        ours = houses.enter_context(our_house(Path(place)))
        bare = houses.enter_context(house("tests.bench.bare_house", str(ANSWER), str(EVENT)))
        loop = houses.enter_context(house("tests.bench.bare_trio", str(ANSWER)))
        arrivals(ours, bare)
        keys(ours, bare, loop)
        spectators(ours, bare)
        thinking(ours)


def compile_all() -> None:
    """Have the house find its bytecode, as it does where it is installed: what a compiler leaves on the heap would take
    in hundreds of visitors, who then seem to cost nothing."""
    for package in (core, frontends, journal):
        compileall.compile_dir(package.__path__[0], quiet=1)


@contextmanager
def our_house(directory: Path) -> Iterator[House]:
    """The house as `parlour serve` opens it, but that as many may look on, and move as often, as is measured."""
    journal, config = f"sqlite:{directory / 'house.db'}", directory / "house.toml"
    config.write_text(f"[budget]\nwatchers = {max(WATCHERS)}\nrecords_a_minute = {8 * EVENTS}\n")
    options = ("--log-level", "warning", "--telnet", "127.0.0.1:0", "--journal", journal, "--config", str(config))
    with house("frontends", "serve", *options) as opened:
        yield opened


# Coming in.


def arrivals(ours: House, bare: House) -> None:
    """Connections a second, what each costs, and what it holds on to."""
    heading("coming in: from the connection to the question for the name; then idle in the lobby", "at most 8 KiB each")
    came = [come(ours, in_lobby=True), come(bare, in_lobby=False)]
    names = ("our house", "floor: bare loop")
    rows = [
        (name, f"{rate:,.0f}", f"{1e6 * processor:.0f}", f"{memory / 1024:.1f}")
        for name, (rate, processor, memory) in zip(names, came, strict=True)
    ]
    table(("", "accepted/s", "us processor each", "KiB each, idle"), rows)


def come(place: House, *, in_lobby: bool) -> tuple[float, float, float]:
    """Connections a second, seconds of the processor for each, and bytes for each that stays."""
    with ExitStack() as visits:
        # The first group makes the server load and allocate what it needs but once.
        come_at_once(place, 0, visits, in_lobby=in_lobby)
        time.sleep(0.5)
        memory = place.memory()
        groups = range(AT_THE_DOOR, AT_THE_DOOR + VISITORS, AT_THE_DOOR)
        took = [come_at_once(place, first, visits, in_lobby=in_lobby) for first in groups]
        time.sleep(0.5)
        held = place.memory() - memory
    time.sleep(0.5)
    passed, spent = map(sum, zip(*took, strict=True))
    return VISITORS / passed, spent / VISITORS, held / VISITORS


def come_at_once(place: House, first: int, visits: ExitStack, *, in_lobby: bool) -> tuple[float, float]:
    """A group comes; seconds until all of them were asked for their names, and what the processor spent on that."""
    processor, began = place.processor(), time.perf_counter()
    visitors = [Visitor(place.port, number) for number in range(first, first + AT_THE_DOOR)]
    for visitor in visitors:
        visits.callback(visitor.close)
        visitor.expect("Your name: ")
    took = time.perf_counter() - began, place.processor() - processor
    if in_lobby:
        for number, visitor in enumerate(visitors, first):
            visitor.ask(f"Guest{number}", "lobby> ")
    return took


# Keys.


def keys(ours: House, bare: House, loop: House) -> None:
    """Round trips of a key that moves the hand over a board of Pileon."""
    heading("a key in screen mode, to the first byte of the answer", "at most 45 us of processor")
    with ExitStack() as visits:
        players = [player(ours, number) for number in range(TYPISTS)]
        strangers = [Visitor(bare.port, number) for number in range(TYPISTS)]
        others = [Visitor(loop.port, number) for number in range(TYPISTS)]
        rows = []
        for name, place, typists in (
            ("our house", ours, players), ("floor: bare loop", bare, strangers), ("floor: bare trio", loop, others),
        ):  # fmt: skip
            for typist in typists:
                visits.callback(typist.close)
            drain_until_quiet(typists)
            typed(typists, lambda: None)  # every picture has been drawn once
            processor = place.processor()
            waits = [1e3 * wait for wait in typed(typists, lambda: None)]
            each = (place.processor() - processor) / len(waits)
            quantiles = (f"{quantile(waits, part):.2f}" for part in (0.5, 0.99))
            rows.append((name, f"{1e6 * each:.0f}", *quantiles))
    table(("", "us processor/key", f"p50 ms at {RATE:.0f}/s", "p99 ms"), rows)


def player(place: House, number: int) -> Visitor:
    """Somebody at a board of Pileon, in screen mode."""
    visitor = enter(place.port, number, f"Player{number}")
    visitor.ask("new pileon deal=7", "\x1b[")
    return visitor


def strike(typist: Visitor, number: int) -> None:
    typist.send(LEFT if number % 2 else RIGHT)


def typed(typists: Sequence[Visitor], meanwhile: Callable[[], object]) -> list[float]:
    """Seconds that each key took, typed in turn and at RATE; `meanwhile` is called after each."""
    waits = []
    began = time.perf_counter()
    rate = RATE * len(typists) / TYPISTS
    for number in range(int(rate * SECONDS)):
        typist = typists[number % len(typists)]
        time.sleep(max(0.0, began + number / rate - time.perf_counter()))
        struck = time.perf_counter()
        strike(typist, number // len(typists))
        typist.wait()
        waits.append(time.perf_counter() - struck)
        typist.drain()
        meanwhile()
    return waits


# Spectators.


def spectators(ours: House, bare: House) -> None:
    """What a delivery costs: a game of Pileon that moves on again and again, watched by many on screens or in lines."""
    heading(
        f"spectators: one game, an event every {1e3 * EVENT_EVERY:.0f} ms or as fast as it goes, {EVENTS} events",
        "at most 8 us of the server's processor for each delivery",
    )
    with ExitStack() as visits:
        anna = visits.enter_context(closing(enter(ours.port, 0, "Anna")))
        id = re.search(r"table (\w+)", anna.ask("new pileon deal=7", "\x1b[") + anna.ask_key("\f", "table "))
        anna.ask_key("L", "your move> ")
        anna.ask("1 14", "your move> ")
        anna.ask("screen", "\x1b[")
        ticker = visits.enter_context(closing(Visitor(bare.port)))
        assert id
        crowds = [(count, False) for count in WATCHERS] + [(WATCHERS[0], True)]
        rows = [row for crowd in crowds for row in watched(ours, bare, anna, ticker, id[1], *crowd)]
    table(("watchers", "us/delivery", "of floor", "bytes", "events/s", "deliveries/s"), rows)


def watched(
    ours: House, bare: House, anna: Visitor, ticker: Visitor, id: str, watchers: int, in_lines: bool
) -> list[tuple[str, ...]]:
    """Rows for ours and for the floor; in line mode the position is written as text."""

    def move(number: int) -> None:
        anna.send("y" if number % 2 else "u")

    alone = showing(ours, anna, move, [])
    with ExitStack() as visits:
        crowd = [enter(ours.port, number + 30, f"Watcher{number}") for number in range(watchers)]
        for watcher in crowd:
            visits.callback(watcher.close)
            watcher.ask(f"watch {id}", "\x1b[")
            if in_lines:
                watcher.ask_key("L", "watching> ")
        shown = showing(ours, anna, move, crowd)
    with ExitStack() as visits:
        crowd = [visits.enter_context(closing(Visitor(bare.port, number + 30))) for number in range(watchers)]
        floor = showing(bare, ticker, lambda _: ticker.send("!"), crowd)
    deliveries = EVENTS * watchers
    rows: list[tuple[str, ...]] = []
    own = "ours, in lines" if in_lines else "ours"
    for name, (spent, passed, sizes), base in ((own, shown, alone[0]), ("floor: bare loop", floor, 0.0)):
        each = (spent - base) / deliveries
        rows.append(
            (f"{watchers:,}, {name}", f"{1e6 * each:.1f}", times(each, floor[0] / deliveries),
             _span(sizes), f"{EVENTS / passed:.0f}", f"{deliveries / passed:,.0f}")
        )  # fmt: skip
    return rows


def _span(sizes: set[int]) -> str:
    """Bytes for each event; from the least to the most where not everybody was sent the same."""
    return "-".join(f"{size / EVENTS:.0f}" for size in sorted({min(sizes), max(sizes)}))


def showing(
    place: House, mover: Visitor, move: Callable[[int], None], crowd: Sequence[Visitor]
) -> tuple[float, float, set[int]]:
    """Seconds of the server's processor, seconds until the last had everything, and the bytes that each of the crowd
    was sent: several figures where the machine was too slow to send everybody every picture."""
    everybody = [mover, *crowd]
    drain_until_quiet(everybody)
    # Those who have just come do not all see the same last words of the table.
    for number in range(4):
        move(number)
        drain_until_quiet(everybody)
    before = [watcher.received for watcher in crowd]
    processor, began = place.processor(), time.perf_counter()
    for number in range(EVENTS):
        time.sleep(max(0.0, began + number * EVENT_EVERY - time.perf_counter()))
        move(number)
        everybody[-1].wait()
        drain_all(everybody if number % 10 == 9 else everybody[-1:])
    passed, spent = drain_until_quiet(everybody) - began, place.processor() - processor
    sizes = {watcher.received - count for watcher, count in zip(crowd, before, strict=True)}
    return spent, passed, sizes


# A slow computer player.


def thinking(ours: House) -> None:
    """Latency of keys at one table, alone and while the computer thinks hard at another."""
    heading("keys at a table of Pileon while the computer thinks at El-Ixir in its own process", "p99 stays flat")
    rows = []
    with ExitStack() as visits:
        typist = player(ours, 0)
        visits.callback(typist.close)
        drain_until_quiet([typist])
        rows.append(("nobody thinks", *latency(typed([typist], lambda: None)), ""))
        bert = enter(ours.port, 1, "Bert")
        visits.callback(bert.close)
        bert.ask("new elixir", "\x1b[")
        bert.send("L")
        bert.expect("your move> ")
        bert.send("demo fast\r\0")
        bert.expect("The computer plays")
        drain_until_quiet([bert])
        waits = typed([typist], bert.drain)
        rows.append(("the computer thinks", *latency(waits), f"{bert.received:,}"))
    table(("", "p50 ms", "p99 ms", "max ms", "bytes of its game"), rows)


def latency(waits: Sequence[float]) -> tuple[str, str, str]:
    spread = [1e3 * quantile(waits, part) for part in (0.5, 0.99, 1.0)]
    return f"{spread[0]:.2f}", f"{spread[1]:.2f}", f"{spread[2]:.2f}"


if __name__ == "__main__":
    run()
    sys.exit()
