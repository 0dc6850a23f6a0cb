"""A journal is not opened where it would not be safe."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import attrs
import msgspec
import pytest
import trio

from journal import JournalError
from journal.stores.nats.client.address import Address, Server, read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.protocol import Info
from journal.stores.nats.server_checks import Config, check_server, problems
from tests.journal.samples import grow
from tests.journal.stores.nats.houses import house
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE

ADDRESS = Address((Server("one", 1),), "house")
INFO = Info("2.15.1", 1 << 20, headers=True, jetstream=True)
GOOD = Config(subjects=["house.>"], num_replicas=3, storage="file", discard="new", allow_direct=True)


@pytest.mark.parametrize("version", ["2.9.10", "2.11.99", "1.0", "", "none"])
def test_old_servers_are_refused(version: str) -> None:
    with pytest.raises(JournalError, match=rf"is {version} and may lose moves; run 2\.14\.3 or newer\.$"):
        check_server(msgspec.structs.replace(INFO, version=version), ADDRESS)


def test_servers_that_could_be_newer_are_said() -> None:
    (notice,) = check_server(msgspec.structs.replace(INFO, version="2.12.0-RC.1"), ADDRESS)
    assert str(notice) == "The NATS server at one:1 is 2.12.0-RC.1; 2.14.3 or newer is better."
    assert check_server(msgspec.structs.replace(INFO, version="2.14.3"), ADDRESS) == ()
    assert check_server(msgspec.structs.replace(INFO, version="3.0.0-dev"), ADDRESS) == ()


def test_safe_settings_have_no_problems() -> None:
    assert list(problems(GOOD, ADDRESS)) == []
    assert list(problems(msgspec.structs.replace(GOOD, num_replicas=5), ADDRESS)) == []
    assert list(problems(msgspec.structs.replace(GOOD, max_bytes=1 << 30, max_msg_size=1 << 20), ADDRESS)) == []
    assert list(problems(msgspec.structs.replace(GOOD, num_replicas=1), attrs.evolve(ADDRESS, replicas=1))) == []


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({"num_replicas": 1}, "replicas=1"),
        ({"storage": "memory"}, "storage file"),
        ({"persist_mode": "async"}, "persist mode default"),
        ({"retention": "interest"}, "retention limits"),
        ({"discard": "old"}, "discard new"),
        ({"max_age": 1}, "max-age=0"),
        ({"max_msgs": 10}, "max-msgs=-1"),
        ({"max_msgs_per_subject": 1}, "max-msgs=-1"),
        ({"max_bytes": 1_000_000}, "allow 1073741824 or more (nats stream edit house --max-bytes=-1)"),
        ({"max_msg_size": 1000}, "allow 1048576 or more (nats stream edit house --max-msg-size=-1)"),
        ({"no_ack": True}, "set no_ack to false (nats stream edit house --ack)"),
        ({"subjects": ["house.>", "more.>"]}, "set them to house.>"),
        ({"allow_direct": False}, "allow-direct"),
        ({"deny_purge": True}, "without that denial"),
        ({"deny_delete": True}, "without that denial"),
        ({"sealed": True}, "without that denial"),
        ({"mirror": {"name": "x"}}, "without mirror"),
        ({"sources": [{"name": "x"}]}, "without mirror"),
    ],
)
def test_every_unsafe_setting_is_found(changes: dict[str, object], advice: str) -> None:
    (problem,) = problems(msgspec.structs.replace(GOOD, **changes), ADDRESS)
    assert ";" in str(problem)
    assert advice in str(problem)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"storage": "memory"}, "is kept in memory; make"),
        ({"discard": "old"}, "discards the oldest games"),
        ({"max_age": 60_000_000_000}, "remove its max age"),
        ({"persist_mode": "async"}, "acknowledges before it writes"),
        ({"allow_direct": False}, "allow direct gets"),
        ({"no_ack": True}, "does not say what it has stored; set no_ack to false"),
        ({"max_bytes": 1_000_000}, "is full at 1000000 bytes; allow 1073741824 or more"),
        ({"max_msg_size": 1000}, "takes messages of 1000 bytes at most; allow 1048576 or more"),
    ],
)
async def test_stream_that_others_made_unsafe_is_refused(
    nats_node: Nodes, changes: dict[str, object], sentence: str
) -> None:
    url = nats_node.url()
    address = read_address(url.removeprefix("nats:"))
    good = {
        "name": address.name,
        "subjects": [f"{address.name}.>"],
        "storage": "file",
        "discard": "new",
        "allow_direct": True,
    }
    connection = Connection(address)
    with trio.fail_after(PATIENCE):
        async with connection.running():
            made = await connection.request(
                f"$JS.API.STREAM.CREATE.{address.name}", json.dumps(good | changes).encode()
            )
            assert b'"error"' not in made.payload
    with pytest.raises(JournalError, match=sentence):
        async with house(url):
            pass


async def test_one_replica_must_be_asked_for(nats_node: Nodes) -> None:
    url = nats_node.url()
    async with house(url) as journal:
        await grow(journal, "table/game", 1)
    with pytest.raises(JournalError, match=r"1 replicas instead of 3; set them .*, or choose \?replicas=1\.$"):
        async with house(url.replace("replicas=1", "replicas=3")):
            pass
    with pytest.raises(JournalError, match=r"run three servers as a cluster, or choose \?replicas=1"):
        async with house(nats_node.url().replace("replicas=1", "replicas=3")):
            pass


async def test_server_that_does_not_sync_is_refused_where_it_can_be_seen(tmp_path: Path) -> None:
    with started(tmp_path, sync="2m") as nodes:
        url = nodes.url()
        with pytest.raises(
            JournalError, match=r"has not synced; set sync_interval: always in its jetstream settings\.$"
        ):
            async with house(url):
                pass
        async with house(url.partition("&")[0]) as journal:
            (notice,) = journal.notices
            assert str(notice).startswith("Parlour cannot see whether the NATS servers at 127.0.0.1:")
            assert "sync_interval: always" in str(notice)
        async with house(url.partition("&")[0] + "&monitor=1") as journal:
            (notice,) = journal.notices
            assert "does not answer" in str(notice)


@pytest.mark.parametrize("said", [b'{"x":' + b"[" * 100_000, b'{"disabled":true,"config":{}}'])
async def test_monitoring_that_does_not_tell_is_as_good_as_none(nats_node: Nodes, said: bytes) -> None:
    async def answer(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        await stream.send_all(b"HTTP/1.0 200 OK\r\n\r\n" + said)
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, answer, 0, host="127.0.0.1"))
        port = listener.socket.getsockname()[1]
        async with house(nats_node.url().partition("&monitor")[0] + f"&monitor={port}") as journal:
            (notice,) = journal.notices
            assert "does not answer" in str(notice)
        nursery.cancel_scope.cancel()


async def test_server_without_jetstream_is_refused(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        settings = tmp_path / "0.conf"
        settings.write_text("\n".join(line for line in settings.read_text().split("\n") if "jetstream" not in line))
        nodes.kill(0)
        nodes.start(0)
        nodes.wait()
        with pytest.raises(JournalError, match=r"has no JetStream; start it with jetstream in its settings\.$"):
            async with house(nodes.url()):
                pass
