"""One table: what comes from it, once and in order, and what one does there."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import msgspec

from parlour.client.answers import Answer, Event, Gone, News, Over, Refused, State

if TYPE_CHECKING:
    from parlour.client.house import House

MOST_NEWS = 256
"""News that wait to be read; then a state with the reason `slow` takes their place, as the house does it."""
PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before a move is sent again that the house could not take at once."""
AGAIN = ("busy", "limit", "unknown")
"""The codes of its refusal then."""

T = TypeVar("T")


class Each(AsyncIterator[T]):
    """What a function finds, again and again. Unlike a generator it may be left at any time."""

    def __init__(self, find: Callable[[], Awaitable[T]]) -> None:
        self._find = find

    async def __anext__(self) -> T:
        return await self._find()


class Table(AsyncIterator[News]):
    """A table where one is. `async for news in table` gives what happens, to one reader, until the game is over or one
    has to go; `state` is the newest, whatever was read; `since` is the last record one was told of."""

    def __init__(self, house: House, id: str, is_watched: bool) -> None:
        self.house, self.id, self.is_watched = house, id, is_watched
        self.state, self.since, self.is_over = State(type="state", begun=False), 0, False
        self.changed = anyio.Event()
        """Set, and replaced, when something comes."""
        self._news: deque[News] = deque()
        self._is_behind = False

    def hear(self, news: News) -> None:
        """Take in what the house says of this table."""
        if isinstance(news, State):
            self.state, self.since = news, news.at
        elif isinstance(news, Over | Gone):
            self.is_over = True
        elif news.kind != "talk":  # Which belongs to a record that one knows already.
            if news.at <= self.since:
                return
            self.since = news.at
        self._keep(news)
        self.changed, changed = anyio.Event(), self.changed
        changed.set()

    def _keep(self, news: News) -> None:
        if len(self._news) >= MOST_NEWS:
            self._news.clear()
            self._is_behind = True
        if not self._is_behind:
            self._news.append(news)
        elif not isinstance(news, Event):
            self._is_behind = False
            self._news.append(msgspec.structs.replace(self.state, reason="slow"))
            self._news.extend([] if isinstance(news, State) else [news])

    async def __anext__(self) -> News:
        while not self._news:
            if self.is_over:
                raise StopAsyncIteration
            await self.house.wait(self.changed)
        return self._news.popleft()

    def turns(self) -> AsyncIterator[State]:
        """Each state in which it is one's turn, until the game is over."""
        seen = 0

        async def find() -> State:
            nonlocal seen
            while not self.state.is_mine or self.state.at == seen:
                if self.is_over:
                    raise StopAsyncIteration
                await self.house.wait(self.changed)
            seen = self.state.at
            return self.state

        return Each(find)

    async def play(self, text: str, *, at: int = 0, id: str = "") -> int:
        """Make a move as `moves` spells it, in the position of the newest state or of record `at`. Where the house asks
        for patience it is sent again. With an `id` of your own it is made once, also when you send it after a crash.

        Returns: the first record of what came of it; 0 where nothing did, because the other one was quicker and you did
        not say `at`: then look at the new state.
        """
        fields = {"id": id or self.house.new_id(), "at": at or self.state.at, "text": text}
        for pause in (*PAUSES, 0.0):
            try:
                return (await self.ask("play", again=True, **fields)).at
            except Refused as refused:
                if refused.code == "moved_on" and not at:
                    break
                if refused.code not in AGAIN or not pause:
                    raise
            await anyio.sleep(pause)
        return 0

    async def resign(self) -> None:
        """Give up."""
        await self.ask("resign")

    async def say(self, text: str) -> None:
        """Talk."""
        await self.ask("say", text=text)

    async def hint(self) -> str:
        """What to play; it counts as help."""
        return str((await self.ask("hint", again=True)).fields.get("move", ""))

    async def leave(self) -> None:
        """Go from the table; the seat stays one's own."""
        await self.ask("leave")
        self.house.tables.pop(self.id, None)

    async def ask(self, type: str, *, again: bool = False, **fields: Any) -> Answer:
        """Any other request at a table, such as `takeback`."""
        return await self.house.ask(type, again=again, table=self.id, **fields)
