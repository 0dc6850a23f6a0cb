"""A connection to a host, whose name is looked up in threads of its own."""

import trio

from journal.blocking_threads import Lookups

_LOOKUPS = Lookups("lookups of nodes", 8)
NEXT_ADDRESS_SECONDS = 0.25
"""Seconds after which the next address of a host is tried, too, while the one before has not answered."""


async def connect_tcp(host: str, port: int) -> trio.SocketStream:
    """A connection to whichever address of a host answers first. Raises: OSError."""
    try:
        addresses = await _LOOKUPS.addresses(host, port)
    except UnicodeError as error:
        raise OSError(f"{host} is no name of a host") from error
    return await _first(addresses, port)


async def _first(addresses: tuple[str, ...], port: int) -> trio.SocketStream:
    found: list[trio.SocketStream] = []
    failed: list[OSError] = []

    async def attempt(address: str, is_over: trio.Event) -> None:
        try:
            found.append(await trio.open_tcp_stream(address, port))
        except OSError as error:
            failed.append(error)
            is_over.set()
        else:
            nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for address in addresses:
                is_over = trio.Event()
                nursery.start_soon(attempt, address, is_over)
                with trio.move_on_after(NEXT_ADDRESS_SECONDS):
                    await is_over.wait()
    except BaseException:
        _close(found)
        raise
    if not found:
        raise OSError(f"no address of it answers: {failed[0]}" if failed else "it has no address")
    _close(found[1:])
    return found[0]


def _close(streams: list[trio.SocketStream]) -> None:
    """Close what is not needed: two addresses may answer in the same moment, and who waited may be cancelled then."""
    for stream in streams:
        stream.socket.close()
