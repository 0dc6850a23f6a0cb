"""A game's view as JSON, and as it was before: for a computer player that plays as a program.

All of it is small, because it comes with every move. What a program was told by events, and only one that remembers
nothing needs again, is left out unless it asked for the past: a hand of mille has over a hundred steps.
"""

from functools import lru_cache
from typing import Any

import msgspec

from core.base.game import SPECTATOR
from core.games import GAMES
from core.games.elixir import View as ElixirView
from core.games.elixir.board import board_of, rows
from core.games.mille.scoring import Score
from core.games.mille.state import Bonus
from core.games.mille.views import View as MilleView

PAST: dict[type, tuple[str, ...]] = {ElixirView: ("recent",), MilleView: ("steps", "drawn")}
"""Fields of views that say what happened, not how it stands."""
_NO_POINTS = msgspec.to_builtins(Score(0, 0, 0, 0, Bonus()))
_encode = msgspec.json.Encoder().encode


def written_view(view: Any, *, past: bool = False) -> msgspec.Raw:
    """The view's fields by name.

    El-Ixir's board is in writing, because its sets of tiles are numbers beyond 2^53, which JSON does not promise to
    keep. Points of mille are left out where there are none.
    """
    match view:
        case ElixirView():
            return msgspec.Raw(_encode({**_fields(view, past), "board": rows(view.board), "scores": view.board.scores}))
        case MilleView():
            return msgspec.Raw(_encode({**_fields(view, past), "scores": list(map(_points, view.scores))}))
        case _:
            return msgspec.Raw(_encode(view))


def _fields(view: Any, past: bool) -> dict[str, Any]:
    left_out = () if past else PAST[type(view)]
    return {name: getattr(view, name) for name in view.__struct_fields__ if name not in left_out}


def _points(score: Score) -> dict[str, Any]:
    told = msgspec.to_builtins(score, order="sorted")
    told["bonus"] = {name: points for name, points in told["bonus"].items() if points}
    return {name: points for name, points in told.items() if points}


@lru_cache(maxsize=1024)
def spelled(game: str, move: str) -> str:
    """A legal move as it is listed. Of El-Ixir's there may be 64, so directions are said by their letters."""
    if game != "elixir" or len(parts := move.split()) != 3:
        return move
    tile, direction, length = parts
    return f"{tile} {direction[0]} {length}"


def read_view(game: str, raw: bytes) -> Any:
    """The view that was written with its past; El-Ixir's last block is left out, for it decides nothing.

    Raises: msgspec.MsgspecError, KeyError.
    """
    told = msgspec.json.decode(raw)
    if game == "elixir":
        return ElixirView(told["seat"], tuple(told["turn"]), board_of(told["board"]), tuple(told["rolled"]), ())
    if game == "mille":
        told["scores"] = [{**_NO_POINTS, **one} for one in told["scores"]]
    rules = GAMES[game]
    return msgspec.convert(told, type(rules.view(rules.start({}), SPECTATOR)))
