"""Callers by TLS in tests: a house of echoes that has a door for them, and clients who shake hands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import trio

from frontends.server.config import Config, Limits
from frontends.telnet.callers.listeners import listen
from frontends.telnet.server import House
from frontends.telnet.tls.relay import Certificate, Refuse, Secured
from frontends.telnet.tls.relay_process import RelayProcess
from tests.frontends.telnet.certificates import Made
from tests.frontends.telnet.clients import Bare, connect
from tests.frontends.telnet.echo import Echo, attend

LIMITS = Limits(meeting_seconds=0, round_seconds=0.1, handshake_seconds=300, goodbye_seconds=60)
"""For those who do not tell what they are anyway, also where no time goes by, and who have time to shake hands."""
SecureStream = trio.SSLStream[trio.SocketStream]
Relay = Callable[[Certificate, Limits, Refuse], Secured | RelayProcess]


@asynccontextmanager
async def opened(
    made: Made, limits: Limits = LIMITS, proxies: frozenset[str] = frozenset(), relay: Relay = Secured, **more: Any
) -> AsyncIterator[tuple[House[Echo], int]]:
    """A house of echoes, and its port for TLS."""
    certificate = Certificate(made.certificate, made.key)
    house = House(Echo, attend, Config(limits=limits), proxies=proxies, certificate=certificate, relay=relay, **more)
    (secure,) = listen("127.0.0.1", 0)
    with secure:
        async with trio.open_nursery() as nursery:
            await nursery.start(house.serve, [], [secure])
            yield house, secure.getsockname()[1]
            nursery.cancel_scope.cancel()


async def call(made: Made, port: int, before: bytes = b"") -> SecureStream:
    """A client that has shaken hands."""
    stream = await connect(port)
    await stream.send_all(before)
    return await shake_hands(made, stream)


async def shake_hands(made: Made, stream: trio.SocketStream) -> SecureStream:
    """What a client talks through from then on. Raises: BrokenResourceError when it is turned away."""
    secure: SecureStream = trio.SSLStream(stream, made.context(), server_hostname="127.0.0.1", https_compatible=True)
    try:
        await secure.do_handshake()
    except trio.BrokenResourceError:
        await stream.aclose()
        raise
    return secure


def bare(secure: SecureStream) -> Bare:
    """A client that talks through TLS as others do without."""
    return Bare(cast(Any, secure))
