"""What this process's own terminal is and can do."""

from __future__ import annotations

import locale
import os
import shutil
import sys

from frontends.screens.picture import Look


def can_edit() -> bool:
    """Whether standard input and output are a terminal that moves its cursor: one that can show screens, too."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def own_look(ascii: bool, colour: bool | None) -> Look:
    """The size and abilities of the terminal now.

    Args:
        ascii: use plain characters only, whatever the locale says.
        colour: with or without; None looks at the terminal and at NO_COLOR (https://no-color.org).
    """
    rows, columns = own_size()
    edits = can_edit()
    if colour is None:
        colour = edits and not os.environ.get("NO_COLOR")
    return Look(rows, columns, colour, utf8=not ascii and _speaks_utf8(), single_keys=edits)


def own_size() -> tuple[int, int]:
    """Rows and columns. The terminal itself comes first: LINES and COLUMNS may be older than its last resize."""
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        columns, rows = shutil.get_terminal_size()
    return rows or 24, columns or 80


def _speaks_utf8() -> bool:
    encodings = (locale.getencoding(), sys.stdout.encoding)
    return all(encoding.lower().replace("-", "") == "utf8" for encoding in encodings)
