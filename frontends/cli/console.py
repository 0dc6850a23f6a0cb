"""The local console as a terminal: prompt_toolkit in a thread, or plain lines where no terminal is at hand."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import trio

from frontends.cli.abilities import can_edit, own_look, own_size
from frontends.cli.direct import Direct, kept_terminal
from frontends.screens.picture import Look, Picture
from frontends.terminal import Closed, Input, Key, Prompt, Resized

if TYPE_CHECKING:
    from frontends.cli.plain import Plain
    from frontends.cli.thread import PromptThread

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGWINCH)


@asynccontextmanager
async def open_console(
    *, ascii: bool = False, colour: bool | None = None, history: Path | None = None
) -> AsyncIterator[Console | Plain]:
    """This process's own terminal, in line manner; afterwards it is as it was before.

    Meanwhile SIGINT is the key Ctrl-C, and SIGTERM and SIGHUP mean that the person is gone; the second of these
    cancels the block.

    Args:
        ascii: plain characters only, whatever the locale says.
        colour: with or without; None finds out.
        history: the file for lines typed; None keeps them for this visit only.
    """
    look = own_look(ascii, colour)
    terminal: Console | Plain
    around: AbstractContextManager[None]
    if can_edit():
        terminal = Console(look, history)
        around = kept_terminal(sys.stdin.fileno(), sys.stdout.fileno())
    else:
        from frontends.cli.plain import Plain

        terminal, around = Plain(look), nullcontext()
    # Signals come back to their usual, deadly effect only when the terminal is as it was.
    with trio.open_signal_receiver(*_SIGNALS) as signals, around:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_heed, signals, terminal, nursery.cancel_scope)
            nursery.start_soon(terminal.attend)
            try:
                yield terminal
            finally:
                terminal.leave()
                nursery.cancel_scope.cancel()


async def _heed(signals: AsyncIterator[int], terminal: Console | Plain, scope: trio.CancelScope) -> None:
    ending = False
    async for number in signals:
        if number == signal.SIGWINCH:
            terminal.resize(*own_size())
        elif number == signal.SIGINT:
            terminal.take(Key("c-c"))
        elif ending:
            scope.cancel()
        else:
            ending = True
            terminal.take(Closed())


class Console:
    """A terminal with prompt_toolkit. Use it inside `async with open_console(...)`, by one task."""

    def __init__(self, look: Look, history: Path | None) -> None:
        self.look = look
        self._history = history
        self._front: Direct | PromptThread = Direct(look, sys.stdout.fileno())
        self._put, self._inputs = trio.open_memory_channel[Input](math.inf)
        self._given = self._taken = 0
        self._begun = trio.Event()
        self._left = self._closed = False

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt; lines end in "\\n"."""
        self._front.write(text)

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt from now on, keeping what is half-typed."""
        self._front.ask(prompt)

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Make the screen show this picture; `repaint` sends all of it."""
        self._front.show(picture, repaint)

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt to be edited, unless something else is half typed there."""
        self._front.prefill(text)

    def ring(self) -> None:
        """Ring the bell."""
        self._front.ring()

    def use_screen(self, screen: bool) -> None:
        """Change to screen manner (True) or back to line manner (False)."""
        self._front.use_screen(screen)

    def adapt(self, look: Look) -> None:
        """Write like this from now on: the person has chosen colours or characters."""
        self.look = look
        self._front.adapt(look)

    async def receive(self) -> Input:
        """The next thing that came from the person, in order; `Closed` again and again after the end.

        The first call has prompt_toolkit loaded. Nothing that is typed is looked at until it is asked for here, so
        ask when everything that followed from the last input is done. Cancelling loses nothing.
        """
        if self._closed:
            await trio.lowlevel.checkpoint()
            return Closed()
        self._begun.set()
        self._front.want()
        received = await self._inputs.receive()
        self._taken += 1
        self._closed = isinstance(received, Closed)
        return received

    def take(self, input: Input) -> None:
        """Let this be what came from the person."""
        self._given += 1
        self._put.send_nowait(input)

    def count_given(self) -> int:
        """How many inputs have come so far."""
        return self._given

    def count_taken(self) -> int:
        """How many of them were received."""
        return self._taken

    def resize(self, rows: int, columns: int) -> None:
        """Fit the terminal's new size."""
        self.look = attrs.evolve(self.look, rows=rows, columns=columns)
        self._front.resize()
        self.take(Resized(self.look))

    def leave(self) -> None:
        """Give the terminal back; `attend` ends when that is done."""
        self._left = True
        self._front.leave()

    async def attend(self) -> None:
        """Load and run prompt_toolkit, from the first `receive` until `leave`."""
        await self._begun.wait()
        with trio.CancelScope(shield=True):  # until the thread has restored the terminal
            make = await trio.to_thread.run_sync(_load)
            if self._left or not isinstance(self._front, Direct):
                return
            token = trio.lowlevel.current_trio_token()

            def deliver(received: Input) -> None:
                token.run_sync_soon(self.take, received)

            thread = make(self._front, self.look, self._history, deliver)
            self._front = thread
            thread.want()
            await trio.to_thread.run_sync(thread.run)


def _load() -> type[PromptThread]:
    from frontends.cli.thread import PromptThread

    return PromptThread
