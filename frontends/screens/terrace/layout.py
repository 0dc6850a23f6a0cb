"""Where the parts of Terrace lie on a canvas, and how its piles overlap. Arithmetic alone: nothing is drawn here."""

from collections.abc import Sequence

import attrs

BOXED = 56
"""Columns of the narrowest canvas on which cards have frames."""
DEEPEST = 13
"""Cards of the longest column there can be."""


@attrs.frozen
class Plan:
    """Rows and columns of the parts, on a canvas that is wide enough for frames."""

    wide: int
    """Columns of a card: 5, 7 or 9."""
    high: int
    """Rows of a card that nothing covers: 3 to 5."""
    left: int
    width: int
    """Columns of the whole board, from `left`."""
    pitch: int
    """Columns from one column of cards to the next."""
    first: int
    """Where the first column of cards begins."""
    head: int
    """The row of stock, waste and foundations."""
    head_rows: int
    reserve: int
    reserve_rows: int
    columns: int
    """The row in which the columns of cards begin."""
    columns_rows: int


def plan(rows: int, columns: int, count: int) -> Plan:
    """The plan for a canvas of that size and `count` columns of cards."""
    wide = next((wide for wide in (9, 7) if columns > 10 * wide + 5), 5)
    high = 3 if wide == 5 or rows < 28 else 4 if rows < 36 else 5
    width = max(10 * wide + 5, min(columns - 2, 9 * (wide + 3)))
    pitch = min(wide + 3, (width - wide) // (count - 1))
    left = (columns - width) // 2
    head_rows, reserve_rows, gaps = _rows(rows - 1, high)
    head = 1 + gaps[0]
    reserve = head + head_rows + gaps[1]
    below = reserve + reserve_rows + gaps[2]
    return Plan(
        wide, high, left, width, pitch, left + (width - (count - 1) * pitch - wide) // 2,
        head, head_rows, reserve, reserve_rows, below, rows - below,
    )  # fmt: skip


def _rows(body: int, high: int) -> tuple[int, int, tuple[int, int, int]]:
    """Rows of the heads, of the reserve, and the gaps above each part.

    Where rows are short the columns come first: cards above lose their lower borders, as if the next ones lay on them.
    """
    head = reserve = high
    if body - head - reserve < DEEPEST:
        reserve -= 1
    if body - head - reserve < DEEPEST:
        head -= 1
    spare = body - head - reserve - (2 * DEEPEST if high == 5 else DEEPEST + high - 1)
    return head, reserve, (int(spare > 2), int(spare > 0), int(spare > 1))


@attrs.frozen
class Fall:
    """How a column of overlapping cards is drawn."""

    paired: int
    """Rows at the start that show two cards each."""
    spread: int
    """How many of the cards in front have a border of their own above them."""
    inner: int
    """Rows of the card in play between its borders."""
    closed: bool
    """Whether there is room for the lower border."""


def fall(count: int, rows: int, high: int) -> Fall:
    """How `count` cards, one or more, are drawn in so many rows, the upper border included."""
    inner = min(high - 2, max(1, rows - count - 1))
    closed = count + inner + 1 <= rows
    spread = min(count - 1, rows - count - inner - 1) if closed and high == 5 else 0
    return Fall(max(0, count + 1 - rows), spread, inner, closed)


def fan(faces: Sequence[str], wide: int, room: int) -> tuple[tuple[int, bool], ...]:
    """For each card of a fan where its face begins, from the fan's left border, and whether a border is before it.

    The deepest cards lose their borders where the fan is too wide for `room`, in columns; the card in play, `wide`
    columns with its borders, stands last.
    """
    covered = faces[:-1]
    close = max(0, sum(len(face) + 1 for face in covered) + wide - room)
    places, column = [], 0
    for number in range(len(faces)):
        bordered = not 0 < number <= close or number == len(faces) - 1
        column += bordered
        places.append((column, bordered))
        column += len(faces[number])
    return tuple(places)
