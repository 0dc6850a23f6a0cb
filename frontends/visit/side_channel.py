"""What a client is told in JSON beside what the person sees: their name, the table they are at, and where it stands.

Of a table it is told what a program in the same seat is told (`frontends/programs`), and nothing more. What it does not
understand is not made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import msgspec

from core.live.live_table import LiveTable, News
from core.sessions.at_table.seat import Seat
from frontends.programs.door.states import players_of, state_of
from frontends.terminal.side_channel import Package, SideChannel

if TYPE_CHECKING:
    from frontends.visit.dialogue import Conversing
    from frontends.visit.room import Room

SOUND = "bell.wav"
"""The one sound there is."""
_encode = msgspec.json.Encoder().encode


@attrs.define(eq=False)
class Beside:
    """One person's client."""

    visit: Conversing
    channel: SideChannel
    _seat: Seat | None = None
    _packages: frozenset[Package] = frozenset()
    """What the client understood when it was looked at last."""
    _called: tuple[str, str] = ("", "")
    """The name that was told last, and how others see it."""

    def adapt(self, room: Room) -> None:
        """The client may understand something else now: then it is told all anew."""
        if self.channel.packages != self._packages:
            self._packages, self._called = self.channel.packages, ("", "")
            self.enter(room)

    def enter(self, room: Room) -> None:
        """The person is in another room."""
        self.leave()
        self.introduce()
        if isinstance(room.sitting, Seat):
            self._seat = room.sitting
            self._seat.live.listeners[self] = self._hear
        self.channel.publish(Package.TABLE, self._table)
        self.channel.publish(Package.STATE, self._state)

    def leave(self) -> None:
        """Hear of a table no more."""
        if self._seat is not None:
            self._seat.live.listeners.pop(self, None)
            self._seat = None

    def introduce(self) -> None:
        """Say what the person is called."""
        self.channel.publish(Package.NAME, self._name)

    def play_sound(self, caption: str) -> None:
        """Have the bell played; `caption` is what the person is told in words at the same time."""
        self.channel.publish(
            Package.MEDIA, lambda: _encode({"name": SOUND, "type": "sound", "tag": "parlour", "caption": caption})
        )

    def _hear(self, live: LiveTable, news: News) -> None:
        if news.events:
            self.channel.publish(Package.TABLE, self._table)
            self.channel.publish(Package.STATE, self._state)

    # What is told, made when it goes out: by then the person may be elsewhere.

    def _name(self) -> bytes:
        session = self.visit.session
        if session.present is None or self._called == (called := (session.name, session.present.shown)):
            return b""
        self._called = called
        return _encode({"name": called[0], "fullname": called[1]})

    def _table(self) -> bytes:
        if (seat := self._open) is None:
            return b"{}"
        view = seat.view
        told: dict[str, Any] = {"table": view.id, "game": view.game, "options": dict(view.options)}
        return _encode({**told, "players": players_of(view, self.visit.words), "seat": view.seat})

    def _state(self) -> bytes:
        seat = self._open
        if seat is None or (len(seat.seats) > 1 and seat.game.hides):  # Of two at one keyboard one sees the other's.
            return b""
        return _encode(state_of(seat, self.visit.words, moves=False))

    @property
    def _open(self) -> Seat | None:
        """What the person has at the table where they are, if they may be there."""
        seat = self._seat
        return None if seat is None or seat.is_over or seat.objection() is not None else seat
