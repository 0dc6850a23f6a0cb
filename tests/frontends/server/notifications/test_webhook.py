"""Reminders by HTTP: what is posted, and that the house cannot be made to knock at doors inside."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest
import trio

from core.base.game import Refused
from core.base.message import message
from core.correspondence.reminders import NotSent
from frontends.locale.language import language
from frontends.server.notifications.webhook import Webhook, is_public
from tests.frontends.server.notifications.servers import TURN, web_server
from tests.patience import PATIENCE


async def test_reminder_is_posted_as_json_under_its_id() -> None:
    async with web_server() as server:
        hook = Webhook(allows_internal=True)
        await hook.send(f"http://localhost:{server.port}/a?b=c", "k3f9x.12.1", TURN, "fr", {"table": "k3f9x"})
        (got,) = server.got
        assert got["headers"]["idempotency-key"] == "k3f9x.12.1"
        assert got["headers"]["host"] == f"localhost:{server.port}"
        assert (got["table"], got["text"]) == ("k3f9x", language("fr").say(TURN))
        assert "It is" not in got["text"]


@pytest.mark.parametrize("status", ["500 Oh", "404 Not Here", "302 Found\r\nLocation: http://127.0.0.1:1/"])
async def test_answer_that_is_no_yes_means_that_it_did_not_arrive(status: str) -> None:
    async with web_server() as server:
        server.status = status
        with pytest.raises(NotSent, match=status[:3]):
            await Webhook(allows_internal=True).send(f"http://127.0.0.1:{server.port}/", "id", message("text"), "", {})
        assert len(server.got) == 1


async def test_nothing_is_sent_inside_unless_that_is_allowed() -> None:
    async with web_server() as server:
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"):
            with pytest.raises(NotSent):
                await Webhook().send(f"http://{host}:{server.port}/", "id", message("text"), "", {})
        assert server.got == []


async def test_host_that_is_not_found_is_said_to_be_so() -> None:
    with pytest.raises(Refused, match="was not found: check how it is written"):
        await Webhook().check("http://nowhere.invalid/")


async def test_lookups_that_hang_for_those_who_choose_hold_up_no_reminder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given name servers that do not answer those who choose a webhook."""
    gate, look_up = threading.Event(), socket.getaddrinfo

    def hang(host: str, *arguments: Any, **more: Any) -> Any:
        if host.endswith(".slow") and "flags" not in more:
            gate.wait()
        return look_up(host, *arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    async with web_server() as server, trio.open_nursery() as nursery:
        hook = Webhook(allows_internal=True)
        for n in range(60):
            nursery.start_soon(hook.check, f"http://x{n}.slow/")
        with trio.fail_after(PATIENCE):
            while not hook._lookups_to_choose.limiter.statistics().tasks_waiting:
                await trio.sleep(0)
            await hook.send(f"http://localhost:{server.port}/", "id", TURN, "", {})
        assert len(server.got) == 1
        nursery.cancel_scope.cancel()
    assert hook._lookups_to_choose.limiter.borrowed_tokens == hook._lookups_to_choose.most
    gate.set()


async def test_certificates_that_are_trusted_are_read_once() -> None:
    async with web_server() as server:
        hook = Webhook(allows_internal=True)
        await hook.send(f"http://127.0.0.1:{server.port}/", "id", TURN, "", {})
        trusted = hook._trusted
        await hook.send(f"http://127.0.0.1:{server.port}/", "id2", TURN, "", {})
        assert trusted is not None
        assert hook._trusted is trusted


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1",
        "2002:7f00:1::",        "64:ff9b::7f00:1", "240.0.0.1",
    ],
)  # fmt: skip
def test_addresses_of_networks_of_ones_own_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:4700::1111", "64:ff9b::808:808"])
def test_addresses_of_the_internet_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "", "example.org", "ftp://example.org/", "https://", "http://a b/", "http://anna:secret@example.org/", "file:///etc/passwd",
        "http://exämple.org/", "https://example.org/" + "x" * 300, "http://127.0.0.1/", "http://[::1]:22/",
    ],
)  # fmt: skip
async def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused):
        await Webhook().check(address)
