"""Listening sockets: their options, accepting, its errors, and addresses as they are counted."""

import errno
import ipaddress
import logging
import math
import os
import socket
from collections.abc import Awaitable, Callable
from functools import lru_cache

import trio

from core.base.game import Refused
from frontends.server import logs

BACKLOG = 4096
"""Connections that wait in the kernel to be accepted; a client that finds no room tries again a second later."""
SEND_BUFFER = 1 << 15
"""Bytes the kernel keeps for a client, doubled by Linux: a dozen whole screens. By itself it would keep megabytes for
one that does not read."""
KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4, "TCP_USER_TIMEOUT": 60_000}
"""Options by which TCP gives up on a client whose machine has vanished, in two minutes: a silent one is probed after so
many seconds, so often, and what it does not acknowledge or has no room for, IAC NOP as well, is sent again for so many
milliseconds; without that it would be for a quarter of an hour. Not every platform has all of them."""
MOST_AT_ONCE = 32
"""Callers accepted before other tasks run."""
OUT_OF_RESOURCES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
"""The machine or the process has no descriptor or memory left; each caller who leaves frees some."""
RETRY_SECONDS = 0.1
"""Until accepting is tried again then."""
NETWORK_BITS = {4: 24, 6: 48}
"""Leading bits that the addresses of one network have in common, by version."""
SAY_EVERY = 60.0
"""Seconds between two lines in the log that say so."""
CALLER_GONE = {
    errno.EAGAIN, errno.EINTR, errno.ECONNABORTED, errno.EPROTO, errno.EPERM, errno.ENETDOWN, errno.ENOPROTOOPT,
    errno.EHOSTDOWN, errno.EHOSTUNREACH, errno.EOPNOTSUPP, errno.ENETUNREACH,
}  # fmt: skip
"""Errors of one caller, which has gone before it was accepted: accept(2) reports errors of the network, too."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on an address.

    Raises: OSError when it cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.create_server((host, port), family=family, backlog=BACKLOG)
    sock.setblocking(False)
    # Accepted sockets inherit these options, without a system call for each.
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return [sock]


async def accept(
    listener: socket.socket,
    let_in: Callable[[socket.socket, str], None],
    wait_for_room: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint,
) -> None:
    """Accept callers, until cancelled; `let_in` is called with the socket of each, non-blocking, and its address.

    All that wait are accepted before turns are given, because only then is it known which network they are of; but no
    more than `wait_for_room` has room for.

    Raises: Refused when accepting can never work again.
    """
    said_at = -math.inf
    while True:
        await wait_for_room()
        await trio.lowlevel.wait_readable(listener)
        try:
            for _ in range(MOST_AT_ONCE):
                sock, address = listener.accept()
                sock.setblocking(False)
                let_in(sock, plain_address(str(address[0])))
        except OSError as error:
            if error.errno in OUT_OF_RESOURCES:
                if trio.current_time() >= said_at + SAY_EVERY:
                    said_at = trio.current_time()
                    logs.note(logging.WARNING, "no-room", why=os.strerror(error.errno or 0))
                await trio.sleep(RETRY_SECONDS)
            elif error.errno not in CALLER_GONE:
                raise Refused(
                    "Nobody can come in any more: {why}. Restart the house.", why=error.strerror or str(error)
                ) from error


def plain_address(address: str) -> str:
    """An address as it is logged, counted and banned: IPv4 where it is mapped into IPv6."""
    if ":" not in address:
        return address
    mapped = ipaddress.IPv6Address(address).ipv4_mapped
    return address if mapped is None else str(mapped)


@lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """What limits for one address count: an IPv4 address, or the /64 that one subscriber of IPv6 has."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(known) >> 64 << 64, 64)))


@lru_cache(maxsize=4096)
def network_of(neighbourhood: str) -> str:
    """What limits for a network count: the /24 around an IPv4 address, the /48 around a /64, because one person may
    have all of either. What is no address is a network of its own."""
    try:
        known = ipaddress.ip_network(neighbourhood)
    except ValueError:
        return neighbourhood
    return str(known.supernet(new_prefix=NETWORK_BITS[known.version]))
