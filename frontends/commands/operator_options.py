"""The words of the command line for those who run a house; what they do is loaded when it is needed."""

from pathlib import Path

import click

from frontends.commands.options import FILE, done_by, with_journal, with_views


@click.command(short_help="Open the house to all who telnet in.")
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
    help="A balancer that says by the PROXY protocol who comes, such as HAProxy; may be repeated.",
)  # fmt: skip
@click.option(
    "--config", type=FILE, metavar="FILE",
    help="What the house bears, and all else that can be set; a file of TOML.",
)  # fmt: skip
@click.option(
    "--admin-socket", type=FILE, metavar="PATH",
    help="Where parlour admin gives orders; without it, beside the journal.",
)  # fmt: skip
@click.option("--telnets", default="", metavar="HOST:PORT", help="Where to wait for those who call by TLS.")
@click.option(
    "--cert", "certificate", type=FILE, metavar="FILE",
    help="The house's certificate with those it rests on, as PEM; read again when it has changed.",
)  # fmt: skip
@click.option("--key", type=FILE, metavar="FILE", help="The key of the certificate, as PEM.")
@click.option(
    "--metrics", default="", metavar="HOST:PORT",
    help="Where Prometheus finds figures, at /metrics; nowhere if not given. Let it be a local address.",
)  # fmt: skip
@click.option("--print-config", "prints", is_flag=True, help="Show such a file with all defaults, and do nothing else.")
@with_views
@with_journal
@done_by("serve.serve")
def serve() -> None:
    """Open the house to all who telnet in, until it is interrupted.

    Restart it at any time, by kill -9 if need be: people come back to their games where they were.
    """


@click.command(short_help="Write a whole house to a file, as people play.")
@click.argument("file", type=FILE)
@click.option("--force", is_flag=True, help="Overwrite the file.")
@with_journal
@done_by("backup.back_up_house")
def backup() -> None:
    """Write everything that the journal holds now to FILE, while people go on playing.

    FILE is a journal itself, for its owner alone: --journal sqlite:FILE lists and verifies what is in it. It is read
    again whole, every hash computed, before it is put in place; so it is there and right, or it is not there.
    """


@click.command(short_help="Make a journal of such a file, as it was at any time.")
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
    """Make a new journal of the backup in FILE; --journal says where.

    With --to each game ends with the last move that was made by then. Whoever was forgotten since the backup was made
    is in it: forget them again.
    """


@click.command(short_help="Give orders to a house as it runs.")
@click.argument("words", metavar="[ORDER]...", nargs=-1)
@click.option("--socket", type=FILE, metavar="PATH", help="Where the house listens to orders.")
@with_journal
def admin(journal: str, socket: Path | None, words: tuple[str, ...]) -> int:
    """Give an ORDER to the house that runs on the journal: parlour admin help lists those there are.

    Without one, orders are read line by line. They need the rights of the user whose house it is.
    """
    from frontends.server.admin import client

    return client.administer(journal, socket, words)


OPERATORS = (admin, backup, restore)
