"""Reaching one NATS server: its greeting, the encryption, our login."""

from __future__ import annotations

import ssl
from contextlib import suppress

import attrs
import trio

from journal.api import JournalError
from journal.nats import protocol
from journal.nats.address import PORT, Address, Server
from journal.nats.protocol import Complaint, Event, Info, Parser, ProtocolError
from journal.nats.reaching import reached

_DIAL = 3.0
"""Seconds for a server to greet and to let us in."""
_ASK = 1.0
"""Seconds for what is no NATS server to answer."""
_HTTP = b"HTTP/"
_CHUNK = 1 << 16


class NotLetIn(JournalError):
    """A server did not let us in."""


@attrs.frozen
class Link:
    """A connection that was let in."""

    stream: trio.abc.Stream
    info: Info
    parser: Parser
    early: tuple[Event, ...]
    """What the server said right after it let us in."""


async def dialled(server: Server, address: Address, name: str, first: bytes) -> Link:
    """A connection to a server, which has heard `first` right after our login.

    Raises: OSError, trio.BrokenResourceError, trio.TooSlowError, ProtocolError, NotLetIn.
    """
    with trio.fail_after(_DIAL):
        stream: trio.abc.Stream = await reached(server.host, server.port)
        try:
            return await _logged_in(server, stream, address, name, first)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise


async def _logged_in(server: Server, stream: trio.abc.Stream, address: Address, name: str, first: bytes) -> Link:
    parser = Parser()
    info = await _first(stream, parser)
    is_secret = address.tls or info.tls_required
    if is_secret:
        _check_encryption(server, info)
        # Whoever sits in between must not be able to say anything before the encryption begins.
        if not parser.is_empty:
            raise ProtocolError("it says more than its greeting before the encryption begins")
        stream = await _encrypted(server, stream, address)
    login = protocol.connect(
        name=name, user=address.user, password=address.password, token=address.token,
        tls=is_secret
    )  # fmt: skip
    await stream.send_all(login + first + protocol.PING)
    while True:
        events = parser.feed(await received(stream))
        for count, event in enumerate(events, 1):
            match event:
                case protocol.Pong():
                    return Link(stream, info, parser, tuple(events[count:]))
                case Complaint(text):
                    raise NotLetIn(
                        "The NATS server at {server} refuses us, {complaint}; check the user or token.",
                        server=server,
                        complaint=text,
                    )
                case _:
                    pass


def _check_encryption(server: Server, info: Info) -> None:
    """Raises: NotLetIn where it would fail, which would not say why."""
    if not info.tls_required and not info.tls_available:
        raise NotLetIn(
            "The NATS server at {server} has no TLS; put tls in its settings, or leave out ?tls=1.", server=server
        )
    if info.tls_verify:
        raise NotLetIn(
            "The NATS server at {server} wants a certificate from us, and we have none; take verify out of its tls "
            "settings.",
            server=server,
        )


async def _encrypted(server: Server, stream: trio.abc.Stream, address: Address) -> trio.abc.Stream:
    try:
        context = ssl.create_default_context(cafile=address.ca)
    except (OSError, ssl.SSLError) as error:
        raise NotLetIn("The certificates in {ca} cannot be read; name a PEM file.", ca=address.ca) from error
    encrypted = trio.SSLStream(stream, context, server_hostname=server.host)
    try:
        await encrypted.do_handshake()
    except trio.BrokenResourceError as error:
        if not isinstance(error.__cause__, ssl.SSLCertVerificationError):
            raise
        raise NotLetIn(
            "The certificate of the NATS server at {server} is not trusted; name its authority with ?ca=FILE.",
            server=server,
        ) from error
    return encrypted


async def check_protocol(server: Server) -> None:
    """Look whether a server that did not greet speaks HTTP, as the monitoring of NATS does: it waits to be asked.

    Raises: NotLetIn when it does.
    """
    answer = b""
    with trio.move_on_after(_ASK), suppress(OSError, trio.BrokenResourceError):
        async with await reached(server.host, server.port) as stream:
            await stream.send_all(f"GET / HTTP/1.0\r\nHost: {server.host}\r\n\r\n".encode())
            while len(answer) < len(_HTTP):
                answer += await received(stream)
    if answer.startswith(_HTTP):
        raise NotLetIn(
            "HTTP is spoken at {server}, perhaps by the monitoring of a NATS server; name the port for clients, "
            "mostly {port}.",
            server=server,
            port=PORT,
        )


async def received(stream: trio.abc.Stream) -> bytes:
    """What has arrived. Raises: trio.BrokenResourceError at its end."""
    if data := await stream.receive_some(_CHUNK):
        return bytes(data)
    raise trio.BrokenResourceError("the server closed the connection")


async def _first(stream: trio.abc.Stream, parser: Parser) -> Info:
    """A server's greeting."""
    while not (events := parser.feed(await received(stream))):
        pass
    if len(events) != 1 or not isinstance(events[0], Info):
        raise ProtocolError("it does not greet as a NATS server does")
    return events[0]
