"""What a move of El-Ixir has cost, as the strong player sees it: by games that it imagines to their ends."""

from collections.abc import Mapping
from statistics import fmean

from core.base.chance import SEED_BYTES
from core.games.elixir import Place, View, covers, read
from core.games.elixir.board import after
from core.games.elixir.bot.hints import ends_of
from core.games.elixir.bot.normal import blocks_of, lead
from core.games.elixir.bot.playouts import margins
from core.games.features.critics import Review

COMPARED = 6
"""How many other moves a move is compared with."""
SAMPLES, MORE_SAMPLES = 8, 48
"""By how many imagined games each: to find the best of them, and then to tell it from the move that was made."""


def glance(view: View, text: str) -> float:
    """By how many points the best block leaves the seat better placed, before anything is imagined."""
    played = _block(view, text)
    if played is None:
        return 0.0
    leads = _leads(view)
    return max(leads.values()) - leads[played]


def ponder(view: View, text: str) -> Review | None:
    """By how many points the games end better after the best of a few other moves; None where they do not."""
    played, (seat,) = _block(view, text), view.turn
    if played is None:
        return None
    leads = _leads(view)
    others = sorted(leads.keys() - {played}, key=lambda block: leads[block], reverse=True)[:COMPARED]
    if not others:
        return None
    found = _ends(view, seat, others, SAMPLES, seed=1)
    best = max(others, key=found.__getitem__)
    # With games of their own: the best of several is partly so by luck.
    ends = _ends(view, seat, [best, played], MORE_SAMPLES, seed=2)
    cost = ends[best] - ends[played]
    if cost < 1:
        return None
    return Review(cost, ends_of(view, text), ends_of(view, blocks_of(view)[best]), round(cost))


def _block(view: View, text: str) -> int | None:
    """The tiles that a move covers; None for a roll."""
    move = read(view, text)
    return sum(covers(view.board, view.rolled, move)) if isinstance(move, Place) else None


def _leads(view: View) -> Mapping[int, float]:
    """How the seat stands after each block."""
    (seat,) = view.turn
    return {block: lead(after(view.board, seat, block), seat) for block in blocks_of(view)}


def _ends(view: View, seat: int, blocks: list[int], samples: int, *, seed: int) -> Mapping[int, float]:
    """By how many points imagined games are won on average after each of these blocks."""
    boards = [after(view.board, seat, block) for block in blocks]
    results = margins(boards, 1 - seat, samples, seed.to_bytes(SEED_BYTES, "big"))
    return {block: fmean(found) * (1 - 2 * seat) for block, found in zip(blocks, results, strict=True)}
