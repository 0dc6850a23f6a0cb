"""One person in the house: carries out what the conversation asks, between a terminal and the service.

Everything a table does reaches the person through one callback that never waits, so a slow terminal delays nobody:
what is put out goes straight to the terminal, which keeps what it cannot send yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import trio

from core import archive, fold, solving
from core.attendants import play_for
from core.bots import BOTS
from core.game import Refused
from core.games import GAMES
from core.service import Live, Player, Service
from core.table import Said
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import (
    Adapt,
    Ask,
    Effect,
    Effects,
    Fork,
    GoOn,
    HangUp,
    Join,
    Judge,
    Leave,
    ListTables,
    Open,
    PlayOn,
    Recall,
    Refresh,
    Request,
    Resume,
    Ring,
    Save,
    Show,
    ShowStatistics,
    Submit,
    UseScreen,
    Watch,
    Write,
)
from frontends.dialogue.results import (
    Done,
    Entered,
    Failed,
    FileExists,
    Listed,
    Moved,
    PlayedOn,
    Recalled,
    Result,
    Saved,
    Submitted,
)
from frontends.player import Recording
from frontends.seats import missed, own_seats, persons, seats_with, show_saves
from frontends.terminal import Closed, Input, Terminal
from journal import JournalError, Record
from journal.lines import explained, write_lines

LATELY = 60
"""Records that are looked at for somebody who comes to a table."""


class Session:
    """A conversation, its terminal, and the table the person is at."""

    def __init__(self, service: Service, talk: Conversation, terminal: Terminal) -> None:
        self.service = service
        self.talk = talk
        self.terminal = terminal
        self.live: Live | None = None
        self.seats: tuple[int, ...] = ()
        self.code = ""
        self.status: int | None = None
        self._table = AsyncExitStack()

    async def run(self) -> int:
        """Converse until the person leaves. Returns: what a command line exits with."""
        try:
            await self.perform(self.talk.start())
            while self.status is None:
                await self.perform(await self._next())
        finally:
            with trio.CancelScope(shield=True):
                await self.leave()
        return self.status or 0

    async def _next(self) -> Effects:
        """What follows from the person's next input, or from the pace running out before it."""
        pace = self.talk.pace
        if pace is None:
            return self._take(await self.terminal.receive())
        with trio.move_on_after(pace):
            return self._take(await self.terminal.receive())
        return self.talk.tick()

    def _take(self, received: Input) -> Effects:
        if isinstance(received, Closed):
            self.status = 0
        return self.talk.receive(received)

    async def perform(self, effects: Effects) -> None:
        """Carry out effects in order; what they lead to comes before what is left of them.

        What fails ends the effects it is one of: nothing is done or said that relied on it.
        """
        for effect in effects:
            match effect:
                case Write() | Ask() | Show() | Ring() | UseScreen() | Adapt() | Refresh():
                    self._put_out(effect)
                case HangUp(status):
                    self.status = status
                case _:
                    result = await self._try(effect)
                    if result is not None:
                        await self.perform(self.talk.answer(result))
                    if isinstance(result, Failed):
                        return

    def _put_out(self, effect: Effect) -> None:
        match effect:
            case Show(picture, repaint):
                self.terminal.show(picture, repaint)
            case Refresh():
                for now in self.talk.redraw():
                    self._put_out(now)
            case Write(text):
                self.terminal.write(text + "\n")
            case Ask(prompt):
                self.terminal.ask(prompt)
            case Ring():
                self.terminal.ring()
            case UseScreen(screen):
                self.terminal.use_screen(screen)
            case Adapt(look):
                self.terminal.adapt(look)
            case _:
                raise ValueError(effect)

    async def _try(self, request: Request) -> Result | None:
        try:
            return await self._do(request)
        except Refused as refused:
            return Failed(str(refused))
        except JournalError as error:
            return Failed(f"The journal could not do that: {error}")

    async def _do(self, request: Request) -> Result | None:
        match request:
            case Submit(command, then):
                await self._at_table().submit(command)
                return Submitted(then) if then else None
            case Leave():
                await self.leave()
                return None
            case ListTables():
                return Listed(await self.service.list())
            case ShowStatistics(player):
                return Done("\n".join(await self.service.standings.show(player)))
            case Recall(id):
                return Recalled(await self._recall(id))
            case Judge():
                return await self._judge()
            case PlayOn():
                return await self._play_on()
            case Save(path, overwrite):
                return await self._save(path, overwrite)
            case Fork(code, mark):
                return await self._fork(code, mark)
            case _:
                return await self._come_to_table(request)

    # Coming to a table and leaving it.

    async def _come_to_table(self, request: Request) -> Result:
        match request:
            case Open():
                return await self._open(request)
            case Join(id):
                return await self._join(id)
            case Watch(id):
                return await self._enter(id, (), "")
            case Resume(code):
                return await self._resume(code)
            case GoOn(id, all_seats):
                return await self._go_on(id, all_seats)
            case _:
                raise ValueError(request)

    async def _resume(self, code: str) -> Result:
        id = code.partition("-")[0]
        async with self.service.table(id, attended=False) as live:
            seats = seats_with(live.table, code)
        if not seats:
            raise Refused("No seat goes with that code.")
        return await self._enter(id, seats, code)

    async def _go_on(self, id: str, all_seats: bool) -> Result:
        async with self.service.table(id, attended=False) as live:
            table = live.table
        mine = persons(table) if all_seats else own_seats(table, self.talk.name)[:1]
        return await self._enter(id, mine, "") if mine else await self._join(id)

    async def _open(self, order: Open) -> Result:
        game = GAMES[order.game]
        if order.opponent == "computer" and game.name not in BOTS:
            raise Refused(f"No computer player knows {game.title}: type new {game.name} person.")
        deal = order.deal
        if order.winnable and deal is None:
            deal = await solving.find_winnable(game, order.options)
        other = Player(BOTS[game.name].name, is_bot=True) if order.opponent == "computer" else None
        players = (Player(self.talk.name), *(other for _ in range(game.seats - 1)))
        id, codes = await self.service.open(game, order.options, players, deal, order.clock)
        if order.opponent != "hotseat":
            return await self._enter(id, (0,), codes[0])
        async with self.service.table(id, attended=False) as live:
            for seat in range(1, game.seats):
                await self.service.sit(live, seat, Player(_other_name(self.talk.name), code=codes[0]))
        return await self._enter(id, tuple(range(game.seats)), codes[0])

    async def _join(self, id: str) -> Result:
        async with self.service.table(id) as live:
            free = [seat for seat, chair in enumerate(live.table.chairs) if not chair.name]
            if not free:
                raise Refused(f"No seat is free at table {id}: type watch {id} to look on.")
            code = await self.service.sit(live, free[0], Player(self.talk.name))
            return await self._enter(id, (free[0],), code)

    async def _enter(self, id: str, seats: tuple[int, ...], code: str) -> Entered:
        table = AsyncExitStack()
        try:
            live = await table.enter_async_context(self.service.table(id, attended=bool(seats)))
            lately = await self.service.journal.read(id, max(0, live.table.seq - LATELY))
            await self.leave()
        except BaseException:
            await table.aclose()
            raise
        # From here on nothing waits, so that the table's news come to the room in which it is shown.
        self._table, self.live, self.seats, self.code = table, live, seats, code
        live.watchers[self] = self._on_news
        eyes = self._eyes(live)
        told, is_back = missed(live.table, lately, seats, eyes)
        return Entered(id, live.sight(eyes), seats, code, told, is_back)

    async def leave(self) -> None:
        """Get up from the table, if one sits or stands at any."""
        if self.live is not None:
            self.live.watchers.pop(self, None)
            self.live = None
        await self._table.aclose()
        self._table = AsyncExitStack()

    def _eyes(self, live: Live) -> int | None:
        """The seat through whose eyes the person sees: with several seats, the one whose turn it is."""
        if len(self.seats) < 2:
            return self.seats[0] if self.seats else None
        return next((seat for seat in self.seats if seat in live.turn), self.seats[0])

    def _on_news(self, live: Live, records: Sequence[Record], events: Sequence[Any]) -> None:
        eyes = self._eyes(live)
        for effect in self.talk.answer(live.share(("moved", eyes), lambda: _moved(live, events, eyes))):
            self._put_out(effect)

    # What can be wished for at a table.

    def _at_table(self) -> Live:
        if self.live is None:
            raise Refused("You are not at a table.")
        return self.live

    async def _judge(self) -> Result:
        live = self._at_table()
        return Done(await solving.judge(live, self._eyes(live)))

    async def _play_on(self) -> Result:
        live = self._at_table()
        if live.table.game.name not in BOTS:
            raise Refused(f"No computer player knows {live.table.game.title}.")
        seat = self._eyes(live)
        if seat is None or seat not in live.table.turn:
            return PlayedOn(more=bool(live.table.turn))
        return PlayedOn(more=await play_for(live, seat))

    async def _recall(self, id: str) -> Recording:
        records = await self.service.journal.read(id)
        if not records:
            raise Refused(f"There is no table {id}.")
        table = fold.fold(id, None, records)
        own = {seat for code in self.talk.codes if code.startswith(f"{id}-") for seat in seats_with(table, code)}
        if self.live is not None and self.live.id == id:
            own |= set(self.seats)
        if self.talk.has_files:
            own |= set(own_seats(table, self.talk.name))
        return Recording(id, records, tuple(sorted(own)))

    async def _save(self, path: str, overwrite: bool) -> Result:
        live = self._at_table()
        file = _file(path)
        if not overwrite and _exists(file):
            return FileExists(path)
        records = await self.service.journal.read(live.id)
        await trio.to_thread.run_sync(write_lines, file, records, overwrite)
        self.talk.path = path
        return Saved(f"{path} [{records[-1].at[:19].replace('T', ' ')} UTC]")

    async def _fork(self, code: str, mark: str) -> Result:
        """The saves of a seat, or a new game from one of them."""
        id = code.partition("-")[0]
        async with self.service.table(id, attended=False) as live:
            table = live.table
        if not seats_with(table, code):
            raise Refused("No seat goes with that code.")
        if not mark:
            return Done(show_saves(id, table, code))
        if mark not in dict(table.marks):
            raise Refused(f'There is no save "{mark}" at that seat; type saves {code} for those there are.')
        if len(persons(table)) > 1 and table.ended is None:
            raise Refused("A save of a game between two people can be returned to when that game is over.")
        copy, seat, code = await archive.fork(self.service, id, mark, Player(self.talk.name, code=code))
        return await self._enter(copy, (seat,), code)


def _moved(live: Live, events: Sequence[Any], eyes: int | None) -> Moved:
    """What happened, as all who look from there are told it."""
    said = live.tell([event for event in events if isinstance(event, Said)], eyes)
    return Moved(live.sight(eyes), live.tell(events, eyes), said)


def _other_name(name: str) -> str:
    return "Second player" if name != "Second player" else "Third player"


def _file(path: str) -> Path:
    """Raises Refused for what cannot name a file."""
    if "\0" in path:
        raise Refused("That cannot be the name of a file.")
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise Refused(f"{path} names a person this machine does not know.") from error


def _exists(file: Path) -> bool:
    """Raises JournalError where that cannot be known."""
    try:
        return file.exists()
    except OSError as error:
        raise explained(file, error) from error
