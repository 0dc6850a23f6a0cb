"""Rulings of a journal: written down, then carried out, in every process on it, and after a restart."""

from __future__ import annotations

import pytest
import trio

from core.base.game import Refused
from core.games import GAMES
from core.house.service import open_service
from core.moderation.bans import STREAM, AdminEvent, Announced, Banned, Kind, Muted, Subject
from journal import Draft, open_journal, seal
from tests.core.parlour import ANNA, Flaky, a_service, two_services
from tests.patience import PATIENCE

NETWORK = Subject(Kind.NETWORK, "192.0.2.0/24")


async def test_what_is_ruled_is_stored_before_it_is_carried_out() -> None:
    async with a_service() as service:
        done: list[AdminEvent] = []
        await service.moderation.open(done.append)
        await service.moderation.record(Banned(NETWORK, 0, "shell:root"))
        assert done == [Banned(NETWORK, 0, "shell:root")]
        (record,) = await service.journal.read(STREAM)
        assert (record.kind, record.data["by"]) == ("admin.banned", "shell:root")
        assert service.moderation.objection("", "192.0.2.7")
        assert service.moderation.objection("", "192.0.3.7") is None


async def test_rulings_hold_after_a_restart_and_are_not_carried_out_again() -> None:
    async with open_journal("memory:") as journal:
        async with open_service(journal) as service:
            await service.moderation.open(lambda _: None)
            await service.moderation.record(Muted(NETWORK, 0, "shell:root"))
        async with open_service(journal) as service:
            done: list[AdminEvent] = []
            await service.moderation.open(done.append)
            assert done == []
            with pytest.raises(Refused, match="cannot talk here"):
                service.moderation.is_heard("", "192.0.2.7")
            service.moderation.is_heard("", "192.0.3.7")


async def test_what_is_ruled_elsewhere_is_carried_out_here_too() -> None:
    async with two_services() as (here, there), trio.open_nursery() as nursery:
        done, heard = [], trio.Event()

        def carry(event: AdminEvent) -> None:
            done.append(event)
            heard.set()

        await here.moderation.open(carry)
        nursery.start_soon(here.moderation.follow)
        await there.moderation.open(lambda _: None)
        await there.moderation.record(Announced("hello", "shell:root"))
        with trio.fail_after(PATIENCE):
            await heard.wait()
        await here.moderation.record(Announced("again", "shell:root"))
        await there.moderation.record(Announced("and again", "shell:root"))
        assert [record.seq for record in await here.journal.read(STREAM)] == [1, 2, 3]
        nursery.cancel_scope.cancel()


async def test_what_is_ruled_elsewhere_is_heard_of_though_a_look_at_it_fails(monkeypatch) -> None:
    monkeypatch.setattr("core.records.follower.RETRY_DELAY", 0.0)
    async with open_journal("memory:") as journal:
        flaky = Flaky(journal, STREAM)
        async with open_service(journal) as there, open_service(flaky) as here, trio.open_nursery() as nursery:
            heard = trio.Event()
            await here.moderation.open(lambda _: heard.set())
            flaky.fails = True
            nursery.start_soon(here.moderation.follow)
            await there.moderation.record(Announced("hello", "shell:root"))
            with trio.fail_after(PATIENCE):
                await heard.wait()
            assert not flaky.fails
            nursery.cancel_scope.cancel()


async def test_house_that_is_going_to_close_opens_no_tables() -> None:
    async with a_service() as service:
        service.moderation.is_draining = True
        with pytest.raises(Refused, match="is about to close"):
            await service.open(GAMES["pileon"], {}, [ANNA])


async def test_house_opens_even_if_what_was_ruled_cannot_be_read() -> None:
    async with a_service() as service:
        await service.journal.append(STREAM, 0, seal(None, [Draft("admin.unheard", {})], "2026-11-20T20:15:03.120Z"))
        await service.moderation.open(lambda _: None)
        assert service.moderation.objection("p1", "192.0.2.7") is None
