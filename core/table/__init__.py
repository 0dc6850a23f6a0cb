"""The decider around every game: opened, seated, played, taken back, resigned, said, ended. Pure.

A table is the fold of its stream. What a person asks is a *command*; `decide` answers with the events that
follow from it or raises `Refused`; `evolve` folds one recorded event; `sight` and `tell` are what a viewer may
know. The game's own moves pass through here as `Move`.

Taking back never erases: a table keeps its *moments*, one for each decision in force, as a linked list that
shares everything with its past, so undo, redo and bookmarks cost one cell each.
"""

from core.table.commands import (
    Answer,
    Command,
    Continue,
    Mark,
    Move,
    Redo,
    Resign,
    Restart,
    Return,
    RunOut,
    Say,
    Sit,
    TakeHint,
    Undo,
)
from core.table.decide import decide
from core.table.events import (
    Continued,
    Ended,
    Hinted,
    Marked,
    Opened,
    RanOut,
    Redone,
    Resigned,
    Returned,
    Said,
    Seated,
    TableEvent,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from core.table.sight import Sight, named, named_by, sight, tell
from core.table.state import Chair, Moment, Stamp, Table, evolve, evolve_all, hash_code, open_table

__all__ = [
    "Answer",
    "Chair",
    "Command",
    "Continue",
    "Continued",
    "Ended",
    "Hinted",
    "Mark",
    "Marked",
    "Moment",
    "Move",
    "Opened",
    "RanOut",
    "Redo",
    "Redone",
    "Resign",
    "Resigned",
    "Restart",
    "Return",
    "Returned",
    "RunOut",
    "Said",
    "Say",
    "Seated",
    "Sight",
    "Sit",
    "Stamp",
    "Table",
    "TableEvent",
    "TakeHint",
    "TakebackAsked",
    "TakebackRefused",
    "TakenBack",
    "Undo",
    "decide",
    "evolve",
    "evolve_all",
    "hash_code",
    "named",
    "named_by",
    "open_table",
    "sight",
    "tell",
]
