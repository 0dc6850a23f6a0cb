"""What several commands of `parlour` share: their options, and how a shell completes them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = Callable[..., Any]
FILE = click.Path(path_type=Path)


class Showing(NamedTuple):
    """How to show things; None, or an empty text, is found out."""

    screen: bool | None
    ascii: bool
    colour: bool | None
    reader: bool | None
    motion: bool | None
    language: str
    name: str


class NamingGames(click.Command):
    """A command whose help names the games, where it says `TITLES` or `NAMES`. They are listed only for the help."""

    def format_help_text(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, with the games in it."""
        self.name_games()
        super().format_help_text(context, formatter)

    def name_games(self) -> None:
        """Put the games into the help."""
        from core.games import LISTED

        names = []
        for name, game in LISTED.items():
            variants = ", ".join(variant for variant in game.variants if variant != name)
            names.append(f"{name} (or a variant of it: {variants})" if variants else name)
        titles = ", ".join(game.title for game in LISTED.values())
        self.help = (self.help or "").replace("TITLES", titles).replace("NAMES", ", ".join(names))


def done_by(name: str) -> Callable[[Command], Command]:
    """Have a command done by this function of `frontends.commands`; what is decorated has its name and its help.

    The function's module is loaded when the command is run, because neither help nor completion should wait for it.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def done(**arguments: Any) -> Any:
            module, _, function = name.rpartition(".")
            return getattr(_loaded(f"frontends.commands.{module}"), function)(**arguments)

        return done

    return decorate


def _loaded(name: str) -> ModuleType:
    """A module by its name, imported without looking for garbage, then and later, in what modules are made of."""
    if name in sys.modules:
        return sys.modules[name]
    gc.disable()  # Modules leave no garbage as they are loaded; to look for it would take a tenth of the time.
    try:
        return import_module(name)
    finally:
        gc.freeze()  # Nor are they ever garbage, and each look through all of them takes some 30 ms.
        gc.enable()


def with_journal(command: Command) -> Command:
    """Give a command the journal that was named after it, or else before it; empty for the usual one."""

    @click.option("--journal", metavar="URL|@FILE", help="Where games are kept, as in parlour --help.")
    @click.pass_context
    @wraps(command)
    def resolved(context: click.Context, /, journal: str | None, **arguments: Any) -> Any:
        return command(journal=journal or context.obj or "", **arguments)

    return resolved


def with_new_journal(command: Command) -> Command:
    """Give a command the journal that was named after it or before it; empty for none, whatever a variable says."""

    @with_journal
    @click.pass_context
    @wraps(command)
    def resolved(context: click.Context, /, journal: str, **arguments: Any) -> Any:
        before = context.parent
        is_usual = context.get_parameter_source("journal") is not ParameterSource.COMMANDLINE
        if is_usual and before and before.get_parameter_source("journal") is not ParameterSource.COMMANDLINE:
            journal = ""
        return command(journal=journal, **arguments)

    return resolved


def with_source_and_target(command: Command) -> Command:
    """Give a command two journals; where only one is named, that is the target, and the source as in `with_journal`."""

    @click.argument("named", metavar="[FROM] TO", nargs=-1, required=True)
    @with_journal
    @wraps(command)
    def resolved(journal: str, named: tuple[str, ...]) -> Any:
        if len(named) > 2:
            raise click.UsageError("Name at most two journals, FROM and TO.")
        return command(source=named[0] if len(named) == 2 else journal, target=named[-1])

    return resolved


with_views = click.option(
    "--views", type=FILE, metavar="PATH", help="The file for the lists; beside the journal if not given."
)


def with_showing(command: Command) -> Command:
    """Give a command the options on how to show things, as one `Showing`."""

    @click.option("--screen/--lines", default=None, help="Draw in place, with single keys; or scroll typed lines.")
    @click.option("--ascii", is_flag=True, help="Plain characters only.")
    @click.option("--colour/--no-colour", default=None, help="With or without colour; NO_COLOR applies, too.")
    @click.option(
        "--reader/--no-reader", default=None, help="For a screen reader; the variable ACCESSIBLE=1 does the same."
    )
    @click.option("--motion/--no-motion", default=None, help="Show changes step by step, or at once.")
    @click.option(
        "--language",
        default="",
        metavar="CODE",
        shell_complete=complete_language,
        help="The language, such as fr; your locale decides if not given.",
    )
    @click.option("--name", default="", help="Your name here; your login name if not given.")
    @wraps(command)
    def gathered(**arguments: Any) -> Any:
        showing = Showing(**{name: arguments.pop(name) for name in Showing._fields})
        return command(showing=showing, **arguments)

    return gathered


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The names of games."""
    from core.sessions.arrival.order_words import names

    return [name for name in names() if name.startswith(incomplete)]


def complete_table(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of the tables, each with what it is."""
    from click.shell_completion import CompletionItem

    from frontends.commands import list_tables

    # While a line is completed, nothing is run that would pass on what stands before the command.
    before = context.parent.params if context.parent else {}
    listed = list_tables.complete_tables(context.params.get("journal") or before.get("journal") or "")
    return [CompletionItem(id, help=what) for id, what in listed if id.startswith(incomplete)]


def complete_game_kept(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids of the tables; where none begins like that, the shell names files."""
    from click.shell_completion import CompletionItem

    return complete_table(context, parameter, incomplete) or [CompletionItem(incomplete, type="file")]


def complete_language(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The codes of languages, each with its name."""
    from click.shell_completion import CompletionItem

    from frontends.locale.language import LANGUAGES

    found = LANGUAGES.items()
    return [CompletionItem(code, help=spoken.name) for code, spoken in found if code.startswith(incomplete)]
