"""What happens in El-Ixir. Class and field names are in journals for ever."""

from typing import Annotated

import attrs
from msgspec import Meta

from core.games.elixir.board import TILES, Embrace

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Tile = Annotated[str, Meta(max_length=3)]
"""By name; which names there are is seen when the event is folded."""
AFew = Annotated[tuple[Tile, ...], Meta(min_length=1, max_length=4)]
AnyNumber = Annotated[tuple[Tile, ...], Meta(min_length=1, max_length=len(TILES))]


@attrs.frozen
class Rolled:
    """The tiles that may be chosen from, the first of them called 1."""

    seat: SeatNumber
    tiles: AFew


@attrs.frozen
class Placed:
    """A block was put down, from the chosen tile on; its tiles are loose. The turn passes."""

    seat: SeatNumber
    tiles: AFew


@attrs.frozen
class Anchored:
    """Loose tiles were joined to a corner of their owner: a point each."""

    seat: SeatNumber
    tiles: AnyNumber


@attrs.frozen
class Embraced:
    """A region was taken by `seat`; `points` is the number of its tiles when they are anchored, else 0."""

    seat: SeatNumber
    kind: Embrace
    tiles: AnyNumber
    points: Annotated[int, Meta(ge=0, le=len(TILES))]


Event = Rolled | Placed | Anchored | Embraced
