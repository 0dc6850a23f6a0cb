"""Houses and nodes are replaced one after the other while people play: no move is lost.

There is no other version yet to replace them by: an old house and a new one beside each other run the same code.
"""

from __future__ import annotations

from pathlib import Path

import trio

from core.chance import Dice, deal_seed
from tests.cluster.chaos import Chaos
from tests.cluster.links import linked

TABLES = 4
LONG = 120
"""Seconds after which it has failed."""


async def both_play(work: Chaos) -> None:
    """Wait until both houses have stored moves from now on."""
    counts = [len(house.stored) for house in work.houses]
    while any(len(house.stored) <= count for house, count in zip(work.houses, counts, strict=True)):
        await trio.sleep(0.05)


async def test_everything_is_replaced_one_by_one_and_no_move_is_lost(tmp_path: Path) -> None:
    async with linked(tmp_path) as (nodes, links), trio.open_nursery() as nursery:
        work = Chaos(nodes, links, nursery, Dice(deal_seed(1), "upgrade", 1).below)
        with trio.fail_after(LONG):
            await work.open_tables(TABLES)
            for house in work.houses:
                await work.open_house(house)
            await both_play(work)
            for house in work.houses:
                assert house.process is not None
                house.process.terminate()
                await house.process.wait()
                await work.open_house(house)
                await both_play(work)
            for node in range(3):
                await trio.to_thread.run_sync(nodes.end, node)
                await both_play(work)
                nodes.start(node)
                await work.recovered()
            for house in work.houses:
                await work.close_house(house)
            report = await work.settle()
        assert (report.lost, report.doubled, report.broken) == (0, 0, 0)
        assert report.moves > 10 * TABLES
