"""The words of the command line for those who run a house; what they do is loaded when it is needed."""

from __future__ import annotations

from pathlib import Path

import click

from frontends.options import with_journal


@click.command(short_help="Write a whole house to a file, as people play.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite the file.")
@with_journal
def backup(journal: str, file: Path, force: bool) -> int:
    """Write everything that the journal holds now to FILE, while people go on playing.

    FILE is a journal itself, for its owner alone: --journal sqlite:FILE lists and verifies what is in it. It is read
    again whole, every hash computed, before it is put in place; so it is there and right, or it is not there.
    """
    from frontends import backing_up

    return backing_up.back_up_house(journal, file, force)


@click.command(short_help="Make a journal of such a file, as it was at any time.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "until",
    default="",
    metavar="TIME",
    help="Leave out what happened later: 2026-11-20T20:15:03Z, as in the log; without a zone it is UTC.",
)
@with_journal
def restore(journal: str, file: Path, until: str) -> int:
    """Make a new journal of the backup in FILE; --journal says where.

    With --to each game ends with the last move that was made by then. Whoever was forgotten since the backup was made
    is in it: forget them again.
    """
    from frontends import backing_up

    return backing_up.restore_house(journal, file, until)


OPERATORS = (backup, restore)
