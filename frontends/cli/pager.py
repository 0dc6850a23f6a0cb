"""A text in the person's pager, a program of its own that has the terminal meanwhile."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from frontends.cli.tty import kept_tty

_ENDING = (signal.SIGTERM, signal.SIGHUP)


def own_pager() -> Sequence[str]:
    """The words of the command that `PAGER` names, or `less`; none where there is no such program."""
    try:
        words = shlex.split(os.environ.get("PAGER", "")) or ["less"]
    except ValueError:  # a quote that is open
        return ()
    return words if shutil.which(words[0]) else ()


def page(text: bytes, pager: Sequence[str]) -> int:
    """Show a text in a pager. Returns: 0, or the status of a program that a signal has ended.

    A pager that outlived us would read the terminal on, in a mode that no shell expects. So it is ended with us, and
    the terminal is restored should it not do so itself.
    """
    with kept_tty(), subprocess.Popen(pager, stdin=subprocess.PIPE) as shown, _ended_with_us(shown) as ended:
        shown.communicate(text)  # it may close its end before it has read all
    return 128 + ended[0] if ended else 0


@contextmanager
def _ended_with_us(shown: subprocess.Popen[bytes]) -> Iterator[list[int]]:
    """Hand on the signals that end us, which the block then knows; Ctrl-C is the pager's own."""
    ended: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        ended.append(number)
        shown.terminate()

    before = {number: signal.signal(number, end) for number in _ENDING}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
