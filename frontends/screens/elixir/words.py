"""El-Ixir in words: the position, the score, what can be chosen, and what a block brought or would bring."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from core.base.game import SPECTATOR, Seat
from core.base.message import Argument, Message, Who, counted, message, said_of
from core.games.elixir import GAME, LONGEST, State, View, outcome
from core.games.elixir.board import SIZE, TILES, Board, Direction, Embrace, block, is_boxed, mark, rows
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled
from core.games.elixir.telling import conclude, tell
from core.table import TableView, tell_ending
from frontends.screens.elixir.board import LETTERS, worth
from frontends.terminal.picture import Look

DIRECTION_NAMES = {
    Direction.LEFT: message("left"),
    Direction.UP: message("up"),
    Direction.RIGHT: message("right"),
    Direction.DOWN: message("down"),
}
NO_NEIGHBOUR = message("no free neighbour")
_NO_POINTS = message("no points")


def describe(table: TableView, look: Look) -> Sequence[str]:
    """The board, the scores, what was rolled and what fits there, and what happened last.

    The board is a grid of letters; to a reader it is told row by row, and of free tiles only that they are free.
    """
    view: View = table.view
    tiles = (room_said(view, number) for number in range(1, len(view.rolled) + 1))
    said = [*_standing(table, look), *tiles, *story(table)]
    board = list(_rows(view)) if look.reader else []
    lines = [] if look.reader else list(_grid(view))
    return [*lines, *(look.words.say(one, table.names) for one in (*said, *board))]


def _grid(view: View) -> Iterator[str]:
    """The board; a rolled tile shows its number."""
    cells = dict(zip(TILES, "".join(rows(view.board)), strict=True))
    cells |= {name: str(number) for number, name in enumerate(view.rolled, 1)}
    marks = tuple(cells.values())
    yield f"   {' '.join(LETTERS)}"
    for y in range(SIZE):
        yield f"{y + 1:>2} {' '.join(marks[y * SIZE :][:SIZE])}"


def _rows(view: View) -> Iterator[Message]:
    """Who has what in each row in which anybody has anything."""
    for y in range(SIZE):
        if parts := row_parts(view, y):
            yield message("Row {number}: {parts}.", number=y + 1, parts=tuple(parts))
    if view.board.free:
        is_empty = not any(view.board.tiles)
        yield message("All tiles are free.") if is_empty else message("All other tiles are free.")


def row_parts(view: View, y: int) -> list[Message]:
    """The stretches of a row, counted from 0, that somebody has."""
    row = tuple(TILES)[y * SIZE :][:SIZE]
    parts = []
    for written, group in groupby(row, key=lambda name: mark(view.board, TILES[name])):
        tiles = tuple(group)
        if written != ".":
            first, last = tiles[0][0], tiles[-1][0]
            span = message("{first} to {last}", first=first, last=last) if first != last else first
            parts.append(owned(written, span, view.seat))
    return parts


def owned(written: str, tiles: Argument, viewer: int | None) -> Message:
    """Whose some tiles are, as the board writes it."""
    seat = int(written in "oO")
    if written in "XO":
        own, others = message("{tiles} yours and anchored"), message("{tiles} {who}'s and anchored")
    else:
        own, others = message("{tiles} yours and loose"), message("{tiles} {who}'s and loose")
    return said_of(seat == viewer, own, others, seat, tiles=tiles)


def _standing(table: TableView, look: Look) -> Iterator[Message]:
    view: View = table.view
    for seat, score in enumerate(view.board.scores):
        points = counted("{n} point", "{n} points", score)
        if look.reader:
            has = message("You have {points}.") if seat == view.seat else message("{who} has {points}.")
        elif seat == view.seat:
            has = message("You ({loose}, {anchored} anchored): {points}.")
        else:
            has = message("{who} ({loose}, {anchored} anchored): {points}.")
        loose, anchored = ("x", "X") if seat == 0 else ("o", "O")
        yield has.filled(who=Who(seat), loose=loose, anchored=anchored, points=points)
    if table.outcome is not None:
        yield tell_ending(GAME, table.outcome, view.seat)
    elif (end := outcome(State(view.board))) is not None:
        yield conclude(end, view.seat)
    for seat in () if table.outcome else view.turn:
        yield to_do(seat, view)


def to_do(seat: int, view: View) -> Message:
    """What the seat in turn is to do."""
    if view.rolled:
        return said_of(
            seat == view.seat, message("It is your turn: choose a tile."), message("{who} has to choose."), seat
        )
    return said_of(seat == view.seat, message("It is your turn: roll."), message("{who} has to roll."), seat)


def room_said(view: View, number: int) -> Message:
    """A rolled tile with the longest block in every direction."""
    name = view.rolled[number - 1]
    if is_boxed(view.board.free, TILES[name]):
        return message("{number} is {tile}: no free neighbour.", number=number, tile=name)
    room = tuple(
        message("{direction} {length}", direction=word, length=fits(view.board, name, direction))
        for direction, word in DIRECTION_NAMES.items()
    )
    return message("{number} is {tile}: {room}.", number=number, tile=name, room=room)


@lru_cache(maxsize=1024)
def fits(board: Board, name: str, direction: Direction) -> int:
    """How many tiles there is room for, the first one counted, 4 at most."""
    return len(block(board.free, TILES[name], direction, LONGEST))


def story(table: TableView) -> tuple[Message, ...]:
    """The last block and what it brought; first the roll it was chosen from, where the view still has that."""
    viewer = SPECTATOR if table.seat is None or table.is_lent else Seat(table.seat)
    return tuple(tell(event, viewer) for event in table.view.recent)


def last_roll(view: View) -> tuple[int, str] | None:
    """The seat that rolled for the last block, and what: "j2 (k9) i12 n1", with the chosen tile in brackets."""
    rolled = next((event for event in view.recent if isinstance(event, Rolled)), None)
    placed = next((event for event in view.recent if isinstance(event, Placed)), None)
    if rolled is None or placed is None:
        return None
    return rolled.seat, " ".join(f"({name})" if name == placed.tiles[0] else name for name in rolled.tiles)


def gains(events: Sequence[Event]) -> Message:
    """A block to come and what would follow from it."""
    parts = tuple(part for event in events if (part := _gain(event, events[0].seat)))
    return message("This block: {parts}.", parts=parts)


def brings(events: Sequence[Event]) -> Message:
    """The same in short: the points alone."""
    mover = events[0].seat
    own, others = (sum(worth(event) for event in events if (event.seat == mover) is mine) for mine in (True, False))
    if others:
        return counted(
            "This block brings {n} point, and {who} {others}.",
            "This block brings {n} points, and {who} {others}.",
            own,
            who=Who(1 - mover),
            others=others,
        )
    return counted("This block brings {n} point.", "This block brings {n} points.", own)


def _gain(event: Event, mover: int) -> Message | None:
    match event:
        case Placed(_, (tile,)):
            return message("{tile} alone", tile=tile)
        case Placed(_, tiles):
            return message("{first} to {last}", first=tiles[0], last=tiles[-1])
        case Anchored(_, tiles):
            return counted("anchors {n} tile for {n} point", "anchors {n} tiles for {n} points", len(tiles))
        case Embraced(seat, kind, tiles, points):
            own = _EMBRACES[kind] if seat == mover else _EMBRACED_BY_OTHER
            return own.filled(
                tiles=counted("{n} tile", "{n} tiles", len(tiles)),
                points=counted("{n} point", "{n} points", points) if points else _NO_POINTS,
                **({} if seat == mover else {"who": Who(seat)}),
            )
        case Rolled():
            return None


_EMBRACES = {
    Embrace.COMPLETE: message("takes {tiles} by a complete embrace for {points}"),
    Embrace.ANCHORED: message("takes {tiles} by an anchored embrace for {points}"),
}
_EMBRACED_BY_OTHER = message("{who} takes {tiles} by an anchored embrace for {points}")
"""The other player never embraces completely in one's own turn."""


def score(table: TableView) -> Message:
    """The points of both, the first player's first."""
    first, second = table.view.board.scores
    return message("{first} {points}, {second} {rest}.", first=Who(0), points=first, second=Who(1), rest=second)


def hand(table: TableView) -> Message:
    """What the viewer, or the player in turn, can choose from."""
    view: View = table.view
    if table.outcome is not None or not view.turn:
        return message("The game is over.")
    seat = view.turn[0]
    if not view.rolled:
        return to_do(seat, view)
    tiles = tuple(f"{number} {name}" for number, name in enumerate(view.rolled, 1))
    own, others = message("You can choose from {tiles}."), message("{who} can choose from {tiles}.")
    return said_of(seat == view.seat, own, others, seat, tiles=tiles)
