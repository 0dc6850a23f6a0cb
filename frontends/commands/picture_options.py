"""The options of `parlour export` for what is made of a game besides its file: pictures, recordings, text."""

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from frontends.commands.options import FILE, complete_language

Command = Callable[..., Any]
_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})")
LEAST, MOST = (40, 20), (250, 100)
"""Columns and rows of a window that a picture may be of."""


class Wanted(NamedTuple):
    """What is to be made of a game, and how."""

    cast: Path | None
    svg: Path | None
    png: Path | None
    text: Path | None
    at: int | None
    """The move that is shown, or from which on; None is the last one, or the beginning."""
    perspective: str
    size: tuple[int, int]
    """Columns and rows."""
    speed: float
    """Moves a second."""
    dark: bool
    ascii: bool
    colour: bool
    language: str

    @property
    def files(self) -> tuple[Path, ...]:
        """Everything that is to be written."""
        return tuple(file for file in self[:4] if file is not None)


def _read_size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(value)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not (LEAST[0] <= columns <= MOST[0] and LEAST[1] <= rows <= MOST[1]):
        raise click.BadParameter("Type columns and rows, such as 80x24: from 40x20 to 250x100.")
    return columns, rows


def with_pictures(command: Command) -> Command:
    """Give `export` these options. What they ask for is made here; the command writes the game itself, if FILE is
    named."""

    @click.option("--cast", type=FILE, metavar="FILE", help="The whole game, for asciinema (asciicast v3).")
    @click.option("--svg", type=FILE, metavar="FILE", help="A picture for web pages and mails.")
    @click.option("--png", type=FILE, metavar="FILE", help="A picture in pixels; needs parlour[png].")
    @click.option("--text", type=FILE, metavar="FILE", help="The board as plain text. FILE may be - here, too.")
    @click.option("--at", type=click.IntRange(min=0), metavar="N", help="After move N; the last one if not given.")
    @click.option("--perspective", default="", metavar="WHO", help="A player's name, spectator, or everybody.")
    @click.option(
        "--size", default="80x24", show_default=True, metavar="CxR", callback=_read_size, help="Columns and rows."
    )
    @click.option(
        "--speed", type=click.FloatRange(0.1, 50), default=1.0, show_default=True, help="Moves a second, for --cast."
    )
    @click.option("--dark", is_flag=True, help="Light on dark; else SVG is what its reader's screen prefers.")
    @click.option("--ascii", is_flag=True, help="Plain characters only.")
    @click.option("--colour/--no-colour", default=True, help="With or without colour.")
    @click.option("--language", default="", metavar="CODE", shell_complete=complete_language, help="Such as fr.")
    @wraps(command)
    def gathered(**arguments: Any) -> Any:
        wanted = Wanted(**{name: arguments.pop(name) for name in Wanted._fields})
        if not wanted.files and arguments["file"] is None:
            raise click.UsageError("Name a FILE for the game, or use --cast, --svg, --png or --text.")
        status = command(**arguments) if arguments["file"] is not None else 0
        if status or not wanted.files:
            return status
        from frontends.commands.pictures import export_pictures  # loaded late, as all that commands do

        return export_pictures(arguments["journal"], arguments["id"], wanted, force=arguments["force"])

    return gathered
