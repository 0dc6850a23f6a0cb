"""Line mode with prompt_toolkit. It is loaded when the first line is wanted; until then text is put straight out.

Loading prompt_toolkit takes longer than everything else a visit needs before somebody sees the first words.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import trio

from frontends.cli.mode import Mode, State, Take
from frontends.cli.tty import Tty, plain_text
from frontends.terminal.characters import encode
from journal.blocking_threads import Threads

if TYPE_CHECKING:
    from frontends.cli.thread import PromptThread


class Prompting(Mode):
    """The terminal as a prompt with text above it."""

    def __init__(self, state: State, tty: Tty, take: Take) -> None:
        super().__init__(state, tty, take)
        self._thread: PromptThread | None = None
        self._threads = Threads("prompt", 1)
        self._begun = trio.Event()
        self._is_over = False

    @property
    def has_released(self) -> bool:
        """The thread has to restore the terminal first."""
        return self.has_ended and (self._thread is None or self._is_over)

    def begin(self) -> None:
        """Show what was written. Ctrl-C makes a signal until prompt_toolkit takes it as a key."""
        self.tty.take_keys(signals=True)
        text, self.state.text = self.state.text, ""
        self.write(text)
        if self.state.is_wanted:
            self.want()

    def end(self) -> None:
        """Have the thread restore the terminal, and `run` return then."""
        super().end()
        self._begun.set()
        if self._thread is not None:
            self._thread.post(self._thread.leave)

    async def run(self) -> None:
        """Load and run prompt_toolkit, from the first line that is wanted until `end`."""
        await self._begun.wait()
        if self.has_ended:
            return
        make = await self._threads.run(_load)
        if self.has_ended:
            return
        # A trio thread cannot be abandoned here: it has to have restored the terminal, also when all is cancelled.
        token = trio.lowlevel.current_trio_token()
        thread = self._thread = make(self.state, lambda received: token.run_sync_soon(self.take, received, ""))
        self.tty.control(b"")  # the prompt sends escape sequences
        if self.state.is_wanted:
            thread.post(thread.want)
        await self._threads.run(thread.run)
        self._is_over = True
        self.state.draft, self.state.typed = thread.draft or self.state.draft, thread.typed

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt."""
        text = plain_text(text)
        if self.has_ended:
            self.state.text += text
        elif self._thread is not None:
            self._thread.post(self._thread.write, text)
        else:
            with suppress(OSError):  # a terminal that is gone says so by a signal
                self.tty.send(encode(text, self.state.look.utf8))

    def ask(self) -> None:
        """Show the other prompt, keeping what is half typed."""
        if self._thread is not None:
            self._thread.post(self._thread.ask, self.state.prompt)

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt, unless something else is half typed there."""
        if self._thread is not None and not self.has_ended:
            self._thread.post(self._thread.prefill, text)
        else:
            super().prefill(text)

    def change(self) -> None:
        """Draw with colour or without, and in plain characters or others."""
        if self._thread is not None:
            self._thread.post(self._thread.adapt, self.state.look)

    def resize(self) -> None:
        """Draw the prompt again."""
        if self._thread is not None:
            self._thread.post(self._thread.resize)

    def want(self) -> None:
        """Deliver the next line."""
        self._begun.set()
        if self._thread is not None:
            self._thread.post(self._thread.want)


def _load() -> type[PromptThread]:
    from frontends.cli.thread import PromptThread

    return PromptThread
