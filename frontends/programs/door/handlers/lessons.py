"""Lessons."""

from core.base.game import Refused
from core.base.message import message
from core.games.features.guides import LESSONS
from core.sessions.at_table import lessons
from core.sessions.at_table.lessons import LessonRef
from frontends.programs.door.classroom import Classroom
from frontends.programs.door.program import Handlers, Program
from frontends.programs.protocol.answers.house import Ack
from frontends.programs.protocol.answers.lessons import Curriculum, Lesson, Task
from frontends.programs.protocol.requests.lessons import Learn, Lessons, Try, Unlearn

NO_LESSON = message("You are in no lesson: learn begins one.")


async def curriculum(program: Program, asked: Lessons) -> Curriculum:
    """Which there are."""
    session = program.session
    await lessons.recall(session)
    return Curriculum(
        id=asked.id,
        lessons=[
            Lesson(
                game=name, part=lessons.reached(session, name) + 1, parts=len(lesson.scenes),
                done=session.lessons.get(name, 0), steps=lesson.steps,
            )
            for name, lesson in LESSONS.items()
        ],
    )  # fmt: skip


async def learn(program: Program, asked: Learn) -> Task:
    """Begin a part of one."""
    await lessons.recall(program.session)
    name, part = lessons.asked(f"{asked.game} {asked.part}" if asked.part else asked.game)
    number = lessons.reached(program.session, name) if part is None else part - 1
    begun = await Classroom.begin(program, LessonRef(name, number))
    await program.end_lesson()
    program.lesson = begun
    return begun.task(asked.id)


async def attempt(program: Program, asked: Try) -> Task:
    """Do what the teacher said."""
    lesson = _lesson(program)
    await lesson.attempt(asked.text, show=asked.show)
    task = lesson.task(asked.id)
    if lesson.is_over:
        await program.end_lesson()
    return task


async def unlearn(program: Program, asked: Unlearn) -> Ack:
    """Leave it."""
    _lesson(program)
    await program.end_lesson()
    return Ack(id=asked.id)


def _lesson(program: Program) -> Classroom:
    if program.lesson is None:
        raise Refused(NO_LESSON)
    return program.lesson


HANDLERS: Handlers = {Lessons: curriculum, Learn: learn, Try: attempt, Unlearn: unlearn}
