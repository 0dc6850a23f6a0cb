"""The house: listens at its doors, and gives everybody who comes a visit of their own.

People come by telnet, programs by a door of theirs (`Door`); who may come, whose turn it is and who is shown out is the
same for all.

A visitor costs one task. What is due for all of them together has tasks of the house: `Later` sends what was held
back, `_look_after_all` keeps connections alive and hangs up on silent ones.
"""

import logging
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import Any, Generic, Protocol, TypeVar

import attrs
import trio

from core.base.message import Message, message
from core.scheduling.dispatcher import Dispatcher, Payer
from frontends.server import logs
from frontends.server.config import Config, Limits
from frontends.telnet.callers.admission import Admission, Refusals
from frontends.telnet.callers.arrival import Alone, Arrival
from frontends.telnet.callers.listeners import accept, neighbourhood, network_of
from frontends.telnet.callers.proxy_protocol import NotProxied, introduced
from frontends.telnet.callers.queue import Queue
from frontends.telnet.connection import Connection
from frontends.telnet.editor import LineEditor
from frontends.telnet.hang_ups import HangUps
from frontends.telnet.input_rate import Pace
from frontends.telnet.output import Later, Sender, Why
from frontends.telnet.terminal_rescue import Rescue
from frontends.telnet.tls.relay import Certificate, LetIn, Refuse, Secured
from frontends.telnet.tls.relay_process import RelayProcess
from frontends.telnet.wire.lines import Lines
from frontends.telnet.wire.mssp import Figures
from frontends.telnet.wire.protocol import Wire
from frontends.terminal.terminal import Terminal

MOST_AT_ONCE = 200
"""Connections looked after before other tasks run."""

TELNET = "telnet"
AT_DOOR, INSIDE = "at the door", "inside"
"""Half of the turns each: so a storm of new connections takes no more than half from people who have given a name."""
MOST_WAITING = 4000
"""Callers waiting to be admitted; further ones wait in the kernel."""
MOST_LET_IN, MOST_LOOKED_AT = 1, 32
"""Callers admitted before other tasks run, and those looked at for that: some may have hung up by now."""

DEFAULTS = Config()
LAST_WORDS = {
    Why.IDLE: message("You typed nothing for a long time, so the house hangs up: please come again."),
    Why.NAMELESS: message("You gave no name in time, so the house hangs up: please come again."),
    Why.CROWDED: message("Others want to come in and you gave no name, so the house hangs up: please come again."),
    Why.CLOSING: message("The house is closing."),
    Why.KICKED: message("You have been shown out of the house."),
    Why.ERROR: message("Something went wrong in the house, and it has been noted: please come again."),
    Why.FULL: message("The house is full: please try again later."),
    Why.MANY: message("Too many people are here from your address: try again when one has left."),
    Why.OFTEN: message("You came in too often just now: please wait a minute."),
    Why.NOT_PROXIED: message("This address is only for the house's balancer: come in by the public address."),
}
"""What people are told before the house hangs up, where nothing else is said."""


class Visiting(Protocol):
    """What the house knows of a visit."""

    @property
    def has_name(self) -> bool:
        """Whether the person has given a name."""

    def announce(self, said: Message) -> None:
        """Tell the person something that concerns everybody in the house."""


class Connected(Protocol):
    """What the house asks of a connection, whatever is spoken there."""

    pace: Pace
    received: int
    is_half_closed: bool
    foreign: str

    @property
    def out(self) -> Sender:
        """The way out."""

    @property
    def has_gone(self) -> bool:
        """Whether they have hung up, as far as that is noticed."""

    @property
    def why(self) -> Why:
        """Why it is over."""

    async def meet(self, seconds: float) -> None:
        """Find out what they are."""

    def use_screen(self, screen: bool) -> None:
        """Show a board, or leave the terminal as it was found."""

    def keep_alive(self) -> None:
        """Have TCP notice a dead peer."""

    def say_last(self, said: Message, why: Why) -> None:
        """Tell why the house hangs up."""

    def part(self, why: Why, said: Message) -> None:
        """Tell it, and end the connection."""

    def close(self) -> None:
        """Close the socket."""


V = TypeVar("V", bound=Visiting)


@attrs.frozen(eq=False)
class Door(Generic[V]):
    """A way into the house."""

    name: str
    """As the log has it."""
    connect: Callable[[socket.socket, Later, Pace], Any]
    """Makes a `Connected` of a socket."""
    begin: Callable[[Any, str], V]
    """Makes a visit of that and an address."""
    run: Callable[[Any], Awaitable[int]]
    """Runs such a visit until they leave."""


@attrs.define(eq=False)
class Caller(Generic[V]):
    """Somebody who is in."""

    number: int
    address: str
    connection: Any
    """A `Connected` of the door by which they came."""
    payer: Payer
    came_at: float
    kept_alive_at: float
    neighbourhood: str
    door: Door[V]
    heard_at: float
    """When it was noticed last that something had come from them, on trio's clock."""
    heard: int = 0
    """How many bytes had come by then."""
    visit: V | None = None

    @property
    def has_name(self) -> bool:
        """Whether the person has given a name."""
        return self.visit is not None and self.visit.has_name

    @property
    def has_spoken(self) -> bool:
        """Whether anything came from them. Callers that were not greeted yet may wait for that, and make room last."""
        return self.visit is None or self.connection.received > 0

    @property
    def has_gone(self) -> bool:
        """Whether they have hung up or half closed, as far as that is noticed."""
        connection: Connected = self.connection
        return connection.has_gone or connection.is_half_closed

    def promote(self) -> None:
        """Move them to the turns of those inside, once they have given a name."""
        if self.has_name:
            self.payer.newcomer = None
            self.payer.dispatcher.move(self.payer, INSIDE, network_of(self.neighbourhood), self.neighbourhood)


class House(Generic[V]):
    """A telnet server. `begin` makes a visit of a terminal and an address, `run` runs it until the person leaves."""

    def __init__(
        self,
        begin: Callable[[Terminal, str], V],
        run: Callable[[Any], Awaitable[int]],
        config: Config = DEFAULTS,
        rescue: Rescue | None = None,
        proxies: frozenset[str] = frozenset(),
        object_to: Callable[[str], Message | None] = lambda _: None,
        certificate: Certificate | None = None,
        relay: Callable[[Certificate, Limits, Refuse], Secured | RelayProcess] = RelayProcess,
        on_change: Callable[[Config], None] = lambda _: None,
        programs: Door[V] | None = None,
        figures: Callable[[], Figures] = tuple,
    ) -> None:
        """`proxies` are the addresses of balancers that say by the PROXY protocol who comes.

        `object_to` says why an address is banned, or None. `certificate` is for those who come by TLS, whom
        `relay` relays. `on_change` is called with settings that are changed later. `figures` are what crawlers are
        told of the house.
        """
        self._use(config)
        self._proxies = proxies
        self._object_to = object_to
        self._on_change = on_change
        self._refusals = Refusals()
        self._secured = relay(certificate, config.limits, self._refusals.note) if certificate is not None else None
        self._telnet = Door(TELNET, self._connect, begin, run)
        self._programs = programs
        self._rescue = rescue
        self._figures = figures
        self._later = Later()
        self._hang_ups = HangUps()
        self._dispatcher = Dispatcher(lambda fault: logs.note(logging.ERROR, "not-shown", fault=fault))
        self._numbers = count(1)
        self._admission: Admission[Caller[V]] = Admission(config.limits)
        self._waiting: Queue[Arrival] = Queue(MOST_WAITING)

    @property
    def visitors(self) -> int:
        """How many are in."""
        return len(self._admission)

    @property
    def programs(self) -> int:
        """How many of them are programs."""
        return sum(caller.door is self._programs for caller in self._admission.everybody)

    def _use(self, config: Config) -> None:
        self.limits, self._traffic = config.limits, config.traffic
        self._editor = LineEditor(longest=config.traffic.line_length)
        """An empty line, for all who come."""

    def reconfigure(self, config: Config) -> None:
        """Use these settings from now on."""
        self._use(config)
        self._admission.set_limits(config.limits)
        self._on_change(config)
        if self._secured is not None:
            self._secured.set_limits(config.limits)

    @property
    def callers(self) -> tuple[Caller[V], ...]:
        """All who are in."""
        return self._admission.everybody

    async def serve(
        self,
        listeners: Sequence[socket.socket],
        secure: Sequence[socket.socket] = (),
        programs: Sequence[socket.socket] = (),
        secure_programs: Sequence[socket.socket] = (),
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Accept and host callers, until cancelled; at `secure` by TLS, at `programs` those, and at `secure_programs`
        those by TLS. Raises: Refused when accepting fails."""
        async with trio.open_nursery() as nursery:
            await nursery.start(self._later.run)
            await nursery.start(self._hang_ups.run)
            nursery.start_soon(self._dispatcher.run)
            nursery.start_soon(self._look_after_all)
            nursery.start_soon(self._let_all_in, nursery)
            doors = [(listener, self._telnet) for listener in listeners]
            doors += [(listener, self._programs) for listener in programs if self._programs is not None]
            for listener, door in doors:
                come = partial(self._come, nursery, partial(self._let_in, door))
                nursery.start_soon(accept, listener, come, self._waiting.wait_for_room)
            if self._secured is not None:
                await nursery.start(self._secured.run)
                doors = [(listener, self._telnet) for listener in secure]
                doors += [(listener, self._programs) for listener in secure_programs if self._programs is not None]
                for listener, door in doors:
                    come = partial(self._come, nursery, partial(self._secure, partial(self._let_in, door)))
                    nursery.start_soon(accept, listener, come)
            task_status.started()

    def announce(self, said: Message) -> None:
        """Tell everybody who is in."""
        for caller in self._admission.everybody:
            if caller.visit is not None:
                with _KeptIn(caller):
                    caller.visit.announce(said)

    def _come(self, nursery: trio.Nursery, let_in: LetIn, sock: socket.socket, address: str) -> None:
        with Alone(sock, address):
            if address in self._proxies:
                nursery.start_soon(self._introduce, let_in, sock, address)
            else:
                let_in(sock, address)

    def _secure(self, let_in: LetIn, sock: socket.socket, address: str) -> None:
        assert self._secured is not None
        if self._object_to(address) is not None:  # before any work is done for them
            self._refusals.note(address, Why.BANNED.value)
            sock.close()
        else:
            self._secured.take(sock, address, let_in)

    async def _introduce(self, let_in: LetIn, sock: socket.socket, balancer: str) -> None:
        with Alone(sock, balancer):
            try:
                address = await introduced(sock, balancer, self.limits.introduction_seconds)
            except NotProxied:
                self._turn_away(self._telnet, sock, balancer, Why.NOT_PROXIED)
                return
            if address is None:
                sock.close()
            else:
                let_in(sock, address)

    def _let_in(self, door: Door[V], sock: socket.socket, address: str) -> None:
        """Queue a caller for admission."""
        self._push(Arrival(sock, address, door))

    def _push(self, arrival: Arrival) -> None:
        self._waiting.push(network_of(neighbourhood(arrival.address)), arrival)

    async def _let_all_in(self, nursery: trio.Nursery) -> None:
        """Admit waiting callers, until cancelled; callers who still wait then are closed."""
        try:
            while True:
                await self._waiting.wait_for_some()
                for arrival in islice(self._still_there(), MOST_LET_IN):
                    with Alone(arrival.sock, arrival.address):
                        self._admit(nursery, arrival.door, arrival.sock, arrival.address)
                await trio.lowlevel.checkpoint()
        finally:
            for arrival in self._waiting:
                arrival.sock.close()

    def _still_there(self) -> Iterator[Arrival]:
        """The next waiting callers that have not hung up: for the others no connection is made."""
        for _ in range(min(len(self._waiting), MOST_LOOKED_AT)):
            arrival = self._waiting.pop()
            arrival.look()
            if arrival.has_hung_up:
                self._refusals.note(arrival.address, Why.HUNG_UP.value)
                arrival.sock.close()
            elif self._waiting and arrival.door is self._telnet and arrival.may_have_gone:
                arrival.ask()
                self._push(arrival)
            else:
                yield arrival

    def _admit(self, nursery: trio.Nursery, door: Door[V], sock: socket.socket, address: str) -> None:
        """Start the visit of a caller, unless they are banned or a limit is reached."""
        if (banned := self._object_to(address)) is not None:
            self._turn_away(door, sock, address, Why.BANNED, banned)
            return
        shared, now = neighbourhood(address), self._later.now()
        if (why := self._admission.objection(shared, now)) is not None:
            self._turn_away(door, sock, address, why)
            return
        payer = self._dispatcher.payer(AT_DOOR, network_of(shared), shared)
        connection = door.connect(sock, self._later, Pace(self._traffic, payer))
        caller: Caller[V] = Caller(next(self._numbers), address, connection, payer, now, now, shared, door, now)
        payer.newcomer = caller
        if isinstance(connection, Connection):
            self._hang_ups.watch(connection)
        crowded_out = self._admission.add(caller)
        # The name is given because trio would make and keep one for every task.
        nursery.start_soon(self._host, caller, name="a visit")
        if crowded_out is not None:
            self.show_out(crowded_out, Why.CROWDED)

    def _connect(self, sock: socket.socket, later: Later, pace: Pace) -> Connection:
        """Somebody's telnet client."""
        wire = Wire(lines=Lines(self._traffic.line_length))
        return Connection(sock, later, wire, pace=pace, rescue=self._rescue, editor=self._editor, figures=self._figures)

    def _turn_away(
        self, door: Door[V], sock: socket.socket, address: str, why: Why, said: Message | None = None
    ) -> None:
        self._refusals.note(address, why.value)
        refused = door.connect(sock, self._later, Pace(self._traffic))
        refused.say_last(said or LAST_WORDS[why], why)
        refused.close()

    async def _host(self, caller: Caller[V]) -> None:
        """One person's visit. An exception ends this visit only.

        It has few names and calls the rest: room for a name is kept twice for everybody who is in, by the coroutine
        and by trio.
        """
        fault: Exception | None = None
        self._note_arrival(caller)
        try:
            await caller.connection.meet(self.limits.meeting_seconds)
            if not caller.connection.has_gone and caller.connection.pace.must_wait(trio.current_time()):
                await caller.connection.pace.turn()  # Hundreds who come at once are greeted one after another.
            if not caller.connection.has_gone:
                caller.visit = caller.door.begin(caller.connection, caller.address)
                await caller.door.run(caller.visit)
            await self._take_leave(caller.connection)
        except Exception as error:
            fault = error
            self.show_out(caller, Why.ERROR)
        except BaseException:  # The house closes, and has cancelled all visits: the last words go out without waiting.
            self.show_out(caller, Why.CLOSING)
            raise
        finally:
            self._let_out(caller, fault)

    def _note_arrival(self, caller: Caller[V]) -> None:
        caller.payer.pay()
        logs.note(logging.INFO, "came", visitor=caller.number, address=caller.address, **_by(caller.door))

    async def _take_leave(self, connection: Connected) -> None:
        connection.use_screen(False)
        with trio.move_on_after(self.limits.goodbye_seconds):
            await connection.out.drain()

    def _let_out(self, caller: Caller[V], fault: Exception | None) -> None:
        connection = caller.connection
        why = connection.why
        self._admission.remove(caller)
        caller.payer.stop()
        with _KeptIn(caller):
            if isinstance(connection, Connection):
                self._hang_ups.forget(connection)
            connection.close()
        logs.note(
            logging.INFO if fault is None else logging.ERROR,
            "left",
            fault=fault,
            visitor=caller.number,
            address=caller.address,
            why=why.value,
            seconds=trio.current_time() - caller.came_at,
            received=connection.received,
            sent=connection.out.sent,
            **({"protocol": connection.foreign} if connection.foreign else {}),
            **_by(caller.door),
        )

    def show_out(self, caller: Caller[V], why: Why, said: Message | None = None) -> None:
        """End a visit from this side."""
        with _KeptIn(caller):
            caller.connection.part(why, said or LAST_WORDS[why])
        caller.connection.out.end(why)  # even where nothing could be shown

    async def _look_after_all(self) -> None:
        """Hang up on people who give no name in time, or are silent for too long; keep other connections alive."""
        while True:
            await trio.sleep(self.limits.round_seconds)
            now = trio.current_time()
            for number, caller in enumerate(self._admission.everybody):
                if number % MOST_AT_ONCE == MOST_AT_ONCE - 1:
                    await trio.lowlevel.checkpoint()
                    now = trio.current_time()
                with _KeptIn(caller):
                    self._look_after(caller, now)

    def _look_after(self, caller: Caller[V], now: float) -> None:
        limits = self.limits
        if caller.connection.received != caller.heard:
            caller.heard, caller.heard_at = caller.connection.received, now
        if not caller.has_name and now >= caller.came_at + limits.door_seconds:
            self.show_out(caller, Why.NAMELESS)
        elif now >= caller.heard_at + limits.idle_seconds:
            self.show_out(caller, Why.IDLE)
        elif now >= caller.kept_alive_at + limits.keep_alive_seconds:
            caller.kept_alive_at = now
            caller.connection.keep_alive()


def _by(door: Door[Any]) -> dict[str, Any]:
    """Which door that was, for the log; people come by telnet."""
    return {} if door.name == TELNET else {"door": door.name}


@attrs.frozen
class _KeptIn:
    """An exception in what the house does for one visit is logged, and does not reach the others. No generator: the
    house looks after everybody each second."""

    caller: Caller[Any]

    def __enter__(self) -> None:
        """Begin it."""

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> bool:
        """Log what went wrong."""
        if not isinstance(fault, Exception):
            return False
        logs.note(logging.ERROR, "not-told", fault=fault, visitor=self.caller.number)
        return True
