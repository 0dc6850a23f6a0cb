"""After a connection was lost, a house looks again whether what it is connected to now may be trusted."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from journal import JournalError
from journal.stores.nats.journal import NatsJournal
from tests.journal.samples import grow, records
from tests.journal.stores.nats.houses import house, house_and_proxy
from tests.journal.stores.nats.nodes import Nodes, started
from tests.journal.stores.nats.proxy import Proxy
from tests.patience import PATIENCE


async def change(journal: NatsJournal, **settings: Any) -> None:
    jetstream = journal._jetstream
    config = msgspec.json.decode(await jetstream.ask_patiently(f"STREAM.INFO.{jetstream.name}"))["config"]
    await jetstream.ask_patiently(f"STREAM.UPDATE.{jetstream.name}", {**config, **settings})


async def test_settings_that_became_unsafe_are_refused_after_a_new_connection(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        journal.between_looks = 0.01
        (last,) = await grow(journal, "table/b", 1)
        await change(journal, discard="old")
        async with journal.follow("table/b", 1) as follower:
            await lose_connection(journal, proxy)
            with pytest.raises(JournalError, match=r"is not safe: .* set discard new"), trio.fail_after(PATIENCE):
                await anext(follower)
        with pytest.raises(JournalError, match="is not safe"):
            await journal.append("table/b", 1, records(1, last))


async def test_server_that_was_started_again_without_syncing_is_refused(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        async with house(nodes.url()) as journal:
            journal.between_looks = 0.01
            await grow(journal, "table/b", 1)
            settings = tmp_path / "0.conf"
            nodes.kill(0)
            settings.write_text(settings.read_text().replace("sync_interval: always", "sync_interval: 2m"))
            nodes.start(0)
            nodes.wait()
            with pytest.raises(JournalError, match="acknowledges what it has not synced"), trio.fail_after(PATIENCE):
                async with journal.follow("table/b", 1) as follower:
                    await anext(follower)


async def test_other_server_that_was_started_again_without_syncing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NatsJournal, "between_checks", 0.05)
    with started(tmp_path, 3) as nodes:
        async with house(nodes.url()) as journal:
            journal.between_looks = 0.01
            (last,) = await grow(journal, "table/b", 1)
            other = await not_needed(journal)
            settings = tmp_path / f"{other}.conf"
            nodes.kill(other)
            settings.write_text(settings.read_text().replace("sync_interval: always", "sync_interval: 2m"))
            nodes.start(other)
            with pytest.raises(JournalError, match="acknowledges what it has not synced"), trio.fail_after(PATIENCE):
                async with journal.follow("table/b", 1) as follower:
                    await anext(follower)
            with pytest.raises(JournalError, match="acknowledges what it has not synced"):
                await journal.append("table/b", 1, records(1, last))


async def test_settings_that_are_mended_in_time_are_not(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        journal.between_looks = 0.01
        looks: list[int] = []
        check = journal.check

        async def mended() -> None:
            looks.append(len(looks))
            await check()
            looks.append(100)

        journal.check = mended
        (last,) = await grow(journal, "table/b", 1)
        connections = proxy.connections
        proxy.cuts = lambda _: proxy.connections == connections
        with trio.fail_after(PATIENCE):
            assert await journal.append("table/b", 1, records(1, last)) == 2
            while 100 not in looks:
                await trio.sleep(0.01)


async def test_check_that_was_not_answered_is_made_again(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        journal.between_looks = 0.01
        check, asked = journal.check, list[int]()

        async def unanswered() -> None:
            asked.append(1)
            if len(asked) == 1:
                raise JournalError("The servers do not answer.")
            await check()

        journal.check = unanswered
        await grow(journal, "table/b", 1)
        await change(journal, discard="old")
        await lose_connection(journal, proxy)
        await check_refused(journal)


async def test_servers_reached_during_a_check_are_checked_too(nats_node: Nodes) -> None:
    async with house_and_proxy(nats_node, nats_node.url()) as (journal, proxy):
        journal.between_looks = 0.01
        check = journal.check

        async def overtaken() -> None:
            await check()
            journal.check = check
            await change(journal, discard="old")
            await lose_connection(journal, proxy)
            await journal._jetstream.connection.wait_connected()

        journal.check = overtaken
        await grow(journal, "table/b", 1)
        await lose_connection(journal, proxy)
        await check_refused(journal)


async def not_needed(journal: NatsJournal) -> int:
    """A node of three that can go without a connection being lost."""
    jetstream = journal._jetstream
    info = msgspec.json.decode(await jetstream.ask_patiently(f"STREAM.INFO.{jetstream.name}"))
    used = {info["cluster"]["leader"], jetstream.connection.info.server_name}
    return min({0, 1, 2} - {int(name.removeprefix("node")) for name in used})


async def lose_connection(journal: NatsJournal, proxy: Proxy) -> None:
    lost = journal._jetstream.connection.lost
    connections = proxy.connections
    proxy.cuts = lambda _: proxy.connections == connections
    with suppress(JournalError):
        await journal.head("table/b")
    await lost.wait()


async def check_refused(journal: NatsJournal) -> None:
    with pytest.raises(JournalError, match="is not safe"), trio.fail_after(PATIENCE):
        async with journal.follow("table/b", 1) as follower:
            await anext(follower)
