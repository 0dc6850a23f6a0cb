"""Houses and nodes are replaced one after the other while people play: no move is lost.

An older house beside a newer one plays on with it wherever it can; what only the newer one knows costs those in the
older one that table, with a sentence, and nothing else.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import trio

from core.base.chance import Dice, deal_seed
from tests.cluster.chaos import Chaos
from tests.cluster.houses import ask_until, end_at_once, take_turn, visitor
from tests.cluster.links import linked
from tests.cluster.newer import make_newer
from tests.frontends.served import CODE, ROOT, served
from tests.journal.stores.nats.nodes import started
from tests.patience import PATIENCE

TABLES = 4


async def both_play(work: Chaos) -> None:
    """Wait until both houses have stored moves from now on."""
    counts = [len(house.stored) for house in work.houses]
    while any(len(house.stored) <= count for house, count in zip(work.houses, counts, strict=True)):
        await trio.sleep(0.05)


async def test_everything_is_replaced_one_by_one_and_no_move_is_lost(tmp_path: Path) -> None:
    async with linked(tmp_path) as (nodes, links), trio.open_nursery() as nursery:
        work = Chaos(nodes, links, nursery, Dice(deal_seed(1), "upgrade", 1).below)
        with trio.fail_after(PATIENCE):
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


async def verified(url: str, id: str, version: Path) -> str:
    """What a version says when it is to verify a game; empty when it does."""
    command = [sys.executable, "-m", "frontends", "--journal", url, "verify", id]
    done = await trio.run_process(
        command, capture_stdout=True, capture_stderr=True, check=False, cwd=version,
        env=os.environ | {"PYTHONPATH": str(version)},
    )  # fmt: skip
    return done.stderr.decode() if done.returncode else ""


async def test_older_house_beside_a_newer_one_plays_on_and_tells_what_it_cannot_read(tmp_path: Path) -> None:
    newer = make_newer(tmp_path / "newer")
    views = ("--views", str(tmp_path / "older.views"))
    with started(tmp_path) as nodes:
        url = nodes.url()
        async with (
            served(url, *views) as (older, here), served(url, version=newer) as (_, there),
            visitor(there, "Bert") as bert,
        ):  # fmt: skip
            async with visitor(here, "Anna") as anna:
                await bert.expect("~Anna is here")
                code = (await anna.ask("new mille person", CODE))[1]
                id = code.split("-")[0]
                await bert.ask(f"join {id}", CODE)
                for _ in range(2):
                    await take_turn(anna)
                    await take_turn(bert)
                await bert.ask("save plain", 'Saved as "plain"')
                await take_turn(anna)
                await take_turn(bert)
                # What is not as it always was costs Anna this table, and nothing else.
                await anna.expect("your move> ")
                await bert.ask("save blue", 'Saved as "blue"')
                await anna.expect("A newer Parlour has taken this over")
                await anna.expect("lobby> ")
                await anna.ask(f"resume {code}", "A newer Parlour has taken this over")
                await anna.ask("new pileon", r"table [a-z0-9]{5}")
                await anna.ask("quit", r"\(y/n\)")
                await anna.ask("y", "lobby> ")
                await ask_until(anna, "tell bert the house is old", "you, to ~Bert", "Nobody here is called bert")
                await bert.expect("the house is old")
                await bert.ask("save cheers", 'Saved as "cheers"')
                await anna.ask(f"resume {code}", "A newer Parlour has taken this over")
                assert "A newer Parlour has continued" in await verified(url, id, ROOT)
            await end_at_once(older)
            async with served(url, *views, version=newer) as (_, again), visitor(again, "Annette") as anna:
                await anna.ask(f"resume {code}", "Bert")
                await take_turn(anna)
                await take_turn(bert)
                await anna.ask("quit", r"\(y/n\)")
                await anna.ask("y", "lobby> ")
                await ask_until(anna, "list", rf"{id}.*~?Bert", "lobby> ")
        assert await verified(url, id, newer) == ""
