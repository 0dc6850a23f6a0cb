"""A game's view as JSON."""

from typing import Any

import attrs
import msgspec

from core.games.elixir import View as ElixirView
from core.games.elixir.board import rows

_encode = msgspec.json.Encoder().encode


def written_view(view: Any) -> msgspec.Raw:
    """The view's fields by name; El-Ixir's board in writing, because its sets of tiles are numbers beyond 2^53, which
    JSON does not promise to keep."""
    if isinstance(view, ElixirView):
        fields = {field.name: getattr(view, field.name) for field in attrs.fields(ElixirView)}
        return msgspec.Raw(_encode({**fields, "board": rows(view.board), "scores": view.board.scores}))
    return msgspec.Raw(_encode(view))
