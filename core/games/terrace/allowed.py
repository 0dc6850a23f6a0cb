"""What may be done in Terrace, what is safe and what is worth proposing, as far as it can be seen on the table."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from core.base.cards import PACK, Card, definite
from core.base.message import Argument, Message, message
from core.games.terrace.board import COLUMNS, FOUNDATIONS, RANK, RED, Open, Pile, pile

CHOOSE_FIRST = message("Choose the base card first: type b 1, b 2, b 3 or b 4.")
_LOCKED = message("The stock is locked until you use the waste card.")
_NO_STOCK = message("The stock is empty: play the cards on the table.")
_NOT_YET = message("After a redeal, play each card before you turn the next.")


class Proposal(Struct, frozen=True):
    """A move worth a hint. Without a source it proposes a deal; then `target` is empty, too."""

    source: str
    target: str
    reason: Message


def sources(board: Open) -> Iterator[str]:
    """The places from which a card may be picked up now: the reserve, the columns, the waste."""
    if board.base and board.reserve:
        yield "r"
    for place, column in zip(COLUMNS, board.columns, strict=False):
        if column:
            yield place
    if board.base and board.waste:
        yield "w"


def takers(board: Open, source: str) -> Iterator[str]:
    """The places that take the top card of one of the `sources`: foundations, then columns, by number."""
    card = pile(board, source)[-1]
    yield from _foundations(board, card)
    for place, onto in zip(COLUMNS, board.columns, strict=False):
        if board.base and not _not_built(board, card, source, onto):
            yield place


def closed(board: Open, stock: int) -> Message | None:
    """Why the stock gives no card now; None when it does. `stock` is the number of its cards."""
    if not board.base:
        return CHOOSE_FIRST
    if board.locked:
        return _LOCKED
    if not stock and not (board.waste and board.redeals < board.rules.redeals):
        return _NO_STOCK
    if board.redeals and board.waste:
        return _NOT_YET
    return None


def objection(board: Open, source: str, target: str) -> Message | None:
    """Why the top card of source may not go to target; None when it may."""
    if source[0] in "fs" or target[0] in "swr":
        return message("Move cards from the columns, the waste and the reserve to the columns and the foundations.")
    cards = pile(board, source)
    if not cards:
        return message("No card is on {source}; type ? to see what can move.", source=place_name(source))
    if not board.base and (target[0] != "f" or source[0] != "t"):
        return CHOOSE_FIRST
    if target == "f":
        return worded(_NO_FOUNDATION, board, source, target)
    if target[0] != "f" and target not in COLUMNS[: len(board.columns)]:
        return message("The columns are t1 to t{columns}.", columns=len(board.columns))
    onto = pile(board, target)
    if target[0] == "f":
        why = _not_up(cards[-1], onto[-1] if onto else "", board.base, board.rules.in_suit)
    else:
        why = _not_built(board, cards[-1], source, onto)
    return worded(why, board, source, target) if why else None


_NO_FOUNDATION = message("No foundation takes {card} now.")
_ONLY_BASE = message("An empty foundation takes only {base}.")
_ONE_BY_ONE = message("Foundations build up one by one: {card} does not go on {onto}.")
_COMPLETE = message("That foundation is complete; choose an empty one.")
_IN_SUIT = message("Foundations build up in suit: {card} does not go on {onto}.")
_IN_COLOUR = message("Foundations alternate in colour: {card} does not go on {onto}.")
_RESERVE_STAYS = message("Reserve cards can only go to a foundation.")
_WASTE_FILLS = message("Only the waste card may fill an empty column.")
_NOT_ON_BASE = message("In the columns, no card goes on {base}.")
_BUILD_DOWN = message("Columns build down in alternating colours: {card} does not go on {onto}.")
"""Made once, as a bot or a solver asks for them thousands of times."""


def _not_up(card: str, top: str, base: int, in_suit: bool) -> Message | None:
    """Why a card does not go onto a foundation with that card on top, or none, for `worded`; None when it does."""
    if not top:
        return None if RANK[card] == base or not base else _ONLY_BASE
    if RANK[card] != RANK[top] % 13 + 1:
        return _ONE_BY_ONE
    if RANK[card] == base:
        return _COMPLETE
    if in_suit:
        return None if card[1] == top[1] else _IN_SUIT
    return None if RED[card] != RED[top] else _IN_COLOUR


def _not_built(board: Open, card: str, source: str, onto: Pile) -> Message | None:
    """Why a card does not go onto a column, for `worded`; None when it does."""
    if source == "r":
        return _RESERVE_STAYS
    if not onto:
        return None if source == "w" else _WASTE_FILLS
    top = onto[-1]
    if RANK[top] == board.base:
        return _NOT_ON_BASE
    if RANK[top] != RANK[card] % 13 + 1 or RED[card] == RED[top]:
        return _BUILD_DOWN
    return None


def worded(said: Message, board: Open, source: str, target: str) -> Message:
    """A message about moving the top card of source to target, with its gaps filled.

    The gaps are {card} and {onto}, the card and what it would come to lie on, and {base}, the base card.
    """
    args: dict[str, Argument] = {}
    for gap, place in (("card", source), ("onto", target)):
        if f"{{{gap}}}" in said.template:
            args[gap] = definite(pile(board, place)[-1])
    if "{base}" in said.template:
        args["base"] = base_name(board.base)
    return said.filled(**args)


_BASES = (
    message("an ace"), message("a two"), message("a three"), message("a four"), message("a five"), message("a six"),
    message("a seven"), message("an eight"), message("a nine"), message("a ten"), message("a jack"),
    message("a queen"), message("a king"),
)  # fmt: skip


def base_name(rank: int) -> Message:
    """A rank with its article: "an ace"."""
    return _BASES[rank - 1]


_PLACES = {"w": message("the waste"), "r": message("the reserve"), "s": message("the stock")}


def place_name(place: str) -> Message:
    """As it is spoken: "column 3"."""
    if place in _PLACES:
        return _PLACES[place]
    named = message("foundation {number}") if place[0] == "f" else message("column {number}")
    return named.filled(number=int(place[1:]))


def foundation(board: Open, source: str) -> str:
    """The first foundation that takes the top card of a place; empty when none does."""
    return next(iter(_foundations(board, pile(board, source)[-1])), "")


def _foundations(board: Open, card: str) -> Sequence[str]:
    """The foundations that take a card, by number."""
    tops = tuple([cards[-1] if cards else "" for cards in board.foundations])
    return _takers_up(tops, board.base, board.rules.in_suit).get(card, ())


@lru_cache(maxsize=256)
def _takers_up(tops: Pile, base: int, in_suit: bool) -> Mapping[Card, Sequence[str]]:
    """By card, the foundations that take it: the same until a card goes up, and asked ten times in each position."""
    takers: dict[Card, list[str]] = {}
    for place, top in zip(FOUNDATIONS, tops, strict=True):
        for card in _taken_up(top, base, in_suit):
            takers.setdefault(card, []).append(place)
    return takers


@cache
def _taken_up(top: Card, base: int, in_suit: bool) -> Pile:
    return tuple(card for card in PACK if not _not_up(card, top, base, in_suit))


def safe(board: Open, stock: int) -> Iterator[tuple[str, str]]:
    """Moves to the foundations that can do no harm, as source and target.

    No other card waits for the same place, and no card could still need the moved one to be built on it: whatever
    it follows is up, and whatever could be built on it can go up as soon as it is free. The last card of a column
    stays while the space would have to be filled, because it matters when.
    """
    if not board.base:
        return
    for place in sources(board):
        cards = pile(board, place)
        lone = place[0] == "t" and len(cards) == 1 and (stock or board.waste)
        if not lone and _needless(board, cards[-1]) and (target := foundation(board, place)):
            yield place, target


def _needless(board: Open, card: str) -> bool:
    height = (RANK[card] - board.base) % 13
    others = "cs" if RED[card] else "dh"
    if board.rules.in_suit:
        return _all_up(board, height - 1, card[1]) and _all_up(board, height - 2, others)
    return _all_up(board, height - 1, others)


def _all_up(board: Open, height: int, suits: str) -> bool:
    """Whether both cards of each of the suits are on foundations at a height counted from 0; true below 0."""
    if height < 0:
        return True
    return sum(len(cards) > height and cards[height][1] in suits for cards in board.foundations) == 2 * len(suits)


_REASONS = {"r": message("reserve cards can only go to the foundations"), "w": message("it uses the waste card")}
_GOES_UP = message("it goes up")
_FILLS = message("it fills an empty column")
_NOTHING_ELSE = message("nothing else helps")


def propose(board: Open, stock: int) -> Proposal | None:
    """The first move worth a hint: up from the reserve, the columns, the waste, then building, then a deal."""
    if not board.base:
        return Proposal("", "f", message("all eight foundations start with its rank"))
    for place in sources(board):
        if target := foundation(board, place):
            return Proposal(place, target, _REASONS.get(place, _GOES_UP))
    if build := _building(board):
        return build
    if board.waste and (target := next(takers(board, "w"), "")):
        return Proposal("w", target, _REASONS["w"] if pile(board, target) else _FILLS)
    return None if closed(board, stock) else Proposal("", "", _NOTHING_ELSE)


def is_stuck(board: Open, stock: int) -> bool:
    """Whether no move is worth a hint. While the stock gives a card there is one, and nothing is looked for."""
    return closed(board, stock) is not None and propose(board, stock) is None


def _building(board: Open) -> Proposal | None:
    """The start of the best chain of moves between columns that clears one or frees a card to go up."""
    best: tuple[int, Proposal] | None = None
    for place, column in zip(COLUMNS, board.columns, strict=False):
        if not column or RANK[column[-1]] == board.base:
            continue
        height = (RANK[column[-1]] - board.base) % 13
        if (best is None or height > best[0]) and (chain := _chain(board, place, column)):
            best = height, chain
    return best[1] if best else None


def _chain(board: Open, place: str, column: Pile) -> Proposal | None:
    """The first move of peeling a column, if the table as it stands takes card after card until it pays."""
    first = ""
    for depth in range(len(column) - 1, -1, -1):
        card = column[depth]
        if first and _foundations(board, card):
            return Proposal(place, first, message("{card} can then go up", card=definite(card)))
        lodgings = (
            target
            for target, cards in zip(COLUMNS, board.columns, strict=False)
            if cards and target != place and not _not_built(board, card, place, cards)
        )
        if not (target := next(lodgings, "")):
            return None
        first = first or target
    return Proposal(place, first, message("it empties {place}", place=place_name(place)))


def sentence(board: Open, proposal: Proposal) -> Message:
    """A proposal in words, without its reason or a full stop."""
    if not proposal.target:
        return message("Turn a card from the stock")
    if not proposal.source:
        return message("Choose the base card")
    card, onto = definite(pile(board, proposal.source)[-1]), pile(board, proposal.target)
    if onto:
        return message("Move {card} onto {onto}", card=card, onto=definite(onto[-1]))
    if proposal.target[0] == "f":
        return message("Move {card} onto an empty foundation", card=card)
    return message("Move {card} into an empty column", card=card)
