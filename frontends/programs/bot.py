"""A program that plays as one of our computer players, through the protocol: it sees what any program is sent.

It accepts every invitation, and moves whenever it is its turn. What chance it wants follows from a seed and from what
it sees, so it plays the same game again.
"""

import hashlib
from collections.abc import Callable, Iterable

import attrs
import msgspec

from core.base.chance import Dice
from core.games.features.bots import Bot
from frontends.programs.door.views import read_view
from frontends.programs.protocol.requests.identity import Hello
from frontends.programs.protocol.requests.invitations import Accept
from frontends.programs.protocol.requests.moves import Play
from frontends.programs.protocol.requests.request import Request
from frontends.programs.protocol.version import PROTOCOL

_NOTHING = msgspec.Raw(b"null")
_encode = msgspec.json.Encoder().encode


class _Line(msgspec.Struct):
    """What is read of a line: of `notice` who invites, of `state` where the game stands."""

    type: str = ""
    kind: str = ""
    name: str = ""
    table: str = ""
    at: int = 0
    game: str = ""
    seat: int | None = None
    turn: list[int] = []
    begun: bool = True
    view: msgspec.Raw = _NOTHING


_read = msgspec.json.Decoder(_Line).decode


@attrs.frozen
class BotProgram:
    """A computer player and its chance."""

    bot: Bot
    seed: bytes

    def run(self, lines: Iterable[bytes], send: Callable[[bytes], None]) -> None:
        """Play until nothing more comes, or the house hangs up."""
        send(_encode(Hello(protocol=PROTOCOL, name=self.bot.name, moves=False, past=True)) + b"\n")
        for line in map(_read, lines):
            if line.type == "gone" and not line.table:
                break
            if (request := self._answer(line)) is not None:
                send(_encode(request) + b"\n")

    def _answer(self, line: _Line) -> Request | None:
        match line:
            case _Line(type="notice", kind="invited", name=name):
                return Accept(name=name)
            case _Line(type="state", begun=True) if line.game == self.bot.game and line.seat in line.turn:
                text = self._choose(bytes(line.view))
                return Play(table=line.table, at=line.at, id=f"{line.table}-{line.at}", text=text) if text else None
            case _:
                return None

    def _choose(self, raw: bytes) -> str:
        seed = hashlib.sha256(self.seed + raw).digest()
        return self.bot.choose(read_view(self.bot.game, raw), Dice(seed, self.bot.game, 1))
