"""A program that sees a replay with others: it is told where the replay stands, or has the controls."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import attrs
import msgspec

from core.base.game import Seat
from core.replay.player import Player
from core.sessions.others.replays_together import Seeing, Shown, seeing
from frontends.programs.door.views import written_view
from frontends.programs.protocol.answers.replays import Moment

if TYPE_CHECKING:
    from frontends.programs.door.program import Program


def moment(program: Program, player: Player, id: str = "") -> Moment:
    """Where a replay stands."""
    recording = player.recording
    return Moment(
        id=id, table=recording.id, at=player.seq, first=recording.first, last=len(recording),
        seat=player.viewer.number, view=written_view(player.table.view),
        said=program.each_said(player.told, recording.names),
    )  # fmt: skip


def seen_by(player: Player, seat: int | None) -> Player:
    """Through the eyes of a seat, where one may take them."""
    if seat is not None and (viewer := Seat(seat)) in player.recording.perspectives:
        return player.seen_by(viewer)
    return player


@attrs.define(eq=False)
class Viewing:
    """A program at a replay that several see."""

    program: Program
    player: Player
    own: Seeing = attrs.field(init=False)
    is_behind: bool = False
    """Whether it moved on and the program, which reads slowly, was not told."""
    _held: ExitStack = attrs.field(factory=ExitStack)

    @classmethod
    def begin(cls, program: Program, shown: Shown) -> Viewing:
        """See it. Raises: Refused where as many do as may."""
        viewing = cls(program, Player(shown.recording).at(shown.showing.position))
        viewing.own = viewing._held.enter_context(seeing(program.session, shown.showing, viewing._follow))
        return viewing

    def end(self) -> None:
        """See it no more."""
        self._held.close()

    def lead(self, at: int, seat: int | None) -> None:
        """Have it stand at a record for all. Raises: Refused for who has not the controls."""
        player = seen_by(self.player.go(at), seat)
        self.own.lead(player)
        self.player = player

    def moment(self, id: str = "") -> Moment:
        """Where it stands, and who sees it."""
        self.is_behind = False
        leader = "" if self.own.showing.is_over else self.own.leader
        return msgspec.structs.replace(
            moment(self.program, self.player, id), leader=leader, others=list(self.own.others)
        )

    def catch_up(self) -> None:
        """The program has read all that it was sent."""
        if self.is_behind:
            self.program.tell(self.moment())

    def _follow(self) -> None:
        self.player = self.player.at(self.own.showing.position)
        if self.program.is_slow:
            self.is_behind = True
        else:
            self.program.tell(self.moment())
