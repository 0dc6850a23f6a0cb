"""Callers by TLS: what they say is relayed to the house through a pair of sockets, so that it need not know of TLS.

The house sees a socket that behaves as its client's would: it fills up when the client does not read, ends for reading
when the client has ended its side, and can be written to after that. In a house this runs in a process of its own, see
`relay_process`; a caller by TLS costs that two tasks.
"""

import logging
import os
import select
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import attrs
import trio

from core.base.game import Refused
from frontends.server import logs
from frontends.server.config import Limits
from frontends.telnet.callers.admission import Admission
from frontends.telnet.callers.listeners import neighbourhood

READ_SIZE = 4096
WRITE_SIZE = 16384
"""Bytes of a TLS record."""
KERNEL_BUFFER = 1 << 15
"""Bytes the kernel keeps on each way of a relay, doubled by Linux."""
LOOK_SECONDS = 1.0
"""Between two looks for visits that have ended while their clients do not read."""

LetIn = Callable[[socket.socket, str], None]
"""Called with a caller's socket and address."""
Refuse = Callable[[str, str], None]
"""Takes note that a caller of an address was refused, and why."""


class Certificate:
    """A certificate with its key in two files, read again when they have changed."""

    def __init__(self, certificate: Path, key: Path) -> None:
        """Raises: Refused when they cannot be used."""
        self.files = certificate, key
        self._seen = self._look()
        try:
            self._context = self._load()
        except OSError as error:
            raise Refused(
                "The certificate {path} cannot be used with its key: {why}; check that both are PEM and belong "
                    "together.",
                path=str(certificate), why=_why(error),
            ) from error  # fmt: skip

    def _look(self) -> list[tuple[int, int, int]] | None:
        """Time, size and inode of each file, which change with it; None when one cannot be found."""
        try:
            found = [os.stat(path) for path in self.files]
        except OSError:
            return None
        return [(state.st_mtime_ns, state.st_size, state.st_ino) for state in found]

    def _load(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        # A client that ends without a word of TLS has ended its side, and can be answered, as one without TLS.
        context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_IGNORE_UNEXPECTED_EOF
        context.load_cert_chain(*self.files, password=_refuse_password)
        return context

    def context(self) -> ssl.SSLContext:
        """What the next handshake is made with: the files as they are now, or as they were when they last could be."""
        seen = self._look()
        if seen != self._seen:
            self._seen = seen
            try:
                self._context = self._load()
            except OSError as error:
                logs.note(logging.WARNING, "certificate-kept", path=str(self.files[0]), error=_why(error))
            else:
                logs.note(logging.INFO, "certificate-read", path=str(self.files[0]))
        return self._context


def _refuse_password() -> str:
    # Asked for by OpenSSL itself it would be asked at the terminal of the house, in the middle of all that goes on.
    raise OSError("the key wants a password, which nobody can type here")


def _why(error: OSError) -> str:
    return error.strerror or str(error)


@attrs.frozen(eq=False)
class _Greeting:
    """A caller who shakes hands, as `Admission` counts them: all have neither a name nor said anything."""

    sock: socket.socket
    address: str
    neighbourhood: str
    scope: trio.CancelScope
    has_name: bool = False
    has_spoken: bool = False
    has_gone: bool = False


@attrs.frozen(eq=False)
class _Relay:
    """One caller."""

    secure: trio.SSLStream[trio.SocketStream]
    inner: trio.SocketStream
    scope: trio.CancelScope = attrs.field(factory=lambda: trio.CancelScope(shield=True))
    """Shielded, because the last words of a house that closes are still relayed; `end_within` says for how long."""

    def end_within(self, seconds: float) -> None:
        """Wait no longer than so for what is under way."""
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + seconds)


def _of_handshakes(limits: Limits) -> Limits:
    """The limits for callers who shake hands: no more than their work allows, however many are in the house."""
    return attrs.evolve(
        limits, connections=sys.maxsize, connections_of_one_address=limits.handshakes_of_one_address,
        door_places=limits.handshakes,
    )  # fmt: skip


class Secured:
    """Relays callers by TLS, while `run` runs."""

    def __init__(self, certificate: Certificate, limits: Limits, refuse: Refuse) -> None:
        self._certificate = certificate
        self._refuse = refuse
        self._nursery: trio.Nursery | None = None
        self._greetings: Admission[_Greeting] = Admission(_of_handshakes(limits))
        """Handshakes under way."""
        self._ends = select.poll()
        """Finds relays whose visit is over, whether or not anything waits to be read there."""
        self._relays: dict[int, _Relay] = {}
        self.set_limits(limits)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Relay, until cancelled."""
        async with trio.open_nursery() as self._nursery:
            task_status.started()
            try:
                while True:
                    await trio.sleep(LOOK_SECONDS)
                    # When a visit is over its client has so long to read the last words.
                    for number, _ in self._ends.poll(0):
                        self._relays[number].end_within(self.limits.goodbye_seconds)
            finally:
                # Visits end with the house, and say so; that still goes out.
                for relay in self._relays.values():
                    relay.end_within(LOOK_SECONDS)

    def set_limits(self, limits: Limits) -> None:
        """Use these limits for callers from now on."""
        self.limits = limits
        self._greetings.set_limits(_of_handshakes(limits))

    def take(self, sock: socket.socket, address: str, let_in: LetIn) -> None:
        """Shake hands with a caller, then call `let_in` with the other end of the relay."""
        shared = neighbourhood(address)
        if self._nursery is None or self._greetings.objection(shared, trio.current_time()) is not None:
            self._refuse(address, "too-many-handshakes")
            sock.close()
            return
        greeting = _Greeting(sock, address, shared, trio.CancelScope(relative_deadline=self.limits.handshake_seconds))
        if (crowded_out := self._greetings.add(greeting)) is not None:
            crowded_out.scope.cancel()
        self._nursery.start_soon(self._secure, greeting, let_in, name="a caller by TLS")

    async def _secure(self, greeting: _Greeting, let_in: LetIn) -> None:
        """One caller, from the handshake to the end. An exception ends this one only."""
        sock = greeting.sock
        stream = trio.SocketStream(trio.socket.from_stdlib_socket(sock))
        secure = trio.SSLStream(stream, self._certificate.context(), server_side=True)
        try:
            if not await self._greet(greeting, secure):
                self._refuse(greeting.address, "no-handshake")
                return
            ours, theirs = socket.socketpair()
            for end in (sock, ours, theirs):
                end.setblocking(False)
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
            let_in(theirs, greeting.address)
            await self._relay(_Relay(secure, trio.SocketStream(trio.socket.from_stdlib_socket(ours))))
        except Exception as fault:
            logs.note(logging.ERROR, "no-tls", fault=fault, address=greeting.address)
        finally:
            sock.close()
            # Such a stream refers to itself, so what OpenSSL has for it, some 40 KiB, would stay until the collector
            # looks, which it does rarely here.
            vars(secure).clear()

    async def _greet(self, greeting: _Greeting, secure: trio.SSLStream[trio.SocketStream]) -> bool:
        """Shake hands; the answer is whether that is done."""
        is_done = False
        try:
            with greeting.scope:
                await secure.do_handshake()
                is_done = True
        except trio.BrokenResourceError:
            pass
        finally:
            self._greetings.remove(greeting)
        return is_done

    async def _relay(self, relay: _Relay) -> None:
        number = relay.inner.socket.fileno()
        self._relays[number] = relay
        self._ends.register(number, select.POLLRDHUP)
        try:
            with relay.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(_bring_in, relay)
                    await _bring_out(relay)
                    nursery.cancel_scope.cancel()
                # What the client says meanwhile is taken: unread, it would undo our last words.
                with trio.move_on_after(LOOK_SECONDS), suppress(trio.BrokenResourceError):
                    await relay.secure.unwrap()
        finally:
            self._ends.unregister(number)
            del self._relays[number]
            relay.inner.socket.close()


async def _bring_in(relay: _Relay) -> None:
    """What the client says, until it ends its side; a connection that breaks ends the visit."""
    try:
        while piece := await relay.secure.receive_some(READ_SIZE):
            await relay.inner.send_all(piece)
        await relay.inner.send_eof()
    except trio.BrokenResourceError:
        relay.scope.cancel()


async def _bring_out(relay: _Relay) -> None:
    """What the house says, until it ends its side."""
    try:
        while piece := await relay.inner.receive_some(WRITE_SIZE):
            await relay.secure.send_all(piece)
    except trio.BrokenResourceError:
        relay.scope.cancel()
