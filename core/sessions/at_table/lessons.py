"""Lessons: how far a person has come in each, and the table of a scene, at which a teacher plays along."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

import trio
from msgspec import Struct
from msgspec.structs import replace

from core.base.chance import SEED_BYTES
from core.base.game import Refused, check_options
from core.base.game import Seat as Viewer
from core.base.text import plain
from core.games.features.guides import LESSONS
from core.games.features.lesson import PUPIL, TEACHER, Lesson, Step, Verdict, best, judge, reply
from core.house.service import Service
from core.live.live_table import Actor
from core.records import codec
from core.sessions.arrival import order_words
from core.sessions.at_table.held_seats import Held
from core.sessions.at_table.seat import Seat
from core.sessions.limits import Limit
from core.sessions.session import Session
from core.table import LESSON, TEACHER_NAME, Close, Move, Opened, Origin
from core.table.opening import Player
from journal import JournalError

CLOSING = 5.0
"""Seconds that a journal has for closing the table of a scene; a house that stops does not wait longer."""


class LessonRef(Struct, frozen=True):
    """A part of a lesson."""

    game: str
    """The game's name."""
    scene: int
    """Counted from 0."""


def asked(rest: str) -> tuple[str, int | None]:
    """The game and the part that is wanted, counted from 1; None for wherever one is. Raises: Refused."""
    *words, last = rest.split() or ("",)
    part = last if words and last.isascii() and last.isdigit() else ""
    game, _ = order_words.find_game(" ".join(words) if part else rest)
    lesson = LESSONS.get(game.name)
    if lesson is None:
        raise Refused("{game} has no lesson yet. To read the rules: rules {name}", game=game.title, name=game.name)
    number = order_words.read_number(part, len(lesson.scenes))
    if part and number is None:
        raise Refused("Choose a part from 1 to {parts}.", parts=len(lesson.scenes))
    return game.name, number


def reached(session: Session, game: str) -> int:
    """The part with which to begin, counted from 0: the first that is not done; all over again after the last."""
    done = session.lessons.get(game, 0)
    return done if done < len(LESSONS[game].scenes) else 0


async def recall(session: Session) -> None:
    """Find out what the person has done, in other sessions, too. Raises: JournalError."""
    if id := await session.found():
        person = await session.service.directory.person(id)
        known = session.lessons
        session.lessons = {**known, **{game: max(parts, known.get(game, 0)) for game, parts in person.lessons}}


async def note_done(session: Session, part: LessonRef) -> None:
    """A part was gone through. Raises: JournalError."""
    await _note(session, part.game, part.scene + 1)


async def _note(session: Session, game: str, parts: int) -> None:
    done = max(session.lessons.get(game, 0), parts)
    session.lessons = {**session.lessons, game: done}
    if id := await session.found():
        await session.service.directory.note_lesson(id, game, done)


async def unfinished(session: Session) -> tuple[LessonRef, ...]:
    """The lessons that the person has begun and not gone through. Raises: JournalError."""
    await recall(session)
    return under_way(session.lessons)


def under_way(done: Mapping[str, int]) -> tuple[LessonRef, ...]:
    """Of the lessons that were begun, those that are not gone through; `done` has how many parts are, by game."""
    lessons = ((name, done[name], len(LESSONS[name].scenes)) for name in LESSONS if name in done)
    return tuple(LessonRef(name, part) for name, part, parts in lessons if 0 <= part < parts)


def begin(session: Session) -> None:
    """Count a part that is to be begun, for each is played at a table of its own. Raises: Refused."""
    session.spend(Limit.TABLES)


async def open_scene(service: Service, lesson: Lesson, number: int, person: str) -> str:
    """Open a table for a scene of a lesson, counted from 0, and seat the pupil and the teacher. Returns: its id.

    It is recorded like any other, and counts for nobody.
    """
    game, scene = lesson.game, lesson.scenes[number]
    options = tuple(check_options(game, lesson.options).items())
    seed = scene.seed.to_bytes(SEED_BYTES, "big").hex()
    position = codec.write_position(game, scene.position())
    reserved = (person, *("",) * (game.seats - 1))
    opened = Opened(
        "", game.name, game.rules, options, seed, None, 0, reserved, Origin(LESSON, number + 1), 0, position
    )
    id = await service.store(opened)
    async with service.table(id, attended=False) as live:
        await service.sit(live, 0, Player(person))
        for seat in range(1, game.seats):
            await service.sit(live, seat, Player(bot=TEACHER_NAME))
    return id


@asynccontextmanager
async def scene(session: Session, part: LessonRef) -> AsyncIterator[Seat]:
    """The pupil's seat in a scene. Raises: Refused, JournalError.

    Its table is closed in the end, because a scene that was left is begun anew at another one: so lists stay free of
    them.
    """
    id = await open_scene(session.service, LESSONS[part.game], part.scene, await session.identify())
    async with session.service.table(id, attended=False) as live:
        seat = Seat(session, live, Held((PUPIL,)))
        try:
            await _note(session, part.game, 0)
            yield seat
        finally:
            seat.end(StopAsyncIteration())
            session.left = live.id, live.table.seq
            with trio.move_on_after(CLOSING) as scope, suppress(Refused, JournalError):
                scope.shield = True  # who loses the connection leaves it, too
                await live.submit(Close())


async def let_teacher_move(seat: Seat, wanted: str) -> None:
    """Have the teacher answer as the lesson says. Raises: Refused, JournalError."""
    view = seat.game.view(seat.live.table.state, Viewer(TEACHER))
    await Actor(seat.live, TEACHER).submit(Move(reply(seat.game, view, wanted)))


class Course(Struct, eq=False):
    """How far somebody has come in a scene."""

    seat: Seat
    part: LessonRef
    index: int = 0
    """Of the step that is due, counted from 0."""

    @property
    def lesson(self) -> Lesson:
        """The whole of it."""
        return LESSONS[self.part.game]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those of the scene."""
        return self.lesson.scenes[self.part.scene].steps

    @property
    def step(self) -> Step:
        """What is due."""
        return self.steps[self.index]

    @property
    def wanted(self) -> str:
        """The best move that the step waits for now; empty for none."""
        return best(self.seat.game, self.step, self.seat.view.view)

    @property
    def next(self) -> LessonRef | None:
        """The part after this one; None after the last."""
        scene = self.part.scene + 1
        return replace(self.part, scene=scene) if scene < len(self.lesson.scenes) else None

    def judged(self, text: str) -> Verdict:
        """What the teacher thinks of a try. Raises: Refused for what is no move at all."""
        return judge(self.lesson, self.step, self.seat.view.view, plain(text))

    async def advance(self) -> bool:
        """The teacher moves if it is their turn, and comes to the next step. Returns: whether the scene has one.

        Raises: Refused, JournalError.
        """
        for wanted in self.step.replies:
            await let_teacher_move(self.seat, wanted)
        if self.index + 1 == len(self.steps):
            return False
        self.index += 1
        return True
