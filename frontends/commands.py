"""What the commands of `parlour` do. Each answers an exit status: 0, 1 for what failed, 2 for words that do not fit."""

from __future__ import annotations

import gc
import getpass
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import attrs
import click
import trio

from core import archive, codec, fold
from core.game import Game, Options, Refused
from core.service import Service, check_options, open_service
from core.table import Opened
from core.words import clean
from frontends.cli.abilities import can_edit
from frontends.cli.console import open_console
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import GoOn, Open, Recall, Request, Watch
from frontends.dialogue.lobby import LONGEST_NAME, RESERVED, show_listings
from frontends.dialogue.wanted import find_game
from frontends.session import Session
from journal import Journal, JournalError, Record, open_journal
from journal.lines import explained, read_lines, write_lines

LISTED = 50
"""Games that `list` looks at, the newest first."""
MOST_PORT = 65535


class Misfit(Exception):
    """The words of the command line do not fit together; the text is one sentence that says which would."""


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
    one_key: bool = False
    settings: tuple[str, ...] = ()
    """NAME=VALUE each."""


def play(journal: str, manner: Manner, order: Order) -> int:
    """Play a new game, or go on with one from a file or of the journal."""

    async def work() -> int:
        game, options = _game(order)
        _check(order, game)
        async with _open(journal) as service:
            errand = await _go_on(service, order, game) or _new(order, game, options)
            return await _converse(service, manner, errand, order)

    return _run(work)


def watch(journal: str, manner: Manner, id: str) -> int:
    """Look on at a table."""

    async def work() -> int:
        async with _open(journal) as service:
            await _records(service.journal, id)
            return await _converse(service, manner, Watch(id))

    return _run(work)


def replay(journal: str, manner: Manner, game: str) -> int:
    """Step through a game of the journal or in a file."""

    async def work() -> int:
        if not _is_file(game):
            async with _open(journal, reading=True) as service:
                await _records(service.journal, game)
                return await _converse(service, manner, Recall(game))
        records = _read_file(Path(game))
        async with _open("memory:") as service:
            return await _converse(service, manner, Recall(await archive.copy(service, records)))

    return _run(work)


def serve(journal: str, telnet: str) -> int:
    """Let people in over telnet, until a signal says that it is enough."""

    async def work() -> int:
        host, port = _address(telnet)
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async with _open(journal) as service, trio.open_nursery() as nursery:
                nursery.start_soon(_serve, service, host, port)
                async for _ in signals:
                    break
                nursery.cancel_scope.cancel()
        return 0

    return _run(work)


def list_tables(journal: str) -> int:
    """Print the tables of the journal."""

    async def work() -> int:
        async with _open(journal, reading=True) as service:
            listings = await service.list(LISTED)
        click.echo(show_listings(listings))
        return 0

    return _run(work)


def export_game(journal: str, id: str, file: Path, force: bool) -> int:
    """Write a game to a file."""

    async def work() -> int:
        async with _open(journal, reading=True) as service:
            records = await _records(service.journal, id)
        write_lines(file, records, overwrite=force)
        click.echo(f"{len(records)} records of game {id} are in {file} now.")
        return 0

    return _run(work)


def import_game(journal: str, file: Path) -> int:
    """Bring a game from a file into the journal."""

    async def work() -> int:
        records = read_lines(file)
        async with _open(journal) as service:
            id = await archive.restore(service, file.stem, records)
        name = _opened(id, records).game
        click.echo(f"{file} is game {id} now: type parlour play {name} --table {id} to go on with it.")
        return 0

    return _run(work)


def verify(journal: str, game: str) -> int:
    """Decide a whole game again."""

    async def work() -> int:
        if _is_file(game):
            records = _read_file(Path(game))
        else:
            async with _open(journal, reading=True) as service:
                records = await _records(service.journal, game)
        table = fold.verify(game, records)
        click.echo(f"{game} is as it should be: {table.game.title}, {len(records)} records.")
        if table.ended:
            click.echo(f"They follow from the rules and the seed {table.seed.hex()}.")
        else:
            click.echo("They follow from the rules and the seed, which is told when the game is over.")
        return 0

    return _run(work)


def show_statistics(journal: str, player: str | None) -> int:
    """Print what a player, or everybody, has played."""

    from core import statistics  # which nobody who plays need wait for

    async def work() -> int:
        found = statistics.Statistics()
        async with _open(journal, reading=True) as service:
            for summary in await service.journal.streams():
                records = await service.journal.read(summary.stream)
                found = statistics.include_all(found, summary.stream, records)
        names = [player] if player else statistics.players(found)
        paragraphs = ["\n".join([name, *statistics.show(found, name)]) for name in names]
        click.echo("\n\n".join(paragraphs) or "Nobody has played here yet.")
        return 0

    return _run(work)


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
    if game.seats == 1 and (order.opponent or order.hotseat):
        raise Misfit(f"{game.title} is for one player: leave out --opponent and --hotseat.")
    if order.opponent and order.hotseat:
        raise Misfit("With --hotseat both players are here: leave out --opponent.")
    if (order.deal or order.winnable) and not game.numbered:
        raise Misfit(f"The deals of {game.title} have no numbers: leave out --deal and --winnable.")
    if order.deal and order.winnable:
        raise Misfit("--deal says which deal it shall be: leave out --winnable.")


def _new(order: Order, game: Game, options: Options) -> Open:
    opponent = "hotseat" if order.hotseat else order.opponent or "computer"
    if game.seats == 1:
        opponent = ""
    return Open(game.name, options, opponent, order.deal, order.clock or 0, order.winnable)


def _address(telnet: str) -> tuple[str, int]:
    """A host and a port. Raises: Misfit."""
    host, _, port = telnet.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > MOST_PORT:
        raise Misfit(f'--telnet wants HOST:PORT, such as 0.0.0.0:2323, and "{telnet}" is not that.')
    return host.strip("[]"), int(port)


async def _serve(service: Service, host: str, port: int) -> None:
    """Raises: Refused when the address cannot be had."""
    from frontends.telnet.server import serve_telnet  # which players at home need not wait for

    # Nothing loaded so far is ever garbage, and records make no cycles: looking for some cost 5 of the 40 µs of an
    # append.
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)

    def announce(host: str, port: int) -> None:
        click.echo(f"The house is open: telnet {host} {port}")

    try:
        await serve_telnet(service, host, port, announce)
    except OSError as error:
        raise Refused(f"Nobody can come in at {host} port {port}: {error.strerror or error}.") from error


async def _go_on(service: Service, order: Order, game: Game) -> GoOn | None:
    """The game that shall be gone on with; None for a new one. Raises: Refused, JournalError."""
    if order.file is not None:
        id, records = order.file.stem, read_lines(order.file)
    elif order.table is not None:
        id, records = order.table, await _records(service.journal, order.table)
    else:
        return None
    found = _opened(id, records).game
    if found != game.name:
        raise Refused(f"That is a game of {found}: type parlour play {found} instead of {order.game}.")
    if order.file is not None:
        id = await archive.restore(service, id, records)
    return GoOn(id, order.hotseat)


# Journals, files and conversations.


@asynccontextmanager
async def _open(journal: str, *, reading: bool = False) -> AsyncIterator[Service]:
    """The service on a journal; the usual one if it is empty, which is made if need be."""
    url = journal or _own_journal()
    async with open_journal(url, read_only=reading and journal not in ("", "memory:")) as opened:
        for notice in opened.notices:
            click.echo(f"parlour: {notice}", err=True)
        async with open_service(opened) as service:
            yield service


def _own_directory() -> Path:
    import platformdirs  # only where the usual places are wanted

    return platformdirs.user_data_path("parlour")


def _own_journal() -> str:
    """The usual journal; its directory is for its owner only, because journals hold secrets."""
    directory = _own_directory()
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise explained(directory, error) from error
    return f"sqlite:{directory / 'parlour.db'}"


async def _records(journal: Journal, id: str) -> tuple[Record, ...]:
    records = await journal.read(id)
    if not records:
        raise Refused(f"There is no game {id} in this journal: type parlour list for those there are.")
    return records


def _is_file(word: str) -> bool:
    """Whether a word names a file: identifiers of games are letters and digits only."""
    return re.fullmatch("[A-Za-z0-9]+", word) is None


def _read_file(path: Path) -> tuple[Record, ...]:
    records = read_lines(path)
    for record in records:
        codec.check(path.stem, record)
    return records


def _opened(id: str, records: tuple[Record, ...]) -> Opened:
    event = fold.event_of(id, records[0])
    if not isinstance(event, Opened):
        raise Refused(f"Stream {id} is no game.")
    return event


async def _converse(service: Service, manner: Manner, errand: Request, order: Order | None = None) -> int:
    screen = can_edit() if manner.screen is None else manner.screen
    if screen and not can_edit():
        raise Misfit("There is no terminal here to draw in: leave out --screen.")
    name = _name(manner.name)
    async with open_console(ascii=manner.ascii, colour=manner.colour, history=_own_directory() / "history") as terminal:
        talk = Conversation(
            terminal.look,
            screen=screen,
            name=name,
            errand=errand,
            path=str(order.file or "") if order else "",
            has_files=True,
            one_key=order.one_key if order else False,
        )
        return await Session(service, talk, terminal).run()


def _name(wanted: str) -> str:
    """What to call the person. Raises: Misfit."""
    if wanted:
        name = clean(wanted, LONGEST_NAME)
        if not name or name.lower() in RESERVED:
            raise Misfit("That cannot be a name: please take another.")
        return name
    try:
        name = clean(getpass.getuser(), LONGEST_NAME)
    except (KeyError, OSError):
        name = ""
    return name or "Player"


def _run(work: Callable[[], Awaitable[int]]) -> int:
    """Do the work, and put what went wrong into one sentence, from under however many nurseries it comes."""
    status, sentence = 1, ""
    try:
        return trio.run(work)
    except* (Refused, JournalError) as errors:
        sentence = _sentence(errors)
    except* Misfit as errors:
        status, sentence = 2, _sentence(errors)
    except* KeyboardInterrupt:
        status = 130
    if sentence:
        click.echo(f"parlour: {sentence}", err=True)
    return status


def _sentence(errors: BaseExceptionGroup[BaseException]) -> str:
    first: BaseException = errors
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return str(first)
