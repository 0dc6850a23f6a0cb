"""The stream of a duel: ordered with a secret that nobody is told, changed by who is first; what it vouches for."""

from __future__ import annotations

from functools import partial

import attrs
import pytest

from core.base.game import Refused
from core.duels.duel import Stage, stop
from core.duels.events import Ended, GameCalled, stream_of
from core.house import duels
from core.house.duels import change, is_told, numbered, order, read, seeds_of, vouch
from core.house.service import open_service
from core.records import codec
from journal import Damaged, Journal, open_journal, seal
from tests.core.duels.played import TERMS


async def test_duel_is_ordered_under_a_root_of_its_own_and_changed_where_it_stands():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        one, other = await order(service, TERMS), await order(service, TERMS)
        assert one.id != other.id
        assert len({one.terms.secret, other.terms.secret, TERMS.secret}) == 3
        assert seeds_of(bytes.fromhex(one.terms.secret), 3).root == one.terms.root
        stopped = await change(service, one.id, partial(stop, by="anna"))
        assert (stopped, stopped.stage) == (await read(service, one.id), Stage.STOPPING)
        with pytest.raises(Refused, match='no duel "x"'):
            await read(service, "x")


@pytest.mark.parametrize(
    "terms",
    [attrs.evolve(TERMS, game="pileon"), attrs.evolve(TERMS, game="chess"), attrs.evolve(TERMS, id="other")],
    ids=["for one", "unknown", "another duel's"],
)
async def test_stream_that_no_house_writes_is_damage(terms: object):
    async with open_journal("memory:") as journal, open_service(journal) as service:
        await journal.append(stream_of("d"), 0, seal(None, [codec.encode(terms)], "2026-11-20T20:15:03.120Z"))
        with pytest.raises(Damaged):
            await read(service, "d")


async def called(journal: Journal) -> None:
    """A duel whose first game is called."""
    root = seeds_of(bytes(32), 3).root
    events = [attrs.evolve(TERMS, secret="00" * 32, root=root), GameCalled(1, 1, "tab1e")]
    drafts = [codec.encode(event) for event in events]
    await journal.append(stream_of("d"), 0, seal(None, drafts, "2026-11-20T20:15:03.120Z"))


async def test_duel_vouches_for_its_own_tables_and_tells_the_secret_at_its_end():
    async with open_journal("memory:") as journal, open_service(journal) as service:
        await called(journal)
        game = numbered(seeds_of(bytes(32), 3), "d", 1, 1)
        assert await vouch(journal, game, "tab1e") == duels.Vouched(is_told=False, secret="")
        assert [await is_told(journal, id, "tab1e") for id in ("d", "other")] == [False, True]
        for wrong, table in ((attrs.evolve(game, pair=2), "tab1e"), (game, "other")):
            with pytest.raises(Damaged, match="another table"):
                await vouch(journal, wrong, table)
        with pytest.raises(Damaged, match="is another one"):
            await vouch(journal, numbered(seeds_of(bytes(32), 4), "d", 1, 1), "tab1e")
        await change(service, "d", lambda _: (Ended(),))
        assert await vouch(journal, game, "tab1e") == duels.Vouched(is_told=True, secret="00" * 32)
        assert await vouch(journal, attrs.evolve(game, id="else"), "tab1e") is None
