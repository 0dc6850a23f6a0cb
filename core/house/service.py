"""Plays tables: open, sit, play, watch. The clock is read here; what else wants the time asks the service."""

import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import chain, count
from pathlib import Path
from weakref import WeakValueDictionary

import attrs
import trio
from msgspec.structs import replace

from core.base.chance import SEED_BYTES, deal_seed
from core.base.game import Game, Refused, check_options, kind_of
from core.base.message import Message, Name, english
from core.books.daily_chains_service import DailyChains
from core.books.seed_books_service import SeedBooks
from core.correspondence.mail_confirmation import MailConfirmation
from core.correspondence.reminders import Carriers
from core.correspondence.sending_limits import SendingLimits
from core.games.deals.daily import deal_of
from core.games.features.titles import title_at
from core.house.compaction import Compaction
from core.house.left_books import close_left_books, close_own_book
from core.live import ended_games
from core.live.attendance import Attendance
from core.live.live_table import RECENT, LiveTable
from core.live.winnability import draw_deal
from core.moderation.bans_service import ModerationService
from core.moderation.failed_sign_ins import FailedSignIns
from core.moderation.reports_service import Reports
from core.people.directory import Directory, draw_word
from core.people.talk import TALK
from core.presence.announcements import Announcer
from core.presence.invitations import Invitation, Invitations
from core.presence.last_seen import LastSeen
from core.presence.other_houses import relayed_messages
from core.presence.other_houses.neighbours import Neighbours
from core.presence.roster import Kind, Notice, Presence
from core.projections import Views, open_views
from core.public_log.ticket_office import TicketOffice
from core.records import codec, fold
from core.records.house_clock import SLACK, HouseClock
from core.records.stream_removal import follow_removals
from core.records.whole_table import folded, no_table
from core.replay.history import History
from core.scheduling.supervision import contained, lasting
from core.table import Cause, Chair, Clock, Open, Opened, SealedDay, Sit, StandInAgreed, Table, check_luck, tell_span
from core.table.opening import Copy, Player
from journal import Conflict, Damaged, Journal, JournalError, OutcomeUnknown, Record, seal

_LOG = logging.getLogger("parlour")
WELCOME = 600.0
"""Seconds after the service has begun in which nobody runs out of time who has days for a move: if it ran out while no
house was there to take their moves, they can still make one."""
TABLE_LETTERS = 5
"""Of a table's id."""
GOING_THERE = 1.0
"""Seconds for which a table that was opened stays in play without anybody."""


class Service:
    """All tables of one journal. Use it inside `async with open_service(journal)`."""

    def __init__(
        self,
        journal: Journal,
        views: Views,
        live: dict[str, LiveTable],
        nursery: trio.Nursery,
        now: Callable[[], float],
    ) -> None:
        """`live` is where the service keeps the tables in play, so that the read models see them, too."""
        self.journal = journal
        self.views = views
        self.now = now
        self.directory = Directory(journal, now, lambda: chain.from_iterable(one.people for one in live.values()))
        self._name = draw_word(8)
        self.decisions: Iterator[str] = map(f"{self._name}{{}}".format, count(1))
        """Names that no other decision has, in whatever process it was made."""
        self.failed_sign_ins = FailedSignIns(self.directory, now)
        self.presence = Presence(self._name)
        self.invitations = Invitations()
        self.announcer = Announcer(self.presence, self.in_play, now)
        self.books = SeedBooks(journal, now, self._name)
        self.dailies = DailyChains(journal, now)
        self.tickets = TicketOffice()
        self.moderation = ModerationService(journal, now, self.directory.owner_of)
        self.reports = Reports(journal, now)
        self.last_seen = LastSeen()
        self.histories: WeakValueDictionary[str, History] = WeakValueDictionary()
        """Of the games that somebody steps through."""
        self.recalling = trio.Lock()
        """Held while one of them is read, see `recalling`."""
        self.compaction = Compaction(lambda: views.moved)
        self.began = now()
        self.decides_slow_from = self.began + WELCOME
        self.referees: dict[str, Callable[[int], None]] = {}
        """By the ids of the tables at which a duel of the house is played: who is told which seat has made a move that
        is not legal. Must not wait."""
        self.carriers: Carriers = {}
        """How this house reminds people who are not there."""
        self.sending_limits, self.mail_confirmation = SendingLimits(), MailConfirmation()
        self._nursery = nursery
        self._live = live
        self.newest = ""
        """The table that was opened last in this house; empty once somebody has seen that the lists know it."""
        self._kept: dict[str, LiveTable] = {}
        """Tables that were opened just now, and whose openers are still to go there."""
        self._opening: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()
        """Held while a table is read, by its id; gone as soon as nobody waits for it."""
        self.attendance = Attendance(nursery, self._release)
        self.neighbours = self.presence.elsewhere = Neighbours(self, self._name)

    def names_at(self, chairs: Sequence[Chair]) -> tuple[Name, ...]:
        """What those are called who sit there, and who plays for them; empty for a free seat."""
        return tuple(chair.named(self.directory.shown_name) for chair in chairs)

    @property
    def tables_in_play(self) -> int:
        """How many tables somebody in this process is at."""
        return len(self._live)

    def start(self, task: Callable[[], Awaitable[None]]) -> None:
        """Run a task beside all others for as long as the service is open; what goes wrong in it is logged."""
        self._nursery.start_soon(contained, task)

    async def open(
        self,
        game: Game,
        options: Mapping[str, str],
        players: Sequence[Player | None],
        *,
        deal: int | None = None,
        clock: Clock = 0,
        copy: Copy | None = None,
        reserved: tuple[str, ...] = (),
        programs: str = "",
    ) -> str:
        """Open a table and seat the players; None leaves a seat free. The game begins when all seats are taken, and all
        sealed luck is revealed.

        The house seed is the next one of the book, but for numbered deals, copies, and a person who was promised one,
        unless they seal their luck: that one is kept for them.

        Returns: its id. Raises: Refused for options or a number that the game does not have, and when the house is
            going to close.
        """
        if self.moderation.is_draining:
            raise Refused("Parlour is about to close: open a table later.")
        if deal is not None and not game.numbered:
            raise Refused("{game} has no numbered deals: leave out deal", game=game.title)
        if clock:
            self.check_clock()
        chosen = check_options(game, options)
        for player in players:
            check_luck(player.luck if player else "")
        if game.numbered and deal is None and copy is None:
            deal = draw_deal()
        is_sealed = any(player and player.sealed for player in players)
        if is_sealed and deal is not None:
            raise Refused("Luck changes nothing in {game}, whose deals have numbers: leave out luck=", game=game.title)

        origin = (copy.origin, copy.kept, codec.write_position(game, copy.position)) if copy else ()
        table = Opened("", game.name, game.rules, tuple(chosen.items()), "", None, clock, reserved, *origin)
        table = attrs.evolve(table, programs=programs)
        # Last of all what uses up a number: whatever was refused before has used up none.
        if copy:
            id = await self.store(attrs.evolve(table, house_seed=secrets.token_hex(SEED_BYTES)))
        elif deal is not None:
            daily = await self._sealed_day(kind_of(game.name, chosen), deal)
            id = await self.store(attrs.evolve(table, house_seed=deal_seed(deal).hex(), deal=deal, daily=daily))
        else:
            id = "" if is_sealed else await self._store_promised(players, table)
            id = id or await self._store_from_book(table)
        async with self.table(id, attended=False) as live:
            for seat, player in enumerate(players):
                if player is not None:
                    is_early = bool(player.luck) and live.table.setup.book is not None
                    await self.sit(live, seat, replace(player, early=is_early))
            self._keep(live)
        return id

    def _keep(self, live: LiveTable) -> None:
        """Keep a table in play until its opener goes there, else it would be read and followed twice."""
        live.users += 1
        self._kept[live.id] = live
        self._nursery.start_soon(self._keep_no_longer, live.id)

    async def _keep_no_longer(self, id: str) -> None:
        await trio.sleep(GOING_THERE)
        self._end_keeping(id)

    def _end_keeping(self, id: str) -> None:
        if (live := self._kept.pop(id, None)) is not None:
            self._release(live)

    async def _sealed_day(self, kind: str, deal: int) -> SealedDay | None:
        """Today, where that deal is its sealed one, however it was asked for: nobody plays it without its counting."""
        today = self.dailies.today
        try:
            sealed = await self.dailies.day(today)
        except Damaged as damaged:
            _LOG.warning("The deals of the day cannot be known: %s", damaged)
            return None
        return sealed if sealed is not None and deal == deal_of(kind, today, sealed) else None

    def check_clock(self) -> None:
        """Raises: Refused for a game with a clock, where this house's own is to be taken for wrong."""
        if wrong_by := self.neighbours.times.wrong_by(self.now()):
            raise Refused(
                "The clocks of two houses differ by {span}: play without a clock, or in the other house.",
                span=tell_span(wrong_by),
            )

    def on_recorded(self, decision: str, ahead: float) -> None:
        """Another house may have made a record of that decision, whose time is so far ahead of this house's."""
        self.neighbours.hear_record(decision[: len(self._name)], ahead)

    async def _store_from_book(self, table: Opened) -> str:
        """Store the first record of a table with the next seed of the book. Returns: its id.

        A number that was taken stays with its table, whatever becomes of that: another try takes another number.
        """
        while True:
            id = draw_word(TABLE_LETTERS)
            if await self.journal.head(fold.stream_of(id)):
                continue
            seed, number = await self.books.take(id)
            if await self.store_opened(attrs.evolve(table, table=id, house_seed=seed.hex(), book=number)):
                return id

    async def _store_promised(self, players: Sequence[Player | None], table: Opened) -> str:
        """Store the first record of a table with the seed that its opener was promised before there were books.

        A seed is used up before it is stored, so that none serves twice. If the journal says then that it has not
        stored the table, the promise is given back; where it cannot say so, or cannot store that either, it is lost.

        Returns: its id; empty where nobody was promised a seed.
        """
        opener = next((player.person for player in players if player and player.person), "")
        seed = await self.directory.take_promised(opener) if opener else b""
        if not seed:
            return ""
        try:
            return await self.store(attrs.evolve(table, house_seed=seed.hex()))
        except OutcomeUnknown:
            raise
        except JournalError:
            try:
                await self.directory.promise_again(opener, seed)
            except (JournalError, Refused) as error:
                _LOG.warning("The seed that was promised to person %s is used up without a table: %s", opener, error)
            raise

    async def free_table_id(self) -> str:
        """An id that no table has, for one that is to be named before it is opened. Raises: JournalError."""
        while await self.journal.head(fold.stream_of(id := draw_word(TABLE_LETTERS))):
            pass
        return id

    async def store(self, opened: Opened) -> str:
        """Store the first record of a table under an id that no other has. Returns: the id. Raises: JournalError."""
        while True:
            id = draw_word(TABLE_LETTERS)
            if await self.store_opened(attrs.evolve(opened, table=id)):
                return id

    async def store_opened(self, opened: Opened) -> bool:
        """Store the first record of a table; False where there is one under its id. Raises: JournalError."""
        draft = codec.encode(opened, Cause(next(self.decisions), None, 0, Open()))
        try:
            await self.journal.append(fold.stream_of(opened.table), 0, seal(None, [draft], codec.time_text(self.now())))
        except Conflict:
            return False
        self.newest = opened.table
        return True

    async def sit(self, live: LiveTable, seat: int, player: Player) -> None:
        """Seat somebody; the last one to sit down begins the game, where no luck is sealed. Raises Refused."""
        if live.table.clocks is not None:
            self.check_clock()
        owner = self.directory.owner_of(player.person) if player.is_program else ""
        await live.submit(
            Sit(
                seat, player.person, player.bot, player.luck, player.muted, player.early, player.sealed,
                player.is_program, owner,
            )
        )  # fmt: skip
        await live.begin_if_ready()

    @asynccontextmanager
    async def table(self, id: str, *, attended: bool = True) -> AsyncIterator[LiveTable]:
        """A table in play, shared by all in this process who use it at the same time.

        Its computer players and its clock go on in this process for as long as somebody attends: whoever uses it
        does, unless `attended` is False because they look on, or say so to `attendance` themselves.

        Raises: Refused when there is no such table; Damaged.
        """
        live = await self._load(id)
        # Nothing waits before they are counted: another user's end in between would close the table under them.
        live.users += 1
        self._end_keeping(id)
        visit = object()
        if attended:
            self.attendance.begin(live, visit)
        try:
            yield live
        finally:
            self.attendance.end(live, visit)
            self._release(live)

    def _release(self, live: LiveTable) -> None:
        live.users -= 1
        if live.users == 0:
            live.close()
            self._let_go(live)

    def on_moved(self, live: LiveTable) -> None:
        """Tell those whose turn it has become who are elsewhere, and those who are asked to play for somebody."""
        causes = [info.cause for _, info in live.latest if info.cause]
        is_ours = any(cause.id.startswith(self._name) for cause in causes)
        self.announcer.note_turn(live, is_ours=is_ours)
        ended_games.note_end(live, is_ours=is_ours)
        for event, _ in live.latest if is_ours else ():
            if isinstance(event, StandInAgreed) and event.person:
                owner = live.table.chairs[event.seat].person
                name, shown = self.directory.name(owner), self.directory.shown_name(owner)
                asks = relayed_messages.ASKS_LATER if event.after else relayed_messages.ASKS
                said = asks.filled(name=shown, id=live.id, game=title_at(live.table.setup))
                self.invite(event.person, Invitation(live.id, name, owner), said)

    def invite(self, person: str, invitation: Invitation, said: Message) -> None:
        """Invite a person to a table, in whichever house they are, and tell them so."""
        self.invitations.add(person, invitation)
        self.neighbours.invite(person, invitation)
        notice = Notice(Kind.INVITED, said, invitation.person, invitation.name, rings=True)
        self.presence.tell(notice, self.presence.of(person))

    def note_drop(self, stream: str) -> None:
        """Forget talk, at a table of this process, that is dropped by somebody somewhere."""
        live = self.in_play(stream.removeprefix(TALK)) if stream.startswith(TALK) else None
        if live is not None:
            self.start(live.conversation.let_go)

    def in_play(self, id: str) -> LiveTable | None:
        """A table that somebody in this process is at."""
        return self._live.get(id)

    async def _load(self, id: str) -> LiveTable:
        """The live table; those who want it at the same time read it once."""
        if live := self._live.get(id):
            return live
        async with self._opening.setdefault(id, trio.Lock()):
            if id not in self._live:
                self._live[id] = live = await self._read(id)
                self.start(partial(self._follow, live))
        return self._live[id]

    async def _follow(self, live: LiveTable) -> None:
        try:
            await live.follow()
        finally:
            self._let_go(live)  # Nothing more is heard of it: whoever comes next has it read anew.

    def _let_go(self, live: LiveTable) -> None:
        if self._live.get(live.id) is live:
            del self._live[live.id]

    async def _read(self, id: str) -> LiveTable:
        records = await self.records(id)
        live = LiveTable(self, id, await folded(id, records), records[-RECENT:])
        if live.lead > SLACK:
            span = english(tell_span(live.lead))
            _LOG.warning("Table %s was played by a clock that is %s ahead: its time goes on from there.", id, span)
        await self.directory.learn(live.people)
        return live

    async def records(self, id: str) -> tuple[Record, ...]:
        """All records of a table. Raises: Refused when there is none; Damaged."""
        records = await self.journal.read(fold.stream_of(id)) if id else ()
        if not records:
            raise no_table(id)
        return records

    async def fold_again(self, id: str, seq: int) -> Table:
        """A table as it stood after a record, with all of its past. Raises: Damaged."""
        return await folded(id, await self.journal.read(fold.stream_of(id), 0, seq))

    async def rename(self, person: str, name: str) -> None:
        """Call a person otherwise, at once at all tables of this process."""
        await self.directory.rename(person, name)
        self.forget_names()

    async def register(self, person: str, name: str, digest: str) -> None:
        """Let a person come back by this name and a password. Raises: Refused when the name is somebody else's."""
        await self.directory.register(person, name, digest)
        self.forget_names()

    def forget_names(self) -> None:
        """Look up anew what people are called, at all tables of this process."""
        for live in self._live.values():
            live.forget_names()


@asynccontextmanager
async def open_service(
    journal: Journal, now: Callable[[], float] | None = None, views: Path | None = None
) -> AsyncIterator[Service]:
    """All tables of a journal, in play until the block ends; `views` is the file of its read models, None memory.

    `now` is its clock; None is that of the machine, as a `HouseClock` keeps it.
    """
    now = now or HouseClock(time.time)
    live: dict[str, LiveTable] = {}

    def in_play(stream: str) -> Table | None:
        # Called in threads, too, while this one goes on: so they are given a table, which never changes.
        found = live.get(fold.id_of(stream))
        return found.table if found else None

    async with open_views(journal, views, in_play) as opened, trio.open_nursery() as nursery:
        service = Service(journal, opened, live, nursery, now)
        drops, compaction = (
            partial(follow_removals, journal, service.note_drop),
            partial(service.compaction.run, journal),
        )
        for task in (service.announcer.run, service.neighbours.run, drops, compaction):
            nursery.start_soon(lasting, task)
        if isinstance(now, HouseClock):
            nursery.start_soon(lasting, now.watch)
        nursery.start_soon(lasting, partial(close_left_books, service))
        yield service
        await service.attendance.close()
        await close_own_book(service)
        nursery.cancel_scope.cancel()
