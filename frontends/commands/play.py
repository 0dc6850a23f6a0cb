"""`parlour play`, `watch` and `replay`: people at terminals."""

import shlex
from functools import partial
from pathlib import Path
from typing import Any

import trio
from msgspec import Struct
from msgspec.structs import replace

from core.base.chance import LONGEST_LUCK
from core.base.game import Game, Options, Refused, check_options
from core.base.message import message
from core.base.text import clean
from core.games.features.bots import levels
from core.games.features.titles import title_of
from core.house.service import Service
from core.replay import share_codes, transfer
from core.replay.recorded_games import game_in, game_of
from core.sessions.arrival import resumption, table_access, tables
from core.sessions.arrival.order_words import find_game, names
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import TableRef
from core.sessions.identity.name_rules import read_name
from core.sessions.identity.visitor import Resident
from core.sessions.lists import table_lists
from core.sessions.parlour import Parlour
from core.sessions.preferences import bring_own
from core.table import read_clock
from frontends.cli.abilities import can_edit, own_look
from frontends.cli.console import open_console
from frontends.commands.environment import (
    Misfit,
    check_input,
    command,
    is_file,
    journal_option,
    kept_log,
    language_asked,
    misfits,
    open_house,
    own_directory,
    own_name,
    program,
    warn_all,
)
from frontends.commands.options import Showing
from frontends.server.lost_journal import watch_journal
from frontends.terminal.picture import Look
from frontends.terminal.standard_streams import Unwritten, check_output
from frontends.visit.destination import Destination, ToLobby, ToReplay
from frontends.visit.settings import Settings
from frontends.visit.table import arrival
from frontends.visit.visit import Visit
from frontends.visit.visit_loop import Errand, attend
from journal.game_lines import read_lines


class Wanted(Struct, frozen=True):
    """What to play, in the words of the command line."""

    game: str | None
    """None: continue a table or a file, whatever its game, or choose a game in the lobby."""
    file: Path | None
    opponent: str | None
    hotseat: bool
    partners: str
    """Names of the players at one keyboard, with commas between."""
    table: str | None
    last: bool
    """Whether to go on with the game that was played last, if one is under way."""
    deal: int | None
    winnable: bool
    clock: str | None
    level: str | None
    grade: str | None
    daily: bool
    luck: str | None
    one_key: bool
    settings: tuple[str, ...]
    """NAME=VALUE each."""

    @property
    def goes_on(self) -> bool:
        """Whether a game that was begun is meant."""
        return self.file is not None or self.table is not None

    @property
    def deals(self) -> int:
        """In how many ways it is said which deal of a solitaire it is to be."""
        return sum((bool(self.deal), self.winnable, bool(self.grade), self.daily))


def play(journal: str, views: Path | None, showing: Showing, hotseat: str | None, **words: Any) -> int:
    """Play a new game, or continue one from a file or of the journal."""
    partners = "" if hotseat in (None, ",") else str(hotseat)
    if partners and "," not in partners and words["game"] is None:
        words["game"], partners = partners, ""  # --hotseat stood before GAME
    return _play(journal, views, showing, Wanted(hotseat=hotseat is not None, partners=partners, **words))


@command
async def _play(journal: str, views: Path | None, showing: Showing, wanted: Wanted) -> int:
    _check_streams()
    wanted = _opened(wanted)
    if wanted.game and wanted.file is None and _names_file(wanted.game):
        wanted = replace(wanted, game=None, file=Path(wanted.game))
    game, options = _game(wanted)
    title = title_of(game.name, options) if game is not None else ""
    _check(wanted, game, title)
    luck = _luck(wanted, game, title)
    partners = _partners(wanted, game, title)
    if partners:
        showing = showing._replace(name=partners[0])
    async with open_house(journal, views) as service:
        visitor = _visitor(service, showing)
        visit = partial(_visit, service, journal, showing, visitor, path=wanted.file, one_key=wanted.one_key)
        if wanted.goes_on:
            id = await _found(service, visitor, _name(showing.name), wanted, game)
            return await visit(
                lambda visit: resumption.go_on(visit.session, id, all_seats=wanted.hotseat, luck=luck)
            )  # fmt: skip
        if game is None:
            return await visit(None)
        order = _order(wanted, game, options, luck, partners)
        return await visit(
            lambda visit: _last_or_new(visit, order) if wanted.last else arrival.open_table(visit, order)
        )


async def _last_or_new(visit: Visit, order: Order) -> TableRef | None:
    """To the game that the person played last, or else a new one. Raises: Refused, JournalError."""
    if (id := await table_lists.last_played(visit.session)) is None:
        return await arrival.open_table(visit, order)
    visit.farewell(
        message("You go on with the game that you played last. For another type: new {game}", game=order.game)
    )
    return await resumption.go_on(visit.session, id)


def _opened(wanted: Wanted) -> Wanted:
    """The deal of a code that was typed in place of a game; anything else stays as it is. Raises: Misfit."""
    word = wanted.game or ""
    if wanted.deals or not share_codes.is_like_code(word) or _is_known(word):
        return wanted
    with misfits():
        match share_codes.read_code(word):
            case share_codes.SharedDeal(kind, number):
                return replace(wanted, game=kind, deal=number)
            case share_codes.SharedGame(table):
                raise Misfit(f"That code is of a game that was played: parlour replay {table}")


def _is_known(word: str) -> bool:
    """Whether a word with a dash in it is the name of a game, or of a file."""
    return word in names() or Path(word).exists()


def _names_file(word: str) -> bool:
    """Whether a word names a file, there or not, and so no game: names of games have neither dots nor slashes."""
    return is_file(word) and (Path(word).exists() or "." in word or "/" in word)


@command
async def watch(journal: str, showing: Showing, id: str) -> int:
    """Watch a table."""
    _check_streams()
    async with open_house(journal) as service:
        await game_of(service.journal, id)
        visitor = _visitor(service, showing)
        return await _visit(service, journal, showing, visitor, lambda visit: tables.watch(visit.session, id))


@command
async def replay(journal: str, showing: Showing, game: str) -> int:
    """Step through a game of the journal or in a file."""
    _check_streams()
    in_file = is_file(game)
    lines = read_lines(Path(game)) if in_file else None
    if lines:
        warn_all(lines.notices)
        journal = "memory:"
    async with open_house(journal, reading=not in_file) as service:
        id = await transfer.restore(service, lines) if lines else game
        await game_of(service.journal, id)

        async def recall(visit: Visit) -> Destination:
            return ToReplay(await table_access.recall(visit.session, id), ToLobby())

        visitor = _visitor(service, showing)
        return await _visit(service, journal, showing, visitor, recall, is_private=in_file, keeps=False)


# What somebody wants to play.


def _game(wanted: Wanted) -> tuple[Game | None, dict[str, str]]:
    """The game, if one is named, and its options. Raises: Misfit."""
    if not wanted.game:
        return None, {}
    with misfits():
        game, options = find_game(wanted.game)
        for setting in wanted.settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise Misfit(f'--set needs NAME=VALUE, and "{setting}" is not that.')
            options[name] = value
        check_options(game, options)
    return game, options


def _check(wanted: Wanted, game: Game | None, title: str) -> None:
    """Raise Misfit for options that contradict one another or the game."""
    is_new = wanted.opponent or wanted.clock is not None or wanted.level or wanted.settings or wanted.deals
    if wanted.file is not None and wanted.table is not None:
        raise Misfit("A game comes from a file or from the journal: leave out FILE or --table.")
    if wanted.last and (wanted.goes_on or wanted.hotseat or is_new):
        raise Misfit("--last goes on with a game as it is: leave out options for a new game.")
    if wanted.last and game is None:
        raise Misfit("Say which game to begin if none is unfinished: parlour play GAME --last.")
    if wanted.goes_on and is_new:
        raise Misfit("Options for a new game do not go with --table or FILE: leave them out.")
    if wanted.luck is not None and wanted.file is not None:
        raise Misfit("The cards of a saved game are dealt already: leave out --luck.")
    if wanted.opponent and wanted.hotseat:
        raise Misfit("With --hotseat both players are here: leave out --opponent.")
    if game is None and not wanted.goes_on and (is_new or wanted.hotseat or wanted.luck is not None or wanted.one_key):
        raise Misfit("Say which game, too: parlour play GAME.")
    if wanted.deals > 1:
        raise Misfit("Choose one of --deal, --winnable, --grade and --daily: each of them chooses a deal.")
    if game is not None:
        _check_game_takes(wanted, game, title)


def _check_game_takes(wanted: Wanted, game: Game, title: str) -> None:
    if game.seats == 1 and (wanted.opponent or wanted.hotseat):
        raise Misfit(f"{title} is for one player: leave out --opponent and --hotseat.")
    if wanted.deals and not game.numbered:
        raise Misfit(f"The deals of {title} have no numbers: leave out --deal, --winnable, --grade and --daily.")
    if wanted.level and (wanted.opponent == "person" or wanted.hotseat or game.seats == 1):
        raise Misfit("--level is for games against the computer: leave it out.")
    if wanted.level and wanted.level not in levels(game.name):
        raise Misfit(f"--level needs one of: {', '.join(levels(game.name))}.")


def _luck(wanted: Wanted, game: Game | None, title: str) -> str:
    """What the person adds to the chance: their own words, or bytes that are drawn here. Raises: Misfit."""
    if wanted.luck is None:
        return "" if game is not None and game.numbered else arrival.drawn_luck()
    if game is not None and game.numbered:
        raise Misfit(f"The deals of {title} have numbers, so luck changes nothing: leave out --luck.")
    luck = clean(wanted.luck, LONGEST_LUCK)
    if not luck:
        raise Misfit("--luck needs words of your own, such as --luck tortoise.")
    return luck


def _order(wanted: Wanted, game: Game, options: Options, luck: str, partners: tuple[str, ...]) -> Order:
    """Raises: Misfit for a clock that is none."""
    opponent = "hotseat" if wanted.hotseat else wanted.opponent or "computer"
    if game.seats == 1:
        opponent = ""
    with misfits():
        clock = read_clock(wanted.clock) if wanted.clock is not None else 0
    return Order(
        game.name, options, opponent, wanted.deal, clock, wanted.winnable, luck,
        wanted.level or "", wanted.grade or "", wanted.daily, partners,
    )  # fmt: skip


def _partners(wanted: Wanted, game: Game | None, title: str) -> tuple[str, ...]:
    """The names of the players at one keyboard. Raises: Misfit."""
    with misfits():
        names = tuple(read_name(name) for name in wanted.partners.split(",")) if wanted.partners else ()
    if game is not None and len(names) > game.seats:
        raise Misfit(f"{title} is for {game.seats} players, and these are {len(names)}: leave some out.")
    if len(set(names)) < len(names):
        raise Misfit("Players at one keyboard need different names.")
    return names


async def _found(service: Service, visitor: Resident, name: str, wanted: Wanted, game: Game | None) -> str:
    """The id of the table to be continued. Raises: Refused, JournalError."""
    if wanted.table is not None:
        _check_same_game(await game_of(service.journal, wanted.table), game, wanted)
        return wanted.table
    assert wanted.file is not None
    lines = read_lines(wanted.file)
    warn_all(lines.notices)
    _check_same_game(game_in(lines), game, wanted)
    return await transfer.go_on(service, lines, await visitor.known_as(name))


def _check_same_game(found: str, game: Game | None, wanted: Wanted) -> None:
    if game is not None and found != game.name:
        raise Refused(
            "That is a game of {found}: type {program} play {found} instead of {game}.",
            program=program(), found=found, game=wanted.game or "",
        )  # fmt: skip


# Visits.


def _check_streams() -> None:
    """Raise where nothing can be typed or nothing shown."""
    check_input("let it come from a terminal, a pipe or a file")
    check_output()


def _visitor(service: Service, showing: Showing) -> Resident:
    """The person at this terminal: the owner of the journal, or the one who was named."""
    return Resident(service.directory, is_owner=not showing.name)


async def _visit(
    service: Service,
    journal: str,
    showing: Showing,
    visitor: Resident,
    errand: Errand | None,
    *,
    path: Path | None = None,
    one_key: bool = False,
    is_private: bool = False,
    keeps: bool = True,
) -> int:
    """A visit from the person's own terminal. Raises: Misfit."""
    if showing.screen and not can_edit():
        raise Misfit("There is no terminal here to draw in: leave out --screen.")
    keeps = keeps and journal != "memory:"
    settings = Settings(
        name=_name(showing.name),
        screen=can_edit() if showing.screen is None else showing.screen,
        has_files=True,
        path=str(path or ""),
        one_key=one_key,
        journal_option=journal_option(journal),
        program=program(),
        name_option=f" --name {shlex.quote(showing.name)}" if showing.name else "",
        motion=showing.motion is not False,
        keeps=keeps,
    )
    look = own_look(
        ascii=showing.ascii, colour=showing.colour, reader=showing.reader, language=language_asked(showing.language)
    )
    with kept_log():
        async with open_console(look, own_directory() / "history") as terminal:
            settings = replace(settings, given=_given(showing, terminal.look))
            session = Parlour(service).at_home(visitor, is_private=is_private, keeps=keeps)
            visit = Visit(session, terminal, settings)
            await bring_own(session)
            if (trouble := visit.words.trouble) is not None:
                visit.farewell(trouble)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(watch_journal, service, visit.announce)
                status = await attend(visit, errand)
                nursery.cancel_scope.cancel()
        if terminal.unwritten is not None:
            raise Unwritten(terminal.unwritten.errno, terminal.unwritten.strerror)
        return status


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
        with misfits():
            return read_name(wanted)
    return own_name()
