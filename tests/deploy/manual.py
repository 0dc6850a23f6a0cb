"""Writes the manual page, of what the commands say of themselves: `python -m tests.deploy.manual`, or `make manual`."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator

import click

from frontends.__main__ import parlour
from frontends.commands.options import NamingGames
from tests.deploy.units import DEPLOY
from tests.frontends.served import ROOT

PAGE = DEPLOY / "package" / "parlour.1"
_AS_IT_STANDS = "\b"
"""What click has before a paragraph whose lines are not to be filled."""


def page() -> str:
    """The page in the macros of man(7)."""
    context = click.Context(parlour, info_name="parlour", **parlour.context_settings)
    short, _, rest = _described(parlour).partition("\n\n")
    lines = [
        f'.TH PARLOUR 1 "" "Parlour {_version()}" "User Commands"',
        ".SH NAME", f"parlour \\- {_plain(short[0].lower() + short[1:].removesuffix('.'))}",
        ".SH SYNOPSIS", *_usage(context),
        ".SH DESCRIPTION", *_paragraphs(rest),
        ".SH OPTIONS", *_options(context),
        ".SH COMMANDS", *(line for name in parlour.list_commands(context) for line in _command(context, name)),
        ".SH EXAMPLES", *_paragraphs(inspect.cleandoc(parlour.epilog or "")),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _version() -> str:
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return version


def _command(parent: click.Context, name: str) -> Iterator[str]:
    command = parlour.commands[name]
    context = click.Context(command, info_name=name, parent=parent)
    yield f".SS {_plain(name)}"
    yield from _usage(context)
    yield from _paragraphs(_described(command))
    yield from _options(context)


def _usage(context: click.Context) -> Iterator[str]:
    words = " ".join(context.command.collect_usage_pieces(context))
    yield from (".PP", f"\\fB{_plain(context.command_path)}\\fR {_plain(words)}")


def _described(command: click.Command) -> str:
    if isinstance(command, NamingGames):
        command.name_games()
    return inspect.cleandoc(command.help or "")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in filter(None, text.split("\n\n")):
        if paragraph.startswith(_AS_IT_STANDS):
            shown = paragraph.removeprefix(_AS_IT_STANDS).strip("\n").split("\n")
            yield from (".PP", ".nf", *map(_plain, shown), ".fi")
        else:
            yield from (".PP", _plain(" ".join(paragraph.split())))


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record is not None:
            names, said = record
            yield from (".TP", f"\\fB{_plain(names)}\\fR", _plain(said))


def _plain(text: str) -> str:
    """Text that means itself, also where it begins a line."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", escaped)


if __name__ == "__main__":
    PAGE.write_text(page())
