"""Why in El-Ixir: which rule brought which tiles and points with the last block."""

from core.base.message import Message, Who, counted, message
from core.games.elixir import View
from core.games.elixir.board import CORNERS, Embrace, beside, names, united
from core.games.elixir.events import Anchored, Embraced, Placed, Rolled
from core.games.elixir.telling import points_of


def explain(view: View, about: str) -> tuple[Message, ...]:
    """What followed from the last block."""
    if not view.recent:
        return (message("No block is on the board yet: roll, then choose a tile, a direction and a length."),)
    said = [_one(view, event) for event in view.recent]
    if len(view.recent) == 1:
        said.append(_nothing(view, view.recent[0].seat))
    return tuple(said)


def _one(view: View, event: Placed | Anchored | Embraced | Rolled) -> Message:
    who, tiles = Who(event.seat), event.tiles
    match event:
        case Placed():
            return counted(
                "{who} placed a block of {n} tile: {tiles}.", "{who} placed a block of {n} tiles: {tiles}.", len(tiles),
                who=who, tiles=tiles,
            )  # fmt: skip
        case Anchored():
            return counted(
                "Anchored, {n} point: {tiles}, now connected to a corner of {who} up, down, left or right ({corners}).",
                "Anchored, {n} points: {tiles}, now connected to a corner of {who} up, down, left or right "
                "({corners}).",
                len(tiles), who=who, tiles=tiles, corners=names(view.board.tiles[event.seat] & CORNERS),
            )  # fmt: skip
        case Embraced(_, Embrace.COMPLETE, _, points):
            return _complete(event, points)
        case Embraced():
            return message(
                "Anchored embrace by {who}: {tiles}. They touch no free tile, hold no corner of the other "
                "player, and are surrounded by anchored tiles of {who} or the border. They are anchored: "
                "{points}.",
                who=who, tiles=tiles, points=points_of(len(tiles)),
            )  # fmt: skip
        case Rolled():
            return message("{who} rolled {tiles}.", who=who, tiles=tiles)


def _complete(event: Embraced, points: int) -> Message:
    said = message(
        "Complete embrace by {who}: {tiles}. They cannot be reached from any corner that is not {who}'s, not "
        "even diagonally, without crossing a tile of {who}. {worth}",
        who=Who(event.seat), tiles=event.tiles,
    )  # fmt: skip
    if points:
        return said.filled(
            worth=message("They touch an anchored tile, so they count: {points}.", points=points_of(points))
        )
    return said.filled(worth=message("They touch no anchored tile, so they are loose and bring no points yet."))


def _nothing(view: View, seat: int) -> Message:
    """Why a block brought nothing."""
    own = view.board.tiles[seat]
    block = united(view.recent[0].tiles)
    if not own & CORNERS:
        return message("It brought no points: {who} has no corner yet, and only corners anchor tiles.", who=Who(seat))
    if not beside(block) & view.board.anchored[seat]:
        return message(
            "It brought no points: it touches no anchored tile of {who} up, down, left or right, and encloses nothing.",
            who=Who(seat),
        )  # fmt: skip
    return message("It brought no points.")
