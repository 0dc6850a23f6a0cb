"""What the first look of the normal player of El-Ixir finds in somebody's place, and why."""

from __future__ import annotations

from core.base.game import Hint
from core.base.message import Argument, Message, counted, message
from core.games.elixir import Place, View, covers, moves, placing
from core.games.elixir.board import CORNERS, NAMES, Board, beside, settled
from core.games.elixir.bot.normal import pieces
from core.games.elixir.bot.playouts import leads
from core.games.elixir.events import Anchored, Embraced


def advised(view: View) -> Hint | None:
    """The block that leaves the seat best placed, with what it brings; None for those who are not to move.

    It takes about a millisecond. The normal player looks at the best eight once more, which takes forty.
    """
    if view.seat is None or view.seat not in view.turn:
        return None
    if not view.rolled:
        return Hint(message("Roll: you choose one of the tiles that come up."), "roll")
    blocks: dict[int, str] = {}
    for text, move in moves(view).items():
        if isinstance(move, Place):
            blocks.setdefault(sum(covers(view.board, view.rolled, move)), text)
    worth = leads(view.board, view.seat, tuple(blocks))
    best = max(zip(worth, blocks, strict=True))[1]
    return Hint(_why(view.board, view.seat, view, blocks[best]), blocks[best])


def _why(board: Board, seat: int, view: View, text: str) -> Message:
    """What the block brings, in one sentence."""
    move = moves(view)[text]
    if not isinstance(move, Place):
        raise TypeError(move)
    covered = covers(board, view.rolled, move)
    events = placing(board, seat, covered)
    embraced = sum(len(event.tiles) for event in events if isinstance(event, Embraced) and event.seat == seat)
    points = sum(_points(event) for event in events if isinstance(event, Anchored | Embraced) and event.seat == seat)
    said = _reason(board, seat, sum(covered), embraced, points)
    args: dict[str, Argument] = {
        "where": _where(covered),
        "tiles": counted("{n} tile", "{n} tiles", embraced),
        "points": counted("{n} point", "{n} points", points),
    }
    return said.filled(**{gap: value for gap, value in args.items() if "{" + gap + "}" in said.template})


def _points(event: Anchored | Embraced) -> int:
    return len(event.tiles) if isinstance(event, Anchored) else event.points


def _where(covered: tuple[int, ...]) -> Argument:
    first, last = NAMES[covered[0]], NAMES[covered[-1]]
    return first if first == last else message("{first} to {last}", first=first, last=last)


def _reason(board: Board, seat: int, tiles: int, embraced: int, points: int) -> Message:
    after = board.gained(seat, tiles, anchored=False)
    for step in settled(board, seat, tiles):
        after = step.board
    if after.full and after.scores[seat] > after.scores[1 - seat]:
        return message("Cover {where}: it brings {points} and wins the game.")
    if embraced and points:
        return message("Cover {where}: it closes a wall round {tiles} and brings {points}.")
    if embraced:
        return message("Cover {where}: it closes a wall round {tiles}; they count once they are joined to your corner.")
    if tiles & CORNERS:
        return message("Cover {where}: it takes a corner, and what you join to it counts: {points} now.")
    if points:
        return message("Cover {where}: it is joined to your corner and brings {points}.")
    loose = board.tiles[seat] & ~board.anchored[seat]
    if beside(tiles) & loose and pieces(loose | tiles) < pieces(loose):
        return message("Cover {where}: it joins blocks of yours to one wall.")
    if beside(tiles) & loose:
        return message("Cover {where}: it makes a wall of yours longer.")
    return message("Cover {where}: from there your walls can grow best.")
