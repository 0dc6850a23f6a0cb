"""What `parlour rules` does: the rules of a game, printed, or in a pager at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from core.game import Refused
from frontends.cli.abilities import own_look
from frontends.language import sentence
from frontends.visit.rules import local_text


def show_rules(words: Sequence[str], *, ascii: bool, reader: bool, language: str) -> int:
    """Print the rules that these words name. Returns: 0; 2 for words that name none."""
    look = own_look(ascii=ascii, reader=reader or None, language=language)
    try:
        text = local_text([word.lower() for word in words], look)
    except Refused as refused:
        click.echo(f"parlour: {sentence(refused, look.words)}", err=True)
        return 2
    if sys.stdout.isatty() and not look.reader:
        click.echo_via_pager(f"{text}\n")
    else:
        click.echo(text)
    return 0
