"""The local console as a terminal: a screen, a prompt, or plain lines, as the person likes and the terminal can."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path

import attrs
import trio

from frontends.cli.abilities import can_edit, own_size
from frontends.cli.history import Past
from frontends.cli.mode import Mode, State
from frontends.cli.plain import Lines
from frontends.cli.prompt import Prompting
from frontends.cli.screen import Screen
from frontends.cli.tty import Tty, kept_tty, stop_process
from frontends.terminal.picture import Look, Picture
from frontends.terminal.terminal import Closed, Input, Key, Prompt, Resized

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGWINCH)


@asynccontextmanager
async def open_console(look: Look, history: Path | None = None) -> AsyncIterator[Console]:
    """This process's own terminal, in line mode; afterwards it is as it was before.

    Meanwhile SIGINT is the key Ctrl-C, Ctrl-Z suspends the process, and SIGTERM and SIGHUP mean that the person is
    gone; the second of these cancels the block.

    `history` is the file for lines typed; None keeps them for this visit only.
    """
    # Who started us without job control does not want us to stop.
    can_stop = signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
    caught = (*_SIGNALS, signal.SIGTSTP) if can_stop else _SIGNALS
    # Signals come back to their usual, deadly effect only when the terminal is as it was.
    with trio.open_signal_receiver(*caught) as signals, kept_tty() as tty:
        console = Console(look, tty, Past(history), can_edit=can_edit(), can_stop=can_stop)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_handle_signals, signals, console, nursery.cancel_scope)
            nursery.start_soon(console.run)
            try:
                yield console
            finally:
                console.leave()
                nursery.cancel_scope.cancel()


async def _handle_signals(signals: AsyncIterator[int], console: Console, scope: trio.CancelScope) -> None:
    ending = False
    async for number in signals:
        match number:
            case signal.SIGWINCH:
                console.resize(*own_size())
            case signal.SIGINT:
                console.interrupt()
            case signal.SIGTSTP:
                console.suspend()
            case _ if ending:
                scope.cancel()
            case _:
                ending = True
                console.take(Closed())


class Console:
    """The person's terminal. Use it inside `async with open_console(...)`, by one task."""

    def __init__(self, look: Look, tty: Tty, past: Past, *, can_edit: bool, can_stop: bool) -> None:
        self._tty, self._can_edit, self._can_stop = tty, can_edit, can_stop
        self._state = State(look, past)
        self._queue: deque[tuple[Input, str]] = deque()
        """What came and is to be received, each with the characters that made it, where they can be given back."""
        self._arrived = trio.Event()
        self._taken = 0
        self._left = self._closed = self._is_stopping = self._is_woken = False
        self._begin()

    @property
    def look(self) -> Look:
        """What the terminal can show, and how the person wants it."""
        return self._state.look

    @property
    def hides(self) -> bool:
        """Whether a secret stays unseen while it is typed: always."""
        return True

    @property
    def unwritten(self) -> OSError | None:
        """Why what was written to a pipe or a file did not get there; None if it did."""
        return self._tty.unwritten

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt; lines end in "\\n"."""
        self._mode.write(text)

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt from now on, keeping what is half typed."""
        self._state.prompt = prompt.fixed()
        self._mode.ask()

    @classmethod
    def write_all(cls, terminals: Iterable[Console], text: str) -> None:
        """Scroll some text up on each, above the prompt."""
        for one in terminals:
            one._mode.write(text)
            one._mode.ask()

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Make the screen show this picture; `repaint` sends all of it."""
        self._state.picture = picture
        self._mode.show(repaint)

    def soon(self, act: Callable[[], None]) -> None:
        """At once: there is one terminal."""
        act()

    async def turn(self) -> None:
        """At once: there is one terminal."""

    @classmethod
    def show_all(cls, terminals: Iterable[Console], picture: Picture) -> None:
        """Show this picture on each."""
        for one in terminals:
            one.show(picture)

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt to be edited, unless something else is half typed there."""
        self._mode.prefill(text)

    def ring(self) -> None:
        """Ring the bell, for persons."""
        if self._tty.is_interactive:
            with suppress(OSError):
                self._tty.send(b"\a")

    def use_screen(self, screen: bool) -> None:
        """Change to screen mode (True) or back to line mode (False). A terminal that cannot stays in line mode."""
        if screen != self._state.on_screen:
            self._state.on_screen, self._state.picture = screen, None
            self._switch()

    def use_mouse(self, mouse: bool) -> None:
        """Have clicks told in screen mode (True), or leave it to the terminal's own copy and paste (False)."""
        if mouse != self._state.mouse:
            self._state.mouse = mouse
            self._mode.change()

    def adapt(self, look: Look) -> None:
        """Write like this from now on; for a screen reader without any escape sequence."""
        if look != self._state.look:
            self._state.look = look
            if not self._switch():
                self._mode.change()

    def count_given(self) -> int:
        """How many inputs have come so far."""
        self._mode.read_now()
        return self._taken + len(self._queue)

    def count_taken(self) -> int:
        """How many of them were received."""
        return self._taken

    def parting(self, act: Callable[[], object]) -> AbstractContextManager[None]:
        """Nothing is to be done: when a person closes this terminal, the system ends the program."""
        return nullcontext()

    def together(self) -> AbstractContextManager[None]:
        """Nothing is to be done: what is put out costs no packet."""
        return nullcontext()

    def wake(self) -> None:
        """Have a `receive` that waits answer None."""
        self._is_woken = True
        self._arrived.set()

    async def receive(self) -> Input | None:
        """The next thing that came from the person, in order; `Closed` again and again after the end; None when woken.

        No line that is typed is looked at until it is asked for here, so ask when everything that followed from the
        last input is done. Cancelling loses nothing.
        """
        await trio.lowlevel.checkpoint()
        if self._closed:
            return Closed()
        self._is_woken = False
        while not self._queue:  # also when what came was given back to another mode meanwhile
            if self._is_woken:
                return None
            self._arrived = trio.Event()
            self._state.is_wanted = True
            self._mode.want()
            await self._arrived.wait()
        received, _ = self._queue.popleft()
        self._taken += 1
        self._closed = isinstance(received, Closed)
        return received

    def take(self, input: Input, typed: str = "") -> None:
        """Let this be what came from the person.

        Args:
            input: what it means in the mode that it came in.
            typed: the characters that made it, if they mean something else in another mode.
        """
        if input == Key("c-z"):
            self.suspend()
            return
        self._put(input, typed)

    def interrupt(self) -> None:
        """Ctrl-C was pressed where it makes a signal."""
        self._mode.interrupt()
        self.take(Key("c-c"))

    def resize(self, rows: int, columns: int) -> None:
        """Fit the terminal's new size."""
        self._state.look = attrs.evolve(self.look, rows=rows, columns=columns)
        self._mode.resize()
        self._put(Resized(self.look))

    def suspend(self) -> None:
        """Stop the process as Ctrl-Z does, with the terminal as the shell expects it."""
        if not self._can_stop:
            self.ring()
            if self._state.is_wanted:
                self._mode.want()  # the prompt has ended for this
            return
        self._is_stopping = True
        self._end_mode()

    def leave(self) -> None:
        """Give the terminal back; `run` ends when that is done."""
        self._left = True
        self._mode.end()

    async def run(self) -> None:
        """Run one mode after the other, until `leave`."""
        while not self._left:
            mode = self._mode
            await mode.run()
            if mode is self._mode and not self._left:
                self._begin()  # it had to restore the terminal first

    def _switch(self) -> bool:
        """Change to the mode that is wanted now. Returns: whether it is another."""
        if self._mode.has_ended:
            return True  # the next one begins as soon as this one has released the terminal
        if isinstance(self._mode, self._wanted_mode()):
            return False
        self._end_mode()
        return True

    def _end_mode(self) -> None:
        self._mode.end()
        if self._mode.has_released:
            self._begin()

    def _wanted_mode(self) -> type[Screen | Prompting | Lines]:
        if self.look.reader or not self._can_edit:
            return Lines
        return Screen if self._state.on_screen else Prompting

    def _begin(self) -> None:
        # The keys that were not received yet may be letters in another mode, or keys again.
        self._state.typed = "".join(typed for _, typed in self._queue) + self._state.typed
        self._queue = deque(one for one in self._queue if not one[1])
        if self._is_stopping:
            self._is_stopping = False
            self._tty.restore()
            stop_process()
            self.resize(*own_size())  # so that it is drawn anew
        self._mode: Mode = self._wanted_mode()(self._state, self._tty, self.take)
        self._mode.begin()

    def _put(self, input: Input, typed: str = "") -> None:
        self._state.is_wanted = False
        self._queue.append((input, typed))
        self._arrived.set()
