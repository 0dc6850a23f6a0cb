"""A text in place of the board, in screen mode: page by page where it is longer than the screen. Without I/O."""

from __future__ import annotations

import re
import textwrap
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from frontends.terminal.picture import REVERSE, Canvas, Look, Picture

ON = (" ", "enter", "down", "tab", "page down", "wheel down")
"""Keys that turn the page."""
BACK = ("up", "page up", "wheel up")
"""Keys that turn it back; any key besides these closes the text."""
_TALK = re.compile(r"<[^<>]+> ")
"""How talk begins, and nothing else."""
_SECOND_COLUMN = re.compile(r"\s+|\S.*?\s{2,}")


class Pages(Struct, frozen=True):
    """A text, and how far it has been read."""

    text: str
    page: int = 0
    """Counted from 0."""

    def after(self, key: str, look: Look) -> Pages | None:
        """The text after a key; None when it is put away."""
        pages, page = self._shown(look)
        last = len(pages) - 1
        if key in BACK:
            return replace(self, page=max(0, page - 1))
        if key == "wheel down":
            return replace(self, page=min(last, page + 1))
        return replace(self, page=page + 1) if key in ON and page < last else None

    def picture(self, look: Look) -> Picture:
        """The page, with what the keys do under it."""
        pages, page = self._shown(look)
        canvas = Canvas(look)
        for row, line in enumerate(pages[page]):
            canvas.put(row, 0, line)
        words = look.words
        if page + 1 == len(pages):
            foot = words.text("press any key to go back")
        else:
            foot = words.text("page {page} of {pages}: Space next, Escape back", page=page + 1, pages=len(pages))
        foot = cut(foot, look.columns - 1)
        canvas.put(look.rows - 1, 0, foot.ljust(look.columns - 1), REVERSE)
        canvas.cursor = (look.rows - 1, len(foot))
        return canvas.picture()

    def _shown(self, look: Look) -> tuple[list[list[str]], int]:
        """All pages, and which is shown: a terminal that grows may leave fewer of them."""
        lines = fitted(self.text, look.columns)
        height = max(1, look.rows - 1)
        pages = [lines[top : top + height] for top in range(0, len(lines), height)] or [[]]
        return pages, min(self.page, len(pages) - 1)


def fitted(text: str, columns: int) -> list[str]:
    """A text in lines of at most so many columns, without empty ones at either end."""
    return list(_fitted(text, columns))


@lru_cache(maxsize=64)
def _fitted(text: str, columns: int) -> tuple[str, ...]:
    """Kept for a while, because help is much alike for all, and a page is asked for again at each key."""
    return tuple(wrapped(text.strip("\n"), columns))


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines of at most so many columns; a word that is longer, such as a path to be typed, stays whole.

    `indent` stands before what follows the first line of one that has no columns of its own.
    """
    lines: list[str] = []
    for line in text.split("\n"):  # Nearly all of them fit.
        lines += (line,) if len(line) <= columns else _wrapped(line, columns, indent)
    return lines


def _wrapped(line: str, columns: int, usual: str = "") -> list[str]:
    """A line that does not fit, broken at blanks; what follows stands below its second column, if any.

    Each line of talk begins with who talks, so that none of them passes for a line of the house.
    """
    if (talk := _TALK.match(line)) and talk.end() <= columns // 2:
        return textwrap.wrap(line, columns, subsequent_indent=talk[0], break_on_hyphens=False)
    hang = _SECOND_COLUMN.match(line)
    width = hang.end() if hang and hang.end() <= columns // 2 else 0
    head, rest, indent = line[:width], line[width:], " " * width or usual
    return textwrap.wrap(
        rest, columns, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    ) or [""]  # fmt: skip


def is_talk(sentence: str) -> bool:
    """Whether somebody in the house said it, and not the house."""
    return _TALK.match(sentence) is not None


def cut(text: str, columns: int, dots: str = "...") -> str:
    """A text in one line of at most so many columns: cut at a blank where there is one, and marked by `dots` as cut."""
    if len(text) <= columns:
        return text
    head = text[: max(0, columns - len(dots)) + 1]
    kept = head.rpartition(" ")[0].rstrip() or head[:-1]
    return f"{kept}{dots}"[:columns]
