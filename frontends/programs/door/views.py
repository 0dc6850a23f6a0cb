"""A game's view as JSON, and as it was before: for a computer player that plays as a program."""

from typing import Any

import attrs
import msgspec

from core.base.game import SPECTATOR
from core.games import GAMES
from core.games.elixir import View as ElixirView
from core.games.elixir.board import Board, board_of, rows

_encode = msgspec.json.Encoder().encode


def written_view(view: Any) -> msgspec.Raw:
    """The view's fields by name; El-Ixir's board in writing, because its sets of tiles are numbers beyond 2^53, which
    JSON does not promise to keep."""
    if isinstance(view, ElixirView):
        fields = {field.name: getattr(view, field.name) for field in attrs.fields(ElixirView)}
        return msgspec.Raw(_encode({**fields, "board": rows(view.board), "scores": view.board.scores}))
    return msgspec.Raw(_encode(view))


def read_view(game: str, raw: bytes) -> Any:
    """The view that was written, in which El-Ixir's last block is left out. Raises: msgspec.MsgspecError, KeyError."""
    if game == "elixir":
        written = msgspec.json.decode(raw)
        board: Board = board_of(written["board"])
        return ElixirView(written["seat"], tuple(written["turn"]), board, tuple(written["rolled"]), ())
    rules = GAMES[game]
    return msgspec.json.decode(raw, type=type(rules.view(rules.start({}), SPECTATOR)))
