"""Tables for lessons: practice copies whose chance is fixed, so that a lesson goes the same way for everybody."""

from __future__ import annotations

from core.base.chance import SEED_BYTES
from core.base.game import check_options
from core.games.features.lesson import Lesson
from core.house.service import Service
from core.records import codec
from core.table import LESSON, TEACHER_NAME, Opened, Origin
from core.table.opening import Player


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
