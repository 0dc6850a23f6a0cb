"""The columns of Terrace as a search sees them: in two sides, each made once for every way in which it can lie.

A column is built by cards of alternating colour, one rank apart: whatever its first card, the colour of all others
follows from their height. So every card belongs to one of two sides, and a card of one side never comes onto a column
of the other. Moves on one side are the same whatever lies on the other, and are remembered with the side.

Where foundations alternate in colour, too, a column is a run of one suit of `spots`, without gaps. Two columns of which
one shows the card above the other's can exchange their tops at will: nothing else changes, and the exchange can be
undone. So of all the ways to pair the lowest cards of such columns with their top cards one stands for all: the higher
the top, the higher the bottom. In General's Patience columns differ in suit and stand as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import Any

from core.games.terrace.solver.packed_board import HEIGHTS, UNKNOWN, Frame

Columns = tuple[bytes, ...]
"""Of one side, without spaces."""


class Side:
    """One way in which the columns of a side lie. Two are the same object exactly when they are alike."""

    def __init__(self, kept: Sides, columns: Columns) -> None:
        self._kept, self._frame = kept, kept.frame
        self.columns = columns
        self.count = len(columns)
        self.tops = bytes(column[-1] for column in columns)
        self.bottoms = bytes(column[0] for column in columns)
        self.shown = bytearray(UNKNOWN + 1)
        """By card: 1 when a column takes it."""
        for top in self.tops:
            for card in kept.frame.children[top]:
                self.shown[card] = 1
        self.worth: dict[Any, tuple[float, float]] = {}
        """For whoever weighs positions."""
        self._taking: dict[int, tuple[Side, ...]] = {}
        self._filled: dict[int, Side] = {}

    def taking(self, card: int) -> tuple[Side, ...]:
        """With a card built onto a column in each way that makes a difference."""
        found = self._taking.get(card)
        if found is None:
            in_suit = self._frame.in_suit
            ways = _built_in_suit(self._frame, self.columns, card) if in_suit else _built(self.columns, card)
            found = self._taking[card] = self._kept.each(ways)
        return found

    def filled(self, card: int) -> Side:
        """With a column more, of this card."""
        found = self._filled.get(card)
        if found is None:
            found = self._filled[card] = self._kept.made((*self.columns, bytes([card])))
        return found

    @cached_property
    def rising(self) -> tuple[tuple[int, Side], ...]:
        """Each top card, whether it can go up or not, and what it leaves, in each way that makes a difference."""
        raised = _raised_in_suit if self._frame.in_suit else _raised
        lefts = [(top, self._kept.each(raised(self.columns, top))) for top in sorted(set(self.tops))]
        return tuple((top, left) for top, ways in lefts for left in ways)

    @cached_property
    def merged(self) -> tuple[Side, ...]:
        """Without one column, whose cards went onto others one by one."""
        in_suit = self._frame.in_suit
        return self._kept.each(_merged_in_suit(self._frame, self.columns) if in_suit else _merged(self.columns))

    @cached_property
    def emptied(self) -> tuple[Side, ...]:
        """The same for columns of one card, or that exchanges can make so, in each way that makes a difference."""
        if not self._frame.in_suit:
            return self.merged
        return self._kept.each(_emptied_in_suit(self._frame, self.columns))

    @cached_property
    def shifted(self) -> tuple[tuple[int, Side], ...]:
        """A card that comes to light as one moves to another column; none where that is but an exchange."""
        if not self._frame.in_suit:
            return ()
        found = ((bared, self._kept.made(columns)) for bared, columns in _shifted_in_suit(self._frame, self.columns))
        return tuple((bared, side) for bared, side in found if side is not self)


class Sides:
    """All sides that one search has met."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._made: dict[Columns, Side] = {}

    def made(self, columns: Iterable[bytes]) -> Side:
        """The side with these columns, in any order."""
        key = standard(self.frame, columns)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Side(self, key)
        return found

    def each(self, ways: Iterable[Iterable[bytes]]) -> tuple[Side, ...]:
        """Several sides, each once."""
        return tuple(dict.fromkeys(map(self.made, ways)))


def side_of(card: int) -> int:
    """The side of a card of General's Patience, 0 or 1; elsewhere it is the suit."""
    suit, height = divmod(card, HEIGHTS)
    return (suit // 2 + height) % 2


def standard(frame: Frame, columns: Iterable[bytes]) -> Columns:
    """The columns that stand for all that can be had from these by exchanging tops, sorted."""
    if frame.in_suit:
        return tuple(sorted(columns))
    found: list[bytes] = []
    for group in _groups(columns):
        found += group if len(group) == 1 else _paired(sorted(c[0] for c in group), [c[-1] for c in group])
    return tuple(sorted(found))


def _groups(columns: Iterable[bytes]) -> list[list[bytes]]:
    """Columns whose tops can be exchanged, directly or by way of others: tops without gaps, ascending."""
    groups: list[list[bytes]] = []
    last = -2
    for column in sorted(columns, key=itemgetter(-1)):
        if column[-1] > last + 1:
            groups.append([])
        last = column[-1]
        groups[-1].append(column)
    return groups


def _paired(bottoms: list[int], tops: list[int]) -> list[bytes]:
    return [_RUNS[bottom][top] for bottom, top in zip(bottoms, tops, strict=True)]


_RUNS = tuple(tuple(bytes(range(bottom, top - 1, -1)) for top in range(2 * HEIGHTS)) for bottom in range(2 * HEIGHTS))
"""By lowest card and top card."""


def _picked(columns: Iterable[bytes], top: int) -> Iterator[tuple[int, list[bytes]]]:
    """The lowest cards that a column with this top can have, each with the other columns that are left then."""
    others: list[bytes] = []
    chosen: list[bytes] = []
    for group in _groups(columns):
        if group[0][-1] <= top <= group[-1][-1]:
            chosen = group
        else:
            others += group
    bottoms, tops = sorted(column[0] for column in chosen), [column[-1] for column in chosen]
    if top not in tops:
        return
    tops.remove(top)
    for bottom in sorted({bottom for bottom in bottoms if bottom >= top}):
        left = bottoms.copy()
        left.remove(bottom)
        if all(below >= above for below, above in zip(left, tops, strict=True)):
            yield bottom, others + _paired(left, tops)


def _built(columns: Columns, card: int) -> Iterator[list[bytes]]:
    for bottom, others in _picked(columns, card + 1):
        yield [*others, _RUNS[bottom][card]]


def _raised(columns: Columns, top: int) -> Iterator[list[bytes]]:
    for bottom, others in _picked(columns, top):
        yield [*others, _RUNS[bottom][top + 1]] if bottom > top else others


def _merged(columns: Columns) -> Iterator[list[bytes]]:
    """A single card, as it is or as exchanges can make it, onto the card above."""
    tops = {column[-1] for column in columns}
    for card in sorted({column[0] for column in columns}):
        if card in tops and card + 1 in tops:
            for bottom, others in _picked(columns, card):
                if bottom == card:
                    for onto, rest in _picked(others, card + 1):
                        yield [*rest, _RUNS[onto][card]]


def _changed(columns: Iterable[bytes], column: bytes, *instead: bytes) -> list[bytes]:
    """The columns with one of those alike replaced, or without it."""
    found = list(columns)
    index = found.index(column)
    found[index : index + 1] = instead
    return found


def _built_in_suit(frame: Frame, columns: Iterable[bytes], card: int) -> Iterator[list[bytes]]:
    for column in dict.fromkeys(columns):
        if column[-1] in frame.parents[card]:
            yield _changed(columns, column, column + bytes([card]))


def _raised_in_suit(columns: Columns, top: int) -> Iterator[list[bytes]]:
    for column in dict.fromkeys(columns):
        if column[-1] == top:
            yield _changed(columns, column, *filter(None, [column[:-1]]))


def _merged_in_suit(frame: Frame, columns: Columns) -> Iterator[list[bytes]]:
    """A whole column onto others as they stand."""
    for column in dict.fromkeys(columns):
        left: list[bytes] = _changed(columns, column)
        for card in reversed(column):
            left = next(_built_in_suit(frame, left, card), [])
        if left:
            yield left


def _emptied_in_suit(frame: Frame, columns: Columns) -> Iterator[list[bytes]]:
    for column in dict.fromkeys(columns):
        if len(column) == 1:
            yield from _built_in_suit(frame, _changed(columns, column), column[0])


def _shifted_in_suit(frame: Frame, columns: Columns) -> Iterator[tuple[int, list[bytes]]]:
    """One card onto another column, where it uncovers a card."""
    for column in dict.fromkeys(columns):
        if len(column) > 1:
            others = _changed(columns, column)
            for built in _built_in_suit(frame, others, column[-1]):
                yield column[-2], [*built, column[:-1]]
