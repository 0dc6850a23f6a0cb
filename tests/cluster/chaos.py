"""Two houses on three nodes, of which one after the other is killed, stopped, wiped, cut off or slowed while all play.

    python -m tests.cluster.chaos [SECONDS [PLAYERS]]

In the end every move that was acknowledged must be where it was, once, in order, and every game must verify. Says how
long nobody's move was acknowledged after each blow.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import attrs
import trio

from core.base.chance import Dice, deal_seed
from core.games import GAMES
from core.house.service import open_service
from core.records import fold
from core.table.opening import Player
from journal import JournalError, Record, open_journal
from journal.stores.nats.client.address import read_address
from journal.stores.nats.replicas import open_replicas
from tests.cluster.links import LinkedNodes, Links, linked
from tests.frontends.served import ROOT

SECONDS, PLAYERS = 120.0, 200
SEATS = 2
CALM = 4.0
"""Seconds of play between two blows."""
STOPPED = 10.0
"""Seconds for which a node stands still."""
DOWN = 3.0
"""Seconds for which a killed node is down."""
APART = 12.0
"""Seconds for which a node is cut off, or slow."""
DELAY = 0.05
"""Seconds that a slow link takes."""
WHOLE = 300.0
"""Seconds in which all nodes have to know everything again: one may have to wait for its leader's next snapshot."""
REFUSED = 20.0
"""Seconds for which two nodes are gone: longer than the houses try again."""


@attrs.define(eq=False)
class House:
    """One of the houses, and what it said."""

    seat: int
    process: trio.Process | None = None
    stored: list[tuple[str, int, str]] = attrs.field(factory=list)
    """Stream, seq and hash of each record that was acknowledged."""
    refused: list[str] = attrs.field(factory=list)
    last_at: float = 0.0
    """When a move was acknowledged last."""
    gap: float = 0.0
    """The longest time without one since it was looked at last."""

    def heard(self, line: str) -> None:
        """Take in what its process said."""
        word, _, rest = line.partition(" ")
        if word == "stored":
            stream, seq, hash = rest.split(" ")
            self.stored.append((stream, int(seq), hash))
            self.look()
            self.last_at = time.monotonic()
        elif word == "refused":
            self.refused.append(rest)

    def look(self) -> None:
        """Count the present time without a move."""
        if self.last_at:
            self.gap = max(self.gap, time.monotonic() - self.last_at)


@attrs.frozen
class Blow:
    """Something that was done to the cluster, and the longest time in which a house stored no move afterwards."""

    what: str
    gap: float


@attrs.frozen
class Report:
    """What came of it."""

    blows: tuple[Blow, ...]
    moves: int
    records: int
    lost: int
    doubled: int
    broken: int
    """Games that do not verify."""
    refused: tuple[str, ...]
    """The sentences with which moves were refused while two nodes were gone."""

    @property
    def gap(self) -> float:
        """The longest without a move after the loss of one node, in seconds."""
        return max((blow.gap for blow in self.blows if blow.what not in (TWO, HOUSE)), default=0.0)


TWO, HOUSE = "two nodes are gone", "a house is killed"


class Chaos:
    """A cluster, the houses on it, and all that is done to them."""

    def __init__(self, nodes: LinkedNodes, links: Links, nursery: trio.Nursery, choose: Callable[[int], int]) -> None:
        self.nodes, self.links, self.nursery, self.choose = nodes, links, nursery, choose
        self.url = nodes.url("chaos")
        self.houses = [House(seat) for seat in range(SEATS)]
        self.ids: list[str] = []
        self.blows: list[Blow] = []
        self.is_over = False

    async def open_tables(self, count: int) -> None:
        async with open_journal(self.url) as journal, open_service(journal) as service:
            for _ in range(count):
                self.ids.append(await service.open(GAMES["mille"], {}, [Player("anna"), Player("bert")]))

    async def open_house(self, house: House) -> None:
        """Open it, and hear what it says from now on."""
        command = [sys.executable, "-m", "tests.cluster.players", self.url, str(house.seat), *self.ids]
        house.process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, cwd=ROOT)
        self.nursery.start_soon(self._hear, house, house.process)

    async def _hear(self, house: House, process: trio.Process) -> None:
        assert process.stdout
        rest = b""
        async for chunk in process.stdout:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                house.heard(line.decode())

    async def close_house(self, house: House) -> None:
        assert house.process
        house.process.kill()
        await house.process.wait()

    # Blows. Each leaves the cluster whole again.

    async def kill_node(self) -> None:
        """Of three nodes one is killed."""
        node = self.choose(3)
        self.nodes.kill(node)
        await trio.sleep(DOWN)
        self.nodes.start(node)

    async def stop_node(self) -> None:
        """A node stands still."""
        node = self.choose(3)
        self.nodes.stop(node)
        await trio.sleep(STOPPED)
        self.nodes.go_on(node)

    async def wipe_node(self) -> None:
        """A node loses its disk and joins again."""
        node = self.choose(3)
        self.nodes.kill(node)
        self.nodes.wipe(node)
        await trio.sleep(DOWN)
        self.nodes.start(node)

    async def cut_node(self) -> None:
        """A node is cut off from the others, but not from the houses."""
        self.links.cut(self.choose(3))
        await trio.sleep(APART)
        self.links.mend()

    async def slow_node(self) -> None:
        """All that a node says and hears takes longer."""
        self.links.slow(self.choose(3), DELAY)
        await trio.sleep(APART)
        self.links.mend()

    async def silence_node(self) -> None:
        """The connections of a node to the others stay open and say nothing: the nodes have to find that out."""
        self.links.silence(self.choose(3))

    async def kill_house(self) -> None:
        """A house dies and is opened again."""
        house = self.houses[self.choose(SEATS)]
        await self.close_house(house)
        await self.open_house(house)

    async def kill_two(self) -> None:
        """Most nodes are gone, until the houses have refused moves."""
        gone = self.choose(3)
        for node in range(3):
            if node != gone:
                self.nodes.kill(node)
        await trio.sleep(REFUSED)
        for node in range(3):
            if node != gone:
                self.nodes.start(node)

    async def strike(self, what: str, blow: Callable[[], Awaitable[None]]) -> None:
        """One blow, and the time until everything is whole again."""
        for house in self.houses:
            house.gap = 0.0
        await blow()
        await self.recovered()
        gap = max(house.gap for house in self.houses)
        self.blows.append(Blow(what, gap))
        print(f"{what:<28} {gap:5.1f} s, {sum(len(house.stored) for house in self.houses):,} records", flush=True)  # noqa: T201

    async def recovered(self) -> None:
        """Until all nodes have everything, and both houses store moves again."""
        await trio.to_thread.run_sync(self.nodes.wait, WHOLE)
        while not await self._is_whole():
            await trio.sleep(0.5)
        counts = [len(house.stored) for house in self.houses]
        while any(len(house.stored) <= count for house, count in zip(self.houses, counts, strict=True)):
            await trio.sleep(0.1)

    async def _is_whole(self) -> bool:
        try:
            async with open_replicas(read_address(self.url.removeprefix("nats:"))) as replicas:
                await replicas.wait()
                return len(replicas.all) == len(self.nodes.processes)
        except JournalError:
            return False

    async def run(self, seconds: float) -> None:
        """Blow after blow, each kind once at least if there is time."""
        blows: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("a node is killed", self.kill_node), (HOUSE, self.kill_house), ("a node stands still", self.stop_node),
            ("a node loses its disk", self.wipe_node), (TWO, self.kill_two), ("a node is cut off", self.cut_node),
            ("a node is slow", self.slow_node), ("a node's links fall silent", self.silence_node),
        ]  # fmt: skip
        until = trio.current_time() + seconds
        number = 0
        await self.recovered()
        while trio.current_time() < until:
            await trio.sleep(CALM)
            first = number < len(blows)
            await self.strike(*blows[number if first else self.choose(len(blows))])
            number += 1

    async def settle(self) -> Report:
        """Compare what the houses heard with what is stored."""
        lost = doubled = broken = records = 0
        async with open_journal(self.url) as journal:
            heard = [one for house in self.houses for one in house.stored]
            streams = {f"table/{id}" for id in self.ids}
            for stream in sorted(streams):
                stored = await journal.read(stream)
                records += len(stored)
                hashes = {record.seq: record.hash for record in stored}
                lost += sum(hashes.get(seq) != hash for name, seq, hash in heard if name == stream)
                ids = Counter(record.play["id"] for record in stored if record.has_play)
                doubled += sum(count > 1 for count in ids.values())
                broken += not await trio.to_thread.run_sync(_verifies, stream, stored)
        refused = tuple(sorted({one for house in self.houses for one in house.refused}))
        return Report(tuple(self.blows), len(heard), records, lost, doubled, broken, refused)


def _verifies(stream: str, records: Sequence[Record]) -> bool:
    try:
        fold.verify(stream, records)
    except JournalError:
        return False
    return True


async def chaos(directory: Path, seconds: float = SECONDS, players: int = PLAYERS, seed: int = 1) -> Report:
    """Everything, from the first node to the last comparison."""
    choose = Dice(deal_seed(seed), "chaos", 1).below
    async with linked(directory) as (nodes, links), trio.open_nursery() as nursery:
        work = Chaos(nodes, links, nursery, choose)
        await work.open_tables(players // SEATS)
        for house in work.houses:
            await work.open_house(house)
        await work.run(seconds)
        for house in work.houses:
            await work.close_house(house)
        return await work.settle()


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    players = int(sys.argv[2]) if len(sys.argv) > 2 else PLAYERS
    with tempfile.TemporaryDirectory() as directory:
        report = trio.run(partial(chaos, Path(directory), seconds, players, int(time.monotonic())))
    kinds = Counter(blow.what for blow in report.blows)
    print(", ".join(f"{count} x {what}" for what, count in kinds.items()))  # noqa: T201
    print(f"{report.moves:,} records acknowledged, {report.records:,} stored")  # noqa: T201
    print(f"lost {report.lost}, doubled {report.doubled}, games that do not verify {report.broken}")  # noqa: T201
    print(f"longest without a move after the loss of one node: {report.gap:.1f} s")  # noqa: T201
    for refused in report.refused[:8]:
        print(f"refused: {refused}")  # noqa: T201
    if report.lost or report.doubled or report.broken:
        sys.exit(1)


if __name__ == "__main__":
    main()
