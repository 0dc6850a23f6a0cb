"""What viewers learn of what happened, and how they are told."""

from __future__ import annotations

from core.game import Outcome, Viewer, seat_of
from core.games.elixir.board import Embrace
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled
from core.message import Argument, Message, Who, message


def reveal(event: Event, viewer: Viewer) -> Event:
    """The event itself, as all is open."""
    return event


def tell(fact: Event, viewer: Viewer) -> Message:
    """What was rolled, covered, anchored or embraced."""
    you = fact.seat == seat_of(viewer)
    match fact:
        case Rolled(seat, tiles):
            return _said(you, "You roll {tiles}.", "{who} rolls {tiles}.", seat, tiles=tiles)
        case Placed(seat, (tile,)):
            return _said(you, "You cover {tile}.", "{who} covers {tile}.", seat, tile=tile)
        case Placed(seat, tiles):
            ends: dict[str, Argument] = {"first": tiles[0], "last": tiles[-1]}
            return _said(you, "You cover {first} to {last}.", "{who} covers {first} to {last}.", seat, **ends)
        case Anchored(seat, tiles):
            gain = {"tiles": _count(tiles), "points": _points(len(tiles))}
            return _said(you, "You anchor {tiles} and get {points}.", "{who} anchors {tiles} and gets {points}.",
                         seat, **gain)  # fmt: skip
        case Embraced(seat, kind, tiles, points):
            return _said(you, *_EMBRACES[kind], seat, tiles=_count(tiles), points=_points(points))


_EMBRACES = {
    Embrace.COMPLETE: (
        "You take {tiles} by a complete embrace and get {points}.",
        "{who} takes {tiles} by a complete embrace and gets {points}.",
    ),
    Embrace.ANCHORED: (
        "You take {tiles} by an anchored embrace and get {points}.",
        "{who} takes {tiles} by an anchored embrace and gets {points}.",
    ),
}
"""What is said to the seat itself, and to all others."""


def _said(is_own: bool, own: str, others: str, seat: int, **args: Argument) -> Message:
    """The template for the seat itself, or the one for all others, which names the seat in a gap "who"."""
    return message(own, **args) if is_own else message(others, who=Who(seat), **args)


def _count(tiles: tuple[str, ...]) -> Message:
    return message("1 tile") if len(tiles) == 1 else message("{count} tiles", count=len(tiles))


def _points(points: int) -> Message:
    if points < 2:
        return message("1 point" if points else "no points")
    return message("{points} points", points=points)


def conclude(outcome: Outcome) -> Message:
    """Who won, and by how much."""
    high, low = outcome.figures
    if not outcome.winners:
        return message("A tie, {points} points each.", points=high)
    return message("{who} wins by {high} points to {low}.", who=Who(outcome.winners[0]), high=high, low=low)
