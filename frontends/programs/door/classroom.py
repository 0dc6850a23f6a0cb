"""A program in a lesson: it is told what is due, and tries."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from typing import TYPE_CHECKING

import attrs

from core.base.game import Refused
from core.base.message import message
from core.sessions.at_table import lessons
from core.sessions.at_table.happenings import after
from core.sessions.at_table.lessons import Course, LessonRef
from core.sessions.at_table.seat import Seat
from core.sessions.session import Session
from frontends.programs.door.views import written_view
from frontends.programs.protocol.answers.lessons import Task

if TYPE_CHECKING:
    from frontends.programs.door.program import Program

GO_ON = message("There is only something to read: try without a text goes on.")
WAITS = message("The teacher waits for a move.")


async def _seen(held: AsyncExitStack, session: Session, part: LessonRef) -> Seat:
    """A seat in a scene, at which others see the program until its table is closed, so that it is not told of that."""
    leaving = held.enter_context(ExitStack())
    seat = await held.enter_async_context(lessons.scene(session, part))
    leaving.callback(session.end_beside, session.be_beside(seat))
    return seat


@attrs.define(eq=False)
class Classroom:
    """A scene of a lesson, and after it the next one."""

    program: Program
    course: Course
    is_over: bool = False
    """Whether that was the lesson."""
    _is_done: bool = False
    """Whether the scene is gone through, though the next one has not begun."""
    _told: int = 0
    """The last record that the program was told of."""
    _held: AsyncExitStack = attrs.field(factory=AsyncExitStack)

    @classmethod
    async def begin(cls, program: Program, part: LessonRef) -> Classroom:
        """Open the table of a scene. Raises: Refused, JournalError."""
        lessons.begin(program.session)
        held = AsyncExitStack()
        seat = await _seen(held, program.session, part)
        return cls(program, Course(seat, part), told=seat.seq, held=held)

    async def leave(self) -> None:
        """Close the table."""
        await self._held.aclose()

    async def attempt(self, text: str, *, show: bool) -> None:
        """Do what is due; without a text go on. Raises: Refused with what is wrong with it; JournalError."""
        is_reading = self._is_done or not self.course.step.wanted
        if is_reading and text:
            raise Refused(GO_ON)
        if not is_reading:
            await self._play(self.course.wanted if show else text)
        elif not self._is_done:
            self._is_done = not await self.course.advance()
        if self._is_done:
            await self._finish()

    async def _play(self, text: str) -> None:
        if not text:
            raise Refused(WAITS)
        verdict = self.course.judged(text)
        if verdict.why is not None:
            raise Refused(verdict.why)
        await self.course.seat.play(text)
        if verdict.done:
            self._is_done = not await self.course.advance()

    async def _finish(self) -> None:
        """On to the next scene, or out."""
        await lessons.note_done(self.program.session, self.course.part)
        if (part := self.course.next) is None:
            self.is_over = True
            return
        following = await Classroom.begin(self.program, part)
        await self.leave()
        self.course, self._held, self._told = following.course, following._held, following._told
        self._is_done = False

    def task(self, id: str) -> Task:
        """What is due."""
        course, program = self.course, self.program
        seat = course.seat
        found = after(seat, self._told)
        self._told = seat.seq
        return Task(
            id=id, game=course.part.game, part=course.part.scene + 1, parts=len(course.lesson.scenes),
            step=course.index + 1, steps=len(course.steps), is_over=self.is_over,
            happened=[program.said(one.told, seat.view.names) for one in (found[0] if found else ()) if one.told],
            said=None if self.is_over else program.said(course.step.said, seat.view.names),
            move="" if self.is_over else course.wanted, view=written_view(seat.view.view), moves=list(seat.moves),
        )  # fmt: skip
