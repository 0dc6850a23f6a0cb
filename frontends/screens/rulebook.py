"""The rules of a game as lines of text: wrapped, with tables that fit, and positions that the game's screen draws."""

import textwrap
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import attrs

from core.base.game import Game, Options, Refused
from core.base.message import Argument, Message, message
from core.games import GAMES
from core.games.features.guides import book_of, example_table
from core.games.features.rulebook import TOPICS, AsTyped, Book, Example, Grid, Part, Section
from core.sessions.arrival import order_words
from frontends.locale.language import Language
from frontends.screens import screen_of
from frontends.screens.controls import LEAST, Scene
from frontends.screens.texts import hanging
from frontends.terminal.pages import wrapped
from frontends.terminal.picture import Canvas, Look

WIDEST = 79
"""Columns of the longest line; longer ones are hard to read."""
_GAP = "  "


Played: TypeAlias = tuple[Game, Options]
"""What is played, and how."""
WHICH = message("Type rules and one of: {games}.", games=order_words.names())


def asked(here: Played | None, words: Sequence[str]) -> tuple[Game, Options, str]:
    """The game, its variant, and the part that is wanted, empty for all. Raises: Refused."""
    topic = words[-1] if words and words[-1] in TOPICS else ""
    named = words[:-1] if topic else words
    if named:
        return (*order_words.find_game(" ".join(named)), topic)
    if here is None:
        raise Refused(WHICH)
    return (*here, topic)


def page_of(game: Game, options: Options, topic: str, look: Look, *, in_pages: bool) -> str:
    """The rules as text, or one part of them. Raises: Refused where there are none."""
    if not topic:
        page = look.rows - 1 if in_pages else 0
        return _kept(game.name, tuple(options.items()), attrs.evolve(look, rows=Look().rows), page)
    book = _book(game, options)
    sections = book.about(topic)
    if not sections:
        has = tuple(dict.fromkeys(section.topic for section in book.sections))
        raise Refused("The rules of {game} have no such part. Their parts: {parts}.", game=book.title, parts=has)
    return "\n".join(_set(game, sections, look))


@lru_cache(maxsize=64)
def _kept(game: str, options: tuple[tuple[str, str], ...], look: Look, page: int) -> str:
    """Written once for all who read it alike: it takes some milliseconds, and nothing in it changes."""
    return rules_text(GAMES[game], _book(GAMES[game], dict(options)), look, page=page)


def _book(game: Game, options: Options) -> Book:
    book = book_of(game, options)
    if book is None:
        raise Refused("There are no written rules of {game}.", game=game.title)
    return book


def rules_text(game: Game, book: Book, look: Look, *, page: int = 0) -> str:
    """A whole book.

    `page` is how many rows a page of the reader has, 0 if there are none: no picture is torn apart then.
    """
    heading = look.words.text("The rules of {game}", game=book.title)
    return "\n".join(_set(game, book.sections, look, [heading, ""], page))


def _set(game: Game, sections: Sequence[Section], look: Look, above: Sequence[str] = (), page: int = 0) -> list[str]:
    """Sections in lines; they have numbers where a heading stands above them."""
    lines = list(above)
    for number, section in enumerate(sections, 1):
        title = look.words.say(section.title)
        lines += [*_wrapped(f"{number}. {title}" if above else title, look), ""]
        for part in section.parts:
            block = _block(game, part, look)
            if isinstance(part, Example) and page and (left := page - len(lines) % page) < len(block) <= page:
                lines += [""] * left
            lines += [*block, ""]
    return lines[:-1]


def _block(game: Game, part: Part, look: Look) -> Sequence[str]:
    """The lines of a part."""
    match part:
        case Message():
            return _wrapped(look.words.say(part), look)
        case AsTyped(lines):
            return wrapped(look.words.say(lines), _width(look))
        case Grid():
            return _grid(part, look)
        case Example():
            return _example(game, part, look)


def _width(look: Look) -> int:
    return max(20, min(look.columns - 1, WIDEST))


def _wrapped(text: str, look: Look) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, _width(look), break_on_hyphens=False, break_long_words=False))


def _example(game: Game, example: Example, look: Look) -> tuple[str, ...]:
    """The position as the game's screen draws it; for a screen reader, or where it finds no room, in words."""
    words, face = look.words, screen_of(game.name)
    names = (words.text("You"), words.text("Other"))[: game.seats]
    table = example_table(game, example.options, example.state, names)
    if look.reader or look.columns < LEAST[1]:
        return tuple(line for said in face.describe(table, look) for line in hanging(said, _width(look)))
    canvas = Canvas(attrs.evolve(look, rows=LEAST[0], columns=min(look.columns, WIDEST + 1)))
    face.draw(Scene(table, face.idle(table.view)), canvas)
    rows = [row.rstrip() for row in canvas.picture().rows]
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)


def _grid(grid: Grid, look: Look) -> tuple[str, ...]:
    """A table with its columns aligned; where that is too wide, and for a screen reader, a short list for each row."""
    words = look.words
    heads = [words.say(head) for head in grid.heads]
    rows = [[_cell(cell, words) for cell in row] for row in grid.rows]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    if look.reader or sum(widths) + len(_GAP) * (len(widths) - 1) > _width(look):
        return tuple(_listed(heads, rows, look))
    return tuple(
        _GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in (heads, *rows)
    )


def _listed(heads: list[str], rows: list[list[str]], look: Look) -> Iterator[str]:
    """Each row in a sentence of its own: what it is about, then every head with its cell."""
    for first, *rest in rows:
        cells = tuple(
            message("{head}: {cell}", head=head, cell=cell) for head, cell in zip(heads[1:], rest, strict=True)
        )
        said = look.words.say(message("{first}. {cells}.", first=first, cells=cells))
        yield from textwrap.wrap(said, _width(look), subsequent_indent=_GAP, break_on_hyphens=False)


def _cell(cell: Argument, words: Language) -> str:
    return words.say(Message("{cell}", (("cell", cell),)))  # of itself there is nothing to translate in it
