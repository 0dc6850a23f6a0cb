"""What this process's own terminal is and can do, and how the person at it wants to be written to."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.terminal.characters import is_utf8, speaks_utf8

if TYPE_CHECKING:
    from frontends.terminal.picture import Look

_MONOCHROME = ("vt1", "vt2", "vt3", "vt4", "vt5", "dumb", "wy", "tvi", "adm")
"""How the names of terminals without colour begin, where the system has no table of terminals."""


def can_edit() -> bool:
    """Whether standard input and output are a terminal that moves its cursor: one that can show screens, too."""
    if sys.stdin is None or sys.stdout is None:  # one of them is closed
        return False
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def own_look(
    *, ascii: bool = False, colour: bool | None = None, reader: bool | None = None, language: str = ""
) -> Look:
    """The size and abilities of the terminal now.

    Args:
        ascii: use plain characters only, whatever the locale says.
        colour: with or without; None looks at the terminal and at NO_COLOR (https://no-color.org).
        reader: whether a screen reader reads it out; None looks at ACCESSIBLE.
        language: the code of the person's language; empty looks at the locale.
    """
    from frontends.locale.language import (
        wanted_language,  # loaded late, because whatever prints a line stands on this module
    )
    from frontends.terminal.picture import Look

    environ = own_environment()
    rows, columns = own_size()
    edits = can_edit()
    if colour is None:
        colour = edits and not environ.get("NO_COLOR") and has_colours(environ)
    return Look(
        rows,
        columns,
        colour,
        utf8=not ascii and has_utf8(),
        single_keys=edits,
        language=language or wanted_language(environ),
        reader=environ.get("ACCESSIBLE", "0") not in ("", "0") if reader is None else reader,
    )


def own_size() -> tuple[int, int]:
    """Rows and columns. The terminal itself comes first: LINES and COLUMNS may be older than its last resize."""
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except (AttributeError, OSError):  # it is closed, or no terminal
        import shutil

        columns, rows = shutil.get_terminal_size()
    return rows or 24, columns or 80


def own_environment() -> dict[str, str]:
    """The environment as it was given to the process.

    In the locale C Python sets LC_CTYPE to a UTF-8 locale for itself (PEP 538). The terminal knows nothing of that.
    """
    environ = dict(os.environ)
    with suppress(OSError):  # only Linux has this file; elsewhere Python's own choice stands
        given = Path("/proc/self/environ").read_bytes().split(b"\0")
        if not any(variable.startswith(b"LC_CTYPE=") for variable in given):
            environ.pop("LC_CTYPE", None)
    return environ


def has_utf8() -> bool:
    """Whether what is written may hold more than ASCII."""
    return speaks_utf8(own_environment()) and is_utf8(getattr(sys.stdout, "encoding", ""))


def has_colours(environ: Mapping[str, str]) -> bool:
    """Whether the terminal has the eight colours, by the system's table of terminals; those it misses mostly do."""
    term = environ.get("TERM", "")
    if environ.get("COLORTERM"):
        return True
    with suppress(ImportError):
        import curses

        with suppress(curses.error):
            curses.setupterm(term, 1)
            return curses.tigetnum("colors") >= 8
    return not (term.startswith(_MONOCHROME) or term.endswith(("-m", "-mono")))
