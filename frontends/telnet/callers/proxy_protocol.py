"""The PROXY protocol, versions 1 and 2: the address of a caller behind a load balancer.

A balancer sends it before anything else. It is read from the balancers that were named, and from nobody else.
"""

import ipaddress
import re
import socket
import struct

import trio

from frontends.telnet.callers.listeners import plain_address

SECONDS = 5.0
"""For a balancer to complete an introduction that it has begun."""
RETRY_SECONDS = 0.01
"""Seconds between two looks at an introduction that is not complete."""
LONGEST = 536
"""Bytes of the longest introduction that is read; those of version 1 have 107 at most."""

_LINE = re.compile(rb"PROXY (?:UNKNOWN[^\r\n]*|TCP([46]) (\S+) (\S+) [0-9]{1,5} [0-9]{1,5})\r\n")
_SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_FIXED = struct.Struct("!12sBBH")
_LOCAL, _PROXY = 0x20, 0x21
_FOUR, _SIX = 0x10, 0x20


class NotProxied(Exception):
    """What was received is not the PROXY protocol."""


Introduction = tuple[str | None, int]
"""The address of the caller, empty when the balancer does not know it, None for a health check, which has no caller;
and how many bytes the introduction has: what comes after them the caller says."""


def read_introduction(data: bytes) -> Introduction | None:
    """The introduction at the beginning of what was received; None when it is not complete. Raises: NotProxied."""
    if data.startswith(_SIGNATURE[: len(data)]):
        return _read_second(data)
    if not data.startswith(b"PROXY "[: len(data)]):
        raise NotProxied
    end = data.find(b"\r\n")
    if end < 0:
        if len(data) > 107:
            raise NotProxied
        return None
    found = _LINE.match(data)
    if found is None:
        raise NotProxied
    version, *ends = (part.decode("ascii", "replace") for part in found.groups(b""))
    return _source(version, *ends) if version else "", end + 2


def _read_second(data: bytes) -> Introduction | None:
    if len(data) < _FIXED.size:
        return None
    _, command, family, size = _FIXED.unpack_from(data)
    length = _FIXED.size + size
    if command not in (_LOCAL, _PROXY) or length > LONGEST:
        raise NotProxied
    if len(data) < length:
        return None
    width = {_FOUR: 4, _SIX: 16}.get(family & 0xF0, 0)
    if command == _LOCAL:
        return None, length
    if not width:
        return "", length
    if size < 2 * width:
        raise NotProxied
    return plain_address(str(ipaddress.ip_address(data[_FIXED.size : _FIXED.size + width]))), length


def _source(version: str, source: str, target: str) -> str:
    """The address of the caller. Raises: NotProxied, also where either address is not of that version, or has a scope:
    a balancer writes neither."""
    read = ipaddress.IPv4Address if version == "4" else ipaddress.IPv6Address
    try:
        known, _ = read(source), read(target)
    except ValueError as error:
        raise NotProxied from error
    if "%" in source + target:
        raise NotProxied
    return plain_address(str(known))


async def introduced(sock: socket.socket, balancer: str, patience: float = SECONDS) -> str | None:
    """The address of the caller behind a balancer: the balancer's own if it does not know, None for a health check.

    After `patience` seconds without a byte it is taken for a person who waits for a greeting. What the caller sends is
    left in the socket.

    Raises: NotProxied, also when the balancer hangs up or takes too long.
    """
    begun = trio.current_time()
    with trio.move_on_after(patience) as waiting:
        while True:
            await trio.lowlevel.wait_readable(sock)
            waiting.deadline = max(waiting.deadline, begun + SECONDS)
            try:
                data = sock.recv(LONGEST, socket.MSG_PEEK)
            except BlockingIOError:
                continue
            except OSError as error:
                raise NotProxied from error
            if not data:
                raise NotProxied
            if (found := read_introduction(data)) is not None:
                address, length = found
                sock.recv(length)
                return None if address is None else address or balancer
            await trio.sleep(RETRY_SECONDS)
    raise NotProxied
