"""The house opened over telnet: visits to the tables of a service, at one door or two."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import attrs
import trio

from core.base.message import Message
from core.house.service import Service
from core.sessions.allowances import Allowances
from core.sessions.journal_errors import LOST
from core.sessions.parlour import Origin, Parlour
from core.sessions.session import Session
from frontends.locale.language import TEMPLATES, language
from frontends.programs.connection import ProgramConnection
from frontends.programs.connection import attend as attend_program
from frontends.programs.door.program import Program
from frontends.server import logs
from frontends.server.config import Config
from frontends.server.guests import Guest
from frontends.server.logs import LimitLog
from frontends.server.lost_journal import watch_journal
from frontends.telnet.callers.listeners import listen, neighbourhood, network_of
from frontends.telnet.listing import Listing
from frontends.telnet.server import DEFAULTS, Door, House
from frontends.telnet.terminal_rescue import Rescue, open_rescue
from frontends.telnet.tls.relay import Certificate
from frontends.terminal.terminal import Terminal
from frontends.visit.settings import Settings
from frontends.visit.visit import Visit
from frontends.visit.visit_loop import attend

IN_SCREENS, IN_LINES = Settings(screen=True), Settings(screen=False)


def visits(
    service: Service,
    config: Config = DEFAULTS,
    rescue: Rescue | None = None,
    proxies: frozenset[str] = frozenset(),
    certificate: Certificate | None = None,
    port: int = 0,
    tls_port: int = 0,
) -> House[Guest]:
    """A house in which people visit the tables of a service; crawlers are told the ports."""
    allowances = Allowances(config.budget, LimitLog())
    parlour = Parlour(service, allowances)
    listing = Listing(service, config.listed, port, tls_port)

    def enter(address: str) -> Session:
        shared = neighbourhood(address)
        return parlour.enter(Origin(address, shared, network_of(shared)))

    def begin(terminal: Terminal, address: str) -> Visit:
        # Of a client that is not known yet the visit learns later, and shows boards from then on.
        settings = IN_SCREENS if terminal.look.single_keys else IN_LINES
        return Visit(enter(address), terminal, settings)

    def begin_program(connection: ProgramConnection, address: str) -> Program:
        return connection.serve(Program(enter(address)))

    def change(config: Config) -> None:
        allowances.set_budget(config.budget)
        listing.listed = config.listed

    objection = partial(service.moderation.objection, "")
    return House(
        begin, attend, config, rescue, proxies, objection, certificate,
        on_change=change, programs=Door("programs", ProgramConnection, begin_program, attend_program),
        figures=listing.figures,
    )  # fmt: skip


@attrs.frozen
class ForPrograms:
    """A door for programs."""

    host: str
    port: int
    announce: Callable[[str, int], None]
    """Told the address once they can come."""


@attrs.frozen
class ByTls:
    """A second door of the house, or of programs."""

    host: str
    port: int
    certificate: Certificate
    announce: Callable[[str, int], None]
    """Told the address once people can come."""


async def serve_telnet(
    service: Service,
    host: str,
    port: int,
    announce: Callable[[str, int], None],
    proxies: frozenset[str] = frozenset(),
    config: Config = DEFAULTS,
    run: Callable[..., Awaitable[None]] | None = None,
    by_tls: ByTls | None = None,
    for_programs: ForPrograms | None = None,
    for_programs_by_tls: ByTls | None = None,
) -> None:
    """Serve until cancelled; `announce` is told the address once people can come.

    `run` is run beside it, of the house and with a `task_status`; people come in once it has started.

    Raises: OSError when the address cannot be had; Refused when nobody can come in any more.
    """

    def on_loss(said: Message) -> None:
        logs.note(logging.ERROR, "journal-lost", why=language(TEMPLATES).say(said))
        house.announce(LOST)

    listeners = listen(host, port)
    doors = by_tls, for_programs, for_programs_by_tls
    secure, programs, by_both = ([] if door is None else listen(door.host, door.port) for door in doors)
    secured = by_tls or for_programs_by_tls
    async with open_rescue() as rescue:
        ports = listeners[0].getsockname()[1], secure[0].getsockname()[1] if secure else 0
        house = visits(service, config, rescue, proxies, secured.certificate if secured else None, *ports)
        async with trio.open_nursery() as nursery:
            if run is not None:
                await nursery.start(run, house)
            await nursery.start(house.serve, listeners, secure, programs, by_both)
            nursery.start_soon(watch_journal, service, on_loss)
            for door, sockets in zip(doors, (secure, programs, by_both), strict=True):
                if door is not None:
                    door.announce(*sockets[0].getsockname()[:2])
            announce(*listeners[0].getsockname()[:2])
