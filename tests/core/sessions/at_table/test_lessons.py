"""Lessons: progress is kept with the person, and a scene is played at a table of its own."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.games.features.guides import LESSONS
from core.projections import TableState
from core.sessions.at_table import lessons
from core.sessions.at_table.lessons import LessonRef
from core.sessions.identity import registration
from core.sessions.limits import Budget
from tests.core.sessions.houses import open_house

GAME = "elixir"


async def test_progress_is_kept_with_the_person() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        assert lessons.reached(anna, GAME) == 0
        await registration.register(anna, "a long one, please")
        await lessons.note_done(anna, LessonRef(GAME, 0))
        again = house.enter()
        again.visitor.become(anna.visitor.id, "")
        assert await lessons.unfinished(again) == (LessonRef(GAME, 1),)
        assert lessons.reached(again, GAME) == 1


async def test_part_that_is_done_stays_done_and_after_the_last_the_first_comes_again() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        parts = len(LESSONS[GAME].scenes)
        await lessons.note_done(anna, LessonRef(GAME, parts - 1))
        await lessons.note_done(anna, LessonRef(GAME, 0))
        assert (anna.lessons[GAME], lessons.reached(anna, GAME)) == (parts, 0)
        assert lessons.under_way(anna.lessons) == ()


async def test_scene_is_a_table_that_is_closed_in_the_end_with_its_seat() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with lessons.scene(anna, LessonRef("mille", 0)) as seat:
            step = LESSONS["mille"].scenes[0].steps[0]
            wanted = next(one for one in LESSONS["mille"].scenes[0].steps if one.wanted).wanted[0]
            assert (seat.number, bool(step.said), wanted in seat.moves) == (0, True, True)
            await seat.play(wanted)
        assert seat.live.table.ended
        with pytest.raises(Refused):
            await seat.play(wanted)
        assert lessons.under_way(anna.lessons) == (LessonRef("mille", 0),)
        await house.service.views.settle()
        assert (await house.service.views.tables(TableState.RUNNING)).items == ()


async def test_teacher_answers_as_the_lesson_says() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        scenes = LESSONS["mille"].scenes
        part, step = next(
            (number, step)
            for number, scene in enumerate(scenes)
            for step in scene.steps
            if step.wanted and step.replies
        )
        async with lessons.scene(anna, LessonRef("mille", part)) as seat:
            for one in scenes[part].steps:
                if one.wanted:
                    await seat.play(one.wanted[0])
                before = seat.view.plays
                for wanted in one.replies:
                    await lessons.let_teacher_move(seat, wanted)
                if one is step:
                    break
            assert seat.view.plays == before + len(step.replies)


async def test_parts_are_counted_as_tables_are() -> None:
    async with open_house(Budget(tables_an_hour=1)) as house:
        anna = await house.guest("Anna")
        lessons.begin(anna)
        with pytest.raises(Refused):
            lessons.begin(anna)


async def test_course_waits_for_what_each_step_wants_and_ends_with_the_scene() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with lessons.scene(anna, LessonRef(GAME, 0)) as seat:
            course = lessons.Course(seat, LessonRef(GAME, 0))
            goes_on = True
            while goes_on:
                if course.wanted:
                    assert course.judged(course.wanted).done
                    await seat.play(course.wanted)
                goes_on = await course.advance()
            assert course.index == len(course.steps) - 1
            assert course.next == LessonRef(GAME, 1)
        parts = len(LESSONS[GAME].scenes)
        assert lessons.Course(seat, LessonRef(GAME, parts - 1)).next is None


@pytest.mark.parametrize("rest", ["", " ", "chess", "mille 99", "7"])
def test_what_is_no_game_or_no_part_of_its_lesson_is_refused(rest: str) -> None:
    with pytest.raises(Refused):
        lessons.asked(rest)
