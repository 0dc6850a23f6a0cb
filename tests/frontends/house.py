"""A person at a terminal made of lists: what the tests of conversations talk through."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio

from core.service import Service, open_service
from frontends.dialogue.conversation import Conversation
from frontends.screens.picture import Look, Picture
from frontends.session import Session
from frontends.terminal import Closed, Input, Key, Line, Prompt, Resized
from frontends.visitor import Guest, Resident
from journal import Journal, open_journal


class ListTerminal:
    """Keeps what was put out, gives what was typed. A real terminal in all but the wire."""

    def __init__(self) -> None:
        self.text = ""
        self.prompt = Prompt("")
        self.picture: Picture | None = None
        self.rung = 0
        self.prefilled = ""
        self.on_screen = False
        self.status: int | None = None
        self._send, self._receive = trio.open_memory_channel[Input](math.inf)
        self._changed = trio.Event()

    def write(self, text: str) -> None:
        assert not self.on_screen, f"written over a picture: {text}"
        self.text += text
        self._change()

    def ask(self, prompt: Prompt) -> None:
        assert not self.on_screen, "asked in screen manner"
        self.prompt = prompt
        self._change()

    def show(self, picture: Picture, repaint: bool = False) -> None:
        assert self.on_screen, "drawn in line manner"
        self.picture = picture
        self._change()

    def prefill(self, text: str) -> None:
        assert not self.on_screen, "prefilled in screen manner"
        self.prefilled = text
        self._change()

    def ring(self) -> None:
        self.rung += 1
        self._change()

    def use_screen(self, screen: bool) -> None:
        self.on_screen = screen
        self._change()

    def adapt(self, look: Look) -> None:
        self.look = look

    def count_given(self) -> int:
        """Always 0, as for a script: whatever was typed is given when it is wanted."""
        return 0

    def count_taken(self) -> int:
        return 0

    async def receive(self) -> Input:
        try:
            return await self._receive.receive()
        except trio.EndOfChannel:
            return Closed()

    def _change(self) -> None:
        changed, self._changed = self._changed, trio.Event()
        changed.set()

    def type(self, *lines: str) -> None:
        for line in lines:
            self._send.send_nowait(Line(line))

    def press(self, *keys: str) -> None:
        for key in keys:
            self._send.send_nowait(Key(key))

    def resize(self, look: Look) -> None:
        self._send.send_nowait(Resized(look))

    def hang_up(self) -> None:
        self._send.close()

    async def converse(self, session: Session) -> None:
        """Be somebody's terminal until they leave."""
        self.status = await session.run()
        self._change()

    async def left(self) -> int:
        """Wait until the conversation is over; the answer is what a command line would exit with."""
        await self.wait(lambda: self.status is not None)
        assert self.status is not None
        return self.status

    @property
    def screen(self) -> str:
        return self.picture.text() if self.picture else ""

    async def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until something put out makes the condition true."""
        with trio.move_on_after(20):
            while not condition():
                await self._changed.wait()
            return
        raise AssertionError(f"{self.prompt.text!r} after:\n{self.screen if self.on_screen else self.text[-2000:]}")

    async def wait_text(self, text: str) -> None:
        await self.wait(lambda: text in self.text)

    async def wait_screen(self, text: str) -> None:
        await self.wait(lambda: text in self.screen)


class House:
    """A service and the people in it."""

    def __init__(self, service: Service, nursery: trio.Nursery) -> None:
        self.service = service
        self.nursery = nursery
        self.visitors: list[ListTerminal] = []

    def enter(self, name: str = "", *, screen: bool = False, **more: Any) -> ListTerminal:
        """Somebody comes in, and converses until they leave; with `has_files` the one who holds the name at home."""
        terminal = ListTerminal()
        self.visitors.append(terminal)
        talk = Conversation(more.pop("look", Look()), screen=screen, name=name, **more)
        directory = self.service.directory
        visitor = Resident(directory, is_owner=False) if talk.has_files else Guest(directory)
        self.nursery.start_soon(terminal.converse, Session(self.service, talk, terminal, visitor))
        return terminal

    async def tables(self) -> tuple[str, ...]:
        """The tables of the house, the newest first."""
        page = await self.service.journal.streams("table/")
        return tuple(summary.stream.removeprefix("table/") for summary in page.summaries)

    async def only_table(self) -> str:
        """The one table of the house."""
        (table,) = await self.tables()
        return table


@asynccontextmanager
async def open_house(journal: Journal | None = None) -> AsyncIterator[House]:
    """A house on a journal in memory, or on the one given."""
    async with (
        open_journal("memory:") as own,
        open_service(journal or own) as service,
        trio.open_nursery() as nursery,
    ):
        yield House(service, nursery)
        nursery.cancel_scope.cancel()
