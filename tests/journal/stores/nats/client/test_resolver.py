"""A connection to whichever address of a host answers."""

from __future__ import annotations

from functools import partial

import pytest
import trio

from journal.stores.nats.client import resolver
from journal.stores.nats.client.resolver import connect_tcp


async def hang_up(stream: trio.SocketStream) -> None:
    await stream.aclose()


async def port_of_a_server(nursery: trio.Nursery) -> int:
    (listener,) = await nursery.start(partial(trio.serve_tcp, hang_up, 0, host="127.0.0.1"))
    port: int = listener.socket.getsockname()[1]
    return port


async def test_host_is_reached_by_name_and_by_address() -> None:
    async with trio.open_nursery() as nursery:
        port = await port_of_a_server(nursery)
        for host in ("localhost", "127.0.0.1"):
            async with await connect_tcp(host, port) as stream:
                assert stream.socket.getpeername()[:2] == ("127.0.0.1", port)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("addresses", [("127.0.0.9", "127.0.0.1"), ("127.0.0.1", "127.0.0.1", "127.0.0.9")])
async def test_address_that_refuses_is_passed_over(addresses: tuple[str, ...]) -> None:
    async with trio.open_nursery() as nursery:
        port = await port_of_a_server(nursery)
        async with await resolver._first(addresses, port) as stream:
            assert stream.socket.getpeername()[0] == "127.0.0.1"
        nursery.cancel_scope.cancel()


async def test_host_of_which_no_address_answers_is_not_reached() -> None:
    async with trio.open_nursery() as nursery:
        port = await port_of_a_server(nursery)
        nursery.cancel_scope.cancel()
    with pytest.raises(OSError, match="no address of it answers"):
        await connect_tcp("127.0.0.9", port)
    for host in ("", "a" * 64):
        with pytest.raises(OSError):
            await connect_tcp(host or "nowhere.invalid", port)
