"""Options that several commands of `parlour` have."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

Command = Callable[..., Any]


def with_journal(command: Command) -> Command:
    """Give a command the journal that was named after it, or else before it; empty for the usual one."""

    @click.option("--journal", metavar="URL", help="Where games are kept, as in parlour --help.")
    @click.pass_context
    @wraps(command)
    def resolved(context: click.Context, /, journal: str | None, **arguments: Any) -> Any:
        return command(journal=journal or context.obj or "", **arguments)

    return resolved


def with_views(command: Command) -> Command:
    """Give a command the file of the lists."""
    return click.option(
        "--views",
        type=click.Path(path_type=Path),
        metavar="PATH",
        help="The file of the lists; else beside the journal.",
    )(command)
