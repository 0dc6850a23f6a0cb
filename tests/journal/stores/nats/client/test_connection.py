"""A connection to real servers, and to some that misbehave."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from journal import JournalError
from journal.stores.nats.client.address import read_address
from journal.stores.nats.client.connection import Connection
from journal.stores.nats.client.protocol import Message, header
from journal.stores.nats.client.replies import NoAnswer, Unsent
from tests.journal.stores.nats.nodes import Nodes, started
from tests.journal.stores.nats.proxy import between
from tests.patience import PATIENCE

CERTIFICATE = Path(__file__).parents[1] / "cert.pem"
KEY = CERTIFICATE.with_name("key.pem")
GREETING = b'INFO {"version":"2.15.1","max_payload":1000,"headers":true,"jetstream":true}\r\n'


@asynccontextmanager
async def connected(hosts: str, settings: str = "") -> AsyncIterator[Connection]:
    connection = Connection(read_address(f"//{hosts}{settings}"))
    with trio.fail_after(PATIENCE):
        async with connection.running():
            yield connection


def host(nodes: Nodes, node: int = 0) -> str:
    return f"127.0.0.1:{nodes.ports[node]}"


@asynccontextmanager
async def answering(connection: Connection, *, times: int = 1) -> AsyncIterator[str]:
    """A subject at which each request is answered with what it says, so many times."""

    def answer(message: Message) -> None:
        for n in range(times):
            connection.tell(message.reply, message.payload + b"%d" % n)

    with connection.subscribed(answer) as subscription:
        yield subscription.subject


async def test_request_is_answered(nats_node: Nodes) -> None:
    async with connected(host(nats_node)) as connection, answering(connection) as subject:
        assert connection.info.jetstream
        assert (await connection.request(subject, b"hello", header({"A": "b"}))).payload == b"hello0"


async def test_each_of_many_requests_gets_its_own_answer(nats_node: Nodes) -> None:
    async with connected(host(nats_node)) as connection, answering(connection) as subject:

        async def ask(n: int) -> None:
            assert (await connection.request(subject, b"%d " % n)).payload == b"%d 0" % n

        async with trio.open_nursery() as nursery:
            for n in range(500):
                nursery.start_soon(ask, n)


async def test_cancelled_request_disturbs_no_other(nats_node: Nodes) -> None:
    async with connected(host(nats_node)) as connection, answering(connection, times=3) as subject:
        for _ in range(50):
            with trio.move_on_after(0):
                await connection.request(subject, b"late ")
            assert (await connection.request(subject, b"next ")).payload == b"next 0"


async def test_what_nobody_listens_to_was_not_sent(nats_node: Nodes) -> None:
    async with connected(host(nats_node)) as connection:
        with pytest.raises(Unsent, match="nobody listens"):
            await connection.request("nowhere")


async def test_no_answer_is_said_after_a_while(nats_node: Nodes) -> None:
    async with connected(host(nats_node)) as connection, answering(connection, times=0) as subject:
        with pytest.raises(NoAnswer, match="does not answer"):
            await connection.request(subject, within=0)


async def test_nobody_at_the_address_is_said_in_a_sentence() -> None:
    with pytest.raises(JournalError, match=r"^No NATS server answers at 127.0.0.1:1, 127.0.0.1:2; start one there,"):
        async with connected("127.0.0.1:1,127.0.0.1:2"):
            pass


async def test_any_of_the_servers_will_do(nats_node: Nodes) -> None:
    for _ in range(5):
        async with connected(f"127.0.0.1:1,{host(nats_node)},127.0.0.1:2") as connection:
            assert connection.info.server_name == "node0"


async def test_connection_is_made_again_when_it_ends(nats_node: Nodes) -> None:
    async with between(nats_node.ports[0]) as proxy, connected(f"127.0.0.1:{proxy.port}") as connection:
        for _ in range(3):
            async with answering(connection) as subject:
                proxy.cuts = lambda message: message.payload == b"end it0"
                with pytest.raises(NoAnswer, match="connection ended"):
                    await connection.request(subject, b"end it")
            await connection.wait_connected()
            async with answering(connection) as subject:
                assert (await connection.request(subject, b"again ")).payload == b"again 0"
        assert proxy.connections == 4


async def test_another_server_is_taken_when_one_dies(tmp_path: Path) -> None:
    with started(tmp_path, 3) as nodes:
        async with connected(",".join(host(nodes, node) for node in range(3))) as connection:
            died = connection.info.server_name
            async with answering(connection, times=0) as subject, trio.open_nursery() as nursery:

                async def ask() -> None:
                    with pytest.raises(NoAnswer):
                        await connection.request(subject)

                nursery.start_soon(ask)
                nodes.kill(int(died.removeprefix("node")))
            await connection.wait_connected()
            async with answering(connection) as subject:
                assert (await connection.request(subject, b"x")).payload == b"x0"
            assert connection.info.server_name != died


async def test_server_that_stands_still_is_given_up(tmp_path: Path) -> None:
    with started(tmp_path) as nodes:
        async with connected(host(nodes)) as connection, answering(connection) as subject:
            nodes.stop(0)
            with pytest.raises(NoAnswer, match="says nothing any more"):
                await connection.request(subject, within=PATIENCE)
            nodes.go_on(0)
            await connection.wait_connected()


async def test_user_and_token_are_shown(tmp_path: Path) -> None:
    users = "authorization { users: [{ user: ann, password: s3cret }] }"
    with started(tmp_path, more=users) as nodes:
        async with connected(f"ann:s3cret@{host(nodes)}") as connection:
            assert connection.info.auth_required
        for login in ("", "ann:wrong@", "s3cret@"):
            with pytest.raises(JournalError, match=r"refuses us, Authorization Violation; check the user or token\.$"):
                async with connected(login + host(nodes)):
                    pass
    (tmp_path / "token").mkdir()
    with started(tmp_path / "token", more="authorization { token: s3cret }") as nodes:
        async with connected(f"s3cret@{host(nodes)}") as connection, answering(connection) as subject:
            assert (await connection.request(subject, b"x")).payload == b"x0"
        (tmp_path / "secret").write_text("s3cret\n")
        async with connected(host(nodes), f"?token-file={tmp_path / 'secret'}") as connection:
            assert connection.info.auth_required


async def test_connection_is_encrypted_where_the_server_wants_it(tmp_path: Path) -> None:
    tls = f"tls {{ cert_file: {str(CERTIFICATE)!r}, key_file: {str(KEY)!r} }}"
    with started(tmp_path, more=tls) as nodes:
        async with (
            connected(host(nodes), f"?ca={CERTIFICATE}") as connection,
            answering(connection) as subject,
        ):
            assert connection.info.tls_required
            assert (await connection.request(subject, b"x" * 100_000)).payload == b"x" * 100_000 + b"0"
        with pytest.raises(JournalError, match=r"is not trusted; name its authority with \?ca=FILE\.$"):
            async with connected(host(nodes)):
                pass
        with pytest.raises(JournalError, match=r"cannot be read; name a PEM file\.$"):
            async with connected(host(nodes), f"?ca={KEY}"):
                pass


async def test_certificate_for_another_host_is_said(tmp_path: Path) -> None:
    tls = f"tls {{ cert_file: {str(CERTIFICATE)!r}, key_file: {str(KEY)!r} }}"
    with (
        started(tmp_path, more=tls) as nodes,
        pytest.raises(JournalError, match=r"is for another host; .* or give it one for 127\.1\.$"),
    ):
        # The same machine by a name that is not in the certificate.
        async with connected(f"127.1:{nodes.ports[0]}", f"?ca={CERTIFICATE}"):
            pass


@pytest.mark.parametrize("settings", ["", f"?ca={CERTIFICATE}"])
async def test_server_that_begins_with_tls_is_said(tmp_path: Path, settings: str) -> None:
    tls = f"tls {{ cert_file: {str(CERTIFICATE)!r}, key_file: {str(KEY)!r}, handshake_first: true }}"
    with (
        started(tmp_path, more=tls) as nodes,
        pytest.raises(JournalError, match=r"begins with TLS, before its greeting; take handshake_first out of its"),
    ):
        async with connected(host(nodes), settings):
            pass


async def test_server_without_tls_is_said(nats_node: Nodes) -> None:
    with pytest.raises(JournalError, match=r"has no TLS; put tls in its settings, or leave out \?tls=1\.$"):
        async with connected(host(nats_node), "?tls=1"):
            pass


async def test_server_that_allows_tls_is_encrypted_where_it_is_wanted(tmp_path: Path) -> None:
    tls = f"tls {{ cert_file: {str(CERTIFICATE)!r}, key_file: {str(KEY)!r} }}\nallow_non_tls: true"
    with started(tmp_path, more=tls) as nodes:
        async with connected(host(nodes), f"?tls=1&ca={CERTIFICATE}") as connection:
            assert connection.info.tls_available
        async with connected(host(nodes)) as connection:
            assert not connection.info.tls_required


async def test_server_that_wants_a_certificate_is_said(tmp_path: Path) -> None:
    files = f"cert_file: {str(CERTIFICATE)!r}, key_file: {str(KEY)!r}, ca_file: {str(CERTIFICATE)!r}"
    with (
        started(tmp_path, more=f"tls {{ {files}, verify: true }}") as nodes,
        pytest.raises(JournalError, match=r"and we have none; take verify out of its tls settings\.$"),
    ):
        async with connected(host(nodes), f"?ca={CERTIFICATE}"):
            pass


async def test_port_of_the_monitoring_is_said(nats_node: Nodes) -> None:
    sentence = r"^{0} speaks HTTP and may be the monitoring .*; name the port for clients, mostly 4222\.$"
    monitor = f"127.0.0.1:{nats_node.monitors[0]}"
    with pytest.raises(JournalError, match=sentence.format(monitor)):
        async with connected(monitor):
            pass
    async with connected(f"{monitor},{host(nats_node)}") as connection:
        assert connection.info.server_name == "node0"


@asynccontextmanager
async def serving(talk: Callable[[trio.SocketStream], Awaitable[None]]) -> AsyncIterator[str]:
    """A server of our own, which says what it likes."""
    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, talk, 0, host="127.0.0.1"))
        yield f"127.0.0.1:{listener.socket.getsockname()[1]}"
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "said",
    [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"PING\r\n", b"\0" * 100_000, GREETING + b"MSG a 1 99999999999\r\n"],
)
async def test_what_is_no_server_is_said(said: bytes) -> None:
    async def talk(stream: trio.SocketStream) -> None:
        await stream.send_all(said)
        await stream.send_eof()

    async with serving(talk) as address:
        with pytest.raises(JournalError, match="No NATS server answers"):
            async with connected(address):
                pass


async def test_nothing_may_be_said_between_greeting_and_encryption() -> None:
    async def talk(stream: trio.SocketStream) -> None:
        await stream.send_all(GREETING.replace(b"}", b',"tls_required":true}') + b"MSG _INBOX 1 5\r\nhello\r\n")

    async with serving(talk) as address:
        with pytest.raises(JournalError, match="No NATS server answers"):
            async with connected(address):
                pass


async def test_server_that_is_about_to_stop_is_left() -> None:
    visits: list[trio.Event] = []

    async def talk(stream: trio.SocketStream) -> None:
        visits.append(left := trio.Event())
        name = b',"server_name":"%d"' % len(visits)
        await stream.send_all(GREETING.replace(b"}", name + b"}"))
        await stream.receive_some()
        stops = b',"ldm":true}' if len(visits) == 1 else b"}"
        await stream.send_all(b"PONG\r\n" + GREETING.replace(b"}", name + stops))
        while await stream.receive_some():
            pass
        left.set()

    async with serving(talk) as address, connected(f"{address},{address}") as connection:
        await visits[0].wait()
        while connection.info.server_name != "2":
            await trio.lowlevel.checkpoint()
