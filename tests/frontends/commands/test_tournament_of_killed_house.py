"""A house in which a tournament is held, killed after each of its steps: the next one goes on where it stood."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import trio

from core.house.service import open_service
from core.house.tournaments import announce, change, read
from core.records import fold
from core.table import Fischer
from core.tournaments.events import Announced, stream_of
from core.tournaments.tournament import Stage, Tournament, enter
from journal import open_journal
from tests.frontends.served import served
from tests.patience import PATIENCE

PERSONS = ("anna", "bert", "carl", "dora")


async def announced(url: str) -> str:
    """A tournament that begins in three seconds, whose players are waited for a second. Returns: its id."""
    async with open_journal(url) as journal, open_service(journal) as service:
        terms = Announced("x", "anna", "elixir", (), Fischer(600, 5), int(service.now()) + 3, 0, 0, 1, 32)
        held = await announce(service, terms)
        for person in PERSONS:
            await change(service, held.id, partial(enter, person=person))
    return held.id


async def more_than(url: str, id: str, count: int) -> int:
    """How many records there are, as soon as there are more."""
    async with open_journal(url) as journal, journal.follow(stream_of(id), count) as follower:
        with trio.fail_after(PATIENCE):
            *_, last = await anext(follower)
    return last.seq


async def as_it_is(url: str, id: str) -> tuple[Tournament, set[str]]:
    """The tournament, and the tables that there are, each of which is verified."""
    async with open_journal(url) as journal, open_service(journal) as service:
        await service.views.settle()
        ids = {one.id async for one in service.views.walk()}
        for one in ids:
            fold.verify(fold.stream_of(one), await service.records(one))
        return await read(service, id), ids


@pytest.mark.slow
async def test_tournament_of_a_house_that_is_killed_at_every_step_is_held_to_its_end(tmp_path: Path):
    url = f"sqlite:{tmp_path / 'parlour.db'}"
    id = await announced(url)
    head, killed = 1 + len(PERSONS), 0
    while True:
        async with served(url) as (house, _):
            head = await more_than(url, id, head)
            house.kill()
        killed += 1
        tournament, tables = await as_it_is(url, id)
        if tournament.is_over:
            break
    assert killed > 1  # In between, a house comes as far as it is fast.
    assert tournament.stage is Stage.OVER
    met = Counter(frozenset(game.persons) for game in tournament.games)
    assert len(met) == 6
    assert set(met.values()) == {1}
    assert {game.table for game in tournament.games if game.table} == tables
    assert all(not player.is_in for player in tournament.players)
