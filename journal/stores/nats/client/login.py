"""Reaching one NATS server: its greeting, the encryption, our login."""

import ssl
from contextlib import suppress

import attrs
import trio

from journal.api import JournalError
from journal.stores.nats.client import protocol
from journal.stores.nats.client.address import PORT, Address, Server
from journal.stores.nats.client.protocol import Complaint, Event, Info, Parser, ProtocolError
from journal.stores.nats.client.resolver import connect_tcp

_LOGIN_SECONDS = 3.0
"""Seconds for a server to greet and to let us in."""
_PROBE_SECONDS = 1.0
"""Seconds for what is no NATS server to answer."""
_HTTP = b"HTTP/"
_OTHER_HOST = (62, 64)
"""What OpenSSL calls a certificate that is for another name, or for another address."""
_CHUNK = 1 << 16


@attrs.frozen
class Link:
    """A connection that was let in."""

    stream: trio.abc.Stream
    info: Info
    parser: Parser
    early: tuple[Event, ...]
    """What the server said right after it let us in."""


async def log_in(server: Server, address: Address, first: bytes) -> Link:
    """A connection to a server, which has been sent `first` right after our login.

    Raises: JournalError when it refuses us; OSError, trio.BrokenResourceError, trio.TooSlowError, ProtocolError.
    """
    with trio.fail_after(_LOGIN_SECONDS):
        stream: trio.abc.Stream = await connect_tcp(server.host, server.port)
        try:
            return await _logged_in(server, stream, address, first)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise


async def _logged_in(server: Server, stream: trio.abc.Stream, address: Address, first: bytes) -> Link:
    parser = Parser()
    info = await _first(stream, parser)
    is_secret = address.tls or info.tls_required
    if is_secret:
        _check_encryption(server, info)
        # Whoever sits in between must not be able to say anything before the encryption begins.
        if not parser.is_empty:
            raise ProtocolError("it says more than its greeting before the encryption begins")
        stream = await _encrypted(server, stream, address)
    login = protocol.connect(user=address.user, password=address.password, token=address.token, tls=is_secret)
    await stream.send_all(login + first + protocol.PING)
    while True:
        events = parser.feed(await received(stream))
        for count, event in enumerate(events, 1):
            match event:
                case protocol.Pong():
                    return Link(stream, info, parser, tuple(events[count:]))
                case Complaint(text):
                    if event.denied:
                        raise denied(str(server), address.name, event.denied)
                    raise JournalError(
                        "The NATS server at {server} refuses us, {complaint}; check the user or token.",
                        server=server,
                        complaint=text,
                    )
                case _:
                    pass


def _check_encryption(server: Server, info: Info) -> None:
    """Raises: JournalError where it would fail, which would not say why."""
    if not info.tls_required and not info.tls_available:
        raise JournalError(
            "The NATS server at {server} has no TLS; put tls in its settings, or leave out ?tls=1.", server=server
        )
    if info.tls_verify:
        raise JournalError(
            "The NATS server at {server} wants a certificate from us, and we have none; take verify out of its tls "
            "settings.",
            server=server,
        )


async def _encrypted(server: Server, stream: trio.abc.Stream, address: Address) -> trio.abc.Stream:
    try:
        context = ssl.create_default_context(cafile=address.ca)
    except (OSError, ssl.SSLError) as error:
        raise JournalError("The certificates in {ca} cannot be read; name a PEM file.", ca=address.ca) from error
    encrypted = trio.SSLStream(stream, context, server_hostname=server.host)
    try:
        await encrypted.do_handshake()
    except trio.BrokenResourceError as error:
        if not isinstance(why := error.__cause__, ssl.SSLCertVerificationError):
            raise
        if why.verify_code in _OTHER_HOST:
            raise JournalError(
                "The certificate of the NATS server at {server} is for another host; name the server as its "
                "certificate does, or give it one for {host}.",
                server=server,
                host=server.host,
            ) from error
        raise JournalError(
            "The certificate of the NATS server at {server} is not trusted; name its authority with ?ca=FILE.",
            server=server,
        ) from error
    return encrypted


def denied(servers: str, name: str, subject: str) -> JournalError:
    """The error for a user who has no right to a subject that a journal needs."""
    return JournalError(
        "The NATS servers at {servers} deny us {subject}; let the user publish to $JS.API.>, $JS.FC.>, {name}.> "
        "and {name}-houses, and subscribe to _INBOX.> and {name}-houses.",
        servers=servers,
        subject=subject,
        name=name,
    )


async def check_protocol(server: Server) -> None:
    """Look what is spoken where nobody greeted, but waited to be asked.

    Raises: JournalError for HTTP, as the monitoring of NATS speaks it, and for TLS from the first byte.
    """
    if await _is_http(server):
        raise JournalError(
            "{server} speaks HTTP and may be the monitoring of a NATS server; name the port for clients, "
            "mostly {port}.",
            server=server,
            port=PORT,
        )
    if await _is_tls(server):
        raise JournalError(
            "The NATS server at {server} begins with TLS, before its greeting; take handshake_first out of its tls "
            "settings.",
            server=server,
        )


async def _is_http(server: Server) -> bool:
    answer = b""
    with trio.move_on_after(_PROBE_SECONDS), suppress(OSError, trio.BrokenResourceError):
        async with await connect_tcp(server.host, server.port) as stream:
            await stream.send_all(f"GET / HTTP/1.0\r\nHost: {server.host}\r\n\r\n".encode())
            while len(answer) < len(_HTTP):
                answer += await received(stream)
    return answer.startswith(_HTTP)


async def _is_tls(server: Server) -> bool:
    context = ssl.create_default_context()
    # Nothing is said there, so it does not matter who it is.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with trio.move_on_after(_PROBE_SECONDS), suppress(OSError, trio.BrokenResourceError):
        async with await connect_tcp(server.host, server.port) as stream:
            await trio.SSLStream(stream, context).do_handshake()
            return True
    return False


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
