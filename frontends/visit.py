"""What a person does in the house: who they are, the table they are at, and what is asked of the service for them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import trio

from core import archive, fold, solving
from core.background import play_for
from core.bots import BOTS
from core.directory import code_of, read_code
from core.game import Refused, Viewer
from core.games import GAMES
from core.live import LiveTable, MovedOn, News, viewer_of
from core.recording import Recording
from core.service import LONG, Player, Service, folded
from core.table import Table
from core.talk import Said
from frontends import listing
from frontends.dialogue import fairness
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import (
    Fork,
    GoOn,
    Join,
    Judge,
    Leave,
    ListTables,
    Open,
    PlayOn,
    Recall,
    Rename,
    Request,
    Resume,
    Save,
    Say,
    ShowPromise,
    ShowStatistics,
    Submit,
    Watch,
)
from frontends.dialogue.results import Done, Entered, FileExists, PlayedOn, Recalled, Renamed, Result, Saved, Submitted
from frontends.seats import free_seats, missed, seats_of, seats_with, show_saves
from frontends.visitor import Visitor, code_at
from journal import Damaged, JournalError
from journal.lines import explained, write_lines

_LOG = logging.getLogger("parlour")
REPLAYED_TALK = 150
"""Lines of talk that a replay has, the last ones."""
PATIENCE = 1.0
"""Seconds for which a list waits for what the person has just done to be in it."""
MOST_NAMESAKES = 20
"""Persons of one name whose statistics are told."""


class Visit:
    """One person in the house. `on_news` is called with what happens at the person's table, and must not wait."""

    def __init__(
        self, service: Service, talk: Conversation, visitor: Visitor, on_news: Callable[[LiveTable, News], None]
    ) -> None:
        self.service = service
        self.talk = talk
        self.visitor = visitor
        self.live: LiveTable | None = None
        self.seats: tuple[int, ...] = ()
        self._on_news = on_news
        self._persons: set[str] = set()
        """Whom the person has been in this visit: with several seats, or with a code, more than one."""
        self._table = AsyncExitStack()
        self._left: tuple[str, int] | None = None
        """The table the person has left last, and its last record then."""

    async def do(self, request: Request) -> Result | None:
        """Carry out a request. Raises: Refused, JournalError."""
        match request:
            case Submit(command, by, seen, then):
                await self._at_table().submit(command, by, seen)
                return Submitted(then) if then else None
            case Say(text):
                await self._say(text)
                return None
            case Leave():
                await self.leave()
                return None
            case Judge():
                live = self._at_table()
                return Done(await solving.judge(live, self._seat(live)))
            case PlayOn():
                return await self._play_on()
            case Save(path, overwrite):
                return await self._save(path, overwrite)
            case ListTables() | ShowStatistics() | ShowPromise() | Rename() | Recall():
                return await self._tell(request)
            case _:
                return await self._come_to_table(request)

    # Who it is.

    async def _person(self) -> str:
        """The person's id; now they have to have one."""
        id = await self.visitor.known_as(self.talk.name)
        self._persons.add(id)
        return id

    async def _own(self) -> set[str]:
        """The ids that are known to be the person's."""
        found = await self.visitor.found(self.talk.name)
        return self._persons | ({found} if found else set())

    async def _seats_of_home(self, table: Table) -> tuple[int, ...]:
        """The person's seats; at home a game that only one person plays is theirs, too."""
        mine = seats_of(table, await self._own())
        is_alone = self.talk.has_files and len(table.persons) == 1
        return mine or (table.persons if is_alone else ())

    def _become(self, table: Table, seats: tuple[int, ...], secret: str) -> None:
        """Be the person whose code was typed."""
        persons = [table.chairs[seat].person for seat in seats]
        self._persons.update(persons)
        if self.visitor.id not in persons:
            self.visitor.become(persons[0], secret)
            self.talk.name = self.service.directory.name(persons[0])

    async def _check_may_look(self, table: Table) -> None:
        own = await self._own()
        if table.setup.is_practice and not any(archive.may_look(table, person) for person in own):
            raise Refused("Table {id} is for practice: only those it was made for see it.", id=table.id)

    # Coming to a table and leaving it.

    async def _come_to_table(self, request: Request) -> Result:
        match request:
            case Open():
                return await self._open(request)
            case Join(id, luck):
                return await self._join(id, luck)
            case Watch(id):
                return await self._watch(id)
            case Resume(code):
                return await self._resume(code)
            case GoOn():
                return await self._go_on(request)
            case Fork(code, mark):
                return await self._fork(code, mark)
            case _:
                raise ValueError(request)

    async def _watch(self, id: str) -> Entered:
        async with self.service.table(id, attended=False) as live:
            await self._check_may_look(live.table)
            return await self._enter(id, ())

    async def _resume(self, code: str) -> Entered:
        id, secret = read_code(code)
        async with self.service.table(id, attended=False) as live:
            seats = await self._seats_with(live.table, secret)
            self._become(live.table, seats, secret)
        return await self._enter(id, seats)

    async def _seats_with(self, table: Table, secret: str) -> tuple[int, ...]:
        seats = await seats_with(self.service.directory, table, secret)
        if not seats:
            raise Refused("No seat goes with that code.")
        return seats

    async def _go_on(self, wanted: GoOn) -> Entered:
        person = await self._person()
        async with self.service.table(wanted.id, attended=False) as live:
            table = live.table
            await self._check_may_look(table)
            mine = table.persons if wanted.all_seats else seats_of(table, {person})[:1]
            if not mine and not free_seats(table, person) and len(table.persons) == 1:
                mine = table.persons
            return await (self._enter(wanted.id, mine) if mine else self._join(wanted.id, wanted.luck))

    async def _open(self, order: Open) -> Entered:
        game = GAMES[order.game]
        if order.opponent == "computer" and game.name not in BOTS:
            raise Refused(
                "No computer player knows {game}: type new {name} person.", game=game.title, name=game.name
            )  # fmt: skip
        deal = order.deal
        if order.winnable and deal is None:
            deal = await solving.find_winnable(game, order.options)
        players: list[Player | None] = [Player(await self._person(), luck=order.luck)]
        players += [await self._other_player(order) for _ in range(1, game.seats)]
        id = await self.service.open(game, order.options, players, deal=deal, clock=order.clock)
        return await self._enter(id, tuple(range(game.seats)) if order.opponent == "hotseat" else (0,))

    async def _other_player(self, order: Open) -> Player | None:
        match order.opponent:
            case "computer":
                return Player(bot=BOTS[order.game].name)
            case "hotseat":
                # A person of their own, who comes back with the same code.
                other = await self.service.directory.create(_other_name(self.talk.name), self.visitor.secret)
                self._persons.add(other.id)
                return Player(other.id)
            case _:
                return None

    async def _join(self, id: str, luck: str) -> Entered:
        async with self.service.table(id) as live:
            await self._check_may_look(live.table)
            person = await self._person()
            free = free_seats(live.table, person)
            if not free:
                raise Refused("No seat is free at table {id}: type watch {id} to look on.", id=id)
            await self.service.sit(live, free[0], Player(person, luck=luck))
            return await self._enter(id, (free[0],))

    async def _fork(self, code: str, mark: str) -> Result:
        """The saves of a seat, or a practice game from one of them."""
        id, secret = read_code(code)
        async with self.service.table(id, attended=False) as live:
            table = live.table
            seats = await self._seats_with(table, secret)
            if not mark:
                return Done(show_saves(table, code_of(id, secret)))
            person = table.chairs[seats[0]].person
            copy = await archive.fork(self.service, table, mark, person)
            self._become(table, seats, secret)
            await self._sit_with_others(copy, table, seats[1:])
            if set(table.persons) - set(seats):
                invitation = f'type join {copy} to practise with me from "{mark}" on.'
                await live.say(person, seats[0], invitation)
        return await self._enter(copy, seats)

    async def _sit_with_others(self, copy: str, table: Table, seats: tuple[int, ...]) -> None:
        """Where one person plays several seats, they go back together."""
        async with self.service.table(copy, attended=False) as live:
            for seat in seats:
                await self.service.sit(live, seat, Player(table.chairs[seat].person))

    async def _enter(self, id: str, seats: tuple[int, ...]) -> Entered:
        stack = AsyncExitStack()
        try:
            live = await stack.enter_async_context(self.service.table(id, attended=bool(seats)))
            await self._load_talk(live)
            await self._note_names(live)
            await self.leave()
        except BaseException:
            await stack.aclose()
            raise
        # From here on nothing waits until the person is shown the table: so what is told now, and what comes as news
        # to the listener, is everything, each thing once.
        self._table, self.live, self.seats = stack, live, seats
        live.listeners[self] = self._on_news
        viewer = self.viewer(live)
        told, is_back = missed(live, seats, viewer)
        return Entered(id, live.view(viewer), seats, code_at(self.visitor, id) if seats else "", told, is_back)

    async def _load_talk(self, live: LiveTable) -> None:
        """Have the talk at hand; a game can be played without it."""
        try:
            await live.load_talk()
        except Damaged as damaged:
            _LOG.warning("The talk at table %s cannot be read: %s", live.id, damaged)

    async def _note_names(self, live: LiveTable) -> None:
        """Have the players' names in the file that holds the game, if it is one that holds a single game."""
        with suppress(JournalError):
            await self.service.journal.note(archive.header(self.service, live.table))

    async def leave(self) -> None:
        """Get up from the table, if one sits or stands at any."""
        live, self.live = self.live, None
        if live is not None:
            live.listeners.pop(self, None)
            self._left = (live.id, live.table.seq)
            await self._note_names(live)
        stack, self._table = self._table, AsyncExitStack()
        await stack.aclose()

    def viewer(self, live: LiveTable) -> Viewer:
        """Through whose eyes the person sees: with several seats, those of the one whose turn it is."""
        return viewer_of(self._seat(live))

    def _seat(self, live: LiveTable) -> int | None:
        if len(self.seats) < 2:
            return self.seats[0] if self.seats else None
        return next((seat for seat in self.seats if seat in live.turn), self.seats[0])

    # What can be done at a table.

    def _at_table(self) -> LiveTable:
        if self.live is None:
            raise Refused("You are not at a table.")
        return self.live

    async def _say(self, text: str) -> None:
        live = self._at_table()
        seat = self._seat(live)
        person = live.table.chairs[seat].person if seat is not None else await self._person()
        await live.say(person, seat, text)

    async def _play_on(self) -> PlayedOn:
        live = self._at_table()
        if live.table.game.name not in BOTS:
            raise Refused("No computer player knows {game}.", game=live.table.game.title)
        seat = self._seat(live)
        if seat is None or seat not in live.turn:
            return PlayedOn(more=bool(live.turn))
        try:
            return PlayedOn(more=await play_for(live, seat))
        except MovedOn:
            return PlayedOn(more=True)  # It thinks again, on the position that there is now.

    async def _save(self, path: str, overwrite: bool) -> Result:
        live = self._at_table()
        file = _file(path)
        if not overwrite and _exists(file):
            return FileExists(path)
        records = await self.service.records(live.id)
        header = archive.header(self.service, live.table)
        await trio.to_thread.run_sync(write_lines, file, records, header, overwrite)
        self.talk.path = path
        return Saved(f"{path} [{records[-1].at[:19].replace('T', ' ')} UTC]")

    # What can be asked anywhere.

    async def _tell(self, request: ListTables | ShowStatistics | ShowPromise | Rename | Recall) -> Result:
        match request:
            case ListTables(query):
                await self._wait_for_views()
                person = await self.visitor.found(self.talk.name)
                return Done(listing.show(await listing.find_tables(self.service, query, person)))
            case ShowStatistics(name):
                await self._wait_for_views()
                is_behind = not self.service.views.caught_up.is_set()
                shown = await self._statistics(name)
                return Done(f"{shown}\n{listing.BEHIND}" if is_behind else shown)
            case ShowPromise():
                return Done(fairness.promise(await self.service.directory.promise(await self._person())))
            case Rename(name):
                if self.visitor.id:
                    await self.service.rename(self.visitor.id, name)
                return Renamed(name)
            case Recall(id):
                return Recalled(await self._recall(id))

    async def _wait_for_views(self) -> None:
        """Lists are made a moment after the fact; what the person has just done should be in them."""
        last = (self.live.id, self.live.table.seq) if self.live else self._left
        if last:
            with trio.move_on_after(PATIENCE):
                await self.service.views.wait_for(*last)

    async def _statistics(self, name: str) -> str:
        views = self.service.views
        if not name:
            id = await self.visitor.found(self.talk.name)
            return "\n".join(await views.show_statistics(id, self.talk.name))
        ids = (await views.persons_called(name))[:MOST_NAMESAKES]
        names = await views.names_of(ids)
        played = [id for id in ids if await views.statistics_of(id)]
        if not played:
            return f"{name} has played nothing yet."
        return "\n\n".join(["\n".join((names[id], *await views.show_statistics(id, names[id]))) for id in played])

    async def _recall(self, id: str) -> Recording:
        records = await self.service.records(id)
        table = await folded(id, records)
        if not self.talk.is_private:
            await self._check_may_look(table)
        said = await self._talk_at(id)
        directory = self.service.directory
        persons = {chair.person for chair in table.chairs if chair.person} | {line.person for line in said}
        await directory.learn(persons)
        names = {person: directory.name(person) for person in persons}
        own = await self._seats_of_home(table)
        if len(records) <= LONG:
            return Recording(id, records, names, own, said)
        return await trio.to_thread.run_sync(Recording, id, records, names, own, said)

    async def _talk_at(self, id: str) -> tuple[Said, ...]:
        """What was said lately at a table; nothing where that cannot be read."""
        stream, journal = f"talk/{id}", self.service.journal
        try:
            records = await journal.read(stream, max(0, await journal.head(stream) - REPLAYED_TALK))
            return tuple(event for event, _ in fold.decode(stream, records) if isinstance(event, Said))
        except Damaged:
            return ()


def _other_name(name: str) -> str:
    return "Second player" if name != "Second player" else "Third player"


def _file(path: str) -> Path:
    """Raises Refused for what cannot name a file."""
    if "\0" in path:
        raise Refused("That cannot be the name of a file.")
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise Refused("{path} names a person this machine does not know.", path=path) from error


def _exists(file: Path) -> bool:
    """Raises JournalError where that cannot be known."""
    try:
        return file.exists()
    except OSError as error:
        raise explained(file, error) from error
