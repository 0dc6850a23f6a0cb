"""The commands for people who run a house; what they do is loaded when it is needed."""

from pathlib import Path

import click

from frontends.commands.options import FILE, done_by, with_journal, with_views


@click.command(short_help="Open a house for others to telnet into.")
@click.option(
    "--telnet", default="127.0.0.1:2323", metavar="HOST:PORT", show_default=True, help="Where to wait for callers."
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="What is written to standard error: who came, who left and why, what went wrong.",
)
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS",
    help="A balancer, such as HAProxy, that names callers by the PROXY protocol; may be repeated.",
)  # fmt: skip
@click.option(
    "--config", type=FILE, metavar="FILE",
    help="A TOML file with the limits of the house and all other settings.",
)  # fmt: skip
@click.option(
    "--admin-socket", type=FILE, metavar="PATH",
    help="Where parlour admin gives orders; beside the journal if not given.",
)  # fmt: skip
@click.option(
    "--programs", default="", metavar="HOST:PORT",
    help="Where to wait for programs, which send and get lines of JSON; off if not given.",
)  # fmt: skip
@click.option("--programs-tls", default="", metavar="HOST:PORT", help="Where to wait for programs by TLS.")
@click.option(
    "--log-key", type=FILE, metavar="FILE",
    help="The private key of parlour log, for tickets to programs; beside the journal if not given.",
)  # fmt: skip
@click.option("--telnets", default="", metavar="HOST:PORT", help="Where to wait for callers by TLS.")
@click.option(
    "--cert", "certificate", type=FILE, metavar="FILE",
    help="The house's certificate and its chain, as PEM; read again when it changes.",
)  # fmt: skip
@click.option("--key", type=FILE, metavar="FILE", help="The key of the certificate, as PEM.")
@click.option(
    "--metrics", default="", metavar="HOST:PORT",
    help="Where Prometheus finds figures, at /metrics; off if not given. Use a local address.",
)  # fmt: skip
@click.option(
    "--print-config", "prints", is_flag=True, help="Print a file for --config with all defaults, and do nothing else."
)
@with_views
@with_journal
@done_by("serve.serve")
def serve() -> None:
    """Open the house to everybody who telnets in, until it is interrupted.

    Restart it at any time, even by kill -9: people come back to their games where they were.
    """


@click.command(short_help="Write a whole house to a file, while people play.")
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Overwrite the file.")
@with_journal
@done_by("backup.back_up_house")
def backup() -> None:
    """Write everything that the journal holds now to FILE, while people go on playing.

    FILE is itself a journal, which only its owner can read: --journal sqlite:FILE lists and verifies it. It is read
    again as a whole, and every hash is checked, before it is put in place: it is correct, or it is not there.
    """


@click.command(short_help="Make a journal from a backup, as it was at any time.")
@click.argument("file", type=FILE)
@click.option(
    "--to",
    "until",
    default="",
    metavar="TIME",
    help="Leave out what happened later: 2026-11-20T20:15:03Z, as in the log; without a zone it is UTC.",
)
@with_journal
@done_by("backup.restore_house")
def restore() -> None:
    """Make a new journal from the backup in FILE; --journal says where.

    With --to, each game ends with the last move made by then. People who were forgotten after the backup was made are
    in it: forget them again.
    """


@click.command(short_help="Give orders to a running house.")
@click.argument("words", metavar="[ORDER]...", nargs=-1)
@click.option("--socket", type=FILE, metavar="PATH", help="Where the house listens for orders.")
@with_journal
def admin(journal: str, socket: Path | None, words: tuple[str, ...]) -> int:
    """Give an ORDER to the house that runs on the journal: parlour admin help lists them all.

    Without one, orders are read line by line. You have to be the user who runs the house.
    """
    from frontends.server.admin import client

    return client.administer(journal, socket, words)


@click.command(short_help="Let a program play, by JSON on standard streams.")
@click.option(
    "--schema", "prints", is_flag=True, help="Print the JSON Schema of all requests and answers, and do nothing else."
)
@click.option(
    "--bot", default="", metavar="GAME:LEVEL",
    help="Be a program: our computer player of this level. It reads answers and writes requests.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", help="Of the chance that --bot wants; any if not given."
)
@click.option(
    "--training", "trains", is_flag=True,
    help="The same luck, given with open, deals the same game. Needs --journal memory:, where nothing counts.",
)  # fmt: skip
@with_views
@with_journal
@done_by("programs.programs")
def programs() -> None:
    """Answer requests on standard input, one JSON object a line, with others on standard output.

    The first is {"type": "hello", "protocol": 1}. The program sits at home, as in parlour play; a house that others
    come to lets programs in with parlour serve --programs.
    """


OPERATORS = (programs, admin, backup, restore)
