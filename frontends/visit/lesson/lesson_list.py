"""The action `learn`: which lessons there are, which are done, and the way to one of them."""

from core.base.message import Message, message
from core.games import GAMES
from core.games.features.guides import LESSONS
from core.sessions.at_table import lessons
from core.sessions.at_table.lessons import LessonRef
from core.sessions.session import Session
from frontends.visit.action import Action, Topic
from frontends.visit.destination import ToLesson, ToLobby
from frontends.visit.room import Room


async def learn(room: Room, rest: str) -> ToLesson | None:
    """To a lesson; without a game, the list of them."""
    session = room.visit.session
    await lessons.recall(session)
    if not rest:
        await room.visit.read(*(_line(session, name) for name in LESSONS))
        return None
    name, part = lessons.asked(rest)
    lessons.begin(session)
    number = lessons.reached(session, name) if part is None else part - 1
    return ToLesson(LessonRef(name, number), room.here or ToLobby())


def described(part: LessonRef) -> Message:
    """A lesson to go on with."""
    return message(
        "lesson in {game}, part {part} of {parts}: learn {name}",
        game=GAMES[part.game].title,
        part=part.scene + 1,
        parts=len(LESSONS[part.game].scenes),
        name=part.game,
    )


def _line(session: Session, name: str) -> Message:
    parts, done = len(LESSONS[name].scenes), session.lessons.get(name)
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


LEARN: Action[Room] = Action(
    "learn",
    learn,
    message("a lesson, with a teacher who waits for you"),
    topic=Topic.MOVES,
    takes="GAME [PART]",
    has_own_words=True,
    more=lambda _: tuple(LESSONS),
)
