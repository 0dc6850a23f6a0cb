"""`parlour serve`: a house for all who call, until a signal or its operators close it."""

from __future__ import annotations

import errno
import gc
import ipaddress
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import trio

from core.base.game import Game, Refused
from core.base.lazy_import import Imported
from core.base.message import english
from core.books.seed_books import IN_A_HOUSE
from core.correspondence.outbox import send_reminders
from core.games import GAMES
from core.games.features import guides
from core.games.features.bots import ALL
from core.house.duel_steward import DuelSteward
from core.house.idle_tables import close_unbegun
from core.house.service import Service
from core.house.tournaments import Steward
from core.live.unattended_games import mind_slow_games
from core.scheduling.supervision import lasting
from frontends.commands.environment import (
    LOG_KEY,
    SOCKET,
    Misfit,
    beside,
    command,
    first,
    open_house,
    own_journal,
)
from frontends.commands.ports import address
from frontends.locale.language import LANGUAGES, language
from frontends.screens import screen_of
from frontends.server import logs
from frontends.server.config import Config, load_config, print_config
from frontends.server.metrics_port import expose
from frontends.server.notifications import carriers
from frontends.telnet.callers.listeners import plain_address
from frontends.terminal.standard_streams import Unwritten, show
from frontends.visit.everywhere import contests
from journal import Journal
from journal.atomic_files import explained

if TYPE_CHECKING:
    from frontends.server.guests import Guest
    from frontends.telnet.server import House
    from frontends.telnet.startup import ByTls, ForPrograms

LOOK = 5.0
"""Seconds between two looks at whether a part of the journal could not be read."""


@attrs.frozen
class Opening:
    """How a house is opened."""

    journal: str
    """Its URL; empty for the usual one."""
    views: Path | None
    """The file of the lists; None is beside the journal."""
    telnet: str
    """HOST:PORT."""
    log_level: str
    proxies: tuple[str, ...]
    """Addresses of balancers."""
    config: Path | None
    """The file of its settings."""
    admin_socket: Path | None
    """Where operators give orders; None is beside the journal."""
    telnets: str
    """HOST:PORT for callers by TLS; empty for none."""
    certificate: Path | None
    key: Path | None
    metrics: str
    """HOST:PORT for figures; empty for none."""
    programs: str
    """HOST:PORT for programs; empty for none."""
    programs_tls: str
    """HOST:PORT for programs by TLS; empty for none."""
    log_key: Path | None = None
    """The file of the key that signs tickets; None is beside the journal."""


def serve(prints: bool, **opening: Any) -> int:
    """Let people in over telnet, or only show what `--config` takes."""
    if prints:
        show(print_config(Config()).rstrip("\n"))
        return 0
    return _serve(Opening(**opening))


@command
async def _serve(opening: Opening) -> int:
    logs.configure(opening.log_level, sys.stderr)
    _check(opening)
    config = load_config(opening.config)
    whole = attrs.evolve(opening, journal=opening.journal or own_journal())
    load_games()
    with trio.open_signal_receiver(*_endings()) as signals:
        async with (
            open_house(opening.journal, opening.views, is_lasting=True) as service,
            trio.open_nursery() as nursery,
        ):
            for notice in service.views.notices:
                logs.warn(notice)
            nursery.start_soon(tell_of_damage, service.journal)
            await service.compaction.resume(service.journal)
            service.start(partial(lasting, partial(mind_slow_games, service)))
            service.carriers, service.sending_limits.quotas = carriers(config.reminders), config.reminders
            service.start(partial(send_reminders, service))
            service.start(partial(lasting, partial(close_unbegun, service)))
            service.books.size = IN_A_HOUSE
            service.tickets.key = whole.log_key or beside(whole.journal, LOG_KEY)
            service.start(partial(lasting, service.books.keep_ready))
            service.start(partial(lasting, service.dailies.keep_sealed))
            service.start(partial(lasting, Steward(service).run))
            service.start(partial(lasting, DuelSteward(service).run))
            nursery.start_soon(_let_in, service, whole, config, nursery.cancel_scope)
            async for _ in signals:
                break
            nursery.cancel_scope.cancel()
    return 0


async def tell_of_damage(journal: Journal) -> None:
    """Log once a minute that a part of the journal cannot be read, as long as that is so."""
    while True:
        if journal.damage is not None:
            logs.warn_seldom(str(journal.damage))
        await trio.sleep(LOOK)


def _endings() -> Iterator[signal.Signals]:
    """The signals that close the house: with the terminal it was opened in, too, unless it was told to outlive that."""
    yield from (signal.SIGINT, signal.SIGTERM)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup has it
        yield signal.SIGHUP


def _check(opening: Opening) -> None:
    """Raises: Misfit for what cannot be."""
    address("--telnet", opening.telnet)
    more = {
        "--metrics": opening.metrics, "--telnets": opening.telnets, "--programs": opening.programs,
        "--programs-tls": opening.programs_tls,
    }  # fmt: skip
    for option, text in more.items():
        if text:
            address(option, text)
    for proxy in opening.proxies:
        try:
            ipaddress.ip_address(proxy)
        except ValueError as error:
            raise Misfit(f'--proxy needs an address such as 192.0.2.1, and "{proxy}" is not one.') from error
    by_tls = (opening.telnets or opening.programs_tls, opening.certificate, opening.key)
    if any(by_tls) and not all(by_tls):
        raise Misfit("--telnets or --programs-tls, --cert and --key belong together: give all three, or none.")


def _by_tls(opening: Opening, option: str, wanted: str, what: str) -> ByTls | None:
    """A door for callers by TLS. Raises: Refused when the certificate cannot be used."""
    from frontends.telnet.startup import ByTls
    from frontends.telnet.tls.relay import Certificate

    if not wanted or not opening.certificate or not opening.key:
        return None
    return ByTls(
        *address(option, wanted),
        Certificate(opening.certificate, opening.key),
        lambda host, port: _announce(f"{what}: openssl s_client -quiet -connect {host}:{port}"),
    )


def _for_programs(opening: Opening) -> ForPrograms | None:
    from frontends.telnet.startup import ForPrograms

    if not opening.programs:
        return None
    return ForPrograms(
        *address("--programs", opening.programs),
        lambda host, port: _announce(f"For programs: one JSON object a line, at {host} port {port}"),
    )


def load_games() -> tuple[Game, ...]:
    """Import the rules of all games, before a thread that reads what was played imports them by and by: it must not
    meet this one, which begins with parts of them, where each would wait for the other."""
    return tuple(GAMES.values())


def load_all() -> None:
    """Import now what visits use first or seldom, so that it delays no visit later: modules take up to 0.1 s each."""
    import trio_parallel  # noqa: F401

    import frontends.screens.rulebook  # noqa: F401

    for game in load_games():
        screen_of(game.name)
        if isinstance(adviser := game.hint, Imported):
            adviser.load()
    for bot in ALL:
        if isinstance(bot.choose, Imported) and not bot.slow:
            bot.choose.load()
    guides.load_all()
    for action in contests.ACTIONS:
        if isinstance(action.run, Imported):
            action.run.load()
    for code in LANGUAGES:
        if (trouble := language(code).trouble) is not None:
            logs.warn(english(trouble))


def collect_seldom() -> None:
    """Have a house wait less for the collector of garbage."""
    # Nothing loaded so far is ever garbage, and neither play nor visits that end leave cycles, so the collector would
    # find nothing, and everybody waits while it looks: 0.8 s in a house of 1,000 people. Should something of ours or of
    # a library's leave some after all, it is found among the 50,000 newest objects, in some 20 ms.
    gc.freeze()
    gc.set_threshold(50_000, 4_000, 1_000)


def allow_many_connections() -> None:
    """Let this process have as many connections as it may allow itself: most systems begin with 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # Where there is no end of them, not every system takes that.
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _let_in(service: Service, opening: Opening, config: Config, scope: trio.CancelScope) -> None:
    """Raises: Refused when the address cannot be bound."""
    from frontends.server.admin.desk import Setup
    from frontends.server.admin.socket import administer
    from frontends.telnet.startup import serve_telnet

    load_all()
    collect_seldom()
    allow_many_connections()

    host, port = address("--telnet", opening.telnet)
    # As the addresses of callers are written.
    proxies = frozenset(plain_address(str(ipaddress.ip_address(proxy))) for proxy in opening.proxies)
    setup = Setup(opening.journal, opening.config, scope.cancel, config)
    socket = opening.admin_socket or beside(opening.journal, SOCKET)

    async def run_house(house: House[Guest], *, task_status: trio.TaskStatus[None]) -> None:
        async with trio.open_nursery() as nursery:
            await nursery.start(administer, service, setup, socket, house)
            if opening.metrics:
                await nursery.start(_measure, service, house, *address("--metrics", opening.metrics))
            task_status.started()

    try:
        await serve_telnet(
            service, host, port, lambda host, port: _announce(f"The house is open: telnet {host} {port}"), proxies,
            config, run_house, _by_tls(opening, "--telnets", opening.telnets, "By TLS"), _for_programs(opening),
            _by_tls(opening, "--programs-tls", opening.programs_tls, "For programs by TLS"),
        )  # fmt: skip
    except OSError as error:
        if error.errno == errno.EMFILE:  # which another address would not mend
            raise explained(Path(), error) from error
        raise Refused(
            "Nobody can come in at {host} port {port}: {why}; choose another address.",
            host=host, port=str(port), why=_why(error),
        ) from error  # fmt: skip


def _announce(text: str) -> None:
    with suppress(Unwritten):  # a house serves its callers whether or not anybody reads this
        show(text)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).partition(" (while ")[0]  # trio adds what stands in our sentence already


async def _measure(
    service: Service, house: House[Guest], host: str, port: int, *, task_status: trio.TaskStatus[None]
) -> None:
    """Count and show figures until cancelled. Raises: Refused when the address cannot be bound."""
    try:
        from frontends.server.metrics import Figures
    except ImportError as error:
        raise Refused("Figures need prometheus-client: install it where Parlour is, or leave out --metrics.") from error
    figures = Figures(service, lambda: house.visitors, lambda: house.programs)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(figures.watch_loop)
            bound = await nursery.start(expose, host, port, figures.form, figures.show)
            _announce(f"Figures are at http://{host}:{bound}/metrics")
            task_status.started()
    except* OSError as errors:
        why = _why(first(errors))
        raise Refused(
            "Figures cannot be shown at {host} port {port}: {why}; choose another address.",
            host=host, port=str(port), why=why,
        ) from errors  # fmt: skip
