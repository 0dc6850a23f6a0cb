"""El-Ixir: two players cover a board with blocks, join them to its corners and embrace what lies between.

The rules are those of el-ixir 3.0 as it plays them; numbers in brackets are sections of its rules sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from core.chance import Dice
from core.game import Game, Options, Outcome, Play, Refused, Takeback, plain
from core.games.elixir.board import EMPTY, NAMES, TILES, Board, Direction, Embrace, block, is_boxed, names, settled

ROLLED = 4
"""How many tiles are rolled while so many are free."""
LONGEST = 4


@attrs.frozen
class Rolled:
    """The tiles that may be chosen from, the first of them called 1."""

    seat: int
    tiles: tuple[str, ...]


@attrs.frozen
class Placed:
    """A block was put down, from the chosen tile on; its tiles are loose. The turn passes."""

    seat: int
    tiles: tuple[str, ...]


@attrs.frozen
class Anchored:
    """Loose tiles were joined to a corner of their owner: a point each."""

    seat: int
    tiles: tuple[str, ...]


@attrs.frozen
class Embraced:
    """A region was taken by `seat`; `points` is the number of its tiles when they are anchored, else 0."""

    seat: int
    kind: Embrace
    tiles: tuple[str, ...]
    points: int


Event = Rolled | Placed | Anchored | Embraced


@attrs.frozen
class Roll:
    """Roll the tiles to choose from."""


@attrs.frozen
class Place:
    """Cover a rolled tile, and those next to it in a direction."""

    tile: int
    """Counted from 1 in the order rolled."""
    direction: Direction | None = None
    """None when the tile has no free neighbour: then nothing more is asked."""
    length: int | None = None
    """1 to 4 tiles; None with no direction."""


Move = Roll | Place


@attrs.frozen
class State:
    """A game between two moves."""

    board: Board = EMPTY
    mover: int = 0
    rolled: tuple[str, ...] = ()
    """Empty until the mover has rolled."""
    recent: tuple[Event, ...] = ()
    """What the last block brought: a Placed and what followed from it."""


@attrs.frozen
class View:
    """A game as anybody sees it: nothing in it is hidden, and what will be rolled is not in it."""

    seat: int | None
    turn: tuple[int, ...]
    board: Board
    rolled: tuple[str, ...]
    recent: tuple[Event, ...]


def placing(board: Board, seat: int, covered: tuple[int, ...]) -> tuple[Event, ...]:
    """The events of putting down a block; a screen asks this, too, for what a move would bring."""
    events: list[Event] = [Placed(seat, tuple(NAMES[tile] for tile in covered))]
    for step in settled(board, seat, sum(covered)):
        tiles = names(step.tiles)
        if step.kind is None:
            events.append(Anchored(step.seat, tiles))
        else:
            events.append(Embraced(step.seat, step.kind, tiles, len(tiles) if step.anchored else 0))
    return tuple(events)


def covers(board: Board, rolled: tuple[str, ...], move: Place) -> tuple[int, ...]:
    """The tiles a listed move covers, the chosen one first."""
    return block(board.free, TILES[rolled[move.tile - 1]], move.direction, move.length or 1)


def start(options: Options) -> State:
    """An empty board, and the first seat to move."""
    return State()


def begin(options: Options, dice: Dice) -> tuple[Event, ...]:
    """Nothing happens by itself: a turn begins with its roll."""
    return ()


def decide(state: State, play: Play) -> tuple[Event, ...]:
    """Raises `Refused`. The last free tile is not offered but covered by the roll itself (3)."""
    if state.board.full:
        raise Refused("The game is over.")
    if play.seat != state.mover:
        raise Refused("It is not your turn.")
    move: Move = play.move
    match move:
        case Roll():
            return _decide_roll(state, play.dice)
        case Place():
            _check(state, move)
            return placing(state.board, state.mover, covers(state.board, state.rolled, move))


def _decide_roll(state: State, dice: Dice) -> tuple[Event, ...]:
    if state.rolled:
        raise Refused("The tiles are rolled already; choose one of them.")
    free = list(names(state.board.free))
    tiles = tuple(free.pop(dice.below(len(free))) for _ in range(min(ROLLED, len(free))))
    rolled = Rolled(state.mover, tiles)
    if len(tiles) == 1:
        return rolled, *placing(state.board, state.mover, (TILES[tiles[0]],))
    return (rolled,)


def _check(state: State, move: Place) -> None:
    if not state.rolled:
        raise Refused("Roll first.")
    if not 1 <= move.tile <= len(state.rolled):
        raise Refused(f"Choose a tile from 1 to {len(state.rolled)}.")
    boxed = is_boxed(state.board.free, TILES[state.rolled[move.tile - 1]])
    if boxed and (move.direction or move.length):
        raise Refused(f"Tile {move.tile} has no free neighbour; type {move.tile} alone.")
    if not boxed and move.direction is None:
        raise Refused(f"Add a direction: left, up, right or down, as in {move.tile} right.")
    if not boxed and move.length not in range(1, LONGEST + 1):
        raise Refused(f"A block is 1 to {LONGEST} tiles long.")


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case Rolled():
            return attrs.evolve(state, rolled=event.tiles)
        case Placed():
            state, anchored = State(state.board, 1 - event.seat), False
        case Anchored():
            anchored = True
        case Embraced():
            anchored = event.points > 0
    board = state.board.gained(event.seat, sum(TILES[name] for name in event.tiles), anchored)
    return attrs.evolve(state, board=board, recent=(*state.recent, event))


def view(state: State, seat: int | None) -> View:
    """The same for everybody, as all is open."""
    turn = () if state.board.full else (state.mover,)
    return View(seat, turn, state.board, state.rolled, state.recent)


def moves(view: View) -> Mapping[str, Move]:
    """The roll, or each rolled tile with every direction and length, those that will be cut included (4)."""
    if view.seat not in view.turn:
        return {}
    if not view.rolled:
        return {"roll": Roll()}
    listed: dict[str, Move] = {}
    for number, name in enumerate(view.rolled, 1):
        if is_boxed(view.board.free, TILES[name]):
            listed[str(number)] = Place(number)
            continue
        for direction in Direction:
            for length in range(LONGEST, 0, -1):
                listed[f"{number} {direction.value} {length}"] = Place(number, direction, length)
    return listed


_TYPED = re.compile(r"([a-n]\d{1,2}|[1-9]|[a-d])(?: ?([a-z]+)(?: ?(\d{1,3}))?)?")


def read(view: View, text: str) -> Move:
    """`roll` or `r`; or a tile by number, letter or name, then a direction, then a length, 4 if left out."""
    text = plain(text)
    if text in ("r", "roll"):
        return Roll()
    typed = _TYPED.fullmatch(text)
    if not typed:
        raise Refused(f'"{text[:40]}" is not a move; type roll, or a tile and a direction, as in 2 right.')
    tile, towards, length = typed.groups()
    if not towards:
        return Place(_read_tile(view, tile))
    return Place(_read_tile(view, tile), _read_direction(towards), int(length or LONGEST))


def _read_tile(view: View, text: str) -> int:
    if text.isdigit():
        return int(text)
    if len(text) == 1:
        return "abcd".index(text) + 1
    if text not in view.rolled:
        raise Refused(f"{text} is not among the rolled tiles.")
    return view.rolled.index(text) + 1


def _read_direction(text: str) -> Direction:
    for direction in Direction:
        if direction.value.startswith(text):
            return direction
    raise Refused(f'"{text[:40]}" is no direction; type left, up, right or down.')


def tell(event: Event, seat: int | None) -> str:
    """One sentence; {0} and {1} stand for the players' names."""
    you = event.seat == seat
    who = "You" if you else f"{{{event.seat}}}"
    s = "" if you else "s"
    match event:
        case Rolled():
            return f"{who} roll{s} {', '.join(event.tiles)}."
        case Placed():
            to = f" to {event.tiles[-1]}" if len(event.tiles) > 1 else ""
            return f"{who} cover{s} {event.tiles[0]}{to}."
        case Anchored():
            return f"{who} anchor{s} {_count(event.tiles)} and get{s} {_points(len(event.tiles))}."
        case Embraced():
            manner = {Embrace.COMPLETE: "a complete", Embrace.ANCHORED: "an anchored"}[event.kind]
            points = _points(event.points)
            return f"{who} take{s} {_count(event.tiles)} by {manner} embrace and get{s} {points}."


def _count(tiles: tuple[str, ...]) -> str:
    return "1 tile" if len(tiles) == 1 else f"{len(tiles)} tiles"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points or 'no'} points"


def outcome(state: State) -> Outcome | None:
    """The higher score wins; equal scores are a tie (2)."""
    if not state.board.full:
        return None
    first, second = state.board.scores
    if first == second:
        return Outcome((), f"A tie, {first} points each.")
    winner = int(second > first)
    high, low = max(first, second), min(first, second)
    return Outcome((winner,), f"{{{winner}}} wins by {high} points to {low}.")


NOTATION = """\
roll (or r) rolls up to four free tiles, called 1 to 4.
Then a tile, a direction and a length: 2 right 4. The length is 4 when left
out, and directions may be shortened: 2 r. A tile has other names, too, its
column and row or a letter: c7 right 4, b right 4. A tile without a free
neighbour is taken alone: 2. A block that does not fit is cut.
Columns are a to n from the left, rows 1 to 14 from the top. The last free
tile is covered by the roll."""

GAME = Game(
    "elixir",
    "El-Ixir",
    rules=1,
    seats=2,
    events={"rolled": Rolled, "placed": Placed, "anchored": Anchored, "embraced": Embraced},
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    tell=tell,
    outcome=outcome,
    notation=NOTATION,
    takeback=Takeback.CONSENT,
    reveals=(Rolled,),
)
