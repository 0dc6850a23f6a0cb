"""The terminal without prompt_toolkit: what is put out before that is loaded, and the terminal's state around it all.

Loading prompt_toolkit takes longer than everything else a game needs, so the first picture does not wait for it.
"""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from frontends.screens.paint import paint
from frontends.screens.picture import Look, Picture
from frontends.terminal import Prompt

_ENTER = "\x1b[?1049h"
_LEAVE = "\x1b[?1049l"
_SANE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?2004l"
"""Plain characters, lines that wrap, a cursor, paste as it was typed: what a shell expects."""

_INPUT_FLAGS = termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.IXOFF
_LOCAL_FLAGS = termios.ECHO | termios.ICANON


class Direct:
    """Puts text and pictures straight out. It keeps what prompt_toolkit needs to know when it takes over."""

    def __init__(self, look: Look, output: int) -> None:
        """`output` is the terminal's file descriptor."""
        self.prompt = Prompt()
        self.picture: Picture | None = None
        self.screen = False
        self._look, self._output = look, output

    def write(self, text: str) -> None:
        """Scroll some text up."""
        self._send(text.replace("\x1b", "?"))

    def ask(self, prompt: Prompt) -> None:
        """Remember the prompt: nobody can answer it yet."""
        self.prompt = prompt

    def prefill(self, text: str) -> None:
        """Nothing: nobody has typed anything yet."""

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Draw the picture."""
        self._send(paint(None if repaint else self.picture, picture, self._look.colour))
        self.picture = picture

    def ring(self) -> None:
        """Ring the bell."""
        self._send("\a")

    def use_screen(self, screen: bool) -> None:
        """Go to the alternate screen, or come back."""
        if screen != self.screen:
            self._send(_ENTER if screen else _LEAVE)
        self.screen, self.picture = screen, None

    def adapt(self, look: Look) -> None:
        """Write like this from now on."""
        self._look = look

    def want(self) -> None:
        """Nothing: what is typed is kept by the terminal until prompt_toolkit reads it."""

    def resize(self) -> None:
        """Nothing: the conversation draws again by itself."""

    def leave(self) -> None:
        """Be done with it."""
        self.use_screen(False)

    def _send(self, text: str) -> None:
        with suppress(OSError):  # a terminal that is gone says so by a signal
            send(self._output, text.encode("utf-8" if self._look.utf8 else "ascii", "replace"))


def send(output: int, data: bytes) -> None:
    """Write all of it, however many writes that takes. Raises OSError when nobody reads there any more."""
    while data:
        data = data[os.write(output, data) :]


@contextmanager
def kept_terminal(input: int, output: int) -> Iterator[None]:
    """Inside, the terminal keeps what is typed to itself; afterwards it is as it was before, whatever happened.

    Ctrl-C still makes a signal, until prompt_toolkit takes it as a key.
    """
    before = termios.tcgetattr(input)
    quiet = [*before[:6], [*before[6]]]
    quiet[0] &= ~_INPUT_FLAGS
    quiet[3] &= ~_LOCAL_FLAGS
    quiet[6][termios.VMIN], quiet[6][termios.VTIME] = 1, 0
    termios.tcsetattr(input, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        try:
            send(output, _SANE.encode())
            termios.tcsetattr(input, termios.TCSANOW, before)
        except (OSError, termios.error):
            _discard(output)


def _discard(output: int) -> None:
    """Nobody is there any more: let what is still written go nowhere, so that the process ends in peace."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, output)
    os.close(nowhere)
