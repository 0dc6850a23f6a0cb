"""What a program is sent: one tagged union, one line of JSON each. Fields that are as usual are left out.

A program passes over types and fields that it does not know: more of them may come without another protocol number of
those that are served.
"""

from typing import TypeAlias, get_args

from frontends.programs.protocol.answers.answer import Answer
from frontends.programs.protocol.answers.house import Ack, Gone, Notice, Refused, Welcome
from frontends.programs.protocol.answers.lists import Moment, People, Proof, Statistics, Tables
from frontends.programs.protocol.answers.table import Advice, Event, Over, State

AnyAnswer: TypeAlias = (
    Welcome | Ack | Refused | State | Event | Over | Gone | Notice | Advice | Tables | People | Statistics | Moment
    | Proof
)  # fmt: skip
ANSWERS: tuple[type[Answer], ...] = get_args(AnyAnswer)
