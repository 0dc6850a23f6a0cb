"""What a player of El-Ixir would take in a person's place, and why: at a first look, and after some thought."""

from collections.abc import Mapping

from core.base.chance import SEED_BYTES, Dice
from core.base.game import Hint
from core.base.message import Argument, Message, counted, message
from core.games.elixir import Place, View, covers, read
from core.games.elixir.board import CORNERS, NAMES, Board, beside, settled
from core.games.elixir.bot.normal import blocks_of, pieces
from core.games.elixir.bot.playouts import leads
from core.games.elixir.bot.strong import chosen

ROUNDS = ((8, 4), (4, 4), (2, 8))
"""As the strong player's, which take a second or two, with a sixth of its imagined games."""


def advised(view: View) -> Hint | None:
    """The block that leaves the seat best placed, with what it brings; None for those who are not to move.

    It takes about a millisecond. The normal player looks at the best eight once more, which takes forty.
    """
    if view.seat is None or view.seat not in view.turn:
        return None
    if not view.rolled:
        return Hint(message("Roll: you choose one of the tiles that come up."), "roll")
    blocks = blocks_of(view)
    worth = leads(view.board, view.seat, tuple(blocks))
    return _proposed(view, view.seat, max(zip(worth, blocks, strict=True))[1], blocks)


def pondered(view: View) -> Hint | None:
    """The block that the strong player takes when it has to be quick; None for those who are not to move."""
    if view.seat is None or view.seat not in view.turn or not view.rolled:
        return advised(view)
    blocks = blocks_of(view)
    text = chosen(view, Dice(bytes(SEED_BYTES), "elixir", 1), ROUNDS)
    return _proposed(view, view.seat, next(tiles for tiles, typed in blocks.items() if typed == text), blocks)


def _proposed(view: View, seat: int, tiles: int, blocks: Mapping[int, str]) -> Hint:
    return Hint(_why(view.board, seat, tiles, ends_of(view, blocks[tiles])), blocks[tiles])


def ends_of(view: View, text: str) -> Argument:
    """The first and the last tile that a move covers. Raises: TypeError for a roll."""
    move = read(view, text)
    if not isinstance(move, Place):
        raise TypeError(move)
    covered = covers(view.board, view.rolled, move)
    first, last = NAMES[covered[0]], NAMES[covered[-1]]
    return first if first == last else message("{first} to {last}", first=first, last=last)


def _why(board: Board, seat: int, block: int, where: Argument) -> Message:
    """What the block brings, in one sentence."""
    steps = tuple(settled(board, seat, block))
    end = steps[-1].board if steps else board.gained(seat, block, anchored=False)
    own = [step for step in steps if step.seat == seat]
    embraced = sum(step.tiles.bit_count() for step in own if step.kind)
    points = sum(step.tiles.bit_count() for step in own if step.anchored)
    gain = counted("{n} point", "{n} points", points)
    region = counted("{n} tile", "{n} tiles", embraced)
    if end.full and end.scores[seat] > end.scores[1 - seat]:
        return message("Cover {where}: it brings {points} and wins the game.", where=where, points=gain)
    if embraced and points:
        return message(
            "Cover {where}: it closes a wall round {tiles} and brings {points}.", where=where, points=gain, tiles=region
        )
    if embraced:
        return message(
            "Cover {where}: it closes a wall round {tiles}. They count once they are connected to your corner.",
            where=where,
            tiles=region,
        )
    if block & CORNERS:
        return message(
            "Cover {where}: it takes a corner and brings {points}. What you connect to a corner counts.",
            where=where,
            points=gain,
        )
    if points:
        return message("Cover {where}: it is connected to your corner and brings {points}.", where=where, points=gain)
    loose = board.tiles[seat] & ~board.anchored[seat]
    if beside(block) & loose and pieces(loose | block) < pieces(loose):
        return message("Cover {where}: it joins your blocks into one wall.", where=where)
    if beside(block) & loose:
        return message("Cover {where}: it makes one of your walls longer.", where=where)
    return message("Cover {where}: your walls can grow best from there.", where=where)
