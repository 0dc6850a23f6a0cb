"""A text in place of the board, in screen manner: page by page where it is longer than the screen."""

from __future__ import annotations

import re
import textwrap

import attrs

from frontends.screens.picture import REVERSE, Canvas, Look, Picture

ON = (" ", "enter", "down", "tab")
"""Keys that turn the page; any other closes the text."""
_SECOND_COLUMN = re.compile(r"\s+|\S.*?\s{2,}")
BACK = "press any key to go back"


@attrs.frozen
class Pages:
    """A text, and how far it has been read."""

    text: str
    page: int = 0
    """Counted from 0."""

    def after(self, key: str, look: Look) -> Pages | None:
        """The text after a key; None when it is put away."""
        has_more = self._page(look) + 1 < len(self._all(look))
        return attrs.evolve(self, page=self._page(look) + 1) if key in ON and has_more else None

    def picture(self, look: Look) -> Picture:
        """The page, with what the keys do under it."""
        pages = self._all(look)
        page = self._page(look)
        canvas = Canvas(look)
        for row, line in enumerate(pages[page]):
            canvas.put(row, 0, line)
        foot = BACK if page + 1 == len(pages) else f"page {page + 1} of {len(pages)}: Space goes on, Escape back"
        canvas.put(look.rows - 1, 0, foot[: look.columns - 1].ljust(look.columns - 1), REVERSE)
        return canvas.picture()

    def _page(self, look: Look) -> int:
        """The page that is shown: a terminal that grows may leave fewer of them."""
        return min(self.page, len(self._all(look)) - 1)

    def _all(self, look: Look) -> list[list[str]]:
        lines = fitted(self.text, look.columns)
        height = max(1, look.rows - 1)
        return [lines[top : top + height] for top in range(0, len(lines), height)]


def fitted(text: str, columns: int) -> list[str]:
    """A text in lines of at most so many columns."""
    return [part for line in text.strip("\n").split("\n") for part in _wrapped(line, columns)]


def _wrapped(line: str, columns: int) -> list[str]:
    """A line as it is where it fits, else broken at blanks; what follows stands below its second column, if any."""
    if len(line) <= columns:
        return [line]
    hang = _SECOND_COLUMN.match(line)
    indent = " " * hang.end() if hang and hang.end() <= columns // 2 else ""
    head, rest = line[: len(indent)], line[len(indent) :]
    return textwrap.wrap(rest, columns, initial_indent=head, subsequent_indent=indent) or [""]
