"""Tables for lessons: every solution is played on them, and they count for nobody."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.game import Seat
from core.games.features.guides import LESSONS
from core.games.features.lesson import PUPIL, TEACHER, Lesson, judge, reply
from core.house.service import open_service
from core.replay import practice
from core.sessions.at_table.lessons import open_scene
from core.table import LESSON, TEACHER_NAME, Move
from journal import open_journal
from tests.core.parlour import submit

EVERY = pytest.mark.parametrize("name", LESSONS)


@EVERY
async def test_solution_is_legal_step_by_step_and_the_same_for_everybody(name: str) -> None:
    lesson = LESSONS[name]
    async with open_journal("memory:") as journal, open_service(journal) as service:
        seen: list[list[Any]] = []
        for person in ("anna", "bert"):
            seen.append([])
            for number in range(len(lesson.scenes)):
                id = await open_scene(service, lesson, number, person)
                seen[-1].append(await gone_through(service, lesson, number, id))
        assert seen[0] == seen[1]


async def gone_through(service: Any, lesson: Lesson, number: int, id: str) -> Any:
    """The view in which a scene ends."""
    async with service.table(id, attended=False) as live:
        assert live.table.begun
        for step in lesson.scenes[number].steps:
            view = live.view(Seat(PUPIL)).view
            for wanted in step.wanted:
                assert judge(lesson, step, view, wanted).done
            if step.wanted:
                await submit(live, Move(step.wanted[0]), PUPIL)
            for wanted in step.replies:
                await submit(live, Move(reply(lesson.game, live.view(Seat(TEACHER)).view, wanted)), TEACHER)
        return live.view(Seat(PUPIL)).view


@EVERY
async def test_table_of_a_lesson_is_for_its_pupil_counts_for_nobody_and_can_be_verified(name: str) -> None:
    lesson = LESSONS[name]
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await open_scene(service, lesson, 0, "anna")
        async with service.table(id, attended=False) as live:
            table = live.table
            assert table.setup.is_practice
            assert table.setup.origin is not None
            assert table.setup.origin.table == LESSON
            assert practice.may_look(table, "anna")
            assert not practice.may_look(table, "bert")
            assert [chair.bot for chair in table.chairs[1:]] == [TEACHER_NAME] * (lesson.game.seats - 1)
