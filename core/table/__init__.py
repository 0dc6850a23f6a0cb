"""The decider around every game: opened, seated, begun, played, taken back, resigned, ended. Pure.

A table is the fold of its stream. What a person asks is a *command*; `decide` answers with the events that
follow from it or raises `Refused`; `evolve` folds one recorded event; `view_table` and `tell` are what a viewer may
know. The game's own moves pass through here as `Move`.

Taking back never erases: a table keeps its *snapshots*, one for each decision in force, as a linked list that
shares everything with its past, so undo, redo and bookmarks cost one cell each.
"""

from core.table.clock import (
    LONGEST_TIME,
    Clock,
    Clocks,
    Fischer,
    is_slow,
    is_warning,
    read_clock,
    tell_clock,
    tell_left,
    tell_span,
    whole,
)
from core.table.commands import (
    MOVES,
    Abandon,
    AcceptStandIn,
    Admit,
    Answer,
    AnswerStandIn,
    AskStandIn,
    Begin,
    Cause,
    Close,
    CloseUnbegun,
    ComeBack,
    Command,
    Correct,
    DeclineStandIn,
    EndUnrevealed,
    GoAway,
    LendSeat,
    Mark,
    Move,
    Open,
    Pause,
    Planned,
    Redo,
    Resign,
    Restart,
    Restore,
    Resume,
    Return,
    RevealLuck,
    RunOut,
    SetWatching,
    Sit,
    Substitute,
    TakeHint,
    TakeSeatBack,
    Undo,
)
from core.table.decide import check_abandoned, decide, may_pause
from core.table.endings import tell_ending, tell_missed
from core.table.events import (
    LESSON,
    LONGEST_CHAIN,
    LONGEST_NAME,
    MOST_DELAY,
    Begun,
    BookNumber,
    DuelGame,
    LuckRevealed,
    Opened,
    Origin,
    Redone,
    Restored,
    Returned,
    SealedDay,
    SealedPair,
    Seated,
    SeatLent,
    SeatReturned,
    StandInAgreed,
    StandInAsked,
    TakenBack,
    WatchingSet,
)
from core.table.evolve import causes, evolve, evolve_all, open_table
from core.table.sealed_luck import REVEAL_WITHIN, UNREVEALED, check_luck, is_sealed_by
from core.table.snapshot import Snapshot
from core.table.stand_in import first_lent
from core.table.state import TEACHER_NAME, Chair, Holder, RecordInfo, Setup, Table, owner_of, stood_in, without_old_past
from core.table.view import PlayerView, TableView, followed, tell, view_table
