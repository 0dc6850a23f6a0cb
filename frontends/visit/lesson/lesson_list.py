"""The action `learn`: which lessons there are, which are done, and the way to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from core.base.game import Refused
from core.base.message import Message, message
from core.base.token_bucket import Kind
from core.games import GAMES
from core.games.features.lessons import LESSONS
from frontends.visit.action import Action
from frontends.visit.destination import Destination, ToLesson, ToLobby, ToTable
from frontends.visit.room import Room
from frontends.visit.text import orders
from frontends.visit.visit import Visit

R = TypeVar("R", bound=Room)


def row(back: Callable[[R], ToTable | ToLobby]) -> Action[R]:
    """The row of a room to which a lesson leads back."""

    async def learn(room: R, rest: str) -> Destination | None:
        if not rest:
            await recall(room.visit)
            await room.visit.read("\n".join(room.visit.words.say(line) for line in listed(room.visit)))
            return None
        name, part = asked(rest)
        await recall(room.visit)
        room.visit.spend(Kind.TABLES)  # Each part is played at a table of its own.
        return ToLesson(name, reached(room.visit, name) if part is None else part - 1, back(room))

    return Action(
        "learn",
        learn,
        message("a lesson, with a teacher who waits for you"),
        takes="GAME [PART]",
        more=lambda _: tuple(LESSONS),
    )


def asked(rest: str) -> tuple[str, int | None]:
    """The game and the part that is wanted, counted from 1; None for wherever one is. Raises: Refused."""
    *words, last = rest.split()
    part = last if words and last.isascii() and last.isdigit() else ""
    game, _ = orders.find_game(" ".join(words) if part else rest)
    lesson = LESSONS.get(game.name)
    if lesson is None:
        raise Refused("There is no lesson for {game} yet: type rules {name}.", game=game.title, name=game.name)
    number = orders.read_number(part, len(lesson.scenes))
    if part and number is None:
        raise Refused("That lesson has parts 1 to {parts}.", parts=len(lesson.scenes))
    return game.name, number


def reached(visit: Visit, name: str) -> int:
    """The part with which to begin, counted from 0: the first that is not done; all over again after the last."""
    done = visit.lessons.get(name, 0)
    return done if done < len(LESSONS[name].scenes) else 0


async def recall(visit: Visit) -> None:
    """Find out what the person has done, in other visits, too. Raises: JournalError."""
    if id := await visit.visitor.found(visit.name):
        person = await visit.service.directory.person(id)
        known = visit.lessons
        visit.lessons = {**known, **{game: max(parts, known.get(game, 0)) for game, parts in person.lessons}}


async def note_begun(visit: Visit, name: str) -> None:
    """A lesson was begun, so that it is found among what the person may go on with. Raises: JournalError."""
    await _note(visit, name, 0)


async def note_done(visit: Visit, name: str, part: int) -> None:
    """A part, counted from 0, was gone through. Raises: JournalError."""
    await _note(visit, name, part + 1)


async def _note(visit: Visit, name: str, parts: int) -> None:
    done = max(visit.lessons.get(name, 0), parts)
    visit.lessons = {**visit.lessons, name: done}
    if id := await visit.visitor.found(visit.name):
        await visit.service.directory.note_lesson(id, name, done)


async def unfinished(visit: Visit) -> tuple[ToLesson, ...]:
    """The lessons that the person has begun and not gone through, from the lobby. Raises: JournalError."""
    await recall(visit)
    return under_way(visit.lessons)


def under_way(done: Mapping[str, int]) -> tuple[ToLesson, ...]:
    """Of the lessons that were begun, those that are not gone through; `done` has how many parts are, by game."""
    lessons = ((name, done.get(name, -1), len(lesson.scenes)) for name, lesson in LESSONS.items())
    return tuple(ToLesson(name, part, ToLobby()) for name, part, parts in lessons if 0 <= part < parts)


def described(going: ToLesson) -> Message:
    """A lesson to go on with."""
    return message(
        "lesson in {game}, part {part} of {parts}: learn {name}",
        game=GAMES[going.game].title,
        part=going.scene + 1,
        parts=len(LESSONS[going.game].scenes),
        name=going.game,
    )


def listed(visit: Visit) -> list[Message]:
    """A line for each lesson."""
    return [_line(visit, name) for name in LESSONS]


def _line(visit: Visit, name: str) -> Message:
    parts, done = len(LESSONS[name].scenes), visit.lessons.get(name)
    if done is None:
        state = message("not begun")
    elif done >= parts:
        state = message("done")
    elif done:
        state = message("{done} of {parts} parts done", done=done, parts=parts)
    else:
        state = message("begun")
    return message(
        "learn {name}: {game}, {steps} steps, {state}.",
        name=name,
        game=GAMES[name].title,
        steps=LESSONS[name].steps,
        state=state,
    )
