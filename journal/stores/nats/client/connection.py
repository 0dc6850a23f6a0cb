"""A connection to one of several NATS servers; when it ends, another is made.

What is written within one turn of the event loop goes out in one piece, so crowds of requests share system calls.
Each request is answered at a subject of its own, which wakes exactly the task that waits for it. A request that was
under way when the connection ended is not repeated here: only the caller knows whether that would do harm.
"""

import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial

import attrs
import trio

from journal.api import JournalError
from journal.follow.cursors import background_task
from journal.sentences import Sentence
from journal.stores.nats.client import protocol
from journal.stores.nats.client.address import Address, Server
from journal.stores.nats.client.login import Link, check_protocol, log_in, received
from journal.stores.nats.client.protocol import Complaint, Event, Info, Message, Ping, ProtocolError
from journal.stores.nats.client.replies import NoAnswer, Request, Series, Unsent

ANSWER_SECONDS = 1.0
"""Timeout of a request."""
_TICK_SECONDS = 0.5
"""Between two checks for overdue requests and a silent server."""
_SILENT_TICKS = 6
"""Ticks without a byte, not even a PONG, after which the connection is given up."""
_FAILING_SECONDS = 2.0
"""Without a good answer before another server is tried: this one may be cut off from the cluster."""
_ROUND, _ROUNDS = 0.1, 2.0
"""Seconds to wait at most after trying all servers in vain: at first, and after doubling."""
_DENIED = 100
"""Denied subjects that are remembered at most."""
_ANSWERS = 1
"""The number of the subscription to all answers."""


@attrs.frozen
class Subscription:
    """A subject that is subscribed to; `lost` is set when its connection has ended."""

    subject: str
    lost: trio.Event


class Connection:
    """See the module. `connect` once, then `run` in a task of its own."""

    def __init__(self, address: Address, check: Callable[[Info], object] = lambda _: None) -> None:
        """`check` raises JournalError for a server that must not be used."""
        self._address, self._check = address, check
        self._inbox = f"_INBOX.{secrets.token_hex(8)}"
        self._deliveries = f"_INBOX.{secrets.token_hex(8)}"
        self._waiting: dict[str, Request | Series] = {}
        self._subscriptions: dict[int, Callable[[Message], None]] = {_ANSWERS: self._settle}
        self._count = _ANSWERS
        self._out = bytearray()
        self._written = trio.Event()
        self._silence = 0
        self._failing: dict[str, float] = {}
        """When the server began to give no good answers, on trio's clock, by kind of request."""
        self._link: Link | None = None
        self._server: Server | None = None
        self._connected = trio.Event()
        self.info: Info
        """What the present server says about itself, or the last one."""
        self.lost = trio.Event()
        """Set when the present connection has ended, or the next one, if there is none now."""
        self._refusal: JournalError | None = None
        self.complaint = ""
        """The last error of a server or the network, for sentences; empty for none."""
        self.denied: set[str] = set()
        """Subjects that the user has no right to, as far as the present server has said; some of very many."""

    async def request(
        self, subject: str, payload: bytes = b"", header: bytes = b"", within: float = ANSWER_SECONDS
    ) -> Message:
        """The answer to a message, within so many seconds. Raises: NoAnswer, Unsent."""
        await trio.lowlevel.checkpoint_if_cancelled()
        deadline = trio.current_time() + within
        await self.wait_connected(deadline)
        inbox = self._ask(subject, payload, header, Request(trio.lowlevel.current_task(), deadline))

        def forget(_: object) -> trio.lowlevel.Abort:
            del self._waiting[inbox]
            return trio.lowlevel.Abort.SUCCEEDED

        answer: Message = await trio.lowlevel.wait_task_rescheduled(forget)
        if answer.status == 503:
            raise Unsent("nobody listens to that")
        return answer

    async def answers(
        self, subject: str, payload: bytes, within: float = ANSWER_SECONDS
    ) -> AsyncGenerator[list[Message], None]:
        """The answers to a message as they come, up to the one with a status, which is the last.

        They go on coming while those before are dealt with. `within` is how many seconds to wait for the next ones.

        Raises: NoAnswer, Unsent.
        """
        deadline = trio.current_time() + within
        await self.wait_connected(deadline)
        series = Series(within, deadline)
        inbox = self._ask(subject, payload, b"", series)
        try:
            status = 0
            while not status:
                messages = await series.taken()
                status = messages[-1].status
                if status == 503:
                    raise Unsent("nobody listens to that")
                yield messages
        finally:
            self._waiting.pop(inbox, None)

    def _ask(self, subject: str, payload: bytes, header: bytes, request: Request | Series) -> str:
        """Send a message whose answers settle a request. Returns: the subject that they come to."""
        self._count += 1
        inbox = f"{self._inbox}.{self._count:x}"
        self._write(protocol.publish(subject, payload, inbox, header))
        self._waiting[inbox] = request
        return inbox

    async def wait_connected(self, deadline: float = float("inf")) -> None:
        """Wait until there is a connection. Raises: Unsent when there is none by then."""
        if self._link is not None:
            return
        with trio.move_on_at(deadline):
            while self._link is None:
                if self._refusal is not None:
                    raise type(self._refusal)(self._refusal.sentence)
                await self._connected.wait()
            return
        raise Unsent(f"no server answers at {self._address}")

    def note_failure(self, what: str) -> None:
        """Note that the server gave no good answer to a kind of request, although there is a connection."""
        self._failing.setdefault(what, trio.current_time())

    def note_success(self, what: str) -> None:
        """Note a good answer. Noted by kind, because a server that is cut off can still read, but not store."""
        self._failing.pop(what, None)

    def refuse(self, error: JournalError) -> None:
        """Raise an error for every request once the present connection has ended."""
        self._refusal = error

    def tell(self, subject: str, payload: bytes = b"", reply: str = "") -> None:
        """Send a message, if there is a connection; answers, if any, go to the subject `reply`."""
        if self._link is not None:
            self._write(protocol.publish(subject, payload, reply))

    @contextmanager
    def subscribed(self, deliver: Callable[[Message], None], subject: str = "") -> Iterator[Subscription]:
        """A subject, by default one of our own, whose messages are handed over as they come.

        For as long as the connection is there; `deliver` must neither wait nor raise anything.
        """
        self._count += 1
        sid = self._count
        self._subscriptions[sid] = deliver
        subscription = Subscription(subject or f"{self._deliveries}.{sid}", self.lost)
        self._write(protocol.subscribe(subscription.subject, sid))
        try:
            yield subscription
        finally:
            if self._subscriptions.pop(sid, None) is not None and self.lost is subscription.lost:
                self._write(protocol.unsubscribe(sid))

    def _write(self, data: bytes) -> None:
        self._out += data
        self._written.set()

    async def connect(self) -> None:
        """Reach a server for the first time. Raises: JournalError when none of them can be used."""
        refusals: list[Sentence] = []
        for server in self._shuffled():
            try:
                self._take(await self._connect_or_explain(server))
            except (OSError, trio.BrokenResourceError, trio.TooSlowError, ProtocolError) as error:
                self.complaint = str(error)
            except JournalError as error:
                refusals.append(error.sentence)
            else:
                return
        if refusals:
            raise JournalError(refusals[0])
        raise JournalError(
            "No NATS server answers at {address}; start one there, or name others.", address=self._address
        )

    async def run(self) -> None:
        """Serve the connection, and reconnect when it ends, until cancelled."""
        while True:
            if self._link is None:
                self._take(await self._reconnect())
            assert self._link is not None
            try:
                await self._serve(self._link)
            finally:
                self._disconnected()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Connect, and `run` until the block has ended, whoever cancels it. Raises: JournalError.

        So what the block does at its end, shielded, still has a connection.
        """
        await self.connect()
        scope = trio.CancelScope(shield=True)

        async def run() -> None:
            with scope:
                await self.run()

        async with background_task(run):
            try:
                yield
            finally:
                scope.cancel()

    def _shuffled(self) -> list[Server]:
        # So that not everybody who has lost a server comes to the same one, and nobody to the one just lost.
        servers = secrets.SystemRandom().sample(self._address.servers, len(self._address.servers))
        return sorted(servers, key=lambda server: server == self._server)

    async def _reconnect(self) -> Link:
        longest = _ROUND
        while True:
            await trio.sleep(secrets.SystemRandom().uniform(0, longest))
            longest = min(2 * longest, _ROUNDS)
            for server in self._shuffled():
                try:
                    return await self._connect_to(server)
                except (OSError, trio.BrokenResourceError, trio.TooSlowError, ProtocolError, JournalError) as error:
                    self.complaint = str(error)

    async def _connect_or_explain(self, server: Server) -> Link:
        """As `_connect_to`, with a sentence for what is no NATS server."""
        try:
            return await self._connect_to(server)
        except (trio.BrokenResourceError, trio.TooSlowError, ProtocolError):
            await check_protocol(server)
            raise

    async def _connect_to(self, server: Server) -> Link:
        first = protocol.subscribe(f"{self._inbox}.*", _ANSWERS)
        link = await log_in(server, self._address, first)
        try:
            self._check(link.info)
        except BaseException:
            await trio.aclose_forcefully(link.stream)
            raise
        self._server = server
        return link

    def _take(self, link: Link) -> None:
        self._link, self.info = link, link.info
        self._out.clear()
        self._silence = 0
        self._failing.clear()
        self.denied.clear()
        self._connected.set()

    def _disconnected(self) -> None:
        self._link = None
        if self._refusal is not None:
            self._connected.set()
        self._connected = trio.Event()
        self.lost.set()
        self.lost = trio.Event()
        self._subscriptions = {_ANSWERS: self._settle}
        for inbox in list(self._waiting):
            self._give_up(inbox, "the connection ended before the answer")

    def _give_up(self, inbox: str, why: str) -> None:
        more = f" ({self.complaint})" if self.complaint else ""
        self._waiting.pop(inbox).fail(NoAnswer(f"{why}{more}"))

    async def _serve(self, link: Link) -> None:
        """Receive, send and check a connection, until one of the three ends."""

        async def until_it_ends(task: Callable[[Link], Awaitable[None]]) -> None:
            try:
                await task(link)
            except (trio.BrokenResourceError, trio.ClosedResourceError, ProtocolError) as error:
                self.complaint = str(error)
            nursery.cancel_scope.cancel()

        try:
            async with trio.open_nursery() as nursery:
                for task in (self._receive, self._send, self._check_alive):
                    nursery.start_soon(partial(until_it_ends, task))
        finally:
            await trio.aclose_forcefully(link.stream)

    async def _receive(self, link: Link) -> None:
        events: Sequence[Event] = link.early
        while True:
            for event in events:
                match event:
                    case Message():
                        if deliver := self._subscriptions.get(event.sid):
                            deliver(event)
                    case Ping():
                        self._write(protocol.PONG)
                    case Info():
                        self.info = event
                        if event.ldm and len(self._address.servers) > 1:
                            raise ProtocolError("the server is about to stop")
                    case Complaint(text):
                        self.complaint = text
                        if event.denied and len(self.denied) < _DENIED:
                            self.denied.add(event.denied)
                    case _:
                        pass
            events = link.parser.feed(await received(link.stream))
            self._silence = 0

    def _settle(self, message: Message) -> None:
        """Pass an answer to the task that waits for it."""
        if (request := self._waiting.get(message.subject)) is not None:
            if isinstance(request, Request):
                del self._waiting[message.subject]
            request.take(message)

    async def _send(self, link: Link) -> None:
        while True:
            if not self._out:
                self._written = trio.Event()
                await self._written.wait()
            data, self._out = self._out, bytearray()
            await link.stream.send_all(data)

    async def _check_alive(self, _: Link) -> None:
        # Ticks are counted rather than seconds: if it was this process that stood still, the server has said nothing
        # for only one of them.
        while True:
            await trio.sleep(_TICK_SECONDS)
            self._silence += 1
            if self._silence > _SILENT_TICKS:
                raise ProtocolError("the server says nothing any more")
            if self._silence > 1:
                self._write(protocol.PING)
            now = trio.current_time()
            if len(self._address.servers) > 1 and any(
                now > since + _FAILING_SECONDS for since in self._failing.values()
            ):
                raise ProtocolError("the server gives no good answer any more")
            for inbox in [inbox for inbox, request in self._waiting.items() if request.is_overdue(now)]:
                self._give_up(inbox, "the server does not answer")
