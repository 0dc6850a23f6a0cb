"""Terrace as bytes: positions that a search can make, compare and throw away by the ten thousand.

A card is a number: its height above the base card, 0 to 12, plus 13 for each suit before its own. Where the
foundations alternate in colour, suits do not matter, and a card belongs to the foundations that start with the colour
its own will have: two suits of four cards each, which build up *and down* within themselves, because the columns
alternate, too. In General's Patience there are four suits, and columns build across their colours.

Columns alike are interchangeable, so they are kept sorted. A card nobody has seen is `UNKNOWN`, and fits nowhere.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import attrs

from core.games.terrace.board import RANK, RED, VARIANTS, Open

UNKNOWN = 255
HEIGHTS = 13
RESERVE, WASTE, UP = "r", "w", "f"
_SUITS = "cshd"
"""Black before red."""

Step = tuple[str | bytes, str | bytes]
"""Where a card comes from and goes to: RESERVE, WASTE, UP or a column as it was."""
Path = tuple[Step, ...]


@attrs.frozen(eq=False)
class Frame:
    """What does not change in a game."""

    in_suit: bool
    copies: int
    """Equal cards in the game."""
    redeals: int
    fill: str
    """As in the table of variants."""
    parents: tuple[tuple[int, ...], ...]
    """By card: those on which it may be built in a column."""
    children: tuple[tuple[int, ...], ...]
    """By card: those that may be built on it."""


Spot = tuple[bytes, bytes, bytes, tuple[bytes, ...], bytes, bool, int]
"""Stock, waste and reserve with the card in play last; columns; how many of each card are up; locked; redeals used."""


@cache
def frame_of(variant: str) -> Frame:
    """The frame of a variant."""
    rules = VARIANTS[variant]
    cards = range(HEIGHTS * (4 if rules.in_suit else 2))
    parents = tuple(_parents(card, rules.in_suit) for card in cards)
    children = tuple(tuple(child for child in cards if card in parents[child]) for card in cards)
    none: tuple[tuple[int, ...], ...] = ((),) * (UNKNOWN + 1 - len(cards))
    copies = 2 if rules.in_suit else 4
    return Frame(rules.in_suit, copies, rules.redeals, rules.fill, parents + none, children + none)


def _parents(card: int, in_suit: bool) -> tuple[int, ...]:
    suit, height = divmod(card, HEIGHTS)
    if height == HEIGHTS - 1:
        return ()
    suits = ((2, 3), (2, 3), (0, 1), (0, 1))[suit] if in_suit else (suit,)
    return tuple(other * HEIGHTS + height + 1 for other in suits)


def coded(frame: Frame, cards: Sequence[str], base: int) -> bytes:
    """Cards as numbers, given the base rank."""
    return bytes(_code(card, base, frame.in_suit) for card in cards)


@lru_cache(maxsize=2048)
def _code(card: str, base: int, in_suit: bool) -> int:
    height = (RANK[card] - base) % HEIGHTS
    suit = _SUITS.index(card[1]) if in_suit else RED[card] ^ (height & 1)
    return suit * HEIGHTS + height


def spot_of(frame: Frame, board: Open, stock: bytes) -> Spot:
    """A position whose base is chosen, with a stock given by its numbers."""
    up = bytearray(HEIGHTS * (4 if frame.in_suit else 2))
    for pile in board.foundations:
        for card in coded(frame, pile, board.base):
            up[card] += 1
    columns = sorted(coded(frame, column, board.base) for column in board.columns)
    waste, reserve = coded(frame, board.waste, board.base), coded(frame, board.reserve, board.base)
    return stock, waste, reserve, tuple(columns), bytes(up), board.locked, board.redeals


@lru_cache(maxsize=20_000)
def distances(up: bytes) -> bytes:
    """By card: how many others have to go up before it, on the foundation that is nearest to it; 0: it can go now."""
    found = bytearray(UNKNOWN + 1)
    found[UNKNOWN] = 4
    for card in range(len(up)):
        ready = card % HEIGHTS == 0 or up[card - 1] > up[card]
        found[card] = 0 if ready else found[card - 1] + 1
    return bytes(found)


def closed(frame: Frame, spot: Spot) -> bool:
    """Whether no card can be dealt."""
    stock, waste, _, _, _, locked, redeals = spot
    return locked or bool(redeals and waste) or not (stock or (waste and redeals < frame.redeals))


def deal(spot: Spot) -> Spot:
    """One card turned, or the waste turned over."""
    stock, waste, reserve, columns, up, _, redeals = spot
    if not stock:
        return waste[::-1], b"", reserve, columns, up, False, redeals + 1
    return stock[:-1], waste + stock[-1:], reserve, columns, up, b"" in columns, redeals


def carry(frame: Frame, spot: Spot, step: Step) -> Spot:
    """One card moved, with all that follows by itself."""
    stock, waste, reserve, columns, up, locked, redeals = spot
    source, target = step
    piles = list(columns)
    if isinstance(source, bytes):
        card, piles[piles.index(source)] = source[-1:], source[:-1]
    elif source == WASTE:
        card, waste = waste[-1:], waste[:-1]
    else:
        card, reserve = reserve[-1:], reserve[:-1]
    if isinstance(target, bytes):
        piles[piles.index(target)] = target + card
    else:
        code = card[0]
        up = b"%b%c%b" % (up[:code], up[code] + 1, up[code + 1 :])
    locked = locked and source != WASTE and b"" in piles
    if frame.fill and b"" in piles:
        stock, waste, reserve = _fill(frame, piles, stock, waste, reserve)
    if not waste and stock and not locked:
        stock, waste, locked = stock[:-1], stock[-1:], b"" in piles
    piles.sort()
    return stock, waste, reserve, tuple(piles), up, locked, redeals


def _fill(frame: Frame, piles: list[bytes], stock: bytes, waste: bytes, reserve: bytes) -> tuple[bytes, bytes, bytes]:
    """Fill the spaces of variants that do so by themselves; returns what is left."""
    while b"" in piles:
        space = piles.index(b"")
        if reserve and "r" in frame.fill:
            piles[space], reserve = reserve[-1:], reserve[:-1]
        elif waste:
            piles[space], waste = waste[-1:], waste[:-1]
        elif stock:
            piles[space], stock = stock[-1:], stock[:-1]
        else:
            break
    return stock, waste, reserve


def successors(frame: Frame, spot: Spot) -> list[tuple[Path, Spot]]:
    """What is worth doing before the next deal; only one thing where there is a move that can hardly be wrong.

    Such moves are those of the reserve and those that can do no harm. Of moves between columns only those are
    worth doing that clear a column, card by card, or (in suit) free a card to go up.
    """
    stock, waste, _, columns, up, _, _ = spot
    steps: list[Step] = []
    for source, card in _rising(spot):
        # The last card of a column stays while the space would have to be filled, because it matters when.
        lone = isinstance(source, bytes) and len(source) == 1 and (stock or waste)
        if source == RESERVE or (not lone and harmless(frame, up, card)):
            return [(((source, UP),), carry(frame, spot, (source, UP)))]
        steps.append((source, UP))
    distinct = tuple(dict.fromkeys(columns))
    if waste and waste[-1] != UNKNOWN:
        parents = frame.parents[waste[-1]]
        steps += [(WASTE, column) for column in distinct if not column or column[-1] in parents]
    found: list[tuple[Path, Spot]] = [((step,), carry(frame, spot, step)) for step in steps]
    tops = {column[-1]: column for column in distinct if column}
    cleared = (_cleared(frame, spot, column, tops) for column in distinct)
    return found + [way for way in cleared if way]


def _rising(spot: Spot) -> Iterator[tuple[str | bytes, int]]:
    """The places whose card can go up, and the card; one of columns alike."""
    _, waste, reserve, columns, up, _, _ = spot
    far = distances(up)
    last = b""  # columns are sorted: spaces come first, and columns alike stand together
    if reserve and not far[reserve[-1]]:
        yield RESERVE, reserve[-1]
    for column in columns:
        if column != last and not far[column[-1]]:
            yield column, column[-1]
        last = column
    if waste and not far[waste[-1]]:
        yield WASTE, waste[-1]


def harmless(frame: Frame, up: bytes, card: int) -> bool:
    """Whether a card that can go up is of no other use and takes no other's place; as the rules' `up`."""
    suit, height = divmod(card, HEIGHTS)
    if not height:
        return True
    if up[card - 1] < frame.copies:
        return False
    if not frame.in_suit or height == 1:
        return True
    other = (2 if suit < 2 else 0) * HEIGHTS + height - 2
    return up[other] == up[other + HEIGHTS] == frame.copies


def _lodgings(frame: Frame, spot: Spot, column: bytes, tops: dict[int, bytes]) -> list[bytes]:
    """The columns, as they stand, that take the cards of a column from the top; none if that does not pay."""
    found: list[bytes] = []
    for card in reversed(column):
        if found and frame.in_suit and not distances(spot[4])[card]:
            break
        lodging = next((tops[parent] for parent in frame.parents[card] if parent in tops), None)
        if lodging is None:
            return []
        found.append(lodging)
    return found


def _cleared(frame: Frame, spot: Spot, column: bytes, tops: dict[int, bytes]) -> tuple[Path, Spot] | None:
    """A column moved onto others card by card, if that pays and nothing that follows by itself comes between."""
    path: Path = ()
    for lodging in _lodgings(frame, spot, column, tops):
        if column not in spot[3] or lodging not in spot[3]:
            return None
        path += ((column, lodging),)
        spot = carry(frame, spot, (column, lodging))
        column = column[:-1]
    return (path, spot) if path else None
