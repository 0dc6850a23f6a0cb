"""What `parlour play`, `watch`, `replay` and `serve` do: people at terminals.

Each answers an exit status: 0, 1 for what failed, 2 for words that do not fit.
"""

from __future__ import annotations

import gc
import getpass
import secrets
import signal
from pathlib import Path

import attrs
import click
import trio

from core import archive
from core.chance import LONGEST_LUCK
from core.game import Game, Options, Refused
from core.service import Service, check_options
from core.table import LONGEST_NAME
from core.words import clean
from frontends.cli.abilities import can_edit
from frontends.cli.console import open_console
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import GoOn, Open, Recall, Request, Watch
from frontends.dialogue.lobby import is_reserved
from frontends.dialogue.wanted import find_game
from frontends.losing import watch_journal
from frontends.running import Misfit, is_file, kept_log, open_house, opened_by, opening_of, own_directory, run
from frontends.session import Session
from frontends.visitor import Resident
from journal.lines import read_lines

MOST_PORT = 65535
LUCK_BYTES = 16
"""Bytes of the luck that is drawn here when nobody gives any."""


@attrs.frozen
class Manner:
    """How to show things; None is found out."""

    screen: bool | None = None
    ascii: bool = False
    colour: bool | None = None
    name: str = ""


@attrs.frozen
class Order:
    """What to play, in the words of the command line."""

    game: str
    file: Path | None = None
    opponent: str | None = None
    hotseat: bool = False
    table: str | None = None
    deal: int | None = None
    winnable: bool = False
    clock: int | None = None
    luck: str | None = None
    one_key: bool = False
    settings: tuple[str, ...] = ()
    """NAME=VALUE each."""


@attrs.frozen
class Place:
    """Which journal, and where its lists are kept."""

    journal: str
    views: Path | None = None
    """None is beside the journal."""


def play(place: Place, manner: Manner, order: Order) -> int:
    """Play a new game, or go on with one from a file or of the journal."""

    async def work() -> int:
        game, options = _game(order)
        _check(order, game)
        luck = _luck(order, game)
        async with open_house(place.journal, place.views) as service:
            visitor = _visitor(service, manner)
            errand: Request | None = await _go_on(service, visitor, _name(manner.name), order, game, luck)
            return await _converse(service, manner, visitor, errand or _new(order, game, options, luck), order)

    return run(work)


def watch(journal: str, manner: Manner, id: str) -> int:
    """Look on at a table."""

    async def work() -> int:
        async with open_house(journal) as service:
            await opening_of(service.journal, id)
            return await _converse(service, manner, _visitor(service, manner), Watch(id))

    return run(work)


def replay(journal: str, manner: Manner, game: str) -> int:
    """Step through a game of the journal or in a file."""

    async def work() -> int:
        if not is_file(game):
            async with open_house(journal, reading=True) as service:
                await opening_of(service.journal, game)
                return await _converse(service, manner, _visitor(service, manner), Recall(game))
        lines = read_lines(Path(game))
        _say_notices(lines.notices)
        async with open_house("memory:") as service:
            id = await archive.restore(service, lines)
            return await _converse(service, manner, _visitor(service, manner), Recall(id), is_private=True)

    return run(work)


def serve(place: Place, telnet: str) -> int:
    """Let people in over telnet, until a signal says that it is enough."""

    async def work() -> int:
        host, port = _address(telnet)
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async with open_house(place.journal, place.views) as service, trio.open_nursery() as nursery:
                nursery.start_soon(_serve, service, host, port)
                async for _ in signals:
                    break
                nursery.cancel_scope.cancel()
        return 0

    return run(work)


# What somebody wants to play.


def _game(order: Order) -> tuple[Game, dict[str, str]]:
    """The game and its options. Raises: Misfit."""
    try:
        game, options = find_game(order.game)
        for setting in order.settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise Misfit(f'--set wants NAME=VALUE, and "{setting}" is not that.')
            options[name] = value
        check_options(game, options)
    except Refused as refused:
        raise Misfit(str(refused)) from refused
    return game, options


def _check(order: Order, game: Game) -> None:
    """Raise Misfit for options that contradict one another or the game."""
    goes_on = order.file is not None or order.table is not None
    is_new = order.opponent or order.deal or order.winnable or order.clock or order.settings
    if order.file is not None and order.table is not None:
        raise Misfit("A game is gone on with from a file or from the journal: leave out FILE or --table.")
    if goes_on and is_new:
        raise Misfit("--opponent, --deal, --winnable, --clock and --set are for a new game: leave them out.")
    if order.luck is not None and order.file is not None:
        raise Misfit("What is dealt in a file is dealt: leave out --luck.")
    if game.seats == 1 and (order.opponent or order.hotseat):
        raise Misfit(f"{game.title} is for one player: leave out --opponent and --hotseat.")
    if order.opponent and order.hotseat:
        raise Misfit("With --hotseat both players are here: leave out --opponent.")
    if (order.deal or order.winnable) and not game.numbered:
        raise Misfit(f"The deals of {game.title} have no numbers: leave out --deal and --winnable.")
    if order.deal and order.winnable:
        raise Misfit("--deal says which deal it shall be: leave out --winnable.")


def _luck(order: Order, game: Game) -> str:
    """What the person adds to the chance: their own words, or bytes that are drawn here. Raises: Misfit."""
    if order.luck is None:
        return "" if game.numbered else secrets.token_hex(LUCK_BYTES)
    if game.numbered:
        raise Misfit(f"The deals of {game.title} have numbers, so luck changes nothing: leave out --luck.")
    luck = clean(order.luck, LONGEST_LUCK)
    if not luck:
        raise Misfit("--luck wants words of your own, such as --luck tortoise.")
    return luck


def _new(order: Order, game: Game, options: Options, luck: str) -> Open:
    opponent = "hotseat" if order.hotseat else order.opponent or "computer"
    if game.seats == 1:
        opponent = ""
    return Open(game.name, options, opponent, order.deal, order.clock or 0, order.winnable, luck)


def _address(telnet: str) -> tuple[str, int]:
    """A host and a port. Raises: Misfit."""
    host, _, port = telnet.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > MOST_PORT:
        raise Misfit(f'--telnet wants HOST:PORT, such as 0.0.0.0:2323, and "{telnet}" is not that.')
    return host.strip("[]"), int(port)


async def _serve(service: Service, host: str, port: int) -> None:
    """Raises: Refused when the address cannot be had."""
    from frontends.telnet.server import serve_telnet  # which players at home need not wait for

    # Nothing loaded so far is ever garbage, and play makes no cycles, only visits that end do: looking for garbage as
    # often as usual costs an eighth of a move. The second number keeps each look short, because everybody waits for it.
    gc.freeze()
    gc.set_threshold(10_000, 5, 100)

    def announce(host: str, port: int) -> None:
        click.echo(f"The house is open: telnet {host} {port}")

    try:
        await serve_telnet(service, host, port, announce)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while ")[0]  # trio adds what stands in our sentence already
        raise Refused(f"Nobody can come in at {host} port {port}: {why}; choose another address.") from error


async def _go_on(service: Service, visitor: Resident, name: str, order: Order, game: Game, luck: str) -> GoOn | None:
    """The game that shall be gone on with; None for a new one. Raises: Refused, JournalError."""
    if order.table is not None:
        _check_game((await opening_of(service.journal, order.table)).game, order, game)
        return GoOn(order.table, order.hotseat, luck)
    if order.file is None:
        return None
    lines = read_lines(order.file)
    _say_notices(lines.notices)
    _check_game(opened_by(lines.header.stream, lines.records[0]).game, order, game)
    return GoOn(await archive.go_on(service, lines, await visitor.known_as(name)), order.hotseat)


def _check_game(found: str, order: Order, game: Game) -> None:
    if found != game.name:
        raise Refused(
            "That is a game of {found}: type parlour play {found} instead of {game}.", found=found, game=order.game
        )  # fmt: skip


def _say_notices(notices: tuple[str, ...]) -> None:
    for notice in notices:
        click.echo(f"parlour: {notice}", err=True)


# Conversations.


def _visitor(service: Service, manner: Manner) -> Resident:
    """Who sits here: the owner of the journal, or whoever was named."""
    return Resident(service.directory, is_owner=not manner.name)


async def _converse(
    service: Service,
    manner: Manner,
    visitor: Resident,
    errand: Request,
    order: Order | None = None,
    *,
    is_private: bool = False,
) -> int:
    screen = can_edit() if manner.screen is None else manner.screen
    if screen and not can_edit():
        raise Misfit("There is no terminal here to draw in: leave out --screen.")
    name, history = _name(manner.name), own_directory() / "history"
    console = open_console(ascii=manner.ascii, colour=manner.colour, history=history)
    with kept_log():
        async with console as terminal:
            talk = Conversation(
                terminal.look,
                screen=screen,
                name=name,
                errand=errand,
                path=str(order.file or "") if order else "",
                has_files=True,
                one_key=order.one_key if order else False,
                is_private=is_private,
            )
            session = Session(service, talk, terminal, visitor)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(watch_journal, service, session.announce)
                status = await session.run()
                nursery.cancel_scope.cancel()
            return status


def _name(wanted: str) -> str:
    """What to call the person. Raises: Misfit."""
    if wanted:
        name = clean(wanted, LONGEST_NAME)
        if not name or is_reserved(name):
            raise Misfit("That cannot be a name: please take another.")
        return name
    try:
        name = clean(getpass.getuser(), LONGEST_NAME)
    except (KeyError, OSError):
        name = ""
    return name or "Player"
