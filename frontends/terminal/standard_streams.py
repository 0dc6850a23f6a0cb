"""Standard input, output and error of this process, which may be closed, full, or without a reader."""

import errno
import os
import sys
from contextlib import suppress

import click

FAILED = 1
"""The exit status where something could not be written."""


class Unwritten(OSError):
    """Standard output does not take what is to be shown."""


def hold_places() -> None:
    """Open the null device in place of what is closed, so that no journal gets a number to which text is written."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free: this one
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115 (it stays open)


def show(text: str) -> None:
    """Print a text and a line end, in plain characters where the terminal reads no others. Raises: Unwritten."""
    check_output()
    try:
        sys.stdout.write(f"{_readable(text)}\n")
        sys.stdout.flush()
    except OSError as error:
        raise Unwritten(error.errno, error.strerror) from error


def check_output() -> None:
    """Raise Unwritten where standard output is closed."""
    if sys.stdout is None:
        raise Unwritten(errno.EBADF, "closed")


def warn(said: object) -> None:
    """Print what is said on standard error, after the name of the program, as far as that is read."""
    with suppress(OSError):
        sys.stderr.write(f"parlour: {_readable(str(said))}\n")
        sys.stderr.flush()


def _readable(text: str) -> str:
    from frontends.cli.abilities import has_utf8
    from frontends.terminal.characters import encode  # loaded late, because help stands on this module, too

    return encode(text, has_utf8()).decode()


def explain(error: OSError) -> int:
    """Say why output could not be written, unless its reader simply has enough.

    Returns: the exit status. Raises: the error, where it is about something else.
    """
    import traceback  # loaded late, because help waits for this module

    # click, too, meets it while it prints help or a bar.
    is_of_click = any(frame.f_code is click.echo.__code__ for frame, _ in traceback.walk_tb(error.__traceback__))
    if not isinstance(error, Unwritten) and not is_of_click:
        raise error
    if error.errno != errno.EPIPE:
        warn(f"Nothing can be written to standard output ({error.strerror}): let it go elsewhere.")
    discard_output(1)
    return FAILED


def discard_output(number: int) -> None:
    """Let what is still written to a descriptor go nowhere; else it would fail with a traceback at the very end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
