"""Screen mode: pictures painted straight onto the terminal, keys read one by one.

prompt_toolkit has no part in this: the first picture does not wait for it to be loaded, and each costs only what
changed in it.
"""

import codecs
import math
import os
import select

import trio

from frontends.cli.keys import Keys
from frontends.cli.mode import Mode, State, Take
from frontends.cli.tty import Tty
from frontends.terminal.characters import encode_cells
from frontends.terminal.keyboard import ESCAPE_PAUSE
from frontends.terminal.paint import FRAME, MOUSE_OFF, MOUSE_ON, paint
from frontends.terminal.picture import Picture
from frontends.terminal.terminal import Closed

_ENTER = "\x1b[?1049h"


class Screen(Mode):
    """The terminal as a screen."""

    def __init__(self, state: State, tty: Tty, take: Take) -> None:
        super().__init__(state, tty, take)
        self._keys = Keys()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._shown: Picture | None = None
        self._has_mouse = False
        self._next_frame = self._held_until = -math.inf
        self._is_due = False
        self._is_lost = False
        self._until_end = trio.CancelScope()
        """Cancelled by `end`, which another task calls while `run` waits for a key."""
        self._pause = trio.CancelScope()
        """Of one wait for a key; `show` brings its end forward when there is something to paint sooner."""

    def begin(self) -> None:
        """Take the whole terminal, and show the picture that stands."""
        self.tty.take_keys(signals=False)
        self._control(_ENTER)
        self._use_mouse()
        self._paint()
        typed, self.state.typed = self.state.typed, ""
        self._press(typed)

    def end(self) -> None:
        """Show again what stood in the terminal before; what is written now goes there."""
        if not self.has_ended:
            super().end()
            if self._has_mouse:
                self.tty.control(MOUSE_OFF)
            # For terminals that have only one screen the cursor goes to an empty row below the picture first.
            self._control(f"\x1b[0m\x1b[?25h\x1b[{self.state.look.rows};1H\x1b[K\x1b[?1049l")
            self.state.typed += self._keys.held
            self._until_end.cancel()

    def show(self, repaint: bool) -> None:
        """Paint the picture, as soon as the one before has been seen long enough."""
        if repaint:
            self._shown = None
        self._is_due = True
        if trio.current_time() >= self._next_frame:
            self._paint()
        else:
            self._pause.deadline = min(self._pause.deadline, self._next_frame)

    def change(self) -> None:
        """Use the mouse or not, and other colours."""
        self._use_mouse()
        self.show(repaint=True)

    def resize(self) -> None:
        """Trust nothing of what the terminal shows: the next picture is sent whole."""
        self._shown = None

    def _use_mouse(self) -> None:
        if self._has_mouse != self.state.mouse:
            self._has_mouse = self.state.mouse
            self.tty.control(MOUSE_ON if self._has_mouse else MOUSE_OFF)

    def _paint(self) -> None:
        self._is_due = False
        picture, look = self.state.picture, self.state.look
        if picture is None or len(picture.rows) > look.rows or len(picture.rows[0]) > look.columns:
            return  # the terminal has become smaller: a picture that fits is on its way
        self._control(paint(self._shown, picture, look.colour))
        self._shown = picture
        self._next_frame = trio.current_time() + FRAME

    def _control(self, text: str) -> None:
        self.tty.control(encode_cells(text, self.state.look.utf8))

    async def run(self) -> None:
        """Read keys, and paint what is due."""
        with self._until_end:
            while not self._is_lost:
                held_until = self._held_until if self._keys.held else math.inf
                next_frame = self._next_frame if self._is_due else math.inf
                with trio.CancelScope(deadline=min(held_until, next_frame)) as self._pause:
                    await trio.lowlevel.wait_readable(self.tty.input)
                if self.has_ended:
                    return  # between the key and now: it is for the next mode to read
                if not self._pause.cancelled_caught:
                    self._read()
                    continue
                now = trio.current_time()
                if self._keys.held and now >= self._held_until:
                    for event, typed in self._keys.flush():
                        self.take(event, typed)
                if self._is_due and now >= self._next_frame:
                    self._paint()
            await trio.sleep_forever()

    def read_now(self) -> None:
        """Take what was typed already."""
        if not self._is_lost and select.select([self.tty.input], [], [], 0)[0]:
            self._read()

    def _read(self) -> None:
        try:
            chunk = os.read(self.tty.input, 4096)
        except OSError:
            chunk = b""
        if chunk:
            self._press(self._decoder.decode(chunk))
        else:
            self._is_lost = True
            self.take(Closed(), "")

    def _press(self, text: str) -> None:
        now = trio.current_time()
        self._held_until = now + ESCAPE_PAUSE
        for event, typed in self._keys.feed(text, now):
            self.take(event, typed)
