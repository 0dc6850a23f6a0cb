"""What a house sends, as values: those fields of `schema.json` that most programs read. All else is in `fields`."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import msgspec


class Lost(Exception):
    """The connection broke before the answer came, and the request may be done or not."""


class Refused(Exception):
    """The house said no: `code` is a word from the list in the schema, `template` the English sentence with gaps."""

    def __init__(self, code: str, sentence: str, template: str = "") -> None:
        super().__init__(sentence)
        self.code, self.template = code, template


class Said(msgspec.Struct, frozen=True):
    """A sentence: the English template, the text in one's own language, and what fills its gaps."""

    id: str
    text: str
    args: dict[str, Any] = {}


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat; the name is empty where it is free."""

    name: str
    computer: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    reason: str
    winners: list[int] = []
    figures: list[int] = []


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What comes from the house: `id` is that of the request, `at` a record of the table."""

    type: str
    id: str = ""
    table: str = ""
    at: int = 0
    said: list[Said] | Said = []
    fields: dict[str, Any] = {}

    @property
    def text(self) -> str:
        """The sentences, in one's own language."""
        return " ".join(one.text for one in ([self.said] if isinstance(self.said, Said) else self.said))


class State(Answer, frozen=True, kw_only=True):
    """Where a table stands, as one may know it; `reason` says why it comes without the events that led to it."""

    game: str = ""
    players: list[Player] = []
    view: dict[str, Any] = {}
    reason: str = ""
    seat: int | None = None
    turn: list[int] = []
    begun: bool = True
    moves: list[str] = []
    outcome: Outcome | None = None
    code: str = ""

    @property
    def is_mine(self) -> bool:
        """Whether it is one's own turn."""
        return self.begun and self.outcome is None and self.seat in self.turn


class Event(Answer, frozen=True, kw_only=True):
    """Something happened: at a table, or, as a notice, concerning other people or everybody; `name` is who it was."""

    kind: str
    facts: Any = None
    name: str = ""


class Over(Answer, frozen=True, kw_only=True):
    """A game has ended."""

    outcome: Outcome


class Gone(Answer, frozen=True, kw_only=True):
    """One is not at a table any more; without a table, not in the house."""

    code: str


News: TypeAlias = State | Event | Over | Gone
"""What comes from a table."""
_TYPES = {"state": State, "event": Event, "over": Over, "gone": Gone, "notice": Event}


def read(line: bytes) -> Answer:
    """What a line says."""
    fields = msgspec.json.decode(line, type=dict[str, Any])
    given = {name: value for name, value in fields.items() if value is not None}  # Null is as good as not said.
    return cast("Answer", msgspec.convert({**given, "fields": fields}, _TYPES.get(fields["type"], Answer)))
