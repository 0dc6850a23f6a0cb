"""El-Ixir: two players cover a board with blocks, join them to its corners and embrace what lies between.

The rules are those of el-ixir 3.0 as it plays them; numbers in brackets are sections of its rules sheet.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from core.base.chance import Dice
from core.base.game import Game, Options, Outcome, Play, Refused, Takeback, Viewer, as_it_is, evolved_once
from core.base.lazy_import import Imported
from core.base.message import in_context, message
from core.base.text import plain, quoted
from core.games.elixir.board import (
    EMPTY,
    NAMES,
    TILES,
    Board,
    Direction,
    block,
    is_boxed,
    is_possible,
    names,
    settled,
    united,
)
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled
from core.games.elixir.telling import conclude, tell

ROLLED = 4
"""How many tiles are rolled while so many are free."""
LONGEST = 4
IMPOSSIBLE = "this is not a position of El-Ixir"


class Roll(Struct, frozen=True):
    """Roll the tiles to choose from."""


class Place(Struct, frozen=True):
    """Cover a rolled tile, and those next to it in a direction."""

    tile: int
    """Counted from 1 in the order rolled."""
    direction: Direction | None = None
    """None when the tile has no free neighbour: then nothing more is asked."""
    length: int | None = None
    """1 to 4 tiles; None with no direction."""


Move = Roll | Place


class State(Struct, frozen=True, gc=False):
    """A game between two moves. A msgspec structure, as its board is: every event makes one."""

    board: Board = EMPTY
    mover: int = 0
    rolled: tuple[str, ...] = ()
    """Empty until the mover has rolled."""
    placed: Placed | None = None
    """The last block."""
    brought: tuple[Anchored | Embraced, ...] = ()
    """What followed from it."""


def check(state: State) -> None:
    """Raises ValueError or KeyError for what is no position of El-Ixir."""
    if state.mover not in (0, 1) or not is_possible(state.board) or united(state.rolled) & ~state.board.free:
        raise ValueError(IMPOSSIBLE)
    for event in (state.placed, *state.brought):
        if event and (event.seat not in (0, 1) or not event.tiles or not TILES.keys() >= set(event.tiles)):
            raise ValueError("no block can have brought this")


class View(Struct, frozen=True, gc=False):
    """A game as anybody sees it: nothing in it is hidden, and what will be rolled is not in it."""

    seat: int | None
    turn: tuple[int, ...]
    board: Board
    rolled: tuple[str, ...]
    recent: tuple[Event, ...]
    """The last block and what followed from it."""


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
        raise Refused("You have rolled already: choose one of the tiles.")
    free = list(names(state.board.free))
    tiles = tuple(free.pop(dice.below(len(free))) for _ in range(min(ROLLED, len(free))))
    rolled = Rolled(state.mover, tiles)
    if len(tiles) == 1:
        return rolled, *placing(state.board, state.mover, (TILES[tiles[0]],))
    return (rolled,)


def _check(state: State, move: Place) -> None:
    if not state.rolled:
        raise Refused("Roll first: type roll, then choose one of the tiles that come up.")
    if not 1 <= move.tile <= len(state.rolled):
        raise Refused("Choose a tile from 1 to {count}.", count=len(state.rolled))
    boxed = is_boxed(state.board.free, TILES[state.rolled[move.tile - 1]])
    if boxed and (move.direction or move.length):
        raise Refused("Tile {tile} has no free neighbour; type {tile} alone.", tile=move.tile)
    if not boxed and move.direction is None:
        raise Refused("Add a direction: left, up, right or down, as in {tile} right.", tile=move.tile)
    if not boxed and move.length not in range(1, LONGEST + 1):
        raise Refused("Choose a length from 1 to {longest}.", longest=LONGEST)


@evolved_once
def evolve(state: State, event: Event) -> State:
    """The state after an event. Raises ValueError or KeyError for what cannot have happened."""
    tiles, board = united(event.tiles), state.board
    match event:
        case Rolled(seat, rolled):
            if seat != state.mover or state.rolled:
                raise ValueError("this cannot have been rolled")
            if tiles & ~board.free:
                raise ValueError(IMPOSSIBLE)
            return State(board, state.mover, rolled, state.placed, state.brought)
        case Placed(seat):
            if tiles & ~board.free:
                raise ValueError("a block covers free tiles only")
            return State(board.gained(seat, tiles, anchored=False), 1 - seat, placed=event)
        case Anchored(seat):
            if tiles & ~board.tiles[seat]:
                raise ValueError("a player can only anchor their own tiles")
            is_anchored = True
        case Embraced(seat, _, _, points):
            is_anchored = points > 0
    if len(state.brought) > len(TILES):
        raise ValueError("one block cannot have so many effects")
    # Nobody loses what is anchored, and what was rolled stays free: a player's own tiles are neither.
    if tiles & (board.anchored[1 - seat] | united(state.rolled)):
        raise ValueError(IMPOSSIBLE)
    board = board.gained(seat, tiles, is_anchored)
    return State(board, state.mover, state.rolled, state.placed, (*state.brought, event))


def view(state: State, viewer: Viewer) -> View:
    """The same for everybody, as all is open."""
    recent = (state.placed, *state.brought) if state.placed else ()
    return View(viewer.number, turn(state), state.board, state.rolled, recent)


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
        raise Refused(
            '"{typed}" is not a move; type roll, or a tile and a direction, as in 2 right.', typed=quoted(text)
        )
    tile, towards, length = typed.groups()
    number = _read_tile(view, tile)
    if not towards:
        return Place(number)
    for direction in Direction:
        if direction.value.startswith(towards):
            return Place(number, direction, int(length or LONGEST))
    raise Refused('"{typed}" is not a direction; type left, up, right or down.', typed=quoted(towards))


def _read_tile(view: View, text: str) -> int:
    if text.isdigit():
        return int(text)
    if len(text) == 1:
        return "abcd".index(text) + 1
    if text not in view.rolled:
        raise Refused("Choose a rolled tile: {tile} is not one of them.", tile=text)
    return view.rolled.index(text) + 1


def outcome(state: State) -> Outcome | None:
    """The higher score wins; equal scores are a tie (2). The figures are the higher score and the lower one."""
    if not state.board.full:
        return None
    first, second = state.board.scores
    if first == second:
        return Outcome("tie", (), (first, second))
    return Outcome("points", (int(second > first),), (max(first, second), min(first, second)))


def turn(state: State) -> tuple[int, ...]:
    """The mover, until the game is over."""
    return () if state.board.full else (state.mover,)


def standing(state: State) -> tuple[int, ...]:
    """The points of both."""
    return state.board.scores


NOTATION = message(
    "roll (or r) rolls up to four free tiles, called 1 to 4.\n"
    "Then type a tile, a direction and a length: 2 right 4. Without a length it is\n"
    "4, and directions may be shortened: 2 r. You can also name a tile by its column\n"
    "and row or by its letter: c7 right 4, b right 4. A tile without a free\n"
    "neighbour is taken alone: 2. A block that does not fit is cut.\n"
    "Columns are a to n from the left, rows 1 to 14 from the top. The roll covers\n"
    "the last free tile."
)

GAME = Game(
    "elixir",
    "El-Ixir",
    rules=1,
    seats=2,
    state=State,
    events={"rolled": Rolled, "placed": Placed, "anchored": Anchored, "embraced": Embraced},
    start=start,
    begin=begin,
    decide=decide,
    evolve=evolve,
    view=view,
    moves=moves,
    read=read,
    reveal=as_it_is,
    tell=tell,
    outcome=outcome,
    conclude=conclude,
    redeal=as_it_is,
    hint=Imported("core.games.elixir.bot.hints", "advised"),
    turn=turn,
    standing=standing,
    notation=NOTATION,
    words=(
        in_context("typed", "roll"),
        in_context("typed", "left"),
        in_context("typed", "right"),
        in_context("typed", "up"),
        in_context("typed", "down"),
    ),
    takeback=Takeback.CONSENT,
    draws=(Rolled,),
    reveals=(Rolled,),
    check=check,
)
