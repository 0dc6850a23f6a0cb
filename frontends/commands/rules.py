"""`parlour rules`: the rules of a game, printed, or in a pager at a terminal."""

from collections.abc import Sequence

from core.base.game import Refused
from frontends.cli.abilities import can_edit, own_look
from frontends.cli.pager import own_pager, page
from frontends.locale.language import sentence
from frontends.screens.rulebook import asked, page_of
from frontends.terminal.characters import encode
from frontends.terminal.standard_streams import show, warn


def show_rules(words: Sequence[str], *, ascii: bool, reader: bool, language: str) -> int:
    """Print the rules that these words name. Returns: 0; 2 for words that name none; that of a signal."""
    look = own_look(ascii=ascii, reader=reader or None, language=language)
    try:
        game, options, topic = asked(None, [word.lower() for word in words])
        text = encode(page_of(game, options, topic, look, in_pages=False), look.utf8)
    except Refused as refused:
        warn(sentence(refused, look.words))
        return 2
    if can_edit() and not look.reader and (pager := own_pager()):
        return page(text + b"\n", pager)
    show(text.decode())
    return 0
