"""Plays tables: open, sit, play, watch. The one place that knows trio, loops on Conflict and reads the clock.

A live table is the fold of its stream, kept up to date by one follower. What is asked is decided on that fold
and appended at the version it stands at. Accepting is safe on a fold that is behind, because the append would
conflict; refusing is not, so a refusal stands only when the fold is at the stream's head.
"""

from __future__ import annotations

import itertools
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import attrs
import trio

from core import attendants, codec, fold
from core.chance import SEED_BYTES, Dice, deal_seed
from core.game import Game, Options, Refused
from core.standings import Standings
from core.table import (
    Answer,
    Command,
    Continue,
    Move,
    Opened,
    Redo,
    Restart,
    Sight,
    Sit,
    Table,
    Undo,
    decide,
    hash_code,
    named,
    sight,
    tell,
)
from journal import Conflict, Damaged, Journal, JournalError, OutcomeUnknown, Record, Summary, seal

_LOG = logging.getLogger("parlour")
LONG = 500
"""Records that are folded in some ten milliseconds; more of them are folded in a thread, so that no table waits."""
RETRIES = 20
"""How often a decision is tried again because somebody else was first."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What names and codes are made of: nothing that is mistaken for something else."""
MOST_DEAL = 2**31 - 1
"""The highest number of a deal that is drawn when nobody asked for one; any higher may be asked for."""

T = TypeVar("T")
News = Callable[["Live", Sequence[Record], Sequence[Any]], None]
"""Called after a live table has moved on, with the records and their events. Must not wait."""


class Busy(Refused):
    """Others kept being first; the person may simply try again."""


@attrs.frozen
class Player:
    """Somebody who shall sit at a new table."""

    name: str
    is_bot: bool = False
    code: str = ""
    """With which a person comes back; drawn by the service when empty."""


@attrs.frozen
class Listing:
    """A table in the lobby's list."""

    id: str
    game: str
    names: tuple[str, ...]
    """By seat; empty for a free seat."""
    plays: int
    at: float
    """Seconds since the epoch of the last record."""
    summary: str
    """How it ended; empty while it runs."""


def draw_word(length: int) -> str:
    """A word nobody guesses: about five bits a letter."""
    number, letters = secrets.randbelow(len(LETTERS) ** length), []
    for _ in range(length):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


class Live:
    """A table in play in this process. Use it inside `async with service.table(id)`."""

    def __init__(self, service: Service, id: str, table: Table, last: Record) -> None:
        """`last` is the last record in `table`."""
        self.service = service
        self.id = id
        self.last = last
        self.table = table
        self.users = 0
        self.watchers: dict[object, News] = {}
        self.attended = False
        self.scope, self.attendance = trio.CancelScope(), trio.CancelScope()
        self.loaded_at = service.now()
        self._moved = trio.Event()
        self._shared: dict[object, Any] = {}

    def share(self, key: object, make: Callable[[], T]) -> T:
        """What many want of the table as it stands: made once, and forgotten when the table moves on."""
        if key not in self._shared:
            self._shared[key] = make()
        shared: T = self._shared[key]
        return shared

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""
        return self.share("turn", lambda: self.table.turn)

    def sight(self, seat: int | None) -> Sight:
        """What a viewer may know now; the same object for all who look from the same seat."""
        return self.share(("sight", seat), lambda: sight(self.table, seat))

    async def wait_moved(self) -> None:
        """Return when the table has moved on from where it stands now."""
        await self._moved.wait()

    def take(self, records: Sequence[Record]) -> None:
        """Fold records and tell the watchers; those that are folded already are passed over."""
        new = [record for record in records if record.seq > self.table.seq]
        if not new:
            return
        events = [fold.event_of(self.id, record) for record in new]
        self.table = fold.fold_events(self.id, self.table, zip(new, events, strict=True))
        self.last = new[-1]
        self._shared.clear()
        moved, self._moved = self._moved, trio.Event()
        moved.set()
        for news in tuple(self.watchers.values()):
            try:
                news(self, new, events)
            except Exception:  # one person's screen is no concern of the others
                _LOG.exception("Somebody at table %s was not shown what happened.", self.id)

    def tell_records(self, records: Sequence[Record], seat: int | None) -> tuple[str, ...]:
        """What some records did, in sentences for a viewer."""
        return self.tell([fold.event_of(self.id, record) for record in records], seat)

    def tell(self, events: Sequence[Any], seat: int | None) -> tuple[str, ...]:
        """What happened, in sentences for a viewer."""
        told = (tell(self.table, event, seat) for event in events)
        return tuple(sentence for sentence in told if sentence)

    async def submit(self, command: Command) -> None:
        """Decide, append, and fold what was appended.

        Raises: Refused with a sentence for the one who asked; Busy; JournalError.
        """
        play = {**_play(command), "id": self.service.name_decision()}
        for _ in range(RETRIES):
            at = max(self.service.now(), self.table.at)
            table, last = self.table, self.last
            dice = Dice(table.seed, table.game.name, table.seq + 1)
            try:
                events = decide(table, command, dice, at)
            except Refused:
                if await self.service.journal.head(self.id) == table.seq:
                    raise
                await self.catch_up()
                continue
            records = seal(last, _drafts(events, play), codec.time_text(at))
            if await self._append(table.seq, records, play["id"]):
                return
        raise Busy("Others were quicker each time: please try again.")

    async def _append(self, after: int, records: Sequence[Record], id: str) -> bool:
        """Whether the records are stored; if so they are folded, too."""
        try:
            await self.service.journal.append(self.id, after, records)
        except Conflict:
            await self.catch_up()
            return False
        except OutcomeUnknown:
            found = await self.service.journal.read(self.id, after)
            self.take(found)
            return any((record.play or {}).get("id") == id for record in found)
        # The follower may have been quicker; what it has folded is passed over.
        self.take(records)
        return True

    async def catch_up(self) -> None:
        """Fold what others have appended."""
        self.take(await self.service.journal.read(self.id, self.table.seq))


def _play(command: Command) -> dict[str, Any]:
    """What is journaled of a command beside the events it led to."""
    match command:
        case Move(seat, text, demo):
            return {"seat": seat, "move": " ".join(text.lower().split())} | ({"demo": True} if demo else {})
        case Answer(seat, yes):
            return {"seat": seat, "command": "yes" if yes else "no"}
        case Undo(seat) | Redo(seat) | Restart(seat):
            return {"seat": seat, "command": type(command).__name__.lower()}
        case Continue():
            return {"command": "continue"}
        case _:
            return {"seat": command.seat, "command": type(command).__name__.lower()}


async def _folded(id: str, records: Sequence[Record]) -> Table:
    """The table of a whole stream. Raises: Damaged."""
    if len(records) <= LONG:
        return fold.fold(id, None, records)
    return await trio.to_thread.run_sync(fold.fold, id, None, records)


def _drafts(events: Sequence[Any], play: Any) -> list[Any]:
    return [codec.encode(event, play if number == 0 else None) for number, event in enumerate(events)]


class Service:
    """All tables of one journal. Use it inside `async with open_service(journal)`."""

    def __init__(self, journal: Journal, nursery: trio.Nursery, now: Callable[[], float]) -> None:
        self.journal = journal
        self.now = now
        self.standings = Standings(journal)
        self._nursery = nursery
        self._live: dict[str, Live] = {}
        self._opening: dict[str, trio.Lock] = {}
        self._listed: dict[str, tuple[int, Listing]] = {}
        self._name, self._decisions = draw_word(8), itertools.count(1)

    def name_decision(self) -> str:
        """A name that no other decision has, in whatever process it was made."""
        return f"{self._name}{next(self._decisions)}"

    async def open(
        self,
        game: Game,
        options: Mapping[str, str],
        players: Sequence[Player | None],
        deal: int | None = None,
        clock: int = 0,
    ) -> tuple[str, tuple[str, ...]]:
        """Open a table and seat the players; None leaves a seat free.

        Returns: its id, and by seat the code with which that person comes back (empty for others).
        """
        if game.numbered and deal is None:
            deal = 1 + secrets.randbelow(MOST_DEAL)
        seed = deal_seed(deal) if deal is not None else secrets.token_bytes(SEED_BYTES)
        checked = check_options(game, options)
        while True:
            id = draw_word(5)
            opened = Opened(id, game.name, game.rules, tuple(checked.items()), seed.hex(), deal, clock)
            events = (opened, *game.begin(checked, Dice(seed, game.name, 1)))
            drafts = _drafts(events, {"command": "open", "id": self.name_decision()})
            try:
                await self.journal.append(id, 0, seal(None, drafts, codec.time_text(self.now())))
                break
            except Conflict:
                continue
        return id, await self._seat(id, players)

    async def _seat(self, id: str, players: Sequence[Player | None]) -> tuple[str, ...]:
        codes = [""] * len(players)
        async with self.table(id) as live:
            for seat, player in enumerate(players):
                if player is not None:
                    codes[seat] = await self.sit(live, seat, player)
        return tuple(codes)

    async def sit(self, live: Live, seat: int, player: Player) -> str:
        """Take a seat; the answer is the code with which to come back. Raises Refused."""
        code = "" if player.is_bot else player.code or f"{live.id}-{draw_word(6)}"
        await live.submit(Sit(seat, player.name, player.is_bot, hash_code(code) if code else ""))
        return code

    @asynccontextmanager
    async def table(self, id: str, *, attended: bool = True) -> AsyncIterator[Live]:
        """A table in play, shared by all in this process who use it at the same time.

        Its computer players and its clock go on in this process, unless all who use it only look on
        (`attended` False).

        Raises: Refused when there is no such table; Damaged.
        """
        live = await self._load(id)
        live.users += 1
        if attended and not live.attended:
            live.attended = True
            self._nursery.start_soon(self._attend, live)
        try:
            yield live
        finally:
            live.users -= 1
            if live.users == 0:
                live.scope.cancel()
                live.attendance.cancel()
                self._live.pop(id, None)

    async def _load(self, id: str) -> Live:
        async with self._opening.setdefault(id, trio.Lock()):
            if id not in self._live:
                records = await self.journal.read(id)
                if not records:
                    raise Refused(f"There is no table {id}.")
                live = self._live[id] = Live(self, id, await _folded(id, records), records[-1])
                self._nursery.start_soon(self._follow, live)
        self._opening.pop(id, None)
        return self._live[id]

    async def _follow(self, live: Live) -> None:
        with live.scope:
            try:
                async with self.journal.follow(live.id, live.table.seq) as batches:
                    async for records in batches:
                        live.take(records)
            except JournalError:
                _LOG.exception("Table %s does not hear of other processes any more.", live.id)

    async def _attend(self, live: Live) -> None:
        """Attend a table; what goes wrong here is a fault of ours, and must not take other tables with it."""
        with live.attendance:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(attendants.play_bots, live)
                    nursery.start_soon(attendants.watch_clock, live)
            except* Exception:
                _LOG.exception("Table %s goes on without its attendants.", live.id)

    async def list(self, most: int = 50) -> tuple[Listing, ...]:
        """The tables opened last, the newest first."""
        summaries = [summary for summary in await self.journal.streams() if summary.first.kind == "table.opened"]
        return tuple([await self._listing(summary) for summary in summaries[:most]])

    async def _listing(self, summary: Summary) -> Listing:
        """A table as it was listed last, unless it has gone on since."""
        id = summary.stream
        if id not in self._listed or self._listed[id][0] != summary.last.seq:
            live = self._live.get(id)
            try:
                table = live.table if live else await _folded(id, await self.journal.read(id))
            except Damaged as damaged:
                return Listing(id, "?", (), 0, codec.seconds(summary.last.at), str(damaged))
            self._listed[id] = table.seq, _listing(id, table)
        return self._listed[id][1]


def _listing(id: str, table: Table) -> Listing:
    names = tuple(chair.name for chair in table.chairs)
    ended = named(table, table.ended.summary) if table.ended else ""
    return Listing(id, table.game.name, names, table.now.plays, table.at, ended)


@asynccontextmanager
async def open_service(journal: Journal, now: Callable[[], float] = time.time) -> AsyncIterator[Service]:
    """All tables of a journal, in play until the block ends."""
    async with trio.open_nursery() as nursery:
        yield Service(journal, nursery, now)
        nursery.cancel_scope.cancel()


def check_options(game: Game, options: Mapping[str, str]) -> Options:
    """All options of a game, the default for those that are not given. Raises Refused for what does not exist."""
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known:
            raise Refused(f'{game.title} has no option "{name}"; it has {", ".join(known) or "none"}.')
        if value not in known[name].choices:
            raise Refused(f'"{value}" is no {name}; choose {", ".join(known[name].choices)}.')
    return {name: options.get(name, option.choices[0]) for name, option in known.items()}
