"""Which position a person saw when they typed what is carried out now.

A house that stood still, or is busy, finds news and keys in the same moment; the keys were meant for the position that
the person saw before. What somebody types after a move of their own, without waiting for its outcome, is not meant:
they know what they have asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from frontends.terminal import Terminal

MOST = 32
"""So many positions are told apart, for what was typed and waits to be taken."""


class Seen:
    """Which position was seen when; counts what was typed, and taken of it, as the person's terminal does."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._overtaken: tuple[tuple[int, int], ...] = ()
        """For each time that news came while something typed was still to be taken: how much had been typed by then, by
        the terminal's count, and the last record that the person had seen."""
        self._seen: int | None = None
        self._is_asking = False
        """Whether the table is deciding what the person has asked for."""

    @contextmanager
    def asking(self) -> Iterator[None]:
        """The table decides what the person has asked for."""
        self._is_asking = True
        try:
            yield
        finally:
            self._is_asking = False

    def note_news(self, seq: int) -> None:
        """News come to somebody who has seen the position after record `seq`."""
        if self._is_asking:
            return
        given, before = self._terminal.count_given(), self._overtaken
        if given <= self._terminal.count_taken() or (before and given <= before[-1][0]):
            return
        if len(before) == MOST:
            *_, (_, seq) = before  # Better meant for a position that is too old than for one that was not seen.
        self._overtaken = (*before[: MOST - 1], (given, seq))

    def note_input(self) -> None:
        """An input was taken: find out which position it was meant for."""
        if not self._overtaken:
            self._seen = None
            return
        taken = self._terminal.count_taken()
        self._overtaken = tuple(one for one in self._overtaken if one[0] >= taken)
        self._seen = self._overtaken[0][1] if self._overtaken else None

    def of(self, shown: int) -> int:
        """The last record that the person had seen when they typed this, if they are shown record `shown` now."""
        return shown if self._seen is None else min(self._seen, shown)
