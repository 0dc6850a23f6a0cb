"""El-Ixir in words: the position for line manner, and what a block brought or would bring."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from core.game import SPECTATOR, Seat
from core.games.elixir import LONGEST, Anchored, Embraced, Event, Placed, Rolled, State, View, conclude, outcome, tell
from core.games.elixir.board import SIZE, TILES, Direction, block, rows
from core.message import english
from core.table import TableView

LETTERS = "abcdefghijklmn"
NAMES = ("Player 1", "Player 2")
"""What the players are called where only their seats are known."""


def describe(view: View, columns: int) -> Sequence[str]:
    """The board in letters, the scores, what was rolled and what fits there, and what happened last."""
    said = [*_standing(view), *_rolled(view), story(view, NAMES)]
    wrapped = [line for sentence in said for line in textwrap.wrap(sentence, columns)]
    return [*_grid(view), *wrapped]


def _grid(view: View) -> Iterator[str]:
    """The board; a rolled tile shows its number."""
    cells = dict(zip(TILES, "".join(rows(view.board)), strict=True))
    cells |= {name: str(number) for number, name in enumerate(view.rolled, 1)}
    marks = tuple(cells.values())
    yield f"   {' '.join(LETTERS)}"
    for y in range(SIZE):
        yield f"{y + 1:>2} {' '.join(marks[y * SIZE :][:SIZE])}"


def _standing(view: View) -> Iterator[str]:
    for seat, (loose, fast) in enumerate((("x", "X"), ("o", "O"))):
        points = counted(view.board.scores[seat], "point")
        who = "You" if seat == view.seat else f"Player {seat + 1}"
        yield f"{who} ({loose}, {fast} anchored): {points}."
    if (end := outcome(State(view.board))) is not None:
        yield english(conclude(end), NAMES)
    for seat in view.turn:
        who = "You are" if seat == view.seat else f"Player {seat + 1} is"
        yield f"{who} to {'choose' if view.rolled else 'roll'}."


def _rolled(view: View) -> Iterator[str]:
    """The rolled tiles, each with the longest block in every direction."""
    for number, name in enumerate(view.rolled, 1):
        room = ", ".join(f"{direction.value} {fits(view, name, direction)}" for direction in Direction)
        yield f"{number} is {name}: {'no free neighbour' if is_alone(view, name) else room}."


def fits(view: View, name: str, direction: Direction) -> int:
    """How many tiles there is room for, the first one counted, 4 at most."""
    return len(block(view.board.free, TILES[name], direction, LONGEST))


def is_alone(view: View, name: str) -> bool:
    """Whether a rolled tile has no free neighbour."""
    return all(fits(view, name, direction) == 1 for direction in Direction)


def story(view: View, names: Sequence[str]) -> str:
    """What the last block brought; `names` are those of the players by seat."""
    viewer = SPECTATOR if view.seat is None else Seat(view.seat)
    return " ".join(english(tell(event, viewer), names) for event in view.recent)


def gains(events: Sequence[Event], names: Sequence[str]) -> str:
    """A block to come and what would follow from it."""
    return "; ".join(part for event in events if (part := _gain(event, events[0].seat, names)))


def _gain(event: Event, mover: int, names: Sequence[str]) -> str:
    whose = "" if event.seat == mover else f"{names[event.seat]}'s "
    match event:
        case Placed(_, tiles):
            return (
                f"{tiles[0]} to {tiles[-1]}, {counted(len(tiles), 'tile')}" if len(tiles) > 1 else f"{tiles[0]} alone"
            )
        case Anchored(_, tiles):
            return f"anchors {counted(len(tiles), 'tile')}, {counted(len(tiles), 'point')}"
        case Embraced(_, kind, tiles, points):
            return f"{whose}{kind.value} embrace of {counted(len(tiles), 'tile')}, {counted(points, 'point')}"
        case Rolled():
            return ""


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def status(table: TableView) -> str:
    """The scores, the first player's first."""
    first, second = table.view.board.scores
    return f"{first} : {second}"
