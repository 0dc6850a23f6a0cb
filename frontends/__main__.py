"""`parlour`: the words of the command line. What they do is in `commands`, which is loaded when it is needed."""

import atexit
import gc
import os
import sys
from pathlib import Path

import click

from frontends.commands.operator_options import OPERATORS, serve
from frontends.commands.options import (
    FILE,
    NamingGames,
    complete_game,
    complete_game_kept,
    complete_table,
    done_by,
    with_journal,
    with_new_journal,
    with_showing,
    with_source_and_target,
    with_views,
)
from frontends.commands.picture_options import with_pictures
from frontends.terminal.standard_streams import explain, hold_places, warn

EPILOG = """\b
A first game:            parlour play mille
Go on with it later:     parlour list, then parlour play mille --table ID
A house for others:      parlour serve, then telnet 127.0.0.1 2323
Completion for bash:     eval "$(_PARLOUR_COMPLETE=bash_source parlour)"
for zsh or fish:         the same with zsh_source or fish_source
"""

WIDTH = 88
"""Columns that help may take at most."""


class _Commands(NamingGames, click.Group):
    """Lists the commands as they stand in this file."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=_Commands,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
)
@click.version_option(package_name="parlour", message="parlour %(version)s")
@click.option(
    "--journal",
    metavar="URL|@FILE",
    envvar="PARLOUR_JOURNAL",
    help="Where games are kept: sqlite:PATH, file:GAME.jsonl for a single game, memory: for none, or nats://HOST:PORT "
    "for a server of NATS JetStream; @FILE reads the URL from a file, so that ps shows no token. It may stand "
    "after the command, too. Without it, the variable PARLOUR_JOURNAL, or parlour.db in your data directory.",
)
@click.pass_context
def parlour(context: click.Context, journal: str | None) -> None:
    """A games parlour for the terminal: TITLES.

    Every move is stored before you see it, so you can leave at any time. You can go on with any game, watch it, replay
    it, save it to a file and prove it fair. Each command has its own --help.
    """
    context.obj = journal
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@parlour.command(cls=NamingGames, short_help="Play a game here, new or old.")
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("file", type=FILE, required=False)
@click.option(
    "--opponent", type=click.Choice(["computer", "person"]), help="Who sits opposite; without it, the computer."
)
@click.option(
    "--hotseat",
    is_flag=False,
    flag_value=",",
    default=None,
    metavar="[A,B]",
    help="Two players take turns at this keyboard; A and B are their names.",
)
@click.option(
    "--table",
    metavar="ID",
    shell_complete=complete_table,
    help="Go on with a game of the journal, or take its free seat; GAME may be left out.",
)
@click.option("--last", is_flag=True, help="Go on with the game that you played last; GAME where all are over.")
@click.option("--deal", type=click.IntRange(min=1), metavar="N", help="A solitaire's deal by its number.")
@click.option("--winnable", is_flag=True, help="A deal that a solver has won.")
@click.option("--grade", type=click.Choice(["easy", "fair", "hard"]), help="A deal this hard.")
@click.option("--daily", is_flag=True, help="The deal of the day, the same for everybody.")
@click.option("--level", metavar="LEVEL", help="How well the computer plays: easy, normal, strong, classic.")
@click.option("--clock", metavar="TIME", help="Time for each move, such as 60 or 3d, or for the game, such as 10m+5s.")
@click.option("--luck", metavar="WORDS", help="What you add to the chance; drawn for you if not given.")
@click.option("--one-key", is_flag=True, help="Play El-Ixir with a single key: choices run by, any key takes one.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@with_showing
@with_views
@with_journal
@done_by("play.play")
def play() -> None:
    """Play GAME here, or go on with the game in FILE; with neither, choose from your unfinished games and new ones.

    GAME is one of NAMES. FILE is a saved or exported game. Alone or against the computer, you go on with it as it
    was. Against others it becomes a practice game, with hidden cards dealt anew. At the table, ? lists the keys or
    words.
    """


parlour.add_command(serve)


@parlour.command("list", short_help="List the games of the journal.")
@click.option("--all", "everything", is_flag=True, help="Games that are over, too.")
@click.option("--mine", is_flag=True, help="Only those of the journal's owner, also when they are over.")
@click.option("--game", default="", metavar="GAME", shell_complete=complete_game, help="Only games of this kind.")
@click.option("--page", type=click.IntRange(1, 500), default=1, metavar="N", help="Which page; the first if not given.")
@with_views
@with_journal
@done_by("list_tables.list_tables")
def list_() -> None:
    """List the games of the journal, a page at a time: those that wait for players, then those in play."""


@parlour.command(short_help="Watch a game.")
@click.argument("id", shell_complete=complete_table)
@with_showing
@with_journal
@done_by("play.watch")
def watch() -> None:
    """Watch game ID, wherever it is played.

    You see what lies open on the table, live, and can talk with the other watchers.
    """


@parlour.command(short_help="Step through a game, both ways.")
@click.argument("game", metavar="ID|FILE", shell_complete=complete_game_kept)
@with_showing
@with_journal
@done_by("play.replay")
def replay() -> None:
    """Step through a game, forwards and backwards.

    The game is one of the journal (ID) or in a file (FILE). Space plays, the arrows step; ? lists the keys.
    """


@parlour.command(short_help="Write a game to a file, or a picture of it.")
@click.argument("id", shell_complete=complete_table)
@click.argument("file", type=FILE, required=False)
@click.option("--force", is_flag=True, help="Overwrite the file.")
@click.option(
    "--log", default="", metavar="DIR|URL", help="The house's public log: adds proofs that the game is in it."
)
@with_journal
@with_pictures
@done_by("game_files.export_game")
def export() -> None:
    """Write game ID to FILE, one JSON record a line, the same bytes as in the journal.

    An unfinished game contains its secrets: all hands, and the seed of its dice.

    --cast, --svg, --png and --text make something to look at, which shows no more than one viewer may know: of a game
    that is over you, or who you name; of one that goes on what watchers see. Talk is left out.
    """


@parlour.command("import", short_help="Add a game from a file to the journal.")
@click.argument("file", type=FILE)
@with_journal
@done_by("game_files.import_game")
def import_() -> None:
    """Add the game in FILE to the journal, after every move of it was checked again."""


@parlour.command(short_help="Check every move of a game again.")
@click.argument("game", metavar="ID|FILE", shell_complete=complete_game_kept)
@click.option("--commitment", default="", metavar="C", help="The commitment that fair showed you; at least 32 digits.")
@click.option("--end", default="", metavar="E", help="The end that export or verify showed you before.")
@click.option("--log", default="", metavar="KEY", help="The key of the house's public log, or a file with it.")
@click.option("--witness", "witnesses", multiple=True, metavar="KEY", help="The key of a witness; may be repeated.")
@click.option("--ticket", type=FILE, metavar="T", help="The ticket that the house gave for sealed luck, in a file.")
@with_journal
@done_by("verify.verify")
def verify() -> None:
    """Decide every move of a game again from its seeds, and compare.

    The exit status is 0 if every record follows the rules, else 1, and the first that does not is shown. C checks that
    the house used the seed it had committed to. E checks that the game has not been changed since E was shown. Blanks
    in C and E do not matter. --log checks the proofs that FILE carries, without asking anyone: that the game, its deal
    and its end are in the public log of the house. --ticket with that key says whether it is the game of a ticket.
    """


@parlour.command(short_help="Show who has played and won.")
@click.argument("player", required=False)
@with_views
@with_journal
@done_by("statistics.show_statistics")
def stats() -> None:
    """Show the results of everybody called PLAYER, or of all. Practice games do not count."""


@parlour.command(short_help="Delete what belongs to a person.")
@click.argument("name")
@click.option("--id", metavar="ID", help="Which person, if several have that name.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_views
@with_journal
@done_by("forget.forget_person")
def forget() -> None:
    """Delete what belongs to NAME from the journal: the name, the code, and the talk at the tables where they spoke.

    Their games stay as they are, played by "somebody".
    """


@parlour.command(short_help="Read how a game is played.")
@click.argument("words", metavar="GAME [PART]", nargs=-1, required=True, shell_complete=complete_game)
@click.option("--ascii", is_flag=True, help="Plain characters only.")
@click.option("--reader", is_flag=True, help="For a screen reader: positions in words.")
@click.option("--language", default="", metavar="CODE", help="en or fr; your locale decides if not given.")
@done_by("rules.show_rules")
def rules() -> None:
    """Show the rules of GAME; or a PART of them: goal, play, moves, scoring, variants, example or strategy."""


@parlour.command(short_help="Check a game against the laws of all games.")
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--examples", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="Random games."
)
@done_by("check.check")
def check() -> None:
    """Check GAME against the laws of all games, in random play: for people who write games."""


@parlour.command("copy", short_help="Move a house to another store.")
@with_source_and_target
@done_by("transfer.copy_house")
def copy_() -> None:
    """Copy everything in the journal FROM into the journal TO, and compare them: sqlite:PATH, nats://HOST, file:GAME.

    Each may be @FILE, a file with its URL. Without FROM, it is the journal of --journal or PARLOUR_JOURNAL.

    If it is interrupted, run it again: it goes on where it was. Copy once while people play, then close the house, copy
    the rest, and open it on TO.
    """


@parlour.command(short_help="Keep a second copy of a house, while people play.")
@with_source_and_target
@done_by("transfer.keep_mirror")
def mirror() -> None:
    """Keep copying everything from the journal FROM into the journal TO, until it is interrupted.

    Each may be @FILE, a file with its URL. Without FROM, it is the journal of --journal or PARLOUR_JOURNAL.

    Each record is checked before it is copied, so what FROM loses or changes later is still in TO: parlour scrub
    puts it back.
    """


@parlour.command(short_help="Compare all copies of a house, and repair it.")
@click.argument("house", metavar="[JOURNAL]", default="")
@click.option("--mirror", default="", metavar="URL|@FILE", help="A journal that parlour mirror keeps.")
@click.option("--repair", is_flag=True, help="Put back what any of the copies has.")
@with_journal
@done_by("transfer.scrub_house")
def scrub() -> None:
    """Compare what the servers of JOURNAL hold, each by itself, and what its mirror holds, stream by stream.

    JOURNAL may be @FILE, a file with its URL. Without it, it is the journal of --journal or PARLOUR_JOURNAL.

    The exit status is 0 if all copies are whole and the same, at least after the repair.
    """


@parlour.command(short_help="Keep a public log of a house, or check one.")
@click.option("--out", type=FILE, metavar="DIR", help="Keep the log of the journal in this directory.")
@click.option("--name", default="", metavar="NAME", help="Of the log, when it is new: parlour.example.org/log")
@click.option("--key", type=FILE, metavar="FILE", help="The private key of the log; beside the journal if not given.")
@click.option("--once", is_flag=True, help="Bring it up to date, and end.")
@click.option("--witnessed", multiple=True, metavar="DIR|URL", help="What a witness signs; may be repeated.")
@click.option(
    "--witness", nargs=2, multiple=True, metavar="URL KEY", help="Send checkpoints to a witness; may be repeated."
)
@click.option(
    "--consistent", nargs=2, metavar="A B", help="Check that one is the other gone on with: logs, exports, checkpoints."
)
@click.option("--audit", default="", metavar="DIR|URL", help="Read a whole log: is each number there once?")
@click.option("--log", default="", metavar="KEY", help="The key of the log that is checked, or a file with it.")
@with_journal
@done_by("public_log.log.keep_log")
def log() -> None:
    """Keep a public log of the games in a journal, by which strangers see that none was dropped or changed.

    It says of each game its book, its number, its end and two hashes; never who played, and nothing that was said. Its
    directory can be served by any web server. It may be stopped and started at any time.

    Others check it by its key with --consistent and --audit, and a game by parlour verify FILE --log KEY.
    """


@parlour.command(short_help="Sign what somebody's public log is, as long as it only grows.")
@click.argument("place", metavar="[DIR|URL]", default="")
@click.option("--log", required=True, multiple=True, metavar="KEY", help="The key of a log, or a file with it.")
@click.option("--listen", default="", metavar="HOST:PORT", help="Sign what logs send here; --log may be repeated then.")
@click.option("--out", type=FILE, required=True, metavar="DIR", help="Where what is signed is kept, for everybody.")
@click.option("--name", default="", metavar="NAME", help="Of the witness, when it is new: example.org/witness")
@click.option("--key", type=FILE, metavar="FILE", help="Its private key; beside the directory if not given.")
@click.option("--once", is_flag=True, help="Look once, and end.")
@done_by("public_log.witness.witness")
def witness() -> None:
    """Look at a public log each minute, remember what it was, and sign it while it only grows.

    With --listen it signs what logs send, as parlour log --witness and other programs do (C2SP tlog-witness).

    Two houses can witness each other: each then keeps the other's signature by parlour log --witnessed.
    """


for command in OPERATORS:
    parlour.add_command(command)


def _read_range(context: click.Context, parameter: click.Parameter, value: str) -> range:
    first, dots, last = value.partition("..")
    if not (first.isdecimal() and (last or first).isdecimal()) or bool(dots) != bool(last):
        raise click.BadParameter("Type a range of deals such as 1..500.")
    deals = range(int(first), int(last or first) + 1)
    if not deals or deals[0] < 1:
        raise click.BadParameter("Deals are counted from 1, the smaller number first.")
    return deals


@parlour.command(short_help="Find out which deals of a solitaire can be won.")
@click.argument("variant")
@click.option("--deals", default="1..100", show_default=True, metavar="A..B", callback=_read_range, help="Which deals.")
@click.option(
    "--file", "named", type=click.Path(path_type=Path, dir_okay=False), metavar="PATH", help="The file of findings."
)
@click.option("--resume", is_flag=True, help="Go on with the file.")
@click.option("--again", is_flag=True, help="Try again the unknown deals that got less than --budget.")
@click.option("--budget", type=click.IntRange(min=1), default=200_000, show_default=True, help="Positions for a deal.")
@click.option("--merge", multiple=True, type=FILE, metavar="PATH", help="Add the findings of another file.")
@click.option("--check", is_flag=True, help="Only check every finding of the file: play its moves, prove it again.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=lambda: os.cpu_count() or 1, show_default=False, metavar="N",
    help="Processes; one for each core if not given.",
)  # fmt: skip
@done_by("observatory.observe")
def observatory() -> None:
    """Find out which numbered deals of VARIANT can be won: pileon, terrace, generals-patience and so on.

    Every finding is a line of a file, observatory-VARIANT.jsonl if not named, with a won game that anybody can
    replay. You can interrupt it at any time, and go on with --resume.
    """


@parlour.command(short_help="Find out which of two programs plays better.")
@click.argument("programs", metavar="PROGRAM PROGRAM", nargs=2)
@click.argument("game", shell_complete=complete_game)
@click.argument("pairs", type=click.IntRange(1, 100_000), metavar="N")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Pairs played at once."
)
@click.option(
    "--seconds", type=click.IntRange(1, 3600), default=10, show_default=True, metavar="N", help="Limit for a move."
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Of all chance, to play the same duel again.")
@click.option("--games", "lists_games", is_flag=True, help="List every game, with the id of its table.")
@with_views
@with_new_journal
@done_by("duel.duel")
def duel() -> None:
    """Play N pairs of games of GAME between two programs, and say which is stronger, with an interval of 95 %.

    Both games of a pair have the same chance and the seats exchanged. A PROGRAM is a command that speaks the
    protocol for programs on its standard streams, such as "python3 mine.py", or bot:LEVEL for our own computer
    player. A program that ends, plays what is not legal or takes too long for a move has lost that game.

    All games are kept: in --journal, or else in a new file here, duel-ID.db. With the same --seed, programs that
    want no other chance play the same games, whatever --workers says.
    """


def main() -> None:
    """Run the command line. The exit status is 0, or 2 for words that do not fit, or 1 for what did not work."""
    hold_places()
    # What is left at the end goes with the process, and need not be looked through for garbage before.
    atexit.register(gc.freeze)
    try:
        status = parlour.main(prog_name="parlour", standalone_mode=False)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "parlour"
        warn(f"{error.format_message()} For help: {path} --help")
        status = error.exit_code
    except click.ClickException as error:
        warn(error.format_message())
        status = error.exit_code
    except OSError as error:
        status = explain(error)
    except (click.Abort, KeyboardInterrupt):
        status = 130
    sys.exit(status or 0)


if __name__ == "__main__":
    main()
