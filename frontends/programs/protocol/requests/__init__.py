"""What a program may ask: one tagged union, one line of JSON each; `type` is the class's name in small letters.

Everything else is refused, also a field too many, so that a slip in a name is noticed at once. `id` comes back with the
answer. What a request does is what the function of `core/sessions/` of that name does, and README.md lists them all.
"""

from typing import TypeAlias, get_args

from frontends.programs.protocol.requests.arrival import Join, Leave, Look, Open, Resume, Watch
from frontends.programs.protocol.requests.identity import Bye, Forget, Hello, Register, Rename
from frontends.programs.protocol.requests.invitations import Accept, Decline, Invite, Rematch, Seek, Unseek
from frontends.programs.protocol.requests.lists import Best, Fair, List, Replay, Stats, Who
from frontends.programs.protocol.requests.moves import (
    Abandon,
    Admit,
    Allow,
    Answer,
    Back,
    Hint,
    Mark,
    Play,
    Redo,
    Resign,
    Restart,
    Return,
    Say,
    Standin,
    Takeback,
    Watching,
)
from frontends.programs.protocol.requests.others import Hear, Ignore, Notices, Report, Shout, Tell
from frontends.programs.protocol.requests.request import Request

AnyRequest: TypeAlias = (
    Hello | Register | Rename | Forget | Bye
    | Open | Join | Watch | Resume | Leave | Look
    | Play | Takeback | Redo | Restart | Answer | Resign | Abandon | Mark | Return | Hint | Standin | Allow | Back
    | Rematch | Watching | Admit | Say
    | Tell | Shout | Seek | Unseek | Invite | Accept | Decline | Ignore | Hear | Notices | Report
    | List | Who | Stats | Best | Replay | Fair
)  # fmt: skip
REQUESTS: tuple[type[Request], ...] = get_args(AnyRequest)
