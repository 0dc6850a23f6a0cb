"""What a program is sent: one tagged union, one line of JSON each. Fields that are as usual are left out.

A program passes over types and fields that it does not know: more of them may come without another protocol number of
those that are served.
"""

from typing import TypeAlias, get_args

from frontends.programs.protocol.answers.answer import Answer
from frontends.programs.protocol.answers.bots import Programs, Token
from frontends.programs.protocol.answers.duels import Contest, Contests
from frontends.programs.protocol.answers.games import Layouts, Standings, Unfinished
from frontends.programs.protocol.answers.house import Ack, Gone, Notice, Refused, Told, Welcome
from frontends.programs.protocol.answers.lessons import Curriculum, Task
from frontends.programs.protocol.answers.lists import People, Proof, Rulebook, Rungs, Statistics, Tables
from frontends.programs.protocol.answers.others import Attention, Channels, Onlookers
from frontends.programs.protocol.answers.questions import Account, Advice, Line, Plans, Sharing, Turning
from frontends.programs.protocol.answers.replays import Moment, Moments
from frontends.programs.protocol.answers.saves import Piece, Saved
from frontends.programs.protocol.answers.slow_games import Wishes
from frontends.programs.protocol.answers.table import Event, Over, State
from frontends.programs.protocol.answers.tournaments import Calendar, Crosstable

AnyAnswer: TypeAlias = (
    Welcome | Ack | Told | Refused | State | Event | Over | Gone | Notice
    | Advice | Line | Turning | Account | Sharing | Plans | Onlookers
    | Channels | Attention | Wishes | Saved | Piece | Curriculum | Task | Moment | Moments
    | Calendar | Crosstable | Contests | Contest
    | Tables | Unfinished | Layouts | People | Statistics | Rungs | Standings | Rulebook | Proof
    | Token | Programs
)  # fmt: skip
ANSWERS: tuple[type[Answer], ...] = get_args(AnyAnswer)
