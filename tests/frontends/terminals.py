"""A person at a terminal made of lists: what the tests of visits talk through."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import attrs
import trio

from core.service import Service, open_service
from frontends.screens.picture import Look, Picture
from frontends.terminal import Clicked, Closed, Input, Key, Line, Prompt, Resized
from frontends.visit import Errand, Settings, Visit, attend
from frontends.visitor import Guest, Resident
from journal import Journal, open_journal


class ListTerminal:
    """Keeps what was put out, gives what was typed. A real terminal in all but the wire."""

    def __init__(self, look: Look | None = None) -> None:
        self.look = look or Look()
        self.text = ""
        self.prompt = Prompt("")
        self.picture: Picture | None = None
        self.pictures: list[Picture] = []
        self.rung = 0
        self.prefilled = ""
        self.on_screen = False
        self.has_mouse = False
        self.status: int | None = None
        self._send, self._receive = trio.open_memory_channel[Input](math.inf)
        self._changed = trio.Event()

    def write(self, text: str) -> None:
        assert not self.on_screen, f"written over a picture: {text}"
        self.text += text
        self._change()

    def ask(self, prompt: Prompt) -> None:
        assert not self.on_screen, "asked in screen mode"
        self.prompt = prompt
        self._change()

    def show(self, picture: Picture, repaint: bool = False) -> None:
        assert self.on_screen, "drawn in line mode"
        self.picture = picture
        self.pictures.append(picture)
        self._change()

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

    async def receive(self) -> Input:
        try:
            return await self._receive.receive()
        except trio.EndOfChannel:
            return Closed()

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

    def resize(self, look: Look) -> None:
        self.look = look
        self._send.send_nowait(Resized(look))

    def hang_up(self) -> None:
        self._send.close()

    # What the person sees.

    async def left(self) -> int:
        """Wait until the visit is over; the answer is what a command line would exit with."""
        await self.wait(lambda: self.status is not None)
        assert self.status is not None
        return self.status

    async def attend(self, visit: Visit, errand: Errand | None) -> None:
        """Be somebody's terminal until they leave."""
        self.status = await attend(visit, errand)
        self._change()

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

    def __init__(self, service: Service, nursery: trio.Nursery) -> None:
        self.service = service
        self.nursery = nursery
        self.visits: dict[ListTerminal, Visit] = {}

    def enter(
        self, name: str = "", *, screen: bool = False, look: Look | None = None, errand: Errand | None = None, **more: Any
    ) -> ListTerminal:
        """Somebody comes in and stays until they leave; with `has_files` the one who holds the name at home."""
        terminal = ListTerminal(look)
        settings = attrs.evolve(Settings(name=name, screen=screen), **more)
        directory = self.service.directory
        visitor = Resident(directory, is_owner=False) if settings.has_files else Guest(directory)
        visit = self.visits[terminal] = Visit(self.service, terminal, visitor, settings)
        self.nursery.start_soon(terminal.attend, visit, errand)
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
