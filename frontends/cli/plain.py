"""Plain lines, without a single escape sequence: for screen readers, pipes, scripts, and the dumbest terminals.

On a terminal the system's own line editor collects the lines, so what is typed is echoed as a screen reader knows it.
"""

import codecs
import os

import trio

from frontends.cli.mode import Mode, State, Take
from frontends.cli.tty import Tty, plain_text
from frontends.terminal.characters import encode
from frontends.terminal.terminal import Closed, Input, Key, Line

_CHUNK = 65536
_LONGEST = 4096
"""Characters of a line; the rest of a longer one is left out."""


class Lines(Mode):
    """The terminal as lines."""

    def __init__(self, state: State, tty: Tty, take: Take) -> None:
        super().__init__(state, tty, take)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._prompted = ""
        self._is_hidden = False
        self._at_end = False
        self._wanted = trio.Event()
        self._stirred = trio.Event()
        self._until_end = trio.CancelScope()
        """Cancelled by `end`, which another task calls while `run` waits for a line."""

    def begin(self) -> None:
        """Let lines be typed, and say what was written and half typed before."""
        self.tty.take_lines()
        typed, self.state.typed = self.state.typed, ""
        self._add(typed)
        text, self.state.text = self.state.text, ""
        self._send(plain_text(text))
        draft, self.state.draft = self.state.draft, ""
        if draft:
            self.prefill(draft)
        if self.state.is_wanted:
            self.want()

    def end(self) -> None:
        """End the last line."""
        if not self.has_ended:
            super().end()
            self._leave_prompt()
            self._until_end.cancel()

    def write(self, text: str) -> None:
        """Print some text, below a prompt that stands; the prompt comes again."""
        self._leave_prompt()
        self._send(plain_text(text))
        self._stirred.set()

    def ask(self) -> None:
        """Print the other prompt, for persons; scripts need none."""
        if self._is_hidden is not self.state.prompt.is_secret:
            self._is_hidden = self.state.prompt.is_secret
            self.tty.take_lines(hidden=self._is_hidden)
        self._stirred.set()

    def prefill(self, text: str) -> None:
        """Say what was typed: the system's own line editor cannot be filled."""
        if self.tty.is_interactive:
            self.write(self.state.look.words.text("You had typed: {line}", line=text) + "\n")

    def want(self) -> None:
        """Ask for a line."""
        self._wanted.set()
        self._stirred.set()

    def interrupt(self) -> None:
        """The system has echoed ^C and thrown the half-typed line away: ask again on the next one."""
        if self.tty.is_interactive:
            self._send("\n")
        self._prompted = ""
        self._stirred.set()

    async def run(self) -> None:
        """Read lines when they are wanted."""
        with self._until_end:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._show_prompts)
                while True:
                    await self._wanted.wait()
                    await self._give_line()

    async def _show_prompts(self) -> None:
        # In a task of its own, so that all that is written and asked in one go is followed by one prompt.
        while True:
            await self._stirred.wait()
            self._stirred = trio.Event()
            prompt = self.state.prompt.text
            if self.tty.is_interactive and self._wanted.is_set() and prompt != self._prompted:
                self._leave_prompt()
                self._send(prompt)
                self._prompted = prompt

    async def _give_line(self) -> None:
        while "\n" not in self.state.typed and not self._at_end:
            chunk = await self._read()
            if chunk:
                self._add(self._decoder.decode(chunk))
            elif self.tty.is_interactive and not self.tty.is_gone():
                if not self.state.typed:
                    self._leave_prompt()
                    self._give(Key("c-d"))
                    return
            else:
                self._at_end = True
        self._prompted = ""  # the line end that was typed has ended it
        line, _, self.state.typed = self.state.typed.partition("\n")
        is_over = self._at_end and not line and not self.state.typed
        self._give(Closed() if is_over else Line(line[:_LONGEST].rstrip("\r")))

    def _give(self, input: Input) -> None:
        self._wanted = trio.Event()
        self.take(input, "")

    async def _read(self) -> bytes:
        """Some bytes; none at the end, however it came about."""
        try:
            await trio.lowlevel.wait_readable(self.tty.input)
        except PermissionError:  # a file: what is in it is there, but others have their turn in between
            await trio.lowlevel.checkpoint()
        # If the mode has ended just now, what was typed is for the next to read.
        await trio.lowlevel.checkpoint_if_cancelled()
        try:
            return os.read(self.tty.input, _CHUNK)
        except OSError:
            return b""

    def _add(self, text: str) -> None:
        if self.tty.is_interactive:
            text = text.replace("\r", "\n")  # keys that were typed while the terminal gave every key
        *lines, rest = (self.state.typed + text).split("\n")
        self.state.typed = "\n".join([*lines, rest[:_LONGEST]])

    def _leave_prompt(self) -> None:
        if self._prompted:
            self._send("\n")
            self._prompted = ""

    def _send(self, text: str) -> None:
        try:
            self.tty.send(encode(text, self.state.look.utf8))
        except OSError:
            self.take(Closed(), "")
