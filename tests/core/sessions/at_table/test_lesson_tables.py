"""Tables for lessons: every solution is played on them, and they count for nobody."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core.base.chance import Dice
from core.base.game import Seat
from core.games.features.guides import LESSONS
from core.games.features.lesson import PUPIL, TEACHER, Lesson, Step, best, judge, reply
from core.games.features.solvers import SOLVERS
from core.house.service import open_service
from core.replay import practice
from core.sessions.at_table.lessons import open_scene
from core.table import LESSON, TEACHER_NAME, Move
from journal import open_journal
from tests.core.parlour import submit
from tests.examples import slow

BUDGET = 60_000
"""Positions looked at for a way to win."""
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
                await submit(live, Move(best(lesson.game, step, view)), PUPIL)
            for wanted in step.replies:
                await submit(live, Move(reply(lesson.game, live.view(Seat(TEACHER)).view, wanted)), TEACHER)
        return live.view(Seat(PUPIL)).view


@pytest.mark.parametrize("name", ["pileon", *slow("terrace")])
async def test_no_move_that_a_lesson_accepts_loses_what_was_won(name: str) -> None:
    lesson, settle = LESSONS[name], SOLVERS[name].settle
    for number, scene in enumerate(lesson.scenes):
        positions = [await dealt(lesson, number)]
        assert settle(positions[0], BUDGET).winnable
        for step in filter(lambda step: step.wanted, scene.steps):
            after = [then for state in positions for then in accepted(lesson, step, state)]
            positions = list({arranged(state): state for state in after}.values())
            assert all(settle(state, BUDGET).winnable for state in positions), step.wanted


async def dealt(lesson: Lesson, number: int) -> Any:
    """The position with which a scene begins."""
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await open_scene(service, lesson, number, "anna")
        async with service.table(id, attended=False) as live:
            return live.table.state


def accepted(lesson: Lesson, step: Step, state: Any) -> list[Any]:
    """The positions after each move that a step accepts."""
    view = lesson.game.view(state, Seat(PUPIL))
    texts = [text for text in lesson.game.moves(view) if judge(lesson, step, view, text).done]
    assert texts
    return [after(lesson, state, text) for text in texts]


def after(lesson: Lesson, state: Any, text: str) -> Any:
    """The position after a move of the pupil."""
    return lesson.game.fold(state, lesson.game.decide_typed(state, PUPIL, text, Dice(bytes(16), "", 1)))


def arranged(state: Any) -> Any:
    """A position; the same for all in which the foundations of Terrace stand in another order."""
    return replace(state, foundations=tuple(sorted(state.foundations))) if hasattr(state, "foundations") else state


async def test_lesson_in_pileon_takes_either_empty_pile_and_either_order() -> None:
    lesson = LESSONS["pileon"]
    for texts in (("12 14", "11 15", "11 14"), ("12 15", "11 14", "11 15"), ("11 14", "12 15", "11 15")):
        state = await dealt(lesson, 0)
        for step, text in zip(filter(lambda step: step.wanted, lesson.scenes[0].steps), texts, strict=False):
            assert judge(lesson, step, lesson.game.view(state, Seat(PUPIL)), text).done
            state = after(lesson, state, text)


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
