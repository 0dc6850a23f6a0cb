"""`parlour rules`: the rules of a game, printed, or in a pager at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.game import Refused
from frontends.cli.abilities import can_edit, own_look
from frontends.cli.pager import own_pager, page
from frontends.locale.language import sentence
from frontends.terminal.characters import encode
from frontends.terminal.standard_streams import show, warn
from frontends.visit.everywhere.rules import local_text


def show_rules(words: Sequence[str], *, ascii: bool, reader: bool, language: str) -> int:
    """Print the rules that these words name. Returns: 0; 2 for words that name none; that of a signal."""
    look = own_look(ascii=ascii, reader=reader or None, language=language)
    try:
        text = encode(local_text([word.lower() for word in words], look), look.utf8)
    except Refused as refused:
        warn(sentence(refused, look.words))
        return 2
    if can_edit() and not look.reader and (pager := own_pager()):
        return page(text + b"\n", pager)
    show(text.decode())
    return 0
