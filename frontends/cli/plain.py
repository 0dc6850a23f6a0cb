"""Plain lines on standard input and output: for pipes, scripts and terminals that cannot move their cursor."""

from __future__ import annotations

import codecs
import math
import os
import sys
from contextlib import suppress

import attrs
import trio

from frontends.cli.direct import send
from frontends.screens.picture import Look, Picture
from frontends.terminal import Closed, Input, Line, Prompt, Resized

_AHEAD = 64
"""Lines that are read before they are asked for."""
_CHUNK = 65536
_LONGEST = 4096
"""Characters of a line; the rest of a longer one is left out."""


class Plain:
    """A terminal of lines. Use it inside `async with open_console(...)`, by one task."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._prompt = Prompt()
        self._prompted = False
        self._waiting = False
        self._closed = False
        self._interactive = sys.stdin.isatty()
        self._out = sys.stdout.fileno()
        self._room = trio.Semaphore(_AHEAD)
        self._put, self._inputs = trio.open_memory_channel[Input](math.inf)

    def write(self, text: str) -> None:
        """Print some text; lines end in "\\n"."""
        self._send("\n" + text if self._prompted else text)
        self._prompted = False
        self._show_prompt()

    def ask(self, prompt: Prompt) -> None:
        """Print this prompt from now on, for persons; scripts need none."""
        self._prompt = prompt
        self._show_prompt()

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Nothing: there is no screen manner here."""

    def prefill(self, text: str) -> None:
        """Say what was typed: the system's own line editor cannot be filled."""
        if self._interactive:
            self.write(f"You had typed: {text}\n")

    def ring(self) -> None:
        """Ring the bell, for persons."""
        if self._interactive:
            self._send("\a")

    def use_screen(self, screen: bool) -> None:
        """Nothing: the look says that there are no single keys to play with."""

    def adapt(self, look: Look) -> None:
        """Write like this from now on; there is no colour here anyway."""
        self.look = look

    def count_given(self) -> int:
        """Always 0: the lines of a script are given when they are wanted, however early they were read."""
        return 0

    def count_taken(self) -> int:
        """The same."""
        return 0

    async def receive(self) -> Input:
        """The next thing that came, in order; `Closed` again and again after the end."""
        if self._closed:
            await trio.lowlevel.checkpoint()
            return Closed()
        self._waiting = True
        self._show_prompt()
        try:
            return self._typed(await self._inputs.receive())
        finally:
            self._waiting = False

    def take(self, input: Input) -> None:
        """Let this be what came from the person."""
        self._put.send_nowait(input)

    def resize(self, rows: int, columns: int) -> None:
        """The terminal has this size now."""
        self.look = attrs.evolve(self.look, rows=rows, columns=columns)
        self.take(Resized(self.look))

    def leave(self) -> None:
        """End the last line."""
        if self._prompted:
            self._send("\n")

    async def attend(self) -> None:
        """Read lines until there are no more."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        line = ""
        while chunk := await trio.to_thread.run_sync(_read, sys.stdin.fileno(), abandon_on_cancel=True):
            *lines, rest = (line + decoder.decode(chunk)).split("\n")
            line = rest[:_LONGEST]
            for text in lines:
                await self._room.acquire()
                self.take(Line(text[:_LONGEST].rstrip("\r")))
        if line:
            self.take(Line(line))
        self.take(Closed())

    def _typed(self, received: Input) -> Input:
        if isinstance(received, Closed):
            self._closed = True
        if not isinstance(received, Line):
            return received
        self._room.release()
        self._prompted = False
        return received

    def _show_prompt(self) -> None:
        if self._interactive and self._waiting and not self._prompted:
            self._send(self._prompt.text)
            self._prompted = True

    def _send(self, text: str) -> None:
        try:
            send(self._out, text.encode(sys.stdout.encoding, "replace"))
        except BrokenPipeError:
            self.take(Closed())


def _read(input: int) -> bytes:
    """Some bytes; none at the end, however it came about."""
    with suppress(OSError):
        return os.read(input, _CHUNK)
    return b""
