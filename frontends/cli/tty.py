"""The terminal device of this process: what it does with keys, and how it is given back as it was."""

import os
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from frontends.terminal.standard_streams import discard_output

USUAL = b"\x1b[?1000l\x1b[?1006l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?2004l"
"""No mouse, no attributes, lines that wrap, a visible cursor, paste as it was typed: what a shell expects."""

_RETURNS = termios.ICRNL | termios.INLCR | termios.IGNCR
_FLOW = termios.IXON | termios.IXOFF

_HARMLESS = "\n\t\xa0\u2007\u202f\u3000"
"""Characters that are not printable by Python's reckoning and yet do nothing but leave room."""


class Tty:
    """Standard input and output, whether or not they are a terminal."""

    def __init__(self, input: int, output: int) -> None:
        """The file descriptors."""
        self.input = input
        self.is_interactive = os.isatty(input)
        """Whether a person types, and not a script."""
        self.unwritten: OSError | None = None
        """Why what was to be shown could not be, but for a terminal: that says by a signal that it is gone."""
        self._output, self._is_shown = output, os.isatty(output)
        self._before: list[Any] | None = termios.tcgetattr(input) if self.is_interactive else None
        self._is_changed = False

    def send(self, octets: bytes) -> None:
        """Write plain text, however many writes that takes. Raises: OSError when its reader is gone."""
        try:
            while octets:
                octets = octets[os.write(self._output, octets) :]
        except OSError as error:
            self.unwritten = None if self._is_shown else error
            raise

    def control(self, octets: bytes) -> None:
        """Write text with escape sequences, and remember that they are to be undone. Never raises."""
        self._is_changed = True
        with suppress(OSError):  # a terminal that is gone says so by a signal
            self.send(octets)

    def take_keys(self, *, signals: bool) -> None:
        """Give every key at once and echo none; with `signals`, Ctrl-C and Ctrl-Z make signals, not keys."""
        if self._before is None:
            return
        wanted = [*self._before[:6], [*self._before[6]]]
        wanted[0] &= ~(_RETURNS | _FLOW)
        wanted[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | (0 if signals else termios.ISIG))
        wanted[6][termios.VMIN], wanted[6][termios.VTIME] = 1, 0
        wanted[6][termios.VQUIT] = b"\0"  # a slip to Ctrl-\ would leave the terminal like this
        termios.tcsetattr(self.input, termios.TCSANOW, wanted)

    def take_lines(self, *, hidden: bool = False) -> None:
        """Let the system's own line editor collect lines, and show them unless they are secret."""
        if self._before is None:
            return
        self._undo()
        wanted = [*self._before]
        wanted[0] |= termios.ICRNL
        wanted[3] |= termios.ECHO | termios.ICANON | termios.ISIG
        if hidden:
            wanted[3] &= ~termios.ECHO
        termios.tcsetattr(self.input, termios.TCSANOW, wanted)

    def restore(self) -> None:
        """Leave the terminal as it was at first."""
        try:
            self._undo()
            if self._before is not None:
                termios.tcsetattr(self.input, termios.TCSANOW, self._before)
        except (OSError, termios.error):
            discard_output(self._output)  # the terminal is gone

    def is_gone(self) -> bool:
        """Whether the terminal was hung up; an end of input alone may be a Ctrl-D."""
        try:
            termios.tcgetattr(self.input)
        except termios.error:
            return True
        return False

    def _undo(self) -> None:
        # A terminal that never got an escape sequence does not get one now: it may be a screen reader's.
        if self._is_changed:
            self.send(USUAL)
            self._is_changed = False


@contextmanager
def kept_tty() -> Iterator[Tty]:
    """Standard input and output; afterwards the terminal is as it was before, whatever happened."""
    tty = Tty(sys.stdin.fileno(), sys.stdout.fileno())
    try:
        yield tty
    finally:
        tty.restore()


def plain_text(text: str) -> str:
    """The text with every control character but line ends replaced, so that it can do nothing to a terminal."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in _HARMLESS else "?" for one in text)


def stop_process() -> None:
    """Stop as Ctrl-Z does, with everything in the process group, until the shell lets it go on.

    The whole group is stopped, because a shell waits for the one it started, which may be `make`. Where no shell
    could wake it the system does not stop it.
    """
    handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        os.kill(0, signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGTSTP, handler)
