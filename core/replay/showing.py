"""One replay that several step through together: one of them leads, and all the others see where it stands.

Pure, and nothing of it is stored. What is shared is a position alone; each sees it in a recording of their own, so
nobody is shown more of a game than they may know. Whoever is told something is told by calls that never wait.
"""

import logging
from collections.abc import Callable
from typing import Protocol

import attrs
from msgspec.structs import replace

from core.base.game import Refused, refuse_if
from core.base.message import Message, message
from core.people.look_alike_names import skeleton
from core.replay.player import Position

_LOG = logging.getLogger("parlour")
NOBODY_ELSE = message("Nobody else sees this replay. To show it to somebody: invite NAME")
HAS_CONTROLS = message("{name} has the controls now.")
YOU_HAVE_THEM = message("You have the controls now.")


class Companion(Protocol):
    """One of those who see a replay."""

    @property
    def name(self) -> str:
        """What the person is called, as others are shown it."""

    def follow(self) -> None:
        """Somebody else has moved on, or leads now. Must not wait."""

    def note(self, said: Message) -> None:
        """Be told who comes and goes. Must not wait."""

    def be_told(self, said: Message) -> None:
        """Be told who leads from now on. Must not wait."""


@attrs.define(eq=False)
class Showing:
    """A replay, and those who see it. Who has come first leads, until they hand that over or leave."""

    table: str
    """The id of the table whose game it is."""
    title: str
    """What is played there."""
    position: Position
    """Where it stands, as whoever leads sees it."""
    _companions: dict[Companion, None] = attrs.field(factory=dict, init=False)
    """In the order in which they have come."""
    _leader: Companion | None = attrs.field(default=None, init=False)

    @property
    def is_over(self) -> bool:
        """Whether nobody sees it."""
        return self._leader is None

    @property
    def companions(self) -> tuple[Companion, ...]:
        """Those who see it, whoever has been there longest first."""
        return tuple(self._companions)

    def leads(self, one: Companion) -> bool:
        """Whether somebody has the controls."""
        return one is self._leader

    def objection(self, one: Companion) -> Message | None:
        """Why somebody may not move on; None for whoever has the controls."""
        if self._leader is None or self.leads(one):
            return None
        return message("{name} has the controls. To ask for them: say please", name=self._leader.name)

    def others(self, one: Companion) -> tuple[Companion, ...]:
        """Those who see it besides somebody."""
        return tuple(other for other in self._companions if other is not one)

    def come(self, one: Companion) -> None:
        """Somebody sees it, too; the first one leads."""
        if self._leader is None:
            self._leader = one
        for other in self._companions:
            _call(other.note, message("{name} sees this replay with you.", name=one.name))
        self._companions[one] = None

    def go(self, one: Companion) -> None:
        """Somebody does not see it any more. If they led, whoever has been there longest does so now."""
        if one not in self._companions:
            return
        del self._companions[one]
        left = message("{name} left the replay.", name=one.name)
        if not self.leads(one):
            for other in self._companions:
                _call(other.note, left)
            return
        self._leader = next(iter(self._companions), None)
        self._tell_who_leads(lambda now: message("{said} {how}", said=left, how=now))

    def lead(self, one: Companion, position: Position) -> None:
        """Have it stand there, for all. Raises: Refused for who has not the controls."""
        refuse_if(self.objection(one))
        self.position = position
        for other in self.others(one):
            _call(other.follow)

    def hand_over(self, one: Companion, name: str) -> None:
        """Give the controls to somebody of a name. Raises: Refused for who has not got them, and where nobody is
        called so."""
        refuse_if(self.objection(one))
        if not (others := self.others(one)):
            raise Refused(NOBODY_ELSE)
        found = [other for other in others if skeleton(other.name) == skeleton(name)]
        if not found:
            names = tuple(other.name for other in others)
            raise Refused("Type hand over and one of: {names}.", names=names)
        self._leader = found[-1]
        self._tell_who_leads(lambda now: now)

    def _tell_who_leads(self, told: Callable[[Message], Message]) -> None:
        """It stands still until whoever leads now goes on."""
        self.position = replace(self.position, playing=False)
        for one in self.companions:
            _call(one.follow)
        leader = self._leader
        for one in self.companions if leader is not None else ():
            assert leader is not None
            now = YOU_HAVE_THEM if one is leader else HAS_CONTROLS.filled(name=leader.name)
            _call(one.be_told, told(now))


def _call(tell: Callable[..., None], *said: Message) -> None:
    try:
        tell(*said)
    except Exception:  # One person's screen is no concern of the others.
        _LOG.exception("Somebody was not told something of a replay.")
