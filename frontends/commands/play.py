"""`parlour play`, `watch` and `replay`: people at terminals.

Each answers an exit status: 0, 1 for what failed, 2 for words that do not fit.
"""

from __future__ import annotations

import getpass
import secrets
import shlex
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import attrs
import trio

from core.base.chance import LONGEST_LUCK
from core.base.game import Game, Options, Refused, check_options
from core.base.text import clean
from core.games.features.bots import levels
from core.house.service import Service
from core.replay import archive
from core.replay.recorded_games import game_in, game_of
from core.sessions.arrival import resumption, table_access, tables
from core.sessions.arrival.orders import Order
from core.sessions.identity.name_rules import read_name
from core.sessions.identity.visitor import Resident
from core.sessions.parlour import Parlour
from core.sessions.preferences import bring_own
from core.table import LONGEST_NAME, Clock, read_clock
from frontends.cli.abilities import can_edit
from frontends.cli.console import open_console
from frontends.commands.environment import (
    Misfit,
    check_input,
    is_file,
    journal_option,
    kept_log,
    open_house,
    own_directory,
    run,
)
from frontends.locale.language import LANGUAGES, language_code
from frontends.server.lost_journal import watch_journal
from frontends.terminal.picture import Look
from frontends.terminal.standard_streams import Unwritten, check_output, warn
from frontends.visit import Errand, Settings, Visit, attend
from frontends.visit.destination import Destination, ToLobby, ToReplay
from frontends.visit.table import arrival
from frontends.visit.text.orders import find_game
from journal.game_lines import read_lines

LUCK_BYTES = 16
"""Bytes of the luck that is drawn here when nobody gives any."""


@attrs.frozen
class Showing:
    """How to show things; None, or an empty text, is found out."""

    screen: bool | None = None
    ascii: bool = False
    colour: bool | None = None
    reader: bool | None = None
    motion: bool | None = None
    language: str = ""
    name: str = ""


@attrs.frozen
class Wanted:
    """What to play, in the words of the command line."""

    game: str | None
    """None: continue a table or a file, whatever its game, or choose a game in the lobby."""
    file: Path | None = None
    opponent: str | None = None
    hotseat: bool = False
    partners: str = ""
    """Names of the players at one keyboard, with commas between."""
    table: str | None = None
    deal: int | None = None
    winnable: bool = False
    clock: str | None = None
    level: str | None = None
    grade: str | None = None
    daily: bool = False
    luck: str | None = None
    one_key: bool = False
    settings: tuple[str, ...] = ()
    """NAME=VALUE each."""


@attrs.frozen
class Where:
    """Which journal, and where its lists are kept."""

    journal: str
    views: Path | None = None
    """None is beside the journal."""


def play(where: Where, showing: Showing, wanted: Wanted) -> int:
    """Play a new game, or continue one from a file or of the journal."""

    async def work() -> int:
        order = wanted
        if wanted.game and wanted.file is None and _names_file(wanted.game):
            order = attrs.evolve(wanted, game=None, file=Path(wanted.game))
        return await _play(where, showing, order)

    return _at_terminal(work)


def _names_file(word: str) -> bool:
    """Whether a word names a file, there or not, and so no game: names of games have neither dots nor slashes."""
    return is_file(word) and (Path(word).exists() or "." in word or "/" in word)


async def _play(where: Where, showing: Showing, wanted: Wanted) -> int:
    game, options = _game(wanted) if wanted.game else (None, {})
    _check(wanted, game)
    luck = _luck(wanted, game)
    if names := _partners(wanted, game):
        showing = attrs.evolve(showing, name=names[0])
    async with open_house(where.journal, where.views) as service:
        visitor = _visitor(service, showing)
        if _goes_on(wanted):
            id = await _found(service, visitor, _name(showing.name), wanted, game)

            async def go_on(visit: Visit) -> Destination:
                return await resumption.go_on(visit.session, id, all_seats=wanted.hotseat, luck=luck)

            return await _visit(service, where, showing, visitor, go_on, wanted)
        if game is None:
            return await _visit(service, where, showing, visitor, None, wanted)
        order = _order(wanted, game, options, luck)
        return await _visit(service, where, showing, visitor, lambda visit: arrival.open_table(visit, order), wanted)


def watch(journal: str, showing: Showing, id: str) -> int:
    """Watch a table."""

    async def work() -> int:
        async with open_house(journal) as service:
            await game_of(service.journal, id)
            visitor = _visitor(service, showing)
            return await _visit(
                service, Where(journal), showing, visitor, lambda visit: tables.watch(visit.session, id)
            )

    return _at_terminal(work)


def replay(journal: str, showing: Showing, game: str) -> int:
    """Step through a game of the journal or in a file."""

    async def work() -> int:
        if not is_file(game):
            async with open_house(journal, reading=True) as service:
                await game_of(service.journal, game)
                return await _replay(service, Where(journal), showing, game)
        lines = read_lines(Path(game))
        _say_notices(lines.notices)
        async with open_house("memory:") as service:
            id = await archive.restore(service, lines)
            return await _replay(service, Where("memory:"), showing, id, is_private=True)

    return _at_terminal(work)


async def _replay(service: Service, where: Where, showing: Showing, id: str, *, is_private: bool = False) -> int:
    async def recall(visit: Visit) -> Destination:
        return ToReplay(await table_access.recall(visit.session, id), ToLobby())

    visitor = _visitor(service, showing)
    return await _visit(service, where, showing, visitor, recall, is_private=is_private, keeps=False)


# What somebody wants to play.


def _game(wanted: Wanted) -> tuple[Game, dict[str, str]]:
    """The game and its options. Raises: Misfit."""
    try:
        game, options = find_game(wanted.game or "")
        for setting in wanted.settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise Misfit(f'--set wants NAME=VALUE, and "{setting}" is not that.')
            options[name] = value
        check_options(game, options)
    except Refused as refused:
        raise Misfit(str(refused)) from refused
    return game, options


def _check(wanted: Wanted, game: Game | None) -> None:
    """Raise Misfit for options that contradict one another or the game."""
    goes_on = _goes_on(wanted)
    is_new = wanted.opponent or wanted.clock is not None or wanted.level or wanted.settings or _deals(wanted)
    if wanted.file is not None and wanted.table is not None:
        raise Misfit("A game is gone on with from a file or from the journal: leave out FILE or --table.")
    if goes_on and is_new:
        raise Misfit("What says how a new game is to be does not fit --table or FILE: leave it out.")
    if wanted.luck is not None and wanted.file is not None:
        raise Misfit("What is dealt in a file is dealt: leave out --luck.")
    if wanted.opponent and wanted.hotseat:
        raise Misfit("With --hotseat both players are here: leave out --opponent.")
    if game is None and not goes_on and (is_new or wanted.hotseat or wanted.luck is not None or wanted.one_key):
        raise Misfit("Say which game, too: parlour play GAME.")
    if _deals(wanted) > 1:
        raise Misfit("Choose one of --deal, --winnable, --grade and --daily: each says which deal it is to be.")
    if game is not None:
        _check_game_takes(wanted, game)


def _goes_on(wanted: Wanted) -> bool:
    return wanted.file is not None or wanted.table is not None


def _deals(wanted: Wanted) -> int:
    """In how many ways it is said which deal of a solitaire it is to be."""
    return sum((bool(wanted.deal), wanted.winnable, bool(wanted.grade), wanted.daily))


def _check_game_takes(wanted: Wanted, game: Game) -> None:
    if game.seats == 1 and (wanted.opponent or wanted.hotseat):
        raise Misfit(f"{game.title} is for one player: leave out --opponent and --hotseat.")
    if _deals(wanted) and not game.numbered:
        raise Misfit(f"The deals of {game.title} have no numbers: leave out --deal, --winnable, --grade and --daily.")
    if wanted.level and (wanted.opponent == "person" or wanted.hotseat or game.seats == 1):
        raise Misfit("--level is for games against the computer: leave it out.")
    if wanted.level and wanted.level not in levels(game.name):
        raise Misfit(f"--level wants one of: {', '.join(levels(game.name))}.")


def _luck(wanted: Wanted, game: Game | None) -> str:
    """What the person adds to the chance: their own words, or bytes that are drawn here. Raises: Misfit."""
    if wanted.luck is None:
        return "" if game is not None and game.numbered else secrets.token_hex(LUCK_BYTES)
    if game is not None and game.numbered:
        raise Misfit(f"The deals of {game.title} have numbers, so luck changes nothing: leave out --luck.")
    luck = clean(wanted.luck, LONGEST_LUCK)
    if not luck:
        raise Misfit("--luck wants words of your own, such as --luck tortoise.")
    return luck


def _order(wanted: Wanted, game: Game, options: Options, luck: str) -> Order:
    opponent = "hotseat" if wanted.hotseat else wanted.opponent or "computer"
    if game.seats == 1:
        opponent = ""
    return Order(
        game.name, options, opponent, wanted.deal, _clock(wanted), wanted.winnable, luck,
        wanted.level or "", wanted.grade or "", wanted.daily, _partners(wanted, game),
    )  # fmt: skip


def _clock(wanted: Wanted) -> Clock:
    """How much time players have. Raises: Misfit."""
    try:
        return read_clock(wanted.clock) if wanted.clock is not None else 0
    except Refused as refused:
        raise Misfit(str(refused)) from refused


def _partners(wanted: Wanted, game: Game | None) -> tuple[str, ...]:
    """The names of the players at one keyboard. Raises: Misfit."""
    names = tuple(_checked(name) for name in wanted.partners.split(",")) if wanted.partners else ()
    if game is not None and len(names) > game.seats:
        raise Misfit(f"{game.title} is for {game.seats} players, and these are {len(names)}: leave some out.")
    if len(set(names)) < len(names):
        raise Misfit("Players at one keyboard need different names.")
    return names


async def _found(service: Service, visitor: Resident, name: str, wanted: Wanted, game: Game | None) -> str:
    """The id of the table to be continued. Raises: Refused, JournalError."""
    if wanted.table is not None:
        _check_same_game(await game_of(service.journal, wanted.table), wanted, game)
        return wanted.table
    assert wanted.file is not None
    lines = read_lines(wanted.file)
    _say_notices(lines.notices)
    _check_same_game(game_in(lines), wanted, game)
    return await archive.go_on(service, lines, await visitor.known_as(name))


def _check_same_game(found: str, wanted: Wanted, game: Game | None) -> None:
    if game is not None and found != game.name:
        raise Refused(
            "That is a game of {found}: type parlour play {found} instead of {game}.",
            found=found, game=wanted.game or "",
        )  # fmt: skip


def _say_notices(notices: Iterable[object]) -> None:
    for notice in notices:
        warn(notice)


# Visits.


def _visitor(service: Service, showing: Showing) -> Resident:
    """The person at this terminal: the owner of the journal, or the one who was named."""
    return Resident(service.directory, is_owner=not showing.name)


def _language(word: str) -> str:
    """The code of a language that was asked for; empty if none was. Raises: Misfit."""
    code = language_code(word)
    if word and not code:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise Misfit(f'--language wants one of {known}, and "{word}" is none of them.')
    return code


async def _visit(
    service: Service,
    where: Where,
    showing: Showing,
    visitor: Resident,
    errand: Errand | None,
    wanted: Wanted | None = None,
    *,
    is_private: bool = False,
    keeps: bool = True,
) -> int:
    keeps = keeps and where.journal != "memory:"
    settings = attrs.evolve(_settings(where, showing, wanted), keeps=keeps)
    console = open_console(
        ascii=showing.ascii, colour=showing.colour, reader=showing.reader, language=_language(showing.language),
        history=own_directory() / "history",
    )  # fmt: skip
    with kept_log():
        async with console as terminal:
            settings = attrs.evolve(settings, given=_given(showing, terminal.look))
            session = Parlour(service).at_home(visitor, is_private=is_private, keeps=keeps)
            visit = Visit(session, terminal, settings)
            await bring_own(session)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(watch_journal, service, visit.announce)
                status = await attend(visit, errand)
                nursery.cancel_scope.cancel()
        if terminal.unwritten is not None:
            raise Unwritten(terminal.unwritten.errno, terminal.unwritten.strerror)
        return status


def _settings(where: Where, showing: Showing, wanted: Wanted | None) -> Settings:
    """The settings of a visit. Raises: Misfit."""
    if showing.screen and not can_edit():
        raise Misfit("There is no terminal here to draw in: leave out --screen.")
    return Settings(
        name=_name(showing.name),
        screen=can_edit() if showing.screen is None else showing.screen,
        has_files=True,
        path=str(wanted.file or "") if wanted else "",
        one_key=wanted.one_key if wanted else False,
        journal_option=journal_option(where.journal),
        name_option=f" --name {shlex.quote(showing.name)}" if showing.name else "",
        motion=showing.motion is not False,
    )


def _at_terminal(work: Callable[[], Awaitable[int]]) -> int:
    """Do the work, unless nothing can be typed or nothing shown."""

    async def checked() -> int:
        check_input("let it come from a terminal, a pipe or a file")
        check_output()
        return await work()

    return run(checked)


def _given(showing: Showing, look: Look) -> frozenset[str]:
    """The preferences about which an option or a variable says something, or the terminal cannot do otherwise."""
    given = {
        "screen": showing.screen is not None,
        "utf8": not look.utf8,
        "colour": showing.colour is not None or not look.colour,
        "reader": showing.reader is not None or look.reader or showing.screen is True,
        "motion": showing.motion is not None,
        "language": bool(showing.language),
    }
    return frozenset(name for name, is_given in given.items() if is_given)


def _name(wanted: str) -> str:
    """What to call the person. Raises: Misfit."""
    if wanted:
        return _checked(wanted)
    try:
        name = clean(getpass.getuser(), LONGEST_NAME)
    except (KeyError, OSError):
        name = ""
    return name or "Player"


def _checked(name: str) -> str:
    """A name that may be one. Raises: Misfit."""
    try:
        return read_name(name)
    except Refused as refused:
        raise Misfit(str(refused)) from refused
