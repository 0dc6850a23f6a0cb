"""The screen of one connection: which picture it shows, which one it should, and when that may be sent.

At most `FRAME` pictures a second are sent to anybody. The first goes out at once; of those that follow too soon each
replaces the one before, and the last one is sent when its time has come. A client that has not read what was sent is
sent no pictures at all, and then the latest one whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import attrs

from frontends.telnet.output import Later, Sender, send_all
from frontends.telnet.paint_cache import PAINTER
from frontends.terminal.paint import FRAME
from frontends.terminal.picture import Look, Picture


@attrs.define(eq=False)
class Screen:
    """A terminal's screen, painted in colours and characters that suit `look`."""

    out: Sender
    later: Later
    look: Look
    soon: Callable[[Callable[[], None]], None]
    """Has something done in a turn of the connection's."""
    _shown: Picture | None = None
    """None when it is not known what the terminal shows."""
    _wanted: Picture | None = None
    _due: float = -math.inf
    """When the next picture may be sent."""
    _is_held_back: bool = False
    """Whether a picture waits for its time."""

    def show(self, picture: Picture, repaint: bool) -> None:
        """Show this picture as soon as its time has come and the client reads."""
        self._wanted = picture
        if repaint:
            self._shown = None
        if picture is self._shown or self._is_held_back or self.out.unsent is not None:
            return
        now = self.later.now()
        if now >= self._due:
            self._paint(picture, now)
        else:
            self._is_held_back = True
            self.later.at(self._due, partial(self.soon, self._show_held_back))

    def repaint(self) -> None:
        """Paint the next picture whole."""
        self._shown = None

    def clear(self) -> None:
        """Show nothing any more, nor what was held back."""
        self._shown = self._wanted = None

    def catch_up(self) -> None:
        """The client has read everything: it may have missed pictures, so what it shows is not known any more."""
        if self._wanted is not None and self._wanted is not self._shown:
            self._shown = None
            if not self._is_held_back:
                self._is_held_back = True
                self.soon(self._show_held_back)

    def _show_held_back(self) -> None:
        self._is_held_back = False
        if self._wanted is not None and self._wanted is not self._shown and self.out.unsent is None:
            self._paint(self._wanted, self.later.now())

    def _paint(self, wanted: Picture, now: float) -> None:
        self.out.send(PAINTER.paint(self._shown, wanted, self.look.colour, self.look.utf8))
        self._shown, self._due = wanted, now + FRAME


def show_all(screens: Sequence[Screen], picture: Picture) -> None:
    """Show many screens the same picture, as `show` does.

    Those of a crowd are alike: what leads from the picture they show to the next one is looked up once, and what is
    asked of each is no more than whether it may be sent now.
    """
    if not screens:
        return
    now = screens[0].later.now()
    due = now + FRAME
    before, look, octets = None, None, b""
    alike: list[Sender] = []
    early: list[Screen] = []
    for screen in screens:
        out, shown = screen.out, screen._shown
        if shown is picture or screen._is_held_back or out.unsent is not None:
            screen._wanted = picture
            continue
        if now < screen._due:
            screen._wanted, screen._is_held_back = picture, True
            early.append(screen)
            continue
        if shown is not before or screen.look is not look:
            send_all(alike, octets)
            alike, before, look = [], shown, screen.look
            octets = PAINTER.paint(shown, picture, look.colour, look.utf8)
        alike.append(out)
        screen._shown = screen._wanted = picture
        screen._due = due
    send_all(alike, octets)
    if early:
        first = early[0]
        first.later.at(max(screen._due for screen in early), lambda: first.soon(partial(_show_held_back, early)))


def _show_held_back(screens: Sequence[Screen]) -> None:
    """Show many screens what was held back for all of them, or what came to be wanted since."""
    wanted: dict[Picture, list[Screen]] = {}
    for screen in screens:
        screen._is_held_back = False
        if screen._wanted is not None:
            wanted.setdefault(screen._wanted, []).append(screen)
    for picture, those in wanted.items():
        show_all(those, picture)
