"""One person in the house: carries out what the conversation asks, between a terminal and the service.

Everything a table does reaches the person through one callback that never waits, so a slow terminal delays nobody:
what is put out goes straight to the terminal, which keeps what it cannot send yet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import trio

from core import archive, solving
from core.attendants import play_for
from core.game import Refused
from core.games import GAMES
from core.service import Live, Player, Service
from core.table import Hinted, Marked, Moment, Said, Seated, Table, TakebackAsked, TakebackRefused
from frontends.dialogue.conversation import Conversation
from frontends.dialogue.effects import (
    Adapt,
    Ask,
    Effects,
    Fork,
    GoOn,
    HangUp,
    Join,
    Judge,
    Leave,
    ListTables,
    Open,
    Output,
    PlayOn,
    Recall,
    Request,
    Resume,
    Ring,
    Save,
    Show,
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
)
from frontends.player import Recording
from frontends.terminal import Closed, Terminal
from journal import JournalError, Record
from journal.lines import write_lines

_ASIDES = (Said, Seated, Hinted, Marked, TakebackAsked, TakebackRefused)
"""What leaves the position as it is."""
LATELY = 6
"""Records told to somebody who comes to a table."""


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
        with trio.move_on_after(math.inf if pace is None else pace):
            received = await self.terminal.receive()
            if isinstance(received, Closed):
                self.status = 0
            return self.talk.receive(received)
        return self.talk.tick()

    async def perform(self, effects: Effects) -> None:
        """Carry out effects in order; what they lead to comes before what is left of them."""
        for effect in effects:
            match effect:
                case Write() | Ask() | Show() | Ring() | UseScreen() | Adapt():
                    self._put_out(effect)
                case HangUp(status):
                    self.status = status
                case _:
                    result = await self._try(effect)
                    if result is not None:
                        await self.perform(self.talk.answer(result))

    def _put_out(self, effect: Output) -> None:
        match effect:
            case Write(text):
                self.terminal.write(text + "\n")
            case Ask(prompt):
                self.terminal.ask(prompt)
            case Show(picture, repaint):
                self.terminal.show(picture, repaint)
            case Ring():
                self.terminal.ring()
            case UseScreen(screen):
                self.terminal.use_screen(screen)
            case Adapt(look):
                self.terminal.adapt(look)

    async def _try(self, request: Request) -> Result | None:
        try:
            return await self._do(request)
        except Refused as refused:
            return Failed(str(refused))
        except JournalError as error:
            return Failed(f"The journal could not do that: {error}")

    async def _do(self, request: Request) -> Result | None:
        match request:
            case Submit(command):
                if self.live is None:
                    raise Refused("You are not at a table.")
                await self.live.submit(command)
                return None
            case Leave():
                await self.leave()
                return None
            case ListTables():
                return Listed(await self.service.list())
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
                id = code.partition("-")[0]
                async with self.service.table(id) as live:
                    seat = live.table.seat_of(code)
                if seat is None:
                    raise Refused("No seat goes with that code.")
                return await self._enter(id, (seat,), code)
            case GoOn(id, all_seats):
                return await self._go_on(id, all_seats)
            case _:
                raise ValueError(request)

    async def _go_on(self, id: str, all_seats: bool) -> Result:
        async with self.service.table(id) as live:
            chairs = live.table.chairs
        persons = [seat for seat, chair in enumerate(chairs) if chair.name and not chair.is_bot]
        if all_seats:
            return await self._enter(id, tuple(persons), "")
        mine = [seat for seat in persons if chairs[seat].name == self.talk.name] or persons[: len(persons) == 1]
        return await self._enter(id, tuple(mine[:1]), "") if mine else await self._join(id)

    async def _open(self, order: Open) -> Result:
        game = GAMES[order.game]
        me = Player(self.talk.name)
        deal = order.deal
        if order.winnable and deal is None:
            deal = await solving.find_winnable(game, order.options)
        others = {
            "computer": Player("Computer", is_bot=True),
            "hotseat": Player(_other_name(me.name)),
            "person": None,
        }
        players = (me, *(others[order.opponent] for _ in range(game.seats - 1)))
        id, codes = await self.service.open(game, order.options, players, deal, order.clock)
        own = tuple(range(game.seats)) if order.opponent == "hotseat" else (0,)
        return await self._enter(id, own, codes[0])

    async def _join(self, id: str) -> Result:
        async with self.service.table(id) as live:
            free = [seat for seat, chair in enumerate(live.table.chairs) if not chair.name]
            if not free:
                raise Refused(f"No seat is free at table {id}: type watch {id} to look on.")
            code = await self.service.sit(live, free[0], Player(self.talk.name))
            return await self._enter(id, (free[0],), code)

    async def _enter(self, id: str, seats: tuple[int, ...], code: str) -> Entered:
        await self.leave()
        live = await self._table.enter_async_context(self.service.table(id, attended=bool(seats)))
        self.live, self.seats, self.code = live, seats, code
        live.watchers[self] = self._on_news
        eyes = self._eyes(live.table)
        lately = await self.service.journal.read(id, max(0, live.table.seq - LATELY))
        return Entered(live.sight(eyes), seats, code, live.tell_records(lately, eyes))

    async def leave(self) -> None:
        """Get up from the table, if one sits or stands at any."""
        if self.live is not None:
            self.live.watchers.pop(self, None)
            self.live = None
        await self._table.aclose()
        self._table = AsyncExitStack()

    def _eyes(self, table: Table) -> int | None:
        """The seat through whose eyes the person sees: with several seats, the one whose turn it is."""
        turn = table.turn
        return next((seat for seat in self.seats if seat in turn), self.seats[0] if self.seats else None)

    def _on_news(self, live: Live, records: Sequence[Record], events: Sequence[Any]) -> None:
        eyes = self._eyes(live.table)
        movers = {(record.play or {}).get("seat") for record in records if record.play}
        news = any(not isinstance(event, _ASIDES) for event in events) and not movers <= set(self.seats)
        moved = Moved(live.sight(eyes), live.tell(events, eyes), by_others=news)
        for effect in self.talk.answer(moved):
            match effect:
                case Write() | Ask() | Show() | Ring() | UseScreen() | Adapt():
                    self._put_out(effect)
                case _:
                    raise ValueError(effect)

    # What can be wished for at a table.

    async def _judge(self) -> Result:
        if self.live is None:
            raise Refused("You are not at a table.")
        return Done(await solving.judge(self.live, self._eyes(self.live.table)))

    async def _play_on(self) -> Result:
        live = self.live
        if live is None or not self.seats:
            raise Refused("You are not at a table.")
        seat = self._eyes(live.table)
        if seat is None or seat not in live.table.turn:
            return PlayedOn(more=True)
        return PlayedOn(more=await play_for(live, seat))

    async def _recall(self, id: str) -> Recording:
        records = await self.service.journal.read(id)
        if not records:
            raise Refused(f"There is no table {id}.")
        codes = [code for code in self.talk.codes if code.startswith(f"{id}-")]
        recording = Recording(id, records)
        own = {recording.last.seat_of(code) for code in codes}
        return Recording(id, records, tuple(sorted(seat for seat in own if seat is not None)))

    async def _save(self, path: str, overwrite: bool) -> Result:
        if self.live is None:
            raise Refused("You are not at a table.")
        file = Path(path).expanduser()
        if file.exists() and not overwrite:
            return FileExists(path)
        records = await self.service.journal.read(self.live.id)
        await trio.to_thread.run_sync(write_lines, file, records, True)
        self.talk.path = path
        return Done(f"{path} [{records[-1].at[:19].replace('T', ' ')} UTC]")

    async def _fork(self, code: str, mark: str) -> Result:
        """The saves of a seat, or a new game from one of them."""
        id = code.partition("-")[0]
        async with self.service.table(id) as live:
            table = live.table
            if table.seat_of(code) is None:
                raise Refused("No seat goes with that code.")
        if not mark:
            return Done(_show_saves(table, code))
        moment = dict(table.marks).get(mark)
        if moment is None:
            raise Refused(f'There is no save "{mark}" at that seat; type saves {code} for those there are.')
        return await self._continue(table, moment, code)

    async def _continue(self, table: Table, moment: Moment, code: str) -> Result:
        persons = [chair for chair in table.chairs if chair.name and not chair.is_bot]
        if len(persons) > 1 and table.ended is None:
            raise Refused("A save of a game between two people can be returned to when that game is over.")
        copy, seat, code = await archive.fork(self.service, table.id, moment.seq, Player(self.talk.name, code=code))
        return await self._enter(copy, (seat,), code)


def _other_name(name: str) -> str:
    return "Second player" if name != "Second player" else "Third player"


def _show_saves(table: Table, code: str) -> str:
    if not table.marks:
        return f"There are no saves at table {table.id}."
    lines = [f"Saves at table {table.id}, {table.game.title}:"]
    lines += [f"  {name}, after move {moment.plays}: return {code} {name}" for name, moment in table.marks]
    return "\n".join(lines)
