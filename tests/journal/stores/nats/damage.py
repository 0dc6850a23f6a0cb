"""Damage to the files of one stopped node, in many ways, and whether a scrub finds and repairs it while people play.

    python -m tests.journal.stores.nats.damage [WAYS [FIRST]]

Some streams grow all the time, whatever becomes of the node; the others are as they were. The node is stopped as an
operator stops it, so that its files alone hold what it knows; bits are flipped in them and their ends cut off; it is
started again, and scrubbed. What it then holds is also compared here, message by message, with what was stored, so that
a scrub which overlooks something is found out.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs
import trio

from core.base.chance import Dice, deal_seed
from journal import Record, open_journal
from journal.operations.comparison import Bound
from journal.operations.scrub import scrub
from journal.stores.nats.client.address import read_address
from journal.stores.nats.replicas import CATCH_UP_SECONDS, Replica, open_replicas
from tests.journal.samples import all_streams, grow
from tests.journal.stores.nats.nodes import Nodes, started
from tests.journal.stores.nats.playing import playing

STREAMS, LENGTH = 8, 12
PLAYED, PACE = 6, 0.2
"""Streams that grow meanwhile, and seconds between two records of each."""
WAYS = 100
STARTED = 10.0
"""Seconds for a node to come up."""


@attrs.frozen
class Report:
    """What came of it."""

    ways: int
    harmed: int
    """How often the node really had lost or changed something that was stored."""
    healed: int
    """How often the servers had repaired it themselves, or it had touched nothing that is kept for long."""
    repaired: int
    hung: int
    """How often the server never came up over its damaged files, so that its disk had to be emptied."""
    lost: tuple[str, ...]
    """What the servers had acknowledged and do not have, though a scrub left no fault: the work of a mirror."""
    wrong: tuple[str, ...]
    """What a scrub overlooked or did not make whole."""


async def damage(nodes: Nodes, first: int, until: int) -> Report:
    """Damage the journal of each way anew; three nodes."""
    harmed = healed = repaired = hung = 0
    lost: list[str] = []
    wrong: list[str] = []
    for way in range(first, until):
        url = nodes.url(f"way{way}")
        choose = Dice(deal_seed(way + 1), "damage", 1).below
        node = way % nodes.count
        expected = await _fill(url, nodes, node)
        async with open_journal(url) as journal, playing(journal, [f"talk/{n}" for n in range(PLAYED)], PACE) as played:
            await trio.to_thread.run_sync(nodes.end, node)
            what = _harm(nodes.directory / str(node), f"way{way}", choose)
            hung += not await trio.to_thread.run_sync(_restart, nodes, node)
            is_harmed = await _is_harmed(url, node, expected | played)
            found = await scrub(url, repair=True)
        expected |= played
        named = any(fault.copy == f"node{node}" for fault in found.found.faults)
        harmed, healed = harmed + is_harmed, healed + (not is_harmed)
        repaired += bool(found.found.faults) and not found.left.faults
        if is_harmed and not named:
            wrong.append(f"{way}: {what}: not found")
        if unlike := found.left.faults or await _unlike(url, nodes, expected):
            (wrong if found.left.faults else lost).append(f"{way}: {what}: not whole again: {unlike[:3]}")
        print(f"{way}: {what}; {'harmed' if is_harmed else 'healed'}; {len(found.found.faults)} faults", flush=True)  # noqa: T201
    return Report(until - first, harmed, healed, repaired, hung, tuple(lost), tuple(wrong))


async def _fill(url: str, nodes: Nodes, node: int) -> dict[str, tuple[Record, ...]]:
    """Most of the journal lies only in the files of its own stream, for the log of the servers holds what came last."""
    async with open_journal(url) as journal:
        for n in range(STREAMS):
            await grow(journal, f"table/{n}", LENGTH)
        async with open_replicas(read_address(url.removeprefix("nats:"))) as replicas:
            await replicas.rebuild(replicas.all[(node + 1) % nodes.count])
        for n in range(STREAMS, STREAMS + 2):
            await grow(journal, f"table/{n}", LENGTH)
        return {one.stream: await journal.read(one.stream) for one in await all_streams(journal)}


def _restart(nodes: Nodes, node: int) -> bool:
    """Start a node; one that does not come up gets an empty disk, as an operator would do. Returns: whether it did."""
    nodes.start(node)
    try:
        nodes.wait(STARTED)
    except RuntimeError:
        nodes.kill(node)
        nodes.wipe(node)
        nodes.start(node)
        nodes.wait()
        return False
    return True


def _harm(directory: Path, name: str, choose: Callable[[int], int]) -> str:
    """Change some of the files that hold the journal; the answer says how."""
    files = [path for path in sorted(directory.rglob(f"streams/{name}/**/*")) if path.is_file() and path.stat().st_size]
    blocks = [path for path in files if path.suffix == ".blk"]
    # Mostly where the records are, for there it counts.
    among = blocks if choose(5) else files
    path = among[choose(len(among))]
    data = bytearray(path.read_bytes())
    if choose(2):
        del data[choose(len(data)) :]
        what = f"{path.name} cut to {len(data)}"
    else:
        flips = (1, 1, 2, 8)[choose(4)]
        for _ in range(flips):
            data[choose(len(data))] ^= 1 << choose(8)
        what = f"{path.name} with {flips} bits flipped"
    path.write_bytes(data)
    return what


async def _is_harmed(url: str, node: int, expected: dict[str, tuple[Record, ...]]) -> bool:
    """Whether the node's replica, once it says that it is up to date, holds something else than was stored."""
    address = read_address(url.removeprefix("nats:"))
    async with open_replicas(address) as replicas:
        bound = await replicas.note(CATCH_UP_SECONDS)
        return not await _holds(replicas.all[node], bound, expected)


async def _holds(replica: Replica, bound: Bound, expected: dict[str, tuple[Record, ...]]) -> bool:
    held = await replica.held(expected, bound)
    return all(
        stream in held and _is_as_it_was(held[stream].lines, tuple(record.line for record in records), stream)
        for stream, records in expected.items()
    )


def _is_as_it_was(held: Sequence[object], expected: Sequence[object], stream: str) -> bool:
    """Whether a stream is as it was; one that grows may have more than was acknowledged."""
    return held[: len(expected)] == expected and (len(held) == len(expected) or stream.startswith("talk/"))


async def _unlike(url: str, nodes: Nodes, expected: dict[str, tuple[Record, ...]]) -> tuple[str, ...]:
    """What the house and its replicas hold that is not as it was."""
    async with open_journal(url) as journal:
        held = {one.stream: await journal.read(one.stream) for one in await all_streams(journal)}
    unlike = [
        f"the house: {stream}"
        for stream, records in expected.items()
        if not _is_as_it_was(held.get(stream, ()), records, stream)
    ]
    async with open_replicas(read_address(url.removeprefix("nats:"))) as replicas:
        bound = await replicas.note(CATCH_UP_SECONDS)
        unlike += [each.name for each in replicas.all if not await _holds(each, bound, expected)]
        return tuple(unlike) + (("a replica is missing",) if len(replicas.all) != nodes.count else ())


def main() -> None:
    ways, first, *_ = (*map(int, sys.argv[1:]), *(WAYS, 0)[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as directory, started(Path(directory), 3) as nodes:
        report = trio.run(damage, nodes, first, first + ways)
        print(report)  # noqa: T201
    sys.exit(bool(report.lost or report.wrong))


if __name__ == "__main__":
    main()
