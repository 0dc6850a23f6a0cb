"""Games from files, and new games made of old ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core import archive, fold
from core.game import Refused
from core.games import GAMES
from core.service import Live, Player, Service, open_service
from core.table import Mark, Move, Resign, Say
from journal import Damaged, Draft, Record, open_journal, seal


@asynccontextmanager
async def a_service() -> AsyncIterator[Service]:
    async with open_journal("memory:") as journal, open_service(journal) as service:
        yield service


async def move(live: Live, count: int = 1) -> None:
    """Whoever is in turn makes the first move there is."""
    for _ in range(count):
        seat = live.table.turn[0]
        await live.submit(Move(seat, next(iter(live.table.game.moves(live.sight(seat).view)))))


async def saved(moves: int = 3) -> tuple[str, tuple[Record, ...]]:
    """A game of Pileon in a journal of its own, as a file would hold it."""
    async with a_service() as service:
        id, _ = await service.open(GAMES["pileon"], {}, [Player("Anna")], deal=7)
        async with service.table(id) as live:
            await move(live, moves)
        return id, await service.journal.read(id)


async def test_file_becomes_a_game_of_the_journal_under_its_own_name():
    id, records = await saved()
    async with a_service() as service:
        assert await archive.restore(service, "file", records) == id
        assert await service.journal.read(id) == records


async def test_file_that_is_known_already_is_the_same_game():
    id, records = await saved()
    async with a_service() as service:
        for _ in range(2):
            assert await archive.restore(service, "file", records) == id
        assert await service.journal.head(id) == len(records)


async def test_game_that_was_played_on_elsewhere_is_played_on_here():
    id, records = await saved()
    async with a_service() as service:
        await archive.restore(service, "file", records[:-1])
        assert await archive.restore(service, "file", records) == id
        assert await service.journal.head(id) == len(records)


async def test_older_save_of_a_game_that_went_on_is_a_game_of_its_own():
    id, records = await saved()
    async with a_service() as service:
        await archive.restore(service, "file", records)
        copy = await archive.restore(service, "file", records[:-1])
        assert copy != id
        assert await service.journal.read(copy) == records[:-1]
        assert await service.journal.head(id) == len(records)


async def test_game_that_went_on_differently_is_a_game_of_its_own():
    id, records = await saved()
    async with a_service() as service:
        await archive.restore(service, "file", records[:-1])
        async with service.table(id) as live:
            await live.submit(Say("Anna", 0, "another way"))
        copy = await archive.restore(service, "file", records)
        assert copy != id
        assert await service.journal.read(copy) == records


async def test_restored_game_can_be_played_on_and_verified():
    id, records = await saved()
    async with a_service() as service:
        await archive.restore(service, "file", records)
        async with service.table(id) as live:
            await move(live)
        assert fold.verify(id, await service.journal.read(id)).now.plays == 4


async def test_file_with_a_record_that_cannot_be_right_is_refused_with_its_number():
    _, records = await saved()
    drafts = [Draft(record.kind, record.data, record.play) for record in records]
    wrong = Draft("pileon.moved", {"source": 1, "target": 2, "cards": ["Ac"], "completes": False}, drafts[-1].play)
    forged = seal(None, [*drafts[:-1], wrong], records[-1].at)
    async with a_service() as service:
        with pytest.raises(Damaged) as damaged:
            await archive.restore(service, "file", forged)
        assert damaged.value.seq == len(records)
        assert await service.journal.streams() == ()


async def test_wrong_type_is_refused_and_not_made_right():
    _, records = await saved()
    drafts = [Draft(record.kind, record.data, record.play) for record in records]
    drafts[-1] = Draft("pileon.moved", {**drafts[-1].data, "source": "1"}, drafts[-1].play)
    async with a_service() as service:
        with pytest.raises(Damaged):
            await archive.restore(service, "file", seal(None, drafts, records[-1].at))


async def test_save_is_gone_on_with_as_a_new_game_with_the_same_person_in_the_same_seat():
    async with a_service() as service:
        id, (code, _) = await service.open(GAMES["mille"], {}, [Player("Anna"), Player("Comp", is_bot=True)])
        async with service.table(id, attended=False) as live:
            await live.submit(Mark(0, "start"))
            before = live.table.state
            await move(live)
        new, seat, its_code = await archive.fork(service, id, "start", Player("Anna", code=code))
        assert (new != id, seat) == (True, 0)
        async with service.table(new, attended=False) as live:
            assert live.table.state == before
            assert [chair.name for chair in live.table.chairs] == ["Anna", "Comp"]
            assert live.table.seat_of(its_code) == 0
            assert live.table.seat_of(code) is None
        fold.verify(new, await service.journal.read(new))
        async with service.table(id, attended=False) as live:
            assert live.table.now.plays == 1


async def test_bookmark_set_twice_is_the_later_one():
    async with a_service() as service:
        id, (code,) = await service.open(GAMES["pileon"], {}, [Player("Anna")], deal=7)
        async with service.table(id) as live:
            await live.submit(Mark(0, "here"))
            await move(live)
            await live.submit(Mark(0, "here"))
            await move(live)
        new, _, _ = await archive.fork(service, id, "here", Player("Anna", code=code))
        async with service.table(new) as live:
            assert live.table.now.plays == 1


async def test_other_person_of_a_save_may_come_back_or_somebody_else():
    async with a_service() as service:
        id, (code, _) = await service.open(GAMES["elixir"], {}, [Player("Anna"), Player("Bert")])
        async with service.table(id) as live:
            await live.submit(Mark(0, "start"))
            await live.submit(Resign(1))
        new, seat, _ = await archive.fork(service, id, "start", Player("Anna", code=code))
        async with service.table(new) as live:
            assert [chair.name for chair in live.table.chairs] == ["Anna", ""]
            assert live.table.ended is None
            await service.sit(live, 1 - seat, Player("Carl"))


async def test_strangers_and_unknown_saves_are_refused():
    async with a_service() as service:
        id, (code,) = await service.open(GAMES["pileon"], {}, [Player("Anna")], deal=7)
        async with service.table(id) as live:
            await live.submit(Mark(0, "here"))
        with pytest.raises(Refused, match="does not belong to a seat"):
            await archive.fork(service, id, "here", Player("Eve", code=f"{id}-zzzzzz"))
        with pytest.raises(Refused, match='There is no bookmark "there" in this game'):
            await archive.fork(service, id, "there", Player("Anna", code=code))
        assert len(await service.journal.streams()) == 1
