"""One person's visit: what they are asked, told and shown, on whatever terminal they have.

A visit is one task that runs through the house's rooms in a straight line (`attend`). What waits for the person is a
method that is awaited: `receive`, `ask`, `confirm`, `wait`, `read`. What happens meanwhile at a table comes through a
callback that never waits; it changes what is shown and returns, while the task goes on waiting for the person. So a
question stays open under news, a slow terminal delays nobody, and everything that followed from one input is done
before the next one is looked at.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs
import trio

from core.base.message import Message, message
from frontends.terminal.pages import Pages, fitted, wrapped
from frontends.terminal.terminal import Key, Line
from frontends.visit.dialogue import Conversing
from frontends.visit.stage import SHORT_ANSWER, Question
from frontends.visit.text.key_names import TALK_KEYS, TYPE_KEYS
from frontends.visit.text.yes_no import NO, YES, YES_OR_NO, yes_or_no

LONGEST_ANSWER = 400
"""Characters that can be typed in answer to a question, in screen mode."""
USUAL_COLUMNS = 80
SHORTEST_PAGE = 5
"""Rows from which on a window is worth being filled page by page."""
ENDS_READING = ("q", "quit", "n", "no")
"""Lines that end a text before its last page, and do nothing else."""
ONE_KEY_PACE = 1.1
"""Seconds for which each answer to a question is shown to somebody who has one key."""


@attrs.define(eq=False)
class Visit(Conversing):
    """One person in the house, who can be asked something and given something to read."""

    async def ask(self, question: Message, *, is_secret: bool = False) -> str:
        """A few words in answer, shown nowhere if they are secret; empty if the person does not answer."""
        with self._asking(self.text(question), is_secret=is_secret, wants_text=True):
            while True:
                match await self.receive():
                    case Line(text):
                        return text.strip()
                    case Key("enter"):
                        return self.question.typed.strip() if self.question else ""
                    case Key("escape" | "c-c" | "c-d"):
                        return ""
                    case Key(key) if self.on_screen:
                        self._type(key)
                    case _:
                        pass

    async def confirm(self, question: Message, *, again: str = "") -> bool | None:
        """Yes or no; None when the person takes the wish back with Escape. The key `again` means yes, too."""
        if self.settings.one_key and self.on_screen:
            return await self._confirm_with_one_key(self.text(question))
        with self._asking(f"{self.text(question)} {self.text(YES_OR_NO)}"):
            while True:
                match await self.receive():
                    case Line(text) | Key(text) if (answer := yes_or_no(text, self.words)) is not None:
                        return answer
                    case Key(key) if key == again:
                        return True
                    case Key("escape" | "c-c" | "c-d"):
                        return None
                    case _:
                        self.ring()
                        if not self.on_screen:
                            self.write(message("Please answer y or n."))
                        self.redraw()

    async def _confirm_with_one_key(self, question: str) -> bool | None:
        """The answers run by, and any key takes the one that is shown."""
        answers = ((False, NO), (True, YES), (None, message("go back")))
        with self._asking(question, wants_text=True) as change:
            for answer, shown in itertools.cycle(answers):
                change(f"{question} {self.text(shown)}?")
                match await self.receive_until(trio.current_time() + ONE_KEY_PACE):
                    case Key():
                        return answer
                    case _:
                        pass
        return None

    @contextmanager
    def busy(self, text: str) -> Iterator[Callable[[str], None]]:
        """Something goes on that the person only looks at; `text` says in the bottom row what ends it."""
        self.is_waiting = True
        try:
            with self._asking(text) as change:
                yield change
        finally:
            self.is_waiting = False

    @contextmanager
    def _asking(
        self, text: str, *, is_secret: bool = False, wants_text: bool = False
    ) -> Iterator[Callable[[str], None]]:
        """Show a question; the one that was open before is open again afterwards."""
        before = self.question

        def change(text: str) -> None:
            self.question = Question(self._last_line(text), is_secret=is_secret, wants_text=wants_text)
            if text and self.look.reader:
                self.write(text)  # Said once; the prompt that comes again and again is short.
            self.redraw()

        change(text)
        try:
            yield change
        finally:
            self.question = before
            self.redraw()

    def _last_line(self, text: str) -> str:
        """What stands before the cursor: in line mode a long question begins above it."""
        lines = fitted(text, self.look.columns - SHORT_ANSWER)
        if self.on_screen or self.look.reader or len(lines) < 2:
            return text
        self.write("\n".join(lines[:-1]))
        return lines[-1]

    def _type(self, key: str) -> None:
        """A key of an answer, in the bottom row of a screen."""
        question = self.question or Question("")
        typed = question.typed
        if key in ("backspace", "delete"):
            typed = typed[:-1]
        elif key == "c-u":
            typed = ""
        elif len(key) == 1 and key.isprintable() and len(typed) < LONGEST_ANSWER:
            typed += key
        else:
            self.ring()
        self.question = attrs.evolve(question, typed=typed)
        self.redraw()

    async def read(self, *said: Message | str) -> None:
        """Have lines, or a text of any length, read page by page: in place of the board, or scrolled."""
        text = "\n".join(map(self.text, said))
        if not self.on_screen:
            await self._scroll(text)
            self.redraw()
            return
        self.pages = Pages(text)
        try:
            while self.pages is not None:
                self.redraw()
                match received := await self.receive():
                    case Key(key) if key not in TYPE_KEYS + TALK_KEYS:
                        self.pages = self.pages.after(key, self.look)
                    case Key() | Line():
                        self.put_back(received)  # It is a command of its own, or begins one to be typed.
                        self.pages = None
                    case _:
                        self.pages = None
        finally:
            self.pages = None
            self.redraw()

    async def _scroll(self, text: str) -> None:
        """Scroll a text, and wait for Enter after each window full of it where somebody sits at a window.

        A client that sends whole lines may be a script or has a window of its own, and a screen reader keeps what it
        was sent: they get all of it at once. Any other line than an empty one ends the text, and is done.
        """
        lines, height = wrapped(text, self.look.line_columns), self.look.rows - 1
        if not self.look.single_keys or self.look.reader or height < SHORTEST_PAGE or len(lines) <= height:
            self.write(text)
            return
        pages = [lines[top : top + height] for top in range(0, len(lines), height)]
        for number, page in enumerate(pages, 1):
            self.write("\n".join(page))
            if number < len(pages) and not await self._turns_page(number, len(pages)):
                return

    async def _turns_page(self, number: int, count: int) -> bool:
        """Whether the person wants to read on."""
        question = message("Page {page} of {pages}: Enter for more, q to stop.", page=number, pages=count)
        with self._asking(self.text(question)):
            match received := await self.receive():
                case Line(text) if not text.strip():
                    return True
                case Line(text) if text.strip().lower() not in ENDS_READING:
                    self.put_back(received)
                case _:
                    pass
        return False

    async def read_column(self, *said: Message | str) -> None:
        """Have lines read, broken where they are longer than a usual window, or this one, is wide."""
        columns = min(self.look.columns, USUAL_COLUMNS) - 1
        await self.read(*fitted("\n".join(map(self.text, said)), max(1, columns)))
