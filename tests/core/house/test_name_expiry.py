"""Names that nobody has played with fall free after a while, and all others stay."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import attrs
import pytest
import trio

from core.base.durations import DAY
from core.base.game import Refused
from core.games import GAMES
from core.house.name_expiry import has_lapsed, let_lapse
from core.house.service import Service, open_service
from core.moderation.bans import Marked
from core.people.persons import Person
from core.table import Move
from core.table.opening import Player
from journal import open_journal
from tests.core.parlour import submit

DAYS = 30.0


@attrs.define
class Now:
    """The time in all houses of a test."""

    time: float = 1_790_000_000.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def houses(url: str, now: Now, count: int = 1) -> AsyncIterator[list[Service]]:
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(count):
            journal = await stack.enter_async_context(open_journal(url))
            opened.append(await stack.enter_async_context(open_service(journal, now)))
        yield opened


async def registered(service: Service, name: str = "Anna") -> Person:
    anna = await service.directory.create(name, "secret")
    return await service.directory.register(anna.id, name, "digest")


async def sits(service: Service, id: str) -> str:
    return await service.open(GAMES["pileon"], {}, [Player(id)], deal=7)


async def moves(service: Service, id: str) -> None:
    async with service.table(await sits(service, id)) as live:
        await submit(live, Move("1 14"), 0)


async def demonstrates(service: Service, id: str) -> None:
    async with service.table(await sits(service, id)) as live:
        await submit(live, Move("1 14", demo=True), 0)


async def sits_only(service: Service, id: str) -> None:
    await sits(service, id)


async def learns(service: Service, id: str) -> None:
    await service.directory.note_lesson(id, "mille", 1)


async def only_begins_a_lesson(service: Service, id: str) -> None:
    await service.directory.note_lesson(id, "mille", 0)


async def is_an_operator(service: Service, id: str) -> None:
    await service.moderation.record(Marked(id, "shell:root"))


async def owns_the_journal(service: Service, id: str) -> None:
    await service.directory.own(id)


async def has_another_password(service: Service, id: str) -> None:
    await service.directory.set_password(id, "other")


async def does_nothing(service: Service, id: str) -> None:
    pass


@pytest.mark.parametrize("does", [moves, learns, is_an_operator, owns_the_journal])
async def test_name_of_who_has_played_stays(does: Callable[[Service, str], Awaitable[None]]) -> None:
    now = Now()
    async with houses("memory:", now) as (service,):
        anna = await registered(service)
        await does(service, anna.id)
        now.time += 1000 * DAY
        assert not await let_lapse(service, anna.id, DAYS)
        assert await service.directory.find_holder("Anna") == anna.id


@pytest.mark.parametrize("does", [does_nothing, sits_only, demonstrates, only_begins_a_lesson, has_another_password])
async def test_name_of_who_has_not_played_falls_free(does: Callable[[Service, str], Awaitable[None]]) -> None:
    now = Now()
    async with houses("memory:", now) as (service,):
        anna = await registered(service)
        await does(service, anna.id)
        now.time += DAYS * DAY - 1
        assert not await has_lapsed(service, anna.id, DAYS)
        now.time += 1
        assert not await has_lapsed(service, anna.id, 0)
        assert await let_lapse(service, anna.id, DAYS)
        assert not await service.journal.head(f"person/{anna.id}")
        bert = await registered(service)
        assert await service.directory.find_holder("Anna") == bert.id
        assert not await let_lapse(service, bert.id, DAYS)


async def test_who_has_not_registered_has_nothing_that_falls_free() -> None:
    now = Now()
    async with houses("memory:", now) as (service,):
        guest, at_home = await service.directory.create("Anna", "secret"), await service.directory.holder("Bea")
        now.time += 1000 * DAY
        assert not await let_lapse(service, guest.id, DAYS)
        assert not await let_lapse(service, at_home.id, DAYS)


async def test_of_two_houses_in_which_somebody_wants_the_name_one_gives_it(tmp_path: Path) -> None:
    now = Now()
    async with houses(f"sqlite:{tmp_path / 'journal.db'}", now, 2) as both:
        anna = await registered(both[0])
        now.time += DAYS * DAY
        holders = []

        async def take(service: Service) -> None:
            await let_lapse(service, anna.id, DAYS)
            with suppress(Refused):
                holders.append((await registered(service)).id)

        async with trio.open_nursery() as nursery:
            for service in both:
                nursery.start_soon(take, service)
        assert len(holders) == 1
        for service in both:
            assert await service.directory.find_holder("Anna") == holders[0]
            assert not await let_lapse(service, holders[0], DAYS)


async def test_house_that_dies_after_the_drop_leaves_the_name_free(tmp_path: Path) -> None:
    now, url = Now(), f"sqlite:{tmp_path / 'journal.db'}"
    async with houses(url, now) as (service,):
        anna = await registered(service)
        now.time += DAYS * DAY
        await let_lapse(service, anna.id, DAYS)
    async with houses(url, now) as (service,):
        assert await service.directory.find_holder("Anna") is None
        assert await service.directory.find_holder("Anna") != (await registered(service)).id


async def test_name_of_a_program_that_never_played_falls_free_too() -> None:
    now = Now()
    async with houses("memory:", now) as (service,):
        anna = await registered(service)
        robo = await service.directory.make_program(anna.id, "Robo", "secret", most=1)
        assert not await has_lapsed(service, robo.id, DAYS)
        now.time += DAYS * DAY
        assert await let_lapse(service, robo.id, DAYS)
        assert await service.directory.programs_of(anna.id) == ()
