"""A visit in which nothing is played: it asks for a name, says lines again, and shows keys on a board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import attrs
import trio

from core.base.message import Message
from frontends.server.config import Config, Limits
from frontends.telnet.server import House
from frontends.terminal.picture import Picture
from frontends.terminal.terminal import Clicked, Closed, Dropped, Input, Key, Line, Prompt, Resized, Terminal, Warned
from tests.frontends.pictures import of_lines
from tests.patience import PATIENCE

QUICK = Limits(meeting_seconds=0)
"""For those who do not tell what they are anyway, also where no time goes by."""


@attrs.define(eq=False)
class Echo:
    """What the house knows of somebody, and what they do."""

    terminal: Terminal
    address: str
    name: str = ""
    on_screen: bool = False

    @property
    def has_name(self) -> bool:
        return bool(self.name)

    def announce(self, said: Message) -> None:
        self.tell(self.terminal.look.words.say(said))

    def tell(self, sentence: str) -> None:
        if self.on_screen:
            self.terminal.show(self.board(sentence))
        else:
            self.terminal.write(sentence + "\n")
            self.terminal.ask(Prompt("> "))

    def board(self, sentence: str) -> Picture:
        return of_lines(["a board", sentence], self.terminal.look)

    def turn_to(self, screen: bool) -> None:
        self.on_screen = screen
        self.terminal.use_screen(screen)
        self.terminal.use_mouse(screen)


async def attend(visit: Echo) -> int:
    terminal = visit.terminal
    terminal.ask(Prompt("Your name: "))
    while True:
        match await terminal.receive():
            case Line("quit") | Key("c-d"):
                terminal.write("Good-bye.\n")
                return 0
            case Line("fail"):
                raise ValueError("what was typed")
            case Line(text) if not visit.name:
                visit.name = text
                visit.tell(f"Hello, {text}.")
            case Line("board"):
                visit.turn_to(True)
                visit.tell("begins")
            case Line("reader"):
                terminal.adapt(attrs.evolve(terminal.look, reader=True))
                visit.tell("You are read to.")
            case Key("q"):
                visit.turn_to(False)
                visit.tell("ends")
            case Closed():
                return 1
            case None:
                pass
            case received:
                visit.tell(told(received))


def told(received: Input) -> str:
    """An input in words."""
    match received:
        case Line(text):
            return f"line {text}"
        case Key(name):
            return f"key {name}"
        case Clicked(row, column, is_double):
            return f"{'double ' if is_double else ''}click at {row} {column}"
        case Dropped(row, column):
            return f"let go at {row} {column}"
        case Resized(look):
            return f"size {look.rows} {look.columns}"
        case Warned(said):
            return f"warned {said.template}"
        case Closed():
            return "closed"


def house(limits: Limits) -> House[Echo]:
    """A house for such visits."""
    return House(Echo, attend, Config(limits=limits))


def fails(*calls: int) -> Callable[[str], Message | None]:
    """Objects to nobody, but fails when it is asked for these times."""
    times = count(1)

    def object_to(address: str) -> Message | None:
        if next(times) in calls:
            raise MemoryError
        return None

    return object_to


async def empty(house: House[Any]) -> None:
    """Wait until everybody has left."""
    with trio.fail_after(PATIENCE):
        while house.visitors:
            await trio.lowlevel.checkpoint()
