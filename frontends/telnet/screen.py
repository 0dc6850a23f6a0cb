"""The screen of one connection: which picture it shows, which one it should, and when that may be sent.

At most `FRAME` pictures a second are sent to anybody. The first goes out at once; of those that follow too soon each
replaces the one before, and the last one is sent when its time has come. A client that has not read what was sent is
sent no pictures at all, and then the latest one whole.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial

import attrs

from frontends.telnet.output import Later, Sender, send_all
from frontends.terminal.characters import encode_cells
from frontends.terminal.paint import FRAME, paint
from frontends.terminal.picture import Look, Picture

MOST_CELLS = 1 << 20
"""Cells of the pictures that are remembered: some 270 steps at 80x24. A picture costs about 10 bytes a cell."""

Step = tuple[Picture | None, Picture, bool, bool]
"""The picture before and after; whether in colour, whether in UTF-8."""


class Painter:
    """Remembers what was painted lately. Pictures are told apart by identity, so finding one costs next to nothing."""

    def __init__(self, most_cells: int = MOST_CELLS) -> None:
        self._most_cells = most_cells
        self._painted: dict[Step, bytes] = {}
        self.cells = 0
        """How many cells the remembered pictures have."""

    def paint(self, before: Picture | None, after: Picture, colour: bool, utf8: bool) -> bytes:
        """What makes a terminal that shows `before` show `after`; None paints all of it."""
        step = (before, after, colour, utf8)
        octets = self._painted.get(step)
        if octets is None:
            octets = self._painted[step] = encode_cells(paint(before, after, colour), utf8)
            self.cells += _cells(step)
            while self.cells > self._most_cells:
                oldest = next(iter(self._painted))
                del self._painted[oldest]
                self.cells -= _cells(oldest)
        return octets


def _cells(step: Step) -> int:
    return sum(len(picture.rows) * len(picture.rows[0]) for picture in step[:2] if picture and picture.rows)


PAINTER = Painter()
"""Of this process: pictures are shared by all houses in it."""


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
        if repaint:
            self._shown = None
        show_all((self,), picture)

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
                self.soon(partial(_show_held_back, (self,)))


def show_all(screens: Sequence[Screen], picture: Picture) -> None:
    """Show many screens the same picture.

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
            if alike:
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
