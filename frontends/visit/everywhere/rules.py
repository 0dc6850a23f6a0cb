"""The rules of games, wherever one is, and why something happened; and what help has of rules on its second page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs

from core.base.game import Game, Options, Refused
from core.base.message import Message, message
from core.base.text import plain
from core.games import GAMES
from core.games.features.guides import BOOKS, book_of, explain
from core.games.features.rulebook import TOPICS, Book
from frontends.terminal.picture import Look
from frontends.visit.action import Action
from frontends.visit.room import Room
from frontends.visit.text import orders, wording
from frontends.visit.text.pages import fitted
from frontends.visit.text.rules import rules_text, section_text
from frontends.visit.visit import Visit

Played: TypeAlias = tuple[Game, Options]
"""What is played, and how."""
WHICH = message("Type rules and one of: {games}.", games=orders.names())


async def rules(room: Room, rest: str) -> None:
    """How a game is played, or one part of that; without a name, the game that is shown here."""
    visit, shown = room.visit, room.played
    here = (shown[0], shown[1].options) if shown else None
    game, options, topic = asked(here, rest.lower().split())
    await visit.read(page_of(game, options, topic, visit.look, in_pages=visit.on_screen))


async def why(room: Room, rest: str) -> None:
    """What the last thing came of, or what stands in the way of a move."""
    if room.played is not None:
        game, table = room.played
        await room.visit.read_column(*explain(game, table.view, plain(rest)))


def _unless_begun(room: Room) -> Message | None:
    return None if room.played and room.played[1].begun else wording.NOT_BEGUN


def asked(here: Played | None, words: Sequence[str]) -> tuple[Game, Options, str]:
    """The game, its variant, and the part that is wanted, empty for all. Raises: Refused."""
    topic = words[-1] if words and words[-1] in TOPICS else ""
    named = words[:-1] if topic else words
    if named:
        return (*orders.find_game(" ".join(named)), topic)
    if here is None:
        raise Refused(WHICH)
    return (*here, topic)


def page_of(game: Game, options: Options, topic: str, look: Look, *, in_pages: bool) -> str:
    """The rules as text, or one part of them. Raises: Refused where there are none."""
    if not topic:
        return _whole(game, options, look, look.rows - 1 if in_pages else 0)
    book = _book(game, options)
    sections = book.about(topic)
    if not sections:
        has = tuple(dict.fromkeys(section.topic for section in book.sections))
        raise Refused("The rules of {game} have no such part: they have {parts}.", game=book.title, parts=has)
    return section_text(game, sections, look)


def _whole(game: Game, options: Options, look: Look, page: int) -> str:
    return _kept(game.name, tuple(options.items()), attrs.evolve(look, rows=Look().rows), page)


@lru_cache(maxsize=64)
def _kept(game: str, options: tuple[tuple[str, str], ...], look: Look, page: int) -> str:
    """Written once for all who read it alike: it takes some milliseconds, and nothing in it changes."""
    return rules_text(GAMES[game], _book(GAMES[game], dict(options)), look, page=page)


def _book(game: Game, options: Options) -> Book:
    book = book_of(game, options)
    if book is None:
        raise Refused("There are no written rules of {game}.", game=game.title)
    return book


def after_help(visit: Visit, played: Played, text: str) -> str:
    """The text of help with the rules on the pages after it; in lines only the word that shows them."""
    game, options = played
    if game.name not in BOOKS:
        return text
    if not visit.on_screen:
        return f"{text}\n\n{visit.text(message('Type rules to read how the game is played.'))}"
    page = visit.look.rows - 1
    lines = fitted(text, visit.look.columns)
    lines += [""] * (-len(lines) % page)
    return "\n".join((*lines, _whole(game, options, visit.look, page)))


def local_text(words: Sequence[str], look: Look) -> str:
    """The rules for a shell. Raises: Refused."""
    game, options, topic = asked(None, words)
    return page_of(game, options, topic, look, in_pages=False)


RULES: Action[Room] = Action(
    "rules",
    rules,
    message("how a game is played, or one part: goal, play, scoring"),
    takes="[GAME] [PART]",
    more=lambda _: (*orders.names(), *TOPICS),
)
WHY: Action[Room] = Action(
    "why",
    why,
    message("why it came out like this, or why a move is not allowed"),
    takes="[MOVE]",
    keys=("!",),
    unless=_unless_begun,
)
