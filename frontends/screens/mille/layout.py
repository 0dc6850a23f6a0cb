"""Where the parts of the board of mille stand on a canvas of some size.

From the top: both sides beside each other, why one cannot drive and what is to be done, the hand, the score and what
happened lately. There are three kinds: wide (everything as cards), middle (piles as boxes with the safeties beside
them), and narrow (the safeties of both sides in one list under the piles, with the distances beside it).
"""

import enum
from collections import Counter
from functools import lru_cache

from msgspec import Struct

from frontends.screens.controls import LEAST

WIDE, MIDDLE = 80, 60
"""Columns from which a board is wide, or middle."""
DECK_COLUMNS = 10
SAFETY_COLUMNS = 15
"""Columns of a list of safeties."""
SAFETY_ROWS = 4
GAP = 2
"""Columns between the sides where the deck is not."""
SAY_ROWS = 2
OPEN_ROWS = 14
"""Rows at the bottom from which on the score stays open."""
TWO_BLOCKS = (7, 60)
"""Rows and columns of the whole score in two blocks."""
SAFETY_CARD = 18
"""Columns of a card in the safety area at least."""


class Kind(enum.Enum):
    """How the parts are drawn."""

    WIDE = "wide"
    MIDDLE = "middle"
    NARROW = "narrow"


class Plan(Struct, frozen=True):
    """Rows and columns, from 0."""

    kind: Kind
    rows: int
    columns: int
    side: int
    """Columns of a side."""
    right: int
    """The first column of the right side."""
    piles: int
    """The row of the battle and speed piles."""
    pile_rows: int
    road: int
    """The row of the roads; -1 where there is no room for them."""
    figures: int
    """The row of the miles under the ticks of the roads; -1 without."""
    safeties: int
    """The row of the safeties; in a narrow board the line for deck and discard pile is under them."""
    has_safety_cards: bool
    say: int
    gap: int
    """Blank rows above `say`."""
    hand: int
    hand_rows: int
    bottom: int
    """The row of the score."""

    @property
    def has_room_for_score(self) -> bool:
        """Whether there is room for the whole score under the hand."""
        return self.keeps_score_open or self.has_two_blocks

    @property
    def has_two_blocks(self) -> bool:
        """Whether there is room at the bottom for the whole score in two blocks."""
        return (self.rows - self.bottom) >= TWO_BLOCKS[0] and self.columns >= TWO_BLOCKS[1]

    @property
    def keeps_score_open(self) -> bool:
        """Whether there is room for the whole score at any time."""
        return self.rows - self.bottom >= OPEN_ROWS


_MORE = {
    Kind.WIDE: (
        ("bottom", 3), ("gap", 1), ("figures", 1), ("space", 1), ("hand", 1), ("piles", 1), ("bottom", 6),
        ("safeties", 6), ("hand", 1), ("piles", 1),
    ),
    Kind.MIDDLE: (("bottom", 4), ("figures", 1), ("gap", 1), ("space", 1), ("bottom", 7)),
    Kind.NARROW: (
        ("road", 1), ("piles", 1), ("bottom", 2), ("gap", 1), ("figures", 1), ("space", 1), ("bottom", 11),
    ),
}  # fmt: skip
"""What more rows are used for, one after the other: parts, and how many rows they get."""


@lru_cache(maxsize=256)
def plan_of(rows: int, columns: int) -> Plan:
    """The plan for a canvas."""
    kind = Kind.WIDE if columns >= WIDE else Kind.MIDDLE if columns >= MIDDLE else Kind.NARROW
    is_middle, is_narrow = kind is Kind.MIDDLE, kind is Kind.NARROW
    side = (columns - (DECK_COLUMNS if kind is Kind.WIDE else GAP)) // 2
    more = _shared(_MORE[kind], rows - LEAST[0], without=() if side >= 2 * SAFETY_CARD else ("safeties",))
    road = more["road"] if is_narrow else 1
    piles = 1 + road + more["figures"] + (not is_narrow)  # under the distances, which a narrow board has below
    pile_rows = 4 + more["piles"] + is_middle
    below = piles + pile_rows
    safeties = below if is_narrow or more["safeties"] else piles + is_middle
    say = below + more["safeties"] + (SAFETY_ROWS + 1) * is_narrow + more["gap"]
    hand_rows = 4 + more["hand"]
    return Plan(
        kind, rows, columns, side, columns - side, piles, pile_rows, 1 if road else -1, 2 if more["figures"] else -1,
        safeties, more["safeties"] > 0, say, more["gap"], say + SAY_ROWS, hand_rows,
        say + SAY_ROWS + hand_rows + more["space"],
    )  # fmt: skip


def _shared(steps: tuple[tuple[str, int], ...], spare: int, without: tuple[str, ...] = ()) -> Counter[str]:
    """The rows that are more than the least, shared out; what is left belongs to the bottom."""
    more: Counter[str] = Counter()
    for part, count in steps:
        if part in without:
            continue
        if spare < count:
            break
        more[part] += count
        spare -= count
    return more
