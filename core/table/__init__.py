"""The decider around every game: opened, seated, begun, played, taken back, resigned, ended. Pure.

A table is the fold of its stream. What a person asks is a *command*; `decide` answers with the events that
follow from it or raises `Refused`; `evolve` folds one recorded event; `view_table` and `tell` are what a viewer may
know. The game's own moves pass through here as `Move`.

Taking back never erases: a table keeps its *snapshots*, one for each decision in force, as a linked list that
shares everything with its past, so undo, redo and bookmarks cost one cell each.
"""

from core.table.commands import (
    Answer,
    Begin,
    Cause,
    Command,
    Mark,
    Move,
    Open,
    Redo,
    Resign,
    Restart,
    Restore,
    Return,
    RunOut,
    Sit,
    TakeHint,
    Undo,
)
from core.table.decide import LONGEST_NAME, decide
from core.table.events import (
    Begun,
    Ended,
    Hinted,
    Marked,
    Opened,
    Origin,
    RanOut,
    Redone,
    Resigned,
    Restored,
    Returned,
    Seated,
    TableEvent,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from core.table.state import Chair, RecordInfo, Setup, Snapshot, Table, evolve, evolve_all, open_table, shortened
from core.table.tell import tell, tell_ending
from core.table.view import PlayerView, TableView, view_table

__all__ = [
    "LONGEST_NAME",
    "Answer",
    "Begin",
    "Begun",
    "Cause",
    "Chair",
    "Command",
    "Ended",
    "Hinted",
    "Mark",
    "Marked",
    "Move",
    "Open",
    "Opened",
    "Origin",
    "PlayerView",
    "RanOut",
    "RecordInfo",
    "Redo",
    "Redone",
    "Resign",
    "Resigned",
    "Restart",
    "Restore",
    "Restored",
    "Return",
    "Returned",
    "RunOut",
    "Seated",
    "Setup",
    "Sit",
    "Snapshot",
    "Table",
    "TableEvent",
    "TableView",
    "TakeHint",
    "TakebackAsked",
    "TakebackRefused",
    "TakenBack",
    "Undo",
    "decide",
    "evolve",
    "evolve_all",
    "open_table",
    "shortened",
    "tell",
    "tell_ending",
    "view_table",
]
