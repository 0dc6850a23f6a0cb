"""What viewers learn of what happened, and how they are told."""

from core.base.game import Outcome, Viewer
from core.base.message import Argument, Message, Who, counted, message, said_of
from core.games.elixir.board import Embrace
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled


def tell(fact: Event, viewer: Viewer) -> Message:
    """What was rolled, covered, anchored or embraced."""
    you = fact.seat == viewer.number
    match fact:
        case Rolled(seat, tiles):
            return said_of(you, message("You roll {tiles}."), message("{who} rolls {tiles}."), seat, tiles=tiles)
        case Placed(seat, (tile,)):
            return said_of(you, message("You cover {tile}."), message("{who} covers {tile}."), seat, tile=tile)
        case Placed(seat, tiles):
            ends: dict[str, Argument] = {"first": tiles[0], "last": tiles[-1]}
            own, others = message("You cover {first} to {last}."), message("{who} covers {first} to {last}.")
            return said_of(you, own, others, seat, **ends)
        case Anchored(seat, tiles):
            gain = {"tiles": _count(tiles), "points": points_of(len(tiles))}
            own, others = (
                message("You anchor {tiles} and get {points}."),
                message("{who} anchors {tiles} and gets {points}."),
            )
            return said_of(you, own, others, seat, **gain)
        case Embraced(seat, kind, tiles, points):
            return said_of(you, *_EMBRACES[kind], seat, tiles=_count(tiles), points=points_of(points))


_EMBRACES = {
    Embrace.COMPLETE: (
        message("You take {tiles} by a complete embrace and get {points}."),
        message("{who} takes {tiles} by a complete embrace and gets {points}."),
    ),
    Embrace.ANCHORED: (
        message("You take {tiles} by an anchored embrace and get {points}."),
        message("{who} takes {tiles} by an anchored embrace and gets {points}."),
    ),
}
"""What is said to the seat itself, and to all others."""


def _count(tiles: tuple[str, ...]) -> Message:
    return counted("{n} tile", "{n} tiles", len(tiles))


def points_of(points: int) -> Message:
    """So many points, in words."""
    return counted("{n} point", "{n} points", points) if points else message("no points")


def conclude(outcome: Outcome, seat: int | None = None) -> Message:
    """Who won, and by how much."""
    high, low = outcome.figures
    if not outcome.winners:
        return counted("A tie, {n} point each.", "A tie, {n} points each.", high)
    winner = outcome.winners[0]
    if seat == winner:
        return message("You win, {high} to {low}.", high=high, low=low)
    if seat is not None:
        return message("You lose, {low} to {high}.", high=high, low=low)
    return counted(
        "{who} wins by {n} point to {low}.", "{who} wins by {n} points to {low}.", high, who=Who(winner), low=low
    )
