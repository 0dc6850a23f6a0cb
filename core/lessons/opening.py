"""Tables for lessons: practice copies whose chance is fixed, so that a lesson goes the same way for everybody."""

from __future__ import annotations

import attrs

from core import codec, fold
from core.chance import SEED_BYTES
from core.directory import draw_word
from core.lessons.lesson import Lesson
from core.service import Player, Service, check_options
from core.table import LESSON, Cause, Open, Opened, Origin
from journal import Conflict, seal

TEACHER_NAME = "Teacher"


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
    id = await _store(service, opened)
    async with service.table(id, attended=False) as live:
        await service.sit(live, 0, Player(person))
        for seat in range(1, game.seats):
            await service.sit(live, seat, Player(bot=TEACHER_NAME))
    return id


async def _store(service: Service, opened: Opened) -> str:
    """Store the first record of a table under an id that no other has. Returns: the id."""
    while True:
        id = draw_word(5)
        draft = codec.encode(attrs.evolve(opened, table=id), Cause(next(service.decisions), None, 0, Open()))
        try:
            await service.journal.append(fold.stream_of(id), 0, seal(None, [draft], codec.time_text(service.now())))
        except Conflict:
            continue
        return id
