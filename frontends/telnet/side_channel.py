"""The JSON that one client is told beside the text: of each package the latest, at most as often as pictures.

What follows too soon waits for its time, and is made only then. A client that has not read what was sent is told
nothing, and then the latest of each.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from frontends.telnet.wire.protocol import Wire
from frontends.terminal.paint import FRAME
from frontends.terminal.side_channel import Package

if TYPE_CHECKING:
    from frontends.telnet.output import Later, Sender


@attrs.define(eq=False)
class GmcpChannel:
    """A `SideChannel` by GMCP."""

    out: Sender
    later: Later
    wire: Wire
    soon: Callable[[Callable[[], None]], None]
    """Has something done in a turn of the connection's."""
    packages: frozenset[Package] = frozenset()
    _wanted: dict[Package, Callable[[], bytes]] = attrs.field(factory=dict)
    _due: float = -math.inf
    """When the next may be sent."""
    _is_held_back: bool = False
    """Whether something waits for its time."""

    def publish(self, package: Package, make: Callable[[], bytes]) -> None:
        """Have this told as soon as its time has come and the client reads."""
        if package in self.packages:
            self._wanted[package] = make
            self.catch_up()

    def catch_up(self) -> None:
        """Have told what waits, unless that waits for its time already."""
        if self._wanted and not self._is_held_back and self.out.unsent is None:
            self._is_held_back = True
            if self.later.now() < self._due:
                self.later.at(self._due, self._send_soon)
            else:
                self._send_soon()

    def _send_soon(self) -> None:
        self.soon(self._send)

    def _send(self) -> None:
        self._is_held_back = False
        if self.out.unsent is not None or self.out.ended is not None:
            return
        wanted, self._wanted = self._wanted, {}
        self._due = self.later.now() + FRAME
        made = [(package, make()) for package, make in wanted.items() if package in self.packages]
        self.out.send(b"".join(self.wire.tell(package, payload) for package, payload in made if payload))
