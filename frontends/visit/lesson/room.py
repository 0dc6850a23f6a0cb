"""The room of a lesson: a table at which a teacher says one thing at a time and waits until it is done."""

from typing import Any

import attrs
from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, message
from core.sessions.at_table import lessons
from core.sessions.at_table.seat import Seat
from core.table import Command, Move
from frontends.screens.controls import KeyHelp
from frontends.terminal.pages import cut, fitted
from frontends.terminal.picture import BOLD, Canvas, Look, Picture, Spot
from frontends.terminal.terminal import Given, Key, Line, Prompt
from frontends.visit.action import Action, Topic
from frontends.visit.destination import Destination, ToLesson
from frontends.visit.everywhere import invitations, preferences, rules
from frontends.visit.help import HELP
from frontends.visit.stage import MESSAGE_ROWS, SMALLEST, Question
from frontends.visit.table import queries
from frontends.visit.table.room import Table
from frontends.visit.text.key_bar import key_bar
from frontends.visit.visit import Visit

NOT_HERE = message("Not in a lesson. Do what the teacher says, or type show to see it done, quit to leave.")
GO_ON = message("Press Enter to go on.")
WELL_DONE = message("Well done: look at the result, then press Enter to go on.")


class AtLesson(Table):
    """At the table of one scene."""

    common: tuple[str, ...] = ("task", "show", "leave", "rules", "type")

    def __init__(self, visit: Visit, own: Seat, going: ToLesson) -> None:
        super().__init__(visit, own, ACTIONS)
        self.part, self.back = going.part, going.back
        self.course = lessons.Course(own, going.part)
        self.is_over = False
        """Whether all is done, and the person still looks at the result, or cannot go on yet."""
        self.continued: tuple[str, ...] = ()
        """What the teacher says that has no room above the board."""
        self.going: Destination | None = None
        """Where to go once the scene is over."""

    @property
    def is_reading(self) -> bool:
        """Whether there is nothing to do but to read."""
        return self.is_over or not self.course.step.wanted

    # What the person does.

    async def handle(self, received: Given) -> Destination | None:
        """A try, or an action; while there is only something to read, Enter goes on."""
        self.going = None
        match received:
            case Line("") | Key("enter" | " ") if self.is_reading:
                await self.advance()
                return self.going
            case Line(text) if not text.strip():
                self.teach()
                return None
        going = await super().handle(received)
        return going or self.going

    async def submit(self, command: Command, **more: Any) -> bool:
        """Only what the step waits for comes to the table. Raises: Refused, with what is wrong with it."""
        if not isinstance(command, Move):
            raise Refused(NOT_HERE)
        if self.is_reading:
            raise Refused(GO_ON)
        verdict = self.course.judged(command.text)
        if verdict.why is not None:
            raise Refused("{why} {how}", why=verdict.why, how=self.how_to(self.course.wanted))
        if not await super().submit(command, **more):
            return False
        if verdict.done:
            await self.advance()
        return True

    async def advance(self) -> None:
        """The teacher moves if it is their turn, and comes to the next step, or the next scene."""
        if self.is_over:
            await self._finish()
            return
        if await self.course.advance():
            self.teach()
            return
        has_seen_all = self.is_reading or not self.visit.on_screen
        self.is_over = True  # From now on Enter goes on, which may be refused, and be tried again.
        if has_seen_all:
            await self._finish()
        else:
            self.teach()

    async def _finish(self) -> None:
        """On to the next scene, or back. Raises: Refused, JournalError."""
        visit, following = self.visit, self.course.next
        await lessons.note_done(visit.session, self.part)
        if following is None:
            visit.farewell(message("That was the lesson. To play: new {game}.", game=self.part.game))
            self.going = self.back
        else:
            lessons.begin(visit.session)
            self.going = ToLesson(following, self.back)

    # What the person is told.

    def enter(self) -> None:
        """The part of the lesson, the position, and the first step."""
        visit = self.visit
        if not visit.on_screen:
            visit.write(self.heading())
            if visit.look.reader:
                self._introduce()
            else:
                self.describe()
        self.teach()

    def begin_again(self) -> None:
        """Show the table and the step anew in another mode or language."""
        super().begin_again()
        self.teach()

    def heading(self) -> Message:
        """Which lesson this is, and how far it has come."""
        scenes = len(self.course.lesson.scenes)
        return message(
            "Lesson in {game}, part {part} of {parts}.", game=self.game.title, part=self.part.scene + 1, parts=scenes
        )  # fmt: skip

    def said(self) -> str:
        """What the teacher says now."""
        if self.is_over:
            return self.text(WELL_DONE)
        if not self.is_reading and not self.course.wanted:
            return self.text(self.course.step.said)  # the move is made, and the next step not begun
        to_do = GO_ON if self.is_reading else self.how_to(self.course.wanted)
        return f"{self.text(self.course.step.said)} {self.text(to_do)}"

    def teach(self) -> None:
        """Say what is due, and light it up."""
        self.hint = "" if self.is_over else self.course.wanted
        self.message = ()
        if not self.visit.on_screen:
            self.visit.write(self.said())
        self.visit.redraw()

    def prompt(self) -> Prompt:
        """What the teacher waits for."""
        usual = super().prompt()
        return replace(usual, text="> ") if self.is_reading else usual

    def picture(self, question: Question | None, look: Look) -> Picture:
        """What the teacher says, above the board; the board keeps the rows that it needs."""
        above = message("{heading} Play what is highlighted, with the keys below.", heading=self.heading())
        lines = [*fitted(self.text(above), look.columns - 1), *fitted(self.said(), look.columns - 1)]
        room = look.rows - SMALLEST[0]
        if len(lines) > room:
            lines = fitted(self.said(), look.columns - 1)
        if len(lines) > room and self.message in ((), self.continued):
            self.message = self.continued = (self._rest(lines[room:], look.columns - 1),)  # it goes on under the board
            lines = lines[:room]
        elif len(lines) > room:
            lines = [*lines[: room - 1], cut(" ".join(lines[room - 1 :]), look.columns - 1)] if room > 0 else []
        below = super().picture(question, attrs.evolve(look, rows=look.rows - len(lines)))
        self.shown = _under(lines, below, look)
        return self.shown

    def _rest(self, lines: list[str], columns: int) -> str:
        """What stands under the board of a small window, with the key for all of it where there is no room."""
        first, *others = fitted(" ".join(lines), columns)
        if len(others) < MESSAGE_ROWS:
            return " ".join((first, *others))
        key = self.text(message("T: all of it"))
        return f"{first} {cut(' '.join(others), columns - len(key) - 1)} {key}"

    def _bar(self) -> tuple[KeyHelp, ...]:
        """While there is nothing to do but to read, no key of the game."""
        if not self.is_reading:
            return super()._bar()
        return key_bar((("Enter", message("go on")),), (), self.actions, self)


def _under(lines: list[str], below: Picture, look: Look) -> Picture:
    """A picture with lines above it."""
    canvas = Canvas(attrs.evolve(look, rows=len(lines)))
    for row, line in enumerate(lines):
        canvas.put(row, 0, line, BOLD)
    above = canvas.picture()
    down = len(lines)
    cursor = (below.cursor[0] + down, below.cursor[1]) if below.cursor else None
    spots = tuple(Spot(one.row + down, one.column, one.rows, one.columns, one.name) for one in below.spots)
    return Picture(above.rows + below.rows, above.styles + below.styles, cursor, spots)


async def lesson(visit: Visit, going: ToLesson) -> Destination:
    """A scene of a lesson, until it is gone through or left."""
    async with lessons.scene(visit.session, going.part) as seat:
        at = AtLesson(visit, seat, going)
        with at.following():
            visit.enter(at)
            at.enter()
            return await visit.converse()


# Actions.


async def task(at: AtLesson, rest: str) -> None:
    """What the teacher said, once more, in full."""
    if at.visit.on_screen:
        await at.visit.read(at.said())
    at.teach()


async def show(at: AtLesson, rest: str) -> Destination | None:
    """Let it be done."""
    if at.is_reading:
        await at.advance()
    else:
        at.visit.say(at.course.wanted)
        await at.submit(Move(at.course.wanted))
    return at.going


async def leave(at: AtLesson, rest: str) -> Destination | None:
    """Back to where one came from."""
    at.visit.farewell(message("To go on with the lesson: learn {game}", game=at.part.game))
    return at.back


ACTIONS: tuple[Action[Any], ...] = (
    HELP,
    Action(
        "task",
        task,
        message("what the teacher said, again"),
        topic=Topic.MOVES,
        aliases=("hint",),
        keys=("T", "h"),
        label=message("task"),
    ),
    Action(
        "show",
        show,
        message("see it done for you"),
        topic=Topic.MOVES,
        keys=("S",),
        label=message("show"),
    ),
    Action(
        "leave",
        leave,
        message("leave the lesson"),
        aliases=("quit", "exit", "q"),
        keys=("q", "Q", "c-c", "c-d"),
        label=message("leave"),
    ),
    *queries.ACTIONS,
    rules.RULES,
    rules.WHY,
    *invitations.ANSWERS,
    preferences.TYPE,
    *preferences.ACTIONS,
)
"""What can be done in a lesson besides the moves it waits for."""
