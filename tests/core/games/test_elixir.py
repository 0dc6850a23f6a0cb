from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import SPECTATOR, Outcome, Play, Refused, Seat, Viewer
from core.games.elixir import GAME, Move, Place, Roll, State
from core.games.elixir.board import CORNERS, NAMES, SIZE, TILES, Board, Direction, Embrace, flood, names, rows
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled
from tests.core.games.sentences import concluded, told
from tests.examples import examples

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples" / "elixir.txt"
PLAYTHROUGH = HERE / "playthroughs" / "elixir.txt"
SEED = bytes(range(16))


def dice(record: int) -> Dice:
    return Dice(SEED, "elixir", record)


def decided(state: State, move: Move, record: int = 1) -> tuple[Event, ...]:
    return GAME.decide(state, Play(state.mover, move, dice(record)))


def folded(state: State, events: tuple[Event, ...]) -> State:
    after: State = GAME.fold(state, events)
    return after


def after(state: State, move: Move, record: int = 1) -> State:
    return folded(state, decided(state, move, record))


def read(state: State, text: str) -> Move:
    move: Move = GAME.read(GAME.view(state, Seat(state.mover)), text)
    return move


def drawn(picture: Sequence[str], at: str = "a1") -> Board:
    """The board of a picture that begins at a tile; of `1` and `2` those joined to a corner are anchored."""
    column, row = ord(at[0]) - ord("a"), int(at[1:]) - 1
    sets = dict.fromkeys(".xXoO12", 0)
    for y, line in enumerate(picture, row):
        for x, mark in enumerate(line, column):
            sets[mark] |= tuple(TILES.values())[SIZE * y + x]
    joined = [flood(sets[mark] & CORNERS, sets[mark]) for mark in "12"]
    first, second = sets["x"] | sets["X"] | sets["1"], sets["o"] | sets["O"] | sets["2"]
    return Board((first, second), (sets["X"] | joined[0], sets["O"] | joined[1]))


def rolled(picture: list[str], *tiles: str, mover: int = 0) -> State:
    return State(drawn(picture), mover, tiles)


@attrs.frozen
class Example:
    title: str
    mover: int
    move: str
    points: tuple[int, ...]
    banners: str
    before: Board
    after: Board


def examples_of_the_rulebook() -> Iterator[Example]:
    for text in EXAMPLES.read_text().split("# ")[1:]:
        title, move, points, banners, at, *picture = text.strip().split("\n")
        left, right = zip(*(line.split() for line in picture), strict=True)
        at = at.removeprefix("from: ")
        yield Example(
            title,
            int(move[0]) - 1,
            move[3:],
            tuple(map(int, points.split()[1:])),
            banners.removeprefix("banners: "),
            drawn(left, at),
            drawn(right, at),
        )


def banners(events: tuple[Event, ...], exact: bool) -> str:
    """The banners of the original, as the examples write them; without points they are `?`."""
    written: list[str] = []
    for event in events:
        match event:
            case Anchored():
                name, points = "complete" if written else "chain", len(event.tiles)
            case Embraced():
                name, points = event.kind.value, event.points
            case Rolled() | Placed():
                continue
        written.append(f"{name} {event.seat + 1} {points if exact else '?'}")
    return ", ".join(written) or "none"


@pytest.mark.parametrize("example", tuple(examples_of_the_rulebook()), ids=lambda example: example.title)
def test_worked_example_comes_out_as_in_the_sheet(example: Example) -> None:
    tile = example.move.split()[0]
    state = State(example.before, example.mover, (tile,))
    events = decided(state, read(state, example.move))
    board = folded(state, events).board
    assert rows(board) == rows(example.after)
    gained = tuple(now - then for now, then in zip(board.scores, example.before.scores, strict=True))
    assert gained == example.points
    assert banners(events, exact="?" not in example.banners) == example.banners


def test_all_worked_examples_of_the_sheet_are_here() -> None:
    assert len([example for example in examples_of_the_rulebook() if not example.title.startswith("game")]) == 25
    assert len([example for example in examples_of_the_rulebook() if example.title.startswith("game")]) == 5


def test_opening_rolls_nothing() -> None:
    assert GAME.begin({}, dice(1)) == ()
    assert GAME.moves(GAME.view(GAME.start({}), Seat(0))) == {"roll": Roll()}


@given(st.binary(min_size=16, max_size=16), st.integers(0, 196))
def test_roll_gives_up_to_four_distinct_free_tiles(seed: bytes, taken: int) -> None:
    board = Board((sum(list(NAMES)[:taken]), 0))
    state = State(board)
    if board.full:
        return
    (event, *_) = GAME.decide(state, Play(0, Roll(), Dice(seed, "elixir", 1)))
    assert isinstance(event, Rolled)
    assert len(set(event.tiles)) == len(event.tiles) == min(4, 196 - taken)
    assert all(TILES[tile] & board.free for tile in event.tiles)


def test_roll_favours_no_tile() -> None:
    state = State(Board((sum(list(NAMES)[:186]), 0)))
    counts = dict.fromkeys(names(state.board.free), 0)
    for record in range(1, 1001):
        (event,) = decided(state, Roll(), record)
        for tile in event.tiles:
            counts[tile] += 1
    assert all(340 < count < 460 for count in counts.values())  # 400 expected, deviation 15.5


def test_last_free_tile_is_covered_by_the_roll() -> None:
    state = State(Board((sum(list(NAMES)[:97]), sum(list(NAMES)[97:195]))), 1)
    events = decided(state, Roll())
    assert events[:2] == (Rolled(1, ("n14",)), Placed(1, ("n14",)))
    assert folded(state, events).board.free == 0


def test_blocks_go_on_over_the_other_rolled_tiles() -> None:
    state = State(rolled=("c3", "d3"))
    assert decided(state, Place(1, Direction.RIGHT, 4)) == (Placed(0, ("c3", "d3", "e3", "f3")),)


def test_tile_among_rolled_ones_is_not_boxed_by_them() -> None:
    state = rolled([".x.", "xo."], "a1", "c1", "c2")
    assert "1" in GAME.moves(GAME.view(state, Seat(0)))
    assert "2 down 2" in GAME.moves(GAME.view(state, Seat(0)))


def test_turn_passes_and_the_roll_is_forgotten() -> None:
    state = after(State(rolled=("c3", "d3")), Place(1, Direction.UP, 2))
    assert (state.mover, state.rolled) == (1, ())
    assert GAME.view(state, SPECTATOR).recent == (Placed(0, ("c3", "c2")),)


def test_recent_tells_the_last_block_and_all_it_brought() -> None:
    state = after(rolled(["XXX..", "Xo...", "XX..."], "c2"), Place(1, Direction.RIGHT, 1))
    assert GAME.view(state, SPECTATOR).recent == (
        Placed(0, ("c2",)),
        Anchored(0, ("c2",)),
        Embraced(0, Embrace.ANCHORED, ("b2",), 1),
    )
    assert GAME.view(after(state, Roll()), SPECTATOR).recent == GAME.view(state, SPECTATOR).recent


MIDDLE = [".x..", "xo..", "...."]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2 right 4", Place(2, Direction.RIGHT, 4)),
        ("2 r", Place(2, Direction.RIGHT, 4)),
        ("b right 4", Place(2, Direction.RIGHT, 4)),
        ("c2 right 4", Place(2, Direction.RIGHT, 4)),
        ("C2  Ri 3", Place(2, Direction.RIGHT, 3)),
        ("2r3", Place(2, Direction.RIGHT, 3)),
        ("c2d1", Place(2, Direction.DOWN, 1)),
        ("d d", Place(4, Direction.DOWN, 4)),
        ("4 u 2", Place(4, Direction.UP, 2)),
        ("3 l", Place(3, Direction.LEFT, 4)),
        ("1", Place(1)),
        ("a", Place(1)),
        ("a1", Place(1)),
    ],
)
def test_shorthand_means_a_listed_move(typed: str, meant: Move) -> None:
    state = rolled(MIDDLE, "a1", "c2", "n14", "j7")
    assert read(state, typed) == meant
    assert meant in GAME.moves(GAME.view(state, Seat(0))).values()


@pytest.mark.parametrize("typed", ["r", "roll", "ROLL"])
def test_roll_can_be_shortened(typed: str) -> None:
    assert read(State(), typed) == Roll()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "is not a move; type roll, or a tile and a direction"),
        ("fire", "is not a move"),
        ("2 right 4 4", "is not a move"),
        ("2 sideways", '"sideways" is not a direction; type left, up, right or down.'),
        ("e5 left", "Choose a rolled tile: e5 is not one of them."),
        ("c99 left", "Choose a rolled tile: c99 is not one of them."),
        ("roll", "You have rolled already: choose one of the tiles."),
        ("4 left", "Choose a tile from 1 to 3."),
        ("2", "Add a direction: left, up, right or down, as in 2 right."),
        ("2 left 5", "Choose a length from 1 to 4."),
        ("2 left 0", "Choose a length from 1 to 4."),
        ("1 left 4", "Tile 1 has no free neighbour; type 1 alone."),
    ],
)
def test_refusal_says_what_to_do(typed: str, sentence: str) -> None:
    state = rolled(MIDDLE, "a1", "c2", "n14")
    with pytest.raises(Refused, match=re.escape(sentence)):
        decided(state, read(state, typed))


def test_placing_before_the_roll_is_refused() -> None:
    with pytest.raises(Refused, match="Roll first"):
        decided(State(), read(State(), "2 left"))


def test_other_player_may_not_move() -> None:
    with pytest.raises(Refused, match="It is not your turn"):
        GAME.decide(State(), Play(1, Roll(), dice(1)))
    assert GAME.moves(GAME.view(State(), Seat(1))) == {}


def test_spectator_sees_all_and_may_do_nothing() -> None:
    state = rolled(MIDDLE, "c2", mover=1)
    seen = GAME.view(state, SPECTATOR)
    assert (seen.board, seen.rolled, seen.turn) == (state.board, ("c2",), (1,))
    assert GAME.moves(seen) == {}


def filled(first: int, second: int) -> Board:
    """The first seat's anchored tiles from the top, the second's from the bottom."""
    tiles = list(NAMES)
    top, bottom = sum(tiles[:first]), sum(tiles[196 - second :])
    return Board((top, bottom), (top, bottom))


@pytest.mark.parametrize(
    ("board", "outcome"),
    [
        (filled(98, 97), None),
        (filled(99, 0), Outcome("points", (0,), (99, 0))),
        (filled(20, 101), Outcome("points", (1,), (101, 20))),
        (filled(98, 98), Outcome("tie", (), (98, 98))),
    ],
)
def test_game_ends_above_98_points_or_when_no_tile_is_free(board: Board, outcome: Outcome | None) -> None:
    assert GAME.outcome(State(board)) == outcome


def test_full_board_with_loose_tiles_ends_below_196_points() -> None:
    board = replace(filled(98, 98), anchored=(filled(50, 0).anchored[0], filled(0, 50).anchored[1]))
    assert GAME.outcome(State(board)) == Outcome("tie", (), (50, 50))


def test_ended_game_refuses_everything() -> None:
    for move in (Roll(), Place(1), Place(1, Direction.LEFT, 4)):
        with pytest.raises(Refused, match="The game is over"):
            decided(State(filled(99, 1)), move)
    assert GAME.view(State(filled(99, 1)), Seat(0)).turn == ()


@pytest.mark.parametrize(
    ("event", "viewer", "sentence"),
    [
        (Rolled(0, ("c7", "n14")), Seat(0), "You roll c7, n14."),
        (Rolled(0, ("c7", "n14")), Seat(1), "{0} rolls c7, n14."),
        (Placed(1, ("c7", "c6", "c5")), SPECTATOR, "{1} covers c7 to c5."),
        (Placed(1, ("c7",)), Seat(1), "You cover c7."),
        (Anchored(0, ("a1",)), Seat(1), "{0} anchors 1 tile and gets 1 point."),
        (Anchored(0, ("a1", "a2")), Seat(0), "You anchor 2 tiles and get 2 points."),
        (
            Embraced(0, Embrace.COMPLETE, ("c3", "c4"), 0),
            Seat(0),
            "You take 2 tiles by a complete embrace and get no points.",
        ),
        (
            Embraced(1, Embrace.ANCHORED, ("c3",), 1),
            Seat(0),
            "{1} takes 1 tile by an anchored embrace and gets 1 point.",
        ),
    ],
)
def test_sentence_names_what_happened(event: Event, viewer: Viewer, sentence: str) -> None:
    assert told(GAME, event, viewer) == sentence


def random_game(seed: bytes) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """A game of random moves: each state with the events that led there."""
    state, record = GAME.start({}), 1
    yield state, ()
    while GAME.outcome(state) is None:
        draws = Dice(seed, "elixir", record)
        listed = GAME.moves(GAME.view(state, Seat(state.mover)))
        move = tuple(listed.values())[draws.below(len(listed))]
        events = GAME.decide(state, Play(state.mover, move, draws))
        state = folded(state, events)
        record += len(events)
        yield state, events


seeds = given(st.binary(min_size=16, max_size=16))
few = examples(20)


@seeds
@few
def test_anchored_tiles_are_always_those_joined_to_an_own_corner(seed: bytes) -> None:
    for state, _ in random_game(seed):
        for tiles, anchored in zip(state.board.tiles, state.board.anchored, strict=True):
            assert anchored == flood(tiles & CORNERS, tiles)


@seeds
@few
def test_no_anchored_tile_is_ever_lost_and_no_tile_has_two_owners(seed: bytes) -> None:
    held = (0, 0)
    for state, _ in random_game(seed):
        board = state.board
        assert not board.tiles[0] & board.tiles[1]
        assert all(then & ~now == 0 for then, now in zip(held, board.anchored, strict=True))
        held = board.anchored


@seeds
@few
def test_points_told_are_the_points_scored(seed: bytes) -> None:
    points = [0, 0]
    for state, events in random_game(seed):
        for event in events:
            match event:
                case Anchored():
                    points[event.seat] += len(event.tiles)
                case Embraced():
                    points[event.seat] += event.points
                case Rolled() | Placed():
                    pass
        assert tuple(points) == state.board.scores


def regenerated(text: str) -> str:
    """The playthrough that its own moves make."""
    head, *turns = text.split("\n> ")
    state, record, written = GAME.start({}), 1, head
    for turn in turns:
        move = turn.split("\n")[0]
        events = decided(state, read(state, move), record)
        state = folded(state, events)
        record += len(events)
        written += f"\n> {move}\n" + "".join(f"{told(GAME, event, SPECTATOR)}\n" for event in events)
        if any(isinstance(event, Placed) for event in events):
            first, second = state.board.scores
            written += "\n".join((f"{first} : {second}", *rows(state.board), ""))
    ended = concluded(GAME, state)
    return f"{written}\n{ended}\n" if ended else written


def test_recorded_playthrough_comes_out_the_same() -> None:
    text = PLAYTHROUGH.read_text()
    assert "embrace" in text
    assert regenerated(text) == text
