"""Positions of one deal of Terrace whose stock is known: made of parts that are kept, so that each is weighed once.

A position is a tuple of the stock (the card that is turned next stands last), the waste, how many cards the reserve
still has, the two sides of the columns, what is up, whether the stock is locked, and the redeals used. Waste, sides and
what is up are the same object exactly when they are alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.games.terrace.solver.packed_board import HEIGHTS, UNKNOWN, Frame, Spot, distances, harmless
from core.games.terrace.solver.sides import Side, Sides, side_of

NOT_YET, READY, SAFE = 0, 1, 2
"""Whether a card can go up, and whether it is needed for nothing else and takes no other's place there."""


class Waste:
    """A waste: its top card on what lies beneath."""

    __slots__ = ("_above", "beneath", "card", "cards", "size", "value")

    def __init__(self, cards: bytes, beneath: Waste | None) -> None:
        self.cards = cards
        """The one in play last."""
        self.card = cards[-1] if cards else UNKNOWN
        self.size = len(cards)
        self.beneath = beneath or self
        self.value: float | None = None
        """For whoever weighs positions."""
        self._above: dict[int, Waste] = {}

    def under(self, card: int) -> Waste:
        """With a card on top."""
        found = self._above.get(card)
        if found is None:
            found = self._above[card] = Waste(self.cards + bytes([card]), self)
        return found


class Risen:
    """What lies on the foundations."""

    __slots__ = ("_above", "_frame", "_kept", "counts", "far", "lost", "ready", "reserve", "total", "value")

    def __init__(self, kept: dict[bytes, Risen], frame: Frame, counts: bytes) -> None:
        self._kept, self._frame = kept, frame
        self.counts = counts
        self.total = sum(counts)
        self.far = distances(counts)
        self.ready = bytes(_readiness(frame, counts, self.far, card) for card in range(UNKNOWN + 1))
        self.value: tuple[float, float] | None = None
        self.reserve: dict[int, tuple[float, float]] = {}
        """What the reserve is worth beside it, by the number of its cards: for whoever weighs positions."""
        self.lost: dict[int, bool] = {}
        """Whether a proof rules it out, by the number of cards in the reserve: for whoever looks for proofs."""
        self._above: dict[int, Risen] = {}

    def under(self, card: int) -> Risen:
        """With a card more, which must be ready."""
        found = self._above.get(card)
        if found is None:
            counts = b"%b%c%b" % (self.counts[:card], self.counts[card] + 1, self.counts[card + 1 :])
            found = self._kept.get(counts)
            if found is None:
                found = self._kept[counts] = Risen(self._kept, self._frame, counts)
            self._above[card] = found
        return found


def _readiness(frame: Frame, up: bytes, far: bytes, card: int) -> int:
    if card >= len(up) or far[card]:
        return NOT_YET
    return SAFE if harmless(frame, up, card) else READY


Position = tuple[bytes, Waste, int, Side, Side, Risen, bool, int]


def way(before: Mapping[Position, Position | None], last: Position | None) -> list[Position]:
    """The positions that led to the last one, from the first on, it included."""
    found: list[Position] = []
    while last is not None:
        found.append(last)
        last = before[last]
    return found[::-1]


class Deal:
    """One deal, and all that was met while it was searched."""

    def __init__(self, frame: Frame, reserve: bytes, columns: int) -> None:
        """`reserve` as it lies at the start, the card in play last; `columns` is how many there are."""
        self.frame, self.reserve, self.columns = frame, reserve, columns
        self.side = [side_of(card) if frame.in_suit else card // HEIGHTS % 2 for card in range(UNKNOWN + 1)]
        self.sides = Sides(frame)
        self._no_waste = Waste(b"", None)
        self._risen: dict[bytes, Risen] = {}

    def position(self, spot: Spot) -> Position:
        """The position that stands for a spot; its reserve must be what is left of the deal's."""
        stock, cards, reserve, columns, up, locked, redeals = spot
        waste = self._no_waste
        for card in cards:
            waste = waste.under(card)
        risen = self._risen.get(up)
        if risen is None:
            risen = self._risen[up] = Risen(self._risen, self.frame, up)
        laid = [column for column in columns if column]
        one, two = (self.sides.made(column for column in laid if self.side[column[0]] == side) for side in (0, 1))
        return stock, waste, len(reserve), one, two, risen, locked, redeals

    def closed(self, position: Position) -> bool:
        """Whether no card can be dealt."""
        stock, waste, _, _, _, _, locked, redeals = position
        if locked or (redeals and waste.size):
            return True
        return not stock and not (waste.size and redeals < self.frame.redeals)

    def dealt(self, position: Position) -> Position:
        """One card turned, or the waste turned over."""
        stock, waste, reserve, one, two, risen, _, redeals = position
        if not stock:
            return waste.cards[::-1], self._no_waste, reserve, one, two, risen, False, redeals + 1
        space = one.count + two.count < self.columns
        return stock[:-1], waste.under(stock[-1]), reserve, one, two, risen, space, redeals

    def promising(self, position: Position) -> list[Position]:
        """What is worth doing before the next deal; only one thing where there is a move that can hardly be wrong.

        Such moves are those of the reserve and those that can do no harm.
        """
        stock, waste, reserve, _, _, risen, locked, _ = position
        if stock and not (waste.size or locked):
            return []  # After a redeal the next card comes first.
        if reserve and risen.ready[self.reserve[reserve - 1]]:
            return [self.reserve_up(position)]
        found = []
        for does_no_harm, then in self._rising(position):
            if does_no_harm:
                return [then]
            found.append(then)
        if waste.size:
            found += self._placed(position)
        found += self._between_columns(position)
        return found

    def _rising(self, position: Position) -> Iterator[tuple[bool, Position]]:
        """The cards of columns and waste that can go up, and whether that can do no harm."""
        stock, waste, reserve, one, two, risen, locked, redeals = position
        ready, followed = risen.ready, self._followed
        left_over = bool(stock or waste.size)
        for side in (one, two):
            for top, left in side.rising:
                if how := ready[top]:
                    sides = (left, two) if side is one else (one, left)
                    then = followed(stock, waste, reserve, *sides, risen.under(top), locked, redeals)
                    yield how == SAFE and (left.count == side.count or not left_over), then
        if how := ready[waste.card]:
            up = risen.under(waste.card)
            yield how == SAFE, followed(stock, waste.beneath, reserve, one, two, up, False, redeals)

    def _between_columns(self, position: Position) -> Iterator[Position]:
        """Columns that are cleared; in suit, moves besides that free a card to go up."""
        stock, waste, reserve, one, two, risen, locked, redeals = position
        lying = [(side, two) for side in one.merged] + [(one, side) for side in two.merged]
        for sides in lying:
            yield self._followed(stock, waste, reserve, *sides, risen, locked, redeals)
        lying = [(side, two) for bared, side in one.shifted if risen.ready[bared]]
        lying += [(one, side) for bared, side in two.shifted if risen.ready[bared]]
        for sides in lying:
            yield stock, waste, reserve, *sides, risen, locked, redeals

    def _placed(self, position: Position) -> Iterator[Position]:
        """The waste card on a column or in a space."""
        stock, waste, reserve, one, two, risen, _, redeals = position
        card = waste.card
        side = two if self.side[card] else one
        lying = list(side.taking(card)) if side.shown[card] else []
        if one.count + two.count < self.columns:
            lying.append(side.filled(card))
        for new in lying:
            sides = (one, new) if self.side[card] else (new, two)
            yield self._followed(stock, waste.beneath, reserve, *sides, risen, False, redeals)

    def reserve_up(self, position: Position) -> Position:
        """The card of the reserve on the foundations, where it must be ready to go."""
        stock, waste, reserve, one, two, risen, locked, redeals = position
        risen = risen.under(self.reserve[reserve - 1])
        return self._followed(stock, waste, reserve - 1, one, two, risen, locked, redeals)

    def _followed(
        self, stock: bytes, waste: Waste, reserve: int, one: Side, two: Side, risen: Risen, locked: bool, redeals: int
    ) -> Position:
        """A position after a card was moved, with all that follows by itself."""
        space = one.count + two.count < self.columns
        if not space:
            locked = False
        elif self.frame.fill:
            return self._filled(stock, waste, reserve, one, two, risen, locked, redeals)
        if stock and not (waste.size or locked):
            return stock[:-1], waste.under(stock[-1]), reserve, one, two, risen, space, redeals
        return stock, waste, reserve, one, two, risen, locked, redeals

    def _filled(
        self, stock: bytes, waste: Waste, reserve: int, one: Side, two: Side, risen: Risen, locked: bool, redeals: int
    ) -> Position:
        """The spaces filled, in variants that do so by themselves; and a card turned if the waste is empty then."""
        while one.count + two.count < self.columns:
            if reserve and "r" in self.frame.fill:
                card, reserve = self.reserve[reserve - 1], reserve - 1
            elif waste.size:
                card, waste = waste.card, waste.beneath
            elif stock:
                card, stock = stock[-1], stock[:-1]
            else:
                break
            if self.side[card]:
                two = two.filled(card)
            else:
                one = one.filled(card)
        if stock and not (waste.size or locked):
            stock, waste = stock[:-1], waste.under(stock[-1])
        return stock, waste, reserve, one, two, risen, locked, redeals

    def every(self, position: Position) -> Iterator[Position]:
        """Whatever the rules allow, a deal too, apart from exchanges of tops."""
        stock, waste, reserve, one, two, risen, locked, redeals = position
        ready = risen.ready
        if not self.closed(position):
            yield self.dealt(position)
        if reserve and ready[self.reserve[reserve - 1]]:
            yield self.reserve_up(position)
        if ready[waste.card]:
            yield self._followed(stock, waste.beneath, reserve, one, two, risen.under(waste.card), False, redeals)
        if waste.size:
            yield from self._placed(position)
        for side, other in ((one, two), (two, one)):
            ways = [(left, risen.under(top)) for top, left in side.rising if ready[top]]
            ways += [(left, risen) for left in side.emptied]
            ways += [(left, risen) for _, left in side.shifted]
            for left, up in ways:
                sides = (left, other) if side is one else (other, left)
                yield self._followed(stock, waste, reserve, *sides, up, locked, redeals)
