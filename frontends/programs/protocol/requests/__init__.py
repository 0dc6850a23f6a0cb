"""What a program may ask: one tagged union, one line of JSON each; `type` is the class's name in small letters.

Everything else is refused, also a field too many, so that a slip in a name is noticed at once. `id` comes back with the
answer. What a request does is what the function of `core/sessions/` of that name does, and README.md lists them all.
"""

from typing import TypeAlias, get_args

from frontends.programs.protocol.requests.arrival import Join, Leave, Look, Open, Resume, Reveal, Shared, Watch
from frontends.programs.protocol.requests.bots import Bots, Dropbot, Newbot, Newtoken
from frontends.programs.protocol.requests.duels import Agree, Challenge, Duel, Duels, Refuse, Stop
from frontends.programs.protocol.requests.identity import Bye, Forget, Hello, Language, Password, Register, Rename
from frontends.programs.protocol.requests.invitations import Accept, Call, Decline, Invite, Rematch, Seek, Unseek
from frontends.programs.protocol.requests.lessons import Learn, Lessons, Try, Unlearn
from frontends.programs.protocol.requests.lists import (
    Best,
    Daily,
    Fair,
    Games,
    Ladder,
    List,
    Missed,
    Rules,
    Solitaires,
    Stats,
    Who,
)
from frontends.programs.protocol.requests.moves import (
    Abandon,
    Admit,
    Allow,
    Answer,
    Back,
    Mark,
    Plan,
    Play,
    Redo,
    Resign,
    Restart,
    Return,
    Standin,
    Takeback,
    Watching,
)
from frontends.programs.protocol.requests.others import Channel, Hear, Ignore, Notices, Report, Say, Shout, Tell
from frontends.programs.protocol.requests.questions import Demo, Hint, Share, Summary, Watchers, Where, Why, Winnable
from frontends.programs.protocol.requests.replays import Handover, Lead, Replay, Show, Unfollow
from frontends.programs.protocol.requests.request import Request
from frontends.programs.protocol.requests.saves import Export, Fork, Import, Saves
from frontends.programs.protocol.requests.slow_games import Remind, Vacation
from frontends.programs.protocol.requests.tournaments import Announce, Cancel, Enter, Tournament, Tournaments, Withdraw

AnyRequest: TypeAlias = (
    Hello | Register | Password | Language | Rename | Forget | Bye
    | Open | Join | Reveal | Watch | Resume | Leave | Look | Shared
    | Play | Takeback | Redo | Restart | Answer | Resign | Abandon | Mark | Return | Standin | Allow | Back
    | Watching | Admit | Plan
    | Why | Hint | Winnable | Where | Demo | Summary | Share | Watchers
    | Seek | Unseek | Invite | Call | Accept | Decline | Rematch
    | Say | Tell | Shout | Channel | Ignore | Hear | Notices | Report
    | Vacation | Remind | Saves | Fork | Export | Import | Lessons | Learn | Try | Unlearn
    | Replay | Show | Lead | Handover | Unfollow
    | Tournaments | Tournament | Announce | Enter | Withdraw | Cancel
    | Duels | Duel | Challenge | Agree | Refuse | Stop
    | List | Games | Solitaires | Who | Stats | Best | Ladder | Daily | Missed | Rules | Fair
    | Newbot | Newtoken | Dropbot | Bots
)  # fmt: skip
REQUESTS: tuple[type[Request], ...] = get_args(AnyRequest)
