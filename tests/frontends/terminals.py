"""A person at a terminal made of lists: what the tests of visits talk through."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from typing import Any
from weakref import WeakSet

import trio
from msgspec.structs import replace
from trio.testing import active_thread_count, wait_all_tasks_blocked, wait_all_threads_completed

from core.base.chance import deal_seed
from core.base.game import check_options
from core.games import GAMES
from core.house.service import Service, open_service
from core.live.live_table import LiveTable
from core.people.directory import code_of, draw_secret, draw_word
from core.records import codec, fold
from core.scheduling import worker_pool
from core.sessions.allowances import UNLIMITED, Allowance
from core.sessions.identity.visitor import Guest, Resident
from core.sessions.session import Session
from core.table import Cause, Clock, Open, Opened
from core.table.opening import Player
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Clicked, Closed, Dropped, Input, Key, Line, Prompt, Resized
from frontends.visit.settings import Settings
from frontends.visit.stage import MESSAGE
from frontends.visit.visit import Visit
from frontends.visit.visit_loop import Errand, attend
from journal import Journal, open_journal, seal
from tests.clock import house_clock
from tests.patience import PATIENCE

SEED = bytes(range(32))
"""The house seed of tables that are set up."""
COMP = Player(bot="Comp")


async def quiet() -> None:
    """Return when nothing goes on any more, in threads neither, and no key waits to be taken for a word."""
    while True:
        await wait_all_tasks_blocked()
        if active_thread_count():
            await wait_all_threads_completed()
        elif not sum(terminal.pause() for terminal in tuple(TERMINALS)):
            return


async def answered() -> None:
    """Return when all is quiet and no worker process has a question to answer, as for a hint."""
    await quiet()
    while worker_pool.load().working:
        await wait_all_tasks_blocked(A_MOMENT)
        await quiet()


A_MOMENT = 0.005
"""Seconds in which nothing goes on before a worker is looked at again."""

TERMINALS: WeakSet[ListTerminal] = WeakSet()
"""Those at which somebody may have pressed a key that waits."""


class ListTerminal:
    """Keeps what was put out, gives what was typed. A real terminal in all but the wire."""

    def __init__(self, look: Look | None = None) -> None:
        self.look = look or Look()
        self.text = ""
        self.prompt = Prompt("")
        self.prompts: list[str] = []
        """The texts of all that were asked, in order."""
        self.picture: Picture | None = None
        self.pictures: list[tuple[float, Picture]] = []
        """All that were shown, each with when it was, on trio's clock."""
        self.repainted = 0
        self.rung = 0
        self.hides = True
        self.prefilled = ""
        self.on_screen = False
        self.has_mouse = False
        self.status: int | None = None
        self.turns: list[Callable[[], None]] | None = None
        """What waits for a turn, until `take_turns`; None where each is given at once."""
        self._send, self._receive = trio.open_memory_channel[Input](math.inf)
        self._changed = trio.Event()
        self._woken = trio.CancelScope()
        self._visit: Visit | None = None
        TERMINALS.add(self)

    def write(self, text: str) -> None:
        assert not self.on_screen, f"written over a picture: {text}"
        self.text += text
        self._change()

    def ask(self, prompt: Prompt) -> None:
        assert not self.on_screen, "asked in screen mode"
        self.prompt = prompt.fixed()
        self.prompts.append(prompt.text)
        self._change()

    @classmethod
    def write_all(cls, terminals: Iterable[ListTerminal], text: str) -> None:
        for one in terminals:
            one.write(text)
            one.prompts.append(one.prompt.text)

    def show(self, picture: Picture, repaint: bool = False) -> None:
        assert self.on_screen, "drawn in line mode"
        assert picture.cursor is not None, "nothing says where the action is"
        assert 0 <= picture.cursor[0] < len(picture.rows)
        assert 0 <= picture.cursor[1] < len(picture.rows[0])
        self.picture = picture
        self.pictures.append((trio.current_time(), picture))
        self.repainted += repaint
        self._change()

    def soon(self, act: Callable[[], None]) -> None:
        if self.turns is None:
            act()
        elif act not in self.turns:
            self.turns.append(act)

    async def turn(self) -> None:
        """Nobody else waits."""

    def take_turns(self) -> None:
        """Do what has waited for a turn of this terminal's."""
        while self.turns:
            self.turns.pop(0)()

    @classmethod
    def show_all(cls, terminals: Iterable[ListTerminal], picture: Picture) -> None:
        for one in terminals:
            one.show(picture)

    def prefill(self, text: str) -> None:
        assert not self.on_screen, "prefilled in screen mode"
        self.prefilled = text
        self._change()

    def ring(self) -> None:
        self.rung += 1
        self._change()

    def use_screen(self, screen: bool) -> None:
        self.on_screen = screen
        self._change()

    def use_mouse(self, mouse: bool) -> None:
        self.has_mouse = mouse

    def adapt(self, look: Look) -> None:
        self.look = look

    def count_given(self) -> int:
        """Always 0, as for a script: whatever was typed is given when it is wanted."""
        return 0

    def count_taken(self) -> int:
        return 0

    def parting(self, act: Callable[[], object]) -> AbstractContextManager[None]:
        return nullcontext()

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def wake(self) -> None:
        self._woken.cancel()

    async def receive(self) -> Input | None:
        with trio.CancelScope() as self._woken:
            try:
                return await self._receive.receive()
            except trio.EndOfChannel:
                return Closed()
        return None

    def _change(self) -> None:
        changed, self._changed = self._changed, trio.Event()
        changed.set()

    # What the person does.

    def type(self, *lines: str) -> None:
        for line in lines:
            self._send.send_nowait(Line(line))

    def press(self, *keys: str) -> None:
        for key in keys:
            self._send.send_nowait(Key(key))

    def click(self, name: str, *, is_double: bool = False) -> None:
        """Click in the middle of a spot of the picture that is shown."""
        assert self.picture is not None
        spot = next(spot for spot in self.picture.spots if spot.name == name)
        self._send.send_nowait(Clicked(spot.row + spot.rows // 2, spot.column + spot.columns // 2, is_double))

    def click_at(self, row: int, column: int) -> None:
        self._send.send_nowait(Clicked(row, column))

    def resize(self, look: Look) -> None:
        self.look = look
        self._send.send_nowait(Resized(look))

    def hang_up(self) -> None:
        self._send.close()

    async def told(self, *lines: str) -> str:
        """Type lines, each when all is quiet; the answer is all that is written from then on."""
        await quiet()
        before = len(self.text)
        for line in lines:
            self.type(line)
            await quiet()
        return self.text[before:]

    async def pressed(self, *keys: str) -> str:
        """Press keys, each when all is quiet; the answer is the screen then."""
        await quiet()
        for key in keys:
            self.press(key)
            await quiet()
        return self.screen

    async def clicked(self, *names: str, is_double: bool = False) -> str:
        """Click on spots, each when all is quiet; the answer is the screen then."""
        await quiet()
        for name in names:
            self.click(name, is_double=is_double)
            await quiet()
        return self.screen

    async def dragged(self, source: str, target: str) -> str:
        """Press on a spot, and let go on another of the picture that is shown then; the answer is the screen."""
        await quiet()
        self._send.send_nowait(Clicked(*self._top_of(source)))
        await quiet()
        self._send.send_nowait(Dropped(*self._top_of(target)))
        await quiet()
        return self.screen

    def _top_of(self, name: str) -> tuple[int, int]:
        """A cell in the upper part of a spot, where no message lies over it."""
        assert self.picture is not None
        spot = next(spot for spot in self.picture.spots if spot.name == name)
        return spot.row + min(1, spot.rows - 1), spot.column + spot.columns // 2

    async def resized(self, look: Look) -> None:
        """Have another window, and wait until all is quiet."""
        await quiet()
        self.resize(look)
        await quiet()

    # What the person sees.

    async def left(self) -> int:
        """Wait until the visit is over; the answer is what a command line would exit with."""
        await self.wait(lambda: self.status is not None)
        assert self.status is not None
        return self.status

    def pause(self) -> bool:
        """Let so much time go by that letters which wait are keys. Returns: whether there were any."""
        visit = self._visit
        if visit is None or visit.typed.half.due == math.inf:
            return False
        visit.typed = visit.typed.due_at(-math.inf)
        self.wake()
        return True

    async def attend(self, visit: Visit, errand: Errand | None) -> None:
        """Be somebody's terminal until they leave."""
        self._visit = visit
        try:
            self.status = await attend(visit, errand)
        finally:
            self._visit = None
        self._change()

    @property
    def screen(self) -> str:
        return self.picture.text() if self.picture else ""

    @property
    def bottom(self) -> str:
        """The last row of the screen: keys, or what is asked."""
        return self.screen.split("\n")[-1]

    @property
    def message(self) -> str:
        """The message, wherever it stands, as one text."""
        spot = next((spot for spot in self.picture.spots if spot.name == MESSAGE), None) if self.picture else None
        if self.picture is None or spot is None:
            return ""
        lines = self.picture.rows[spot.row : spot.row + spot.rows]
        return " ".join(" ".join(line[spot.column : spot.column + spot.columns] for line in lines).split())

    @property
    def words(self) -> str:
        """All that is on the screen or was written, with single blanks between."""
        return " ".join((self.screen if self.on_screen else self.text).split())

    async def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until something put out makes the condition true."""
        with trio.move_on_after(PATIENCE):
            while not condition():
                await self._changed.wait()
            return
        raise AssertionError(f"{self.prompt.text!r} after:\n{self.screen if self.on_screen else self.text[-2000:]}")

    async def wait_text(self, text: str) -> None:
        await self.wait(lambda: text in self.text)

    async def wait_screen(self, text: str) -> None:
        await self.wait(lambda: text in self.screen)

    async def wait_prompt(self, text: str) -> None:
        await self.wait(lambda: text in self.prompt.text)

    async def say(self, line: str, expected: str) -> str:
        """Type a line and wait for something new that has a text in it; the answer is all that is new."""
        before = len(self.text)
        self.type(line)
        await self.wait(lambda: expected in self.text[before:] or (expected in self.prompt.text and line == ""))
        return self.text[before:]


class House:
    """A service and the people in it."""

    def __init__(self, service: Service, nursery: trio.Nursery, stack: AsyncExitStack | None = None) -> None:
        self.service = service
        self.nursery = nursery
        self.visits: dict[ListTerminal, Visit] = {}
        self._stack = stack or AsyncExitStack()
        self._secrets: dict[str, str] = {}

    def enter(
        self,
        name: str = "",
        *,
        screen: bool = False,
        look: Look | None = None,
        errand: Errand | None = None,
        allowance: Allowance = UNLIMITED,
        is_private: bool = False,
        **more: Any,
    ) -> ListTerminal:
        """Somebody comes in and stays until they leave; with `has_files` the one who holds the name at home."""
        terminal = ListTerminal(look)
        settings = replace(Settings(name=name, screen=screen), **more)
        directory = self.service.directory
        visitor = Resident(directory, is_owner=False) if settings.has_files else Guest(directory)
        session = Session(
            self.service, visitor, allowance, is_home=settings.has_files, is_private=is_private, keeps=settings.keeps
        )
        visit = self.visits[terminal] = Visit(session, terminal, settings)
        self.nursery.start_soon(terminal.attend, visit, errand)
        return terminal

    async def set_up(
        self,
        game: str,
        *players: str | Player | None,
        state: Any = None,
        deal: int | None = None,
        clock: Clock = 0,
        options: Mapping[str, str] | None = None,
    ) -> LiveTable:
        """A table at which people of these names sit, kept open; its seed is `SEED`, or that of the deal.

        Its computer players wait: a test that wants one to move says so. With `state` the game stands there from the
        beginning, which the journal does not know.
        """
        id = await self._opened(game, deal, clock, options or {})
        live = await self._stack.enter_async_context(self.service.table(id, attended=False))
        live.attended = True  # Nobody's coming wakes the computer players.
        for seat, player in enumerate(players):
            if player is not None:
                await self.service.sit(live, seat, await self._player(player))
        if state is not None:
            live.table = replace(live.table, now=replace(live.table.now, state=state))
            live.forget_names()
        return live

    async def _opened(self, name: str, deal: int | None, clock: Clock, options: Mapping[str, str]) -> str:
        """The id of a table of which only the first record is stored."""
        id, game = draw_word(5), GAMES[name]
        seed = SEED if deal is None else deal_seed(deal)
        chosen = tuple(check_options(game, options).items())
        opened = Opened(id, name, game.rules, chosen, seed.hex(), deal, clock)
        draft = codec.encode(opened, Cause(next(self.service.decisions), None, 0, Open()))
        records = seal(None, [draft], codec.time_text(self.service.now()))
        await self.service.journal.append(fold.stream_of(id), 0, records)
        return id

    async def _player(self, player: str | Player) -> Player:
        if isinstance(player, Player):
            return player
        secret = self._secrets.setdefault(player, draw_secret())
        return Player((await self.service.directory.create(player, secret, password="-")).id)

    def code(self, name: str, live: LiveTable) -> str:
        """With what somebody comes back to their seat."""
        return code_of(live.id, self._secrets[name])

    async def seat(self, name: str, live: LiveTable, **more: Any) -> ListTerminal:
        """Somebody comes back to their seat at a table that was set up; the text begins there."""
        return await self._come(name, f"resume {self.code(name, live)}", **more)

    async def look_on(self, name: str, live: LiveTable, **more: Any) -> ListTerminal:
        """Somebody watches a table."""
        return await self._come(name, f"watch {live.id}", **more)

    async def _come(self, name: str, line: str, **more: Any) -> ListTerminal:
        terminal = self.enter(name, **more)
        await quiet()
        terminal.text, terminal.rung = "", 0
        terminal.type(line)
        await quiet()
        return terminal

    async def tables(self) -> tuple[str, ...]:
        """The tables of the house, the newest first."""
        return await self._names("table/")

    async def books(self) -> tuple[str, ...]:
        """The seed books of the house."""
        return await self._names("book/")

    async def _names(self, kind: str) -> tuple[str, ...]:
        page = await self.service.journal.streams(kind)
        return tuple(summary.stream.removeprefix(kind) for summary in page.summaries)

    async def only_table(self) -> str:
        """The one table of the house."""
        (table,) = await self.tables()
        return table


@asynccontextmanager
async def open_house(journal: Journal | None = None, **more: Any) -> AsyncIterator[House]:
    """A house on a journal in memory, or on the one given; `more` is what `open_service` takes.

    Its clock stands still, or goes with a mock of trio's, unless `more` says otherwise.
    """
    async with (
        open_journal("memory:") as own,
        open_service(journal or own, **{"now": house_clock(), **more}) as service,
        AsyncExitStack() as stack,
        trio.open_nursery() as nursery,
    ):
        yield House(service, nursery, stack)
        nursery.cancel_scope.cancel()


async def pileon(house: House, **more: Any) -> tuple[LiveTable, ListTerminal]:
    """Anna in a solitaire; `more` is of whoever comes, as below."""
    live = await house.set_up("pileon", "Anna", deal=7)
    return live, await house.seat("Anna", live, **more)


async def elixir(house: House, who: str = "Anna", **more: Any) -> tuple[LiveTable, ListTerminal]:
    """Anna, or Bert, in a game of the two in which Anna has to roll."""
    live = await house.set_up("elixir", "Anna", "Bert")
    return live, await house.seat(who, live, **more)
