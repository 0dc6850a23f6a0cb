"""Replays recorded games of el-ixir 3.0 through our rules. The form of the files is in the rules sheet (14)."""

from __future__ import annotations

import gzip
import itertools
import json
import operator
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from core.base.chance import Dice
from core.base.game import Play, Refused, Seat
from core.games.elixir import GAME, Move, Place, Roll, State
from core.games.elixir.board import SIZE, TILES, Board, Direction, Embrace, rows
from core.games.elixir.events import Anchored, Embraced, Event, Placed, Rolled

NAMES = tuple(TILES)
"""The names of the tiles, row by row."""

_BANNERS = {Embrace.COMPLETE: "Complete Embrace", Embrace.ANCHORED: "Anchoring Embrace"}
_OWNERS = str.maketrans("xXoO", "1122")


@attrs.frozen
class Count:
    """What a replay came to."""

    games: int = 0
    moves: int = 0
    differences: tuple[str, ...] = ()

    def __add__(self, other: Count) -> Count:
        return Count(self.games + other.games, self.moves + other.moves, self.differences + other.differences)


def recordings(directory: str | Path) -> list[Path]:
    """The files of recorded games in a folder, in the order of their names."""
    return sorted(Path(directory).glob("elixir*.jsonl*"))


def run(directory: str | Path) -> int:
    """Replay all files of a folder and print what came of it. Returns the number of differences."""
    total = Count()
    for path in recordings(directory):
        count = replay_file(path)
        print(f"{path.name}: {count.games} games, {count.moves} moves, {len(count.differences)} differences")
        for difference in count.differences[:10]:
            print(f"  {difference}")
        total += count
    print(f"El-Ixir: {total.games} games, {total.moves} moves, {len(total.differences)} differences")
    return len(total.differences)


def replay_file(path: Path) -> Count:
    """All games of one file."""
    games = itertools.groupby(recorded(path), operator.itemgetter("game"))
    return sum((replay(tuple(lines)) for _, lines in games), Count())


def recorded(path: Path) -> list[dict[str, Any]]:
    """The moves of one file; those of a game stand together."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in text.splitlines()]


def replay(lines: Sequence[dict[str, Any]]) -> Count:
    """One game from the empty board on; after a difference the rest of the game is not compared."""
    state = GAME.start({})
    for number, line in enumerate(lines, 1):
        try:
            state, events = _played(state, line)
        except Refused as refusal:
            return Count(1, number, (f"game {line['game']} move {line['move']}: refused: {refusal}",))
        if wrong := ", ".join(_differing(state, events, line)):
            return Count(1, number, (f"game {line['game']} move {line['move']}: {wrong}",))
    return Count(1, len(lines))


def _played(state: State, line: dict[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """The state and the events after the recorded roll and move, which both have to be possible here."""
    dice = Dice(bytes(16), "elixir", line["move"])
    seat = line["player"] - 1
    shown = [_name(tile) for tile in line["rolled"]]
    move: Move = Roll()
    if shown:
        rolled = Rolled(seat, (shown[-1], *shown[:-1]))  # the tile that was rolled first is shown last
        if not len(rolled.tiles) == min(4, state.board.free.bit_count()) == len(set(rolled.tiles)):
            raise Refused(f"rolled {rolled.tiles}")
        state = GAME.evolve(state, rolled)
        direction = Direction(line["direction"]) if line["direction"] else None
        move = Place(rolled.tiles.index(_name(line["tile"])) + 1, direction, line["length"])
    if move not in GAME.moves(GAME.view(state, Seat(seat))).values():
        raise Refused(f"{move} is not listed")
    events = GAME.decide(state, Play(seat, move, dice))
    for event in events:
        state = GAME.evolve(state, event)
    return state, events


def _name(tile: Sequence[int]) -> str:
    return NAMES[(tile[1] - 1) * SIZE + tile[0] - 1]


def _differing(state: State, events: tuple[Event, ...], line: dict[str, Any]) -> Iterator[str]:
    """The names of the fields that are not as recorded."""
    placed = next(event for event in events if isinstance(event, Placed))
    outcome = GAME.outcome(state)
    winner = (outcome.winners[0] + 1 if outcome.winners else 0) if outcome else None
    ours = {
        "tile": placed.tiles[0] == _name(line["tile"]),
        "after": owners(state.board) == line["after"],
        "scores": list(state.board.scores) == line["scores"],
        "events": banners(events) == line["events"],
        "over": (outcome is not None) == line["over"],
        "winner": winner == line["winner"],
    }
    return (field for field, same in ours.items() if not same)


def owners(board: Board) -> list[str]:
    """The rows of the board as recorded: `.` free, `1` and `2` the players' tiles."""
    return [row.translate(_OWNERS) for row in rows(board)]


def banners(events: Sequence[Event]) -> list[list[Any]]:
    """What the original would have written, each with its player from 1.

    Tiles that are anchored through a complete embrace are announced by writing its banner once more.
    """
    written: list[list[Any]] = []
    for event in events:
        match event:
            case Anchored():
                written.append(["Complete Embrace" if written else "Anchoring Chain", event.seat + 1])
            case Embraced():
                written.append([_BANNERS[event.kind], event.seat + 1])
            case Rolled() | Placed():
                pass
    return written
