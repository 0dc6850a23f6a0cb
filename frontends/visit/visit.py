"""One person's visit: what they are asked, told and shown, on whatever terminal they have.

A visit is one task that runs through the house's rooms in a straight line (`attend`). What waits for the person is a
method that is awaited: `receive`, `ask`, `confirm`, `wait`, `read`. What happens meanwhile at a table comes through a
callback that never waits; it changes what is shown and returns, while the task goes on waiting for the person. So a
question stays open under news, a slow terminal delays nobody, and everything that followed from one input is done
before the next one is looked at.
"""

from __future__ import annotations

import itertools
import logging
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import attrs
import trio

from core.game import Refused
from core.message import Message, message
from core.presence import Notice
from core.service import Service
from frontends.budgets import UNLIMITED, Allowance, Asker, Kind
from frontends.language import Language, sentence
from frontends.screens.picture import Look
from frontends.terminal import Clicked, Closed, Input, Key, Line, Prompt, Resized, Terminal, Warned
from frontends.visit.answers import NO, YES, YES_OR_NO, yes_or_no
from frontends.visit.company import Company
from frontends.visit.destination import Destination, ToLesson
from frontends.visit.leaving import CannotShow, Gone, ShutOut
from frontends.visit.pages import Pages, fitted, wrapped
from frontends.visit.place import NOWHERE, Place
from frontends.visit.settings import Settings
from frontends.visit.stage import Question, fits
from frontends.visitor import Visitor
from journal import Damaged, JournalError

_LOG = logging.getLogger("parlour.visit")
T = TypeVar("T")
LONGEST_ANSWER = 400
"""Characters that can be typed in answer to a question, in screen mode."""
LONGEST_LINE = 79
"""Columns that are read out at most as one line."""
USUAL_COLUMNS = 80
NARROWEST = 20
"""Columns that lines to be read have at least, however narrow the window is."""
ONE_KEY_PACE = 1.1
"""Seconds for which each answer to a question is shown to somebody who has one key."""


_NOBODY: frozenset[str] = frozenset()
"""Shared, because each empty set has 216 bytes of its own."""


@attrs.define(eq=False)
class Visit:
    """One person in the house. With slots: a house full of people holds many of these."""

    service: Service
    terminal: Terminal
    visitor: Visitor
    settings: Settings
    allowance: Allowance = UNLIMITED
    address: str = attrs.field(default="", init=False)
    """Where the person calls from; empty at home."""
    name: str = attrs.field(init=False)
    look: Look = attrs.field(init=False)
    persons: frozenset[str] = attrs.field(default=_NOBODY, init=False)
    """Whom the person has been in this visit: with several seats, or with a code, more than one."""
    path: str = attrs.field(init=False)
    """The file that the game was saved to or restored from last."""
    codes: tuple[str, ...] = attrs.field(default=(), init=False)
    """Of the seats taken in this visit, the last one last."""
    left: tuple[str, int] | None = attrs.field(default=None, init=False)
    """The table the person has left last, and its last record then."""
    room: Place = attrs.field(default=NOWHERE, init=False)
    company: Company = attrs.field(factory=Company, init=False)
    question: Question | None = attrs.field(default=None, init=False)
    """What the person is asked now, in the bottom row or as the prompt."""
    pages: Pages | None = attrs.field(default=None, init=False)
    """A text that stands in place of the room, in screen mode."""
    is_waiting: bool = attrs.field(default=False, init=False)
    """Whether something goes on that the person only looks at, until a key ends it."""
    numbered: tuple[str | ToLesson, ...] = attrs.field(default=(), init=False)
    """What the person may go on with, as it was listed last: the ids of tables, and lessons."""
    liked: dict[str, str] = attrs.field(factory=dict, init=False)
    """What the person likes; see `liking`."""
    chosen: frozenset[str] = attrs.field(default=_NOBODY, init=False)
    """What of it was chosen in this visit."""
    has_been_in_lobby: bool = attrs.field(default=False, init=False)
    has_been_told: bool = attrs.field(default=False, init=False)
    """Whether a screen reader has read out once what can be typed at a table."""
    on_screen: bool = attrs.field(default=False, init=False)
    has_chosen: bool = attrs.field(default=False, init=False)
    """Whether the person has said which mode they like, whatever the terminal turns out to be."""
    last_said: str = attrs.field(default="", init=False)
    """What was told last, in line mode."""
    _likes_screen: bool = attrs.field(init=False)
    _put_back: tuple[Input, ...] = attrs.field(default=(), init=False)
    _fault: Exception | None = attrs.field(default=None, init=False)
    _is_heeding: bool = attrs.field(default=False, init=False)
    _owes_prompt: bool = attrs.field(default=False, init=False)
    _farewells: tuple[str, ...] = attrs.field(default=(), init=False)

    def __attrs_post_init__(self) -> None:
        settings = self.settings
        self.name, self.path, self._likes_screen = settings.name, settings.path, settings.screen
        self.look = self.terminal.look

    @property
    def has_name(self) -> bool:
        """Whether the person has come further than the door."""
        return bool(self.name)

    @property
    def words(self) -> Language:
        """The person's language."""
        return self.look.words

    def spend(self, kind: Kind) -> None:
        """Count something the person wants. Raises: Refused for those who have wanted too much of it."""
        self.allowance.spend(kind, self.visitor.id)

    @property
    def asker(self) -> Asker:
        """On whose behalf solvers search here."""
        return Asker(self.allowance, self.visitor.id)

    # What the person gives.

    async def receive(self) -> Line | Key | Clicked:
        """The next thing the person does. What is due meanwhile is done. Raises: Gone, CannotShow."""
        while True:
            if self._put_back or self._fault is not None or self.room.due < math.inf:
                received = await self._next_input(self.room.due)
            else:
                # The usual case: each coroutine that waits costs memory for everybody who sits in the lobby.
                received = await self.terminal.receive()
                if received is None:
                    self._check_fault(received)
            if (heeded := self._heed(received)) is not None:
                return heeded

    async def receive_until(self, time: float) -> Line | Key | Clicked | None:
        """The same, until a time on trio's clock; then None, and whenever the visit was woken."""
        return self._heed(await self._next_input(min(time, self.room.due)))

    def _heed(self, received: Input | None) -> Line | Key | Clicked | None:
        """Do what follows from the terminal itself, and from time; the rest is for the room. Raises: Gone."""
        match received:
            case Key() | Line() | Clicked():
                self.company.note_input(self)
                return received
            case None:
                if trio.current_time() >= self.room.due:
                    self.room.tick()
            case Resized(look):
                self._on_resized(look)
            case Warned(said):
                self.complain(said)
            case Closed():
                raise Gone
        return None

    async def _next_input(self, due: float) -> Input | None:
        """The next input; None when the time has come for something to go on by itself, or the visit was woken."""
        if self._put_back:
            first, *rest = self._put_back
            self._put_back = tuple(rest)
            return first
        received = None
        if self._fault is None:
            with trio.CancelScope(deadline=due):
                received = await self.terminal.receive()
        self._check_fault(received)
        return received

    def _check_fault(self, received: Input | None) -> None:
        """Raise what went wrong in showing something, once nothing else was received."""
        if received is None and self._fault is not None:
            fault, self._fault = self._fault, None
            if isinstance(fault, Refused):
                raise ShutOut(fault)
            raise CannotShow from fault

    def wake(self) -> None:
        """Look at `room.due` again: called from the table's callback, while the visit's own task waits for input."""
        self.terminal.wake()

    def fail(self, fault: Exception) -> None:
        """Something could not be shown: the visit's own task finds out as soon as it waits for the person again."""
        self._fault = fault
        self.terminal.wake()

    async def converse(self) -> Destination:
        """Let the person do what can be done in the room, until they leave it. Raises: Gone, CannotShow.

        Everything that follows from one input is done before the next one is looked at. What cannot be done is said,
        and the person goes on.
        """
        while True:
            received = await self.receive()
            self._is_heeding, self._owes_prompt = True, False
            try:
                going = await self.room.heed(received)
            except (Refused, JournalError) as error:
                going = None
                if isinstance(error, Damaged):
                    _LOG.warning("%s", error)
                self.complain(self.explain(error))
            finally:
                self._is_heeding = False
            if going is not None:
                return going
            if self._owes_prompt:
                self.redraw()

    # What the person is asked.

    async def ask(self, question: Message, *, is_secret: bool = False) -> str:
        """A few words in answer, shown nowhere if they are secret; empty when the person would rather not say."""
        with self._asking(self.words.say(question), is_secret=is_secret):
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
            return await self._confirm_with_one_key(self.words.say(question))
        with self._asking(f"{self.words.say(question)} {self.words.say(YES_OR_NO)}"):
            while True:
                match await self.receive():
                    case Line(text) | Key(text) if (answer := yes_or_no(text, self.words)) is not None:
                        return answer
                    case Key(key) if key == again:
                        return True
                    case Key("escape" | "c-c" | "c-d"):
                        return None
                    case _:
                        self._insist()

    async def _confirm_with_one_key(self, question: str) -> bool | None:
        """The answers run by, and any key takes the one that is shown."""
        answers = ((False, NO), (True, YES), (None, message("go back")))
        with self._asking(question) as change:
            for answer, shown in itertools.cycle(answers):
                change(f"{question} {self.words.say(shown)}?")
                match await self.receive_until(trio.current_time() + ONE_KEY_PACE):
                    case Key():
                        return answer
                    case _:
                        pass
        return None

    def _insist(self) -> None:
        self.ring()
        if not self.on_screen:
            self.write(self.words.text("Please answer y or n."))
        self.redraw()

    @contextmanager
    def busy(self, text: str) -> Iterator[Callable[[str], None]]:
        """Something goes on that the person only looks at; `text` says in the bottom row what ends it."""
        self.is_waiting = True
        try:
            with self._asking(text) as change:
                yield change
        finally:
            self.is_waiting = False

    def put_back(self, *received: Input) -> None:
        """Have these received again, before anything that came after them."""
        self._put_back = (*received, *self._put_back)

    @contextmanager
    def _asking(self, text: str, *, is_secret: bool = False) -> Iterator[Callable[[str], None]]:
        """Show a question; the one that was open before is open again afterwards."""
        before = self.question

        def change(text: str) -> None:
            self.question = Question(text, is_secret=is_secret)
            if text and self.look.reader:
                self.write(text)  # Said once; the prompt that comes again and again is short.
            self.redraw()

        change(text)
        try:
            yield change
        finally:
            self.question = before
            self.redraw()

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

    async def read(self, text: str) -> None:
        """Have a text of any length read: in place of the board, page by page; or scrolled."""
        if not self.on_screen:
            self.write(text)
            self.redraw()
            return
        self.pages = Pages(text)
        try:
            while self.pages is not None:
                self.redraw()
                match await self.receive():
                    case Key(key):
                        self.pages = self.pages.after(key, self.look)
                    case Line() as line:
                        self.put_back(line)  # It is a command of its own.
                        self.pages = None
                    case _:
                        self.pages = None
        finally:
            self.pages = None
            self.redraw()

    # What the person is told and shown.

    def write(self, text: str) -> None:
        """Scroll some text up, in line mode; line ends are added."""
        if "\n" not in text:  # A position or a list is read again by asking for it.
            self.last_said = text
        columns = min(self.look.columns, LONGEST_LINE) if self.look.reader else self.look.columns
        self.terminal.write("\n".join((*wrapped(text, max(columns, 1)), "")))

    def farewell(self, sentence: str) -> None:
        """Have this written when the person has left the room, where there is no board any more."""
        self._farewells = (*self._farewells, sentence)

    def ring(self) -> None:
        """Ring the bell, for those who like it."""
        if self.settings.bell:
            self.terminal.ring()

    def say(self, said: Message | str) -> None:
        """Tell the person something, where the mode shows it."""
        text = said if isinstance(said, str) else self.words.say(said)
        if self.on_screen:
            self.room.note(text)
        else:
            self.write(text)
        self.redraw()

    def complain(self, why: Message | str) -> None:
        """Tell the person what is wrong, with the bell."""
        self.ring()
        self.say(why)

    def explain(self, error: Refused | JournalError) -> str:
        """Why something cannot be done, in a sentence."""
        names = self.room.names
        if isinstance(error, Refused):
            return self.words.say(error.message, names)
        why = sentence(error, self.words)
        if isinstance(error, Damaged):
            return self.words.text("That cannot be shown: {why}", why=why)
        return self.words.text("The journal could not do that: {why}", why=why)

    def answer(self, text: str) -> None:
        """Answer a question of the person's: what was told before is still what can be repeated."""
        kept = self.last_said
        self.say(text)
        self.last_said = kept

    async def read_lines(self, text: str) -> None:
        """Have one long sentence read, broken into lines where it has to be."""
        await self.read("\n".join(fitted(text, max(NARROWEST, self.look.columns - 1))))

    async def read_column(self, lines: Iterable[str]) -> None:
        """Have lines read, broken where they are longer than a usual window, or this one, is wide."""
        columns = min(self.look.columns, USUAL_COLUMNS) - 1
        await self.read("\n".join(fitted("\n".join(lines), max(NARROWEST, columns))))

    def redraw(self, repaint: bool = False) -> None:
        """Show everything as it is now: the prompt, or the picture."""
        if self.on_screen:
            question, pages = self.question, self.pages
            if pages is not None and question is None:
                self.terminal.show(pages.picture(self.look), repaint)
            else:
                self.terminal.show(self.room.picture(question, self.look), repaint)
        elif self._is_heeding and self.question is None:
            self._owes_prompt = True  # It comes once, when all that follows from the input is said.
        else:
            self.terminal.ask(self._prompt())

    def _prompt(self) -> Prompt:
        if (question := self.question) is not None:
            asked = "> " if self.look.reader else f"{question.text} " if question.text else ""
            return Prompt(asked, is_secret=question.is_secret)
        return self.room.prompt()

    def hear(self, notice: Notice) -> None:
        """Tell the person something of the others in the house, at once."""
        self.company.hear(self, notice)

    async def identify(self) -> str:
        """The person's id; now they have to have one. Raises: JournalError."""
        return await self.company.identify(self)

    # Modes.

    @property
    def can_draw(self) -> bool:
        """Whether boards are drawn in place: liked, and possible."""
        look = self.look
        return self._likes_screen and look.single_keys and not look.reader and fits(look)

    def enter(self, room: Place) -> None:
        """Be in another room."""
        self.room.leave()
        self.room, self.question, self.pages = room, None, None
        self._use_screen(room.is_drawn and self.can_draw)
        if not self.on_screen:
            for sentence in self._farewells:
                self.write(sentence)
            self._farewells = ()
        self.company.show_up(self)

    def choose_mode(self, *, screen: bool) -> None:
        """Change to the person's own choice, and show the room in it."""
        self._likes_screen, self.has_chosen = screen, True
        self._use_screen(self.room.is_drawn and self.can_draw)
        self.room.begin_again()

    def adapt(self, look: Look) -> None:
        """Other colours or characters, another language, or a screen reader."""
        self.look = look
        self.terminal.adapt(look)
        was_on_screen = self.on_screen
        self._use_screen(self.room.is_drawn and self.can_draw)
        if self.on_screen or was_on_screen:
            self.room.begin_again()

    def _use_screen(self, screen: bool) -> None:
        if screen != self.on_screen:
            self.on_screen = screen
            self.terminal.use_screen(screen)
            self.terminal.use_mouse(screen and self.settings.mouse)

    def _on_resized(self, look: Look) -> None:
        """The terminal is another one now, or we know more of it. What is half typed stays as it is."""
        if look.single_keys and not self.look.single_keys and not self.has_chosen:
            self._likes_screen = True
        did_fit, self.look = fits(self.look), look
        was_on_screen = self.on_screen
        self._use_screen(self.room.is_drawn and self.can_draw)
        if was_on_screen and not self.on_screen and did_fit and not fits(look):
            self.write(self.words.say(TOO_SMALL))
        if was_on_screen != self.on_screen:
            self.room.begin_again()
        else:
            self.redraw(repaint=True)

    def close(self) -> None:
        """The person is gone: nothing is shown any more."""
        self.room.leave()
        self.room = NOWHERE
        self.company.leave(self, lost=True)

    def announce(self, said: Message | str) -> None:
        """Tell the person something that concerns everybody in the house."""
        self.complain(said)


TOO_SMALL = message("The window is too small for the board, so it is put into words: make it larger to have it back.")
