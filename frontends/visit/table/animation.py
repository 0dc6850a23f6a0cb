"""What goes on by itself at a table: sequences of pictures, choices that run by, and clocks."""

import math
from typing import Any

import trio

from core.base.message import Message, message
from core.sessions.at_table.alarm import Alarm
from core.sessions.at_table.seat import Seat
from core.table import TableView
from frontends.screens import screen_of
from frontends.screens.controls import Screen, how_to
from frontends.visit.room import Room
from frontends.visit.visit import Visit

MOTION = 0.4
"""Seconds that a sequence of pictures takes at most."""
FRAME = 0.1
"""Seconds between two of them at most."""


class Paced(Room):
    """A room at a table in which something happens though nobody does anything."""

    def __init__(self, visit: Visit, own: Seat) -> None:
        super().__init__(visit)
        self.own = own
        """What the person has here."""
        self.live = own.live
        self.face: Screen = screen_of(own.game.name, one_key=visit.settings.one_key)
        self.table: TableView = own.view
        self.input: Any = own.live.share(
            ("idle", self.face, own.viewer), lambda: self.face.idle(self.table.view)
        )  # fmt: skip
        """What is chosen on the screen, as the game's own screen keeps it."""
        self.frames: tuple[TableView, ...] = ()
        """Pictures of the way to the present position that are still to be shown."""
        self._frame = FRAME
        """Seconds for which each of them is shown."""
        self._moves_at = self._clocks_at = math.inf
        """When something moves by itself, and when the clocks are to be looked at, on trio's clock."""
        self._alarm = Alarm()

    def how_to(self, move: str) -> Message:
        """What to press for a move in screen mode, or to type in line mode."""
        return how_to(self.face, self.table.view, move, on_screen=self.visit.on_screen)

    def undone(self, before: TableView) -> tuple[Message, ...]:
        """What was taken back since then, and what lies on top now; nothing if no move was."""
        if self.table.plays >= before.plays or self.face.undone is None:
            return ()
        said = self.face.undone(before, self.table)
        return () if said is None else (said,)

    def _first_words(self) -> tuple[str, ...]:
        """What somebody new is told once, on the board of their first game: in a row of its own."""
        visit = self.visit
        if not visit.on_screen or not self.own.seats or visit.session.is_known or visit.has_been_told:
            return ()
        visit.has_been_told = True
        words = message("?: keys   help: words   learn {game}", game=self.own.game.name)
        return (f"{self.text(words)}\n",)

    def tick(self) -> None:
        """What goes on by itself: a sequence of pictures, choices that run by, clocks."""
        if trio.current_time() >= self._moves_at:
            self._move_by_itself()
        self.check_clocks()
        if self.visit.on_screen and self.visit.pages is None:
            if self.face.pace is not None:
                self.visit.redraw()  # At once: a key takes the choice that is shown.
            else:
                self.visit.redraw_soon()

    def _move_by_itself(self) -> None:
        """The next picture of a sequence, or the next choice of a screen whose choices run by."""
        if self.frames:
            self.frames = self.frames[1:]
        elif self.face.pace is not None and not (self.visit.question or self.visit.pages or self.visit.typed.half.keys):
            pressed = self.face.press(self.input, "tick", self.table.view)
            self.input = pressed.input
            if not pressed.known:  # Nothing runs by now; the next key or move has it run again.
                self._moves_at = math.inf
                return
        self.wind()

    def check_clocks(self) -> None:
        """Warn the person if it is time, and set when the clocks are to be looked at next; nothing without clocks."""
        if self.table.clocks is None:
            return
        now = self.live.now()
        if (warning := self._alarm.warning(self.table, self.own.seats, now)) is not None:
            self.visit.complain(warning)
        self._clocks_at = trio.current_time() + self._alarm.wait(self.table, self.own.seats, now, self.visit.on_screen)
        self.due = min(self._moves_at, self._clocks_at)

    def begin_motion(self) -> None:
        """Show what happened in one go as a short sequence, which any key ends."""
        steps = self.live.steps(self.own.viewer)
        if len(steps) > 1:
            self.frames = (*self.frames, *steps[:-1])
            self._frame = min(FRAME, MOTION / len(self.frames))
            self.wind()
            self.visit.wake()

    def wind(self) -> None:
        """Set when something moves by itself next."""
        self._moves_at = math.inf
        if self.frames:
            self._moves_at = trio.current_time() + self._frame
        elif self.face.pace is not None and self.own.seats and self.visit.on_screen:
            self._moves_at = trio.current_time() + self.face.pace
        self.due = min(self._moves_at, self._clocks_at)
