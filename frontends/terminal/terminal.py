"""What a front-end gives to a visit: a terminal that takes text and pictures and gives lines and keys."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Protocol, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from core.base.message import Message
from frontends.terminal.picture import Look, Picture
from frontends.terminal.side_channel import SideChannel


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line was typed and finished, in line mode."""

    text: str


class Key(msgspec.Struct, frozen=True, gc=False):
    """A key was pressed in screen mode, or one that cannot be part of a line; names as in `frontends.screens.controls`.

    The wheel of a mouse is the keys "wheel up" and "wheel down".
    """

    name: str


class Clicked(msgspec.Struct, frozen=True, gc=False):
    """The mouse was clicked on a cell of the screen, in screen mode. Rows and columns count from 0."""

    row: int
    column: int
    is_double: bool = False
    """Whether it is the second click on the same cell within half a second."""


class Dropped(msgspec.Struct, frozen=True, gc=False):
    """The mouse was let go on another cell than the one clicked on last: something was dragged here."""

    row: int
    column: int


class Resized(msgspec.Struct, frozen=True):
    """The terminal has this size and these abilities now."""

    look: Look
    beside: SideChannel | None = None
    """The way for what it understands beside text and pictures; None while there is nothing."""


class Warned(msgspec.Struct, frozen=True):
    """The terminal has something to tell the person, wherever their mode shows it."""

    said: Message


class Closed(msgspec.Struct, frozen=True, gc=False):
    """The person is gone: end of input, or the connection ended."""


Given: TypeAlias = Line | Key | Clicked | Dropped
"""What the person does."""
Input: TypeAlias = Given | Resized | Warned | Closed


class Prompt(msgspec.Struct, frozen=True):
    """What stands before the cursor in line mode, and what may help there: that is made when it is asked for, because
    most terminals never do."""

    text: str = "> "
    offer: Callable[[], tuple[str, ...]] = tuple
    """Makes `words`."""
    describe: Callable[[], str] = str
    """Makes the `toolbar`."""
    is_secret: bool = False
    """Whether what is typed is a secret: it is shown nowhere, and no history has it."""

    @property
    def words(self) -> tuple[str, ...]:
        """Whole lines that make sense now, for completion."""
        return self.offer()

    @property
    def toolbar(self) -> str:
        """One line that is always in view where the terminal can do that: score and whose turn it is."""
        return self.describe()

    def fixed(self) -> Self:
        """The same with what makes sense at present, for another thread."""
        words, toolbar = self.words, self.toolbar
        return replace(self, offer=lambda: words, describe=lambda: toolbar)


class Terminal(Protocol):
    """One person's terminal. Everything but `receive` returns at once and never waits for the person."""

    @property
    def look(self) -> Look:
        """What it can show, as far as is known now. A change comes as `Resized`, too."""

    def write(self, text: str) -> None:
        """Scroll some text up, above the prompt; lines end in "\\n". Only in line mode."""

    @property
    def hides(self) -> bool:
        """Whether what is typed at a secret prompt stays unseen; a bare connection echoes it by itself."""

    def ask(self, prompt: Prompt) -> None:
        """Show this prompt from now on, keeping what is half-typed. Only in line mode."""

    @classmethod
    def write_all(cls, terminals: Iterable[Self], text: str) -> None:
        """Scroll some text up on several terminals of this kind, and have the prompt of each stand under it, at less
        cost than with `write` and `ask` on each."""

    def show(self, picture: Picture, repaint: bool = False) -> None:
        """Make the screen show this picture; `repaint` sends all of it. Only in screen mode.

        At most 30 pictures a second are sent: of those that come quicker the last one is.
        """

    @classmethod
    def show_all(cls, terminals: Iterable[Self], picture: Picture) -> None:
        """Show this picture on several terminals of this kind, at less cost than with `show` on each."""

    def soon(self, act: Callable[[], None]) -> None:
        """Do something for this terminal as soon as it is its turn: at once, unless others wait, too.

        What waits already is done once. `act` must not wait.
        """

    async def turn(self) -> None:
        """Wait until it is this terminal's turn, before something that takes long: not at all, unless others wait."""

    def prefill(self, text: str) -> None:
        """Let this stand in the prompt to be edited, unless something else is half typed there. Only in line mode.

        A terminal whose prompt cannot be filled says what was typed instead.
        """

    def ring(self) -> None:
        """Ring the bell."""

    def use_screen(self, screen: bool) -> None:
        """Change to screen mode (True) or back to line mode (False)."""

    def use_mouse(self, mouse: bool) -> None:
        """Have clicks told in screen mode (True), or leave it to the terminal's own copy and paste (False)."""

    def adapt(self, look: Look) -> None:
        """Write like this from now on: the person has chosen colours or characters, or is read to.

        For a screen reader (`look.reader`) nothing but plain lines is sent: no escape sequence, no drawn prompt.
        """

    def together(self) -> AbstractContextManager[None]:
        """What the block puts out, which must not wait, may come to the person as one."""

    def count_given(self) -> int:
        """How many keys and lines have come from the person so far, those included that wait to be received."""

    def count_taken(self) -> int:
        """How many of them were received, or became part of a line that was."""

    async def receive(self) -> Input | None:
        """The next thing that came from the person, in order; `Closed` again and again after the end.

        None when it was woken. Cancelling loses nothing.
        """

    def parting(self, act: Callable[[], object]) -> AbstractContextManager[None]:
        """Have `act` called at once should the person go while the block waits for something else than them."""

    def wake(self) -> None:
        """Have a `receive` that waits answer None now; nothing where none waits."""
