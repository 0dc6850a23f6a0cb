"""Lessons in themselves: every solution is legal and judged as done, wherever a position comes from."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.chance import SEED_BYTES
from core.base.game import Refused, Seat
from core.base.message import english, message
from core.games.features.guides import LESSONS
from core.games.features.lesson import NOT_THAT, PUPIL, Step, judge

EVERY = pytest.mark.parametrize("name", LESSONS)
LONGEST = 240
"""Letters of a step: four lines of a window of 80 columns, with room for longer languages."""


@EVERY
def test_steps_are_short_enough_for_a_screen(name: str) -> None:
    for scene in LESSONS[name].scenes:
        for step in scene.steps:
            assert len(english(step.said)) <= LONGEST
            assert (step.otherwise is None and not step.wrong) or step.wanted


@EVERY
def test_seeds_are_seeds(name: str) -> None:
    assert all(0 <= scene.seed < 1 << 8 * SEED_BYTES for scene in LESSONS[name].scenes)


def view_of(name: str, scene: int) -> Any:
    """What the pupil sees when a scene begins."""
    lesson = LESSONS[name]
    return lesson.game.view(lesson.scenes[scene].position(), Seat(PUPIL))


def test_move_counts_however_it_is_written() -> None:
    lesson = LESSONS["elixir"]
    step, view = lesson.scenes[1].steps[0], view_of("elixir", 1)
    for text in ("2 right 4", "2 right", "2 r", "a1 right 4", "b r"):
        assert judge(lesson, step, view, text).done


def test_card_counts_from_whatever_slot() -> None:
    lesson = LESSONS["mille"]
    step, view = lesson.scenes[0].steps[1], view_of("mille", 0)
    for text in ("u go", "u 1", "u2"):
        assert judge(lesson, step, view, text).done


def test_wrong_try_is_answered_by_the_step_however_it_is_written() -> None:
    lesson = LESSONS["elixir"]
    step, view = lesson.scenes[1].steps[0], view_of("elixir", 1)
    for text in ("2 up 4", "2 u", "a1 up"):
        assert "The border is above a1" in english(judge(lesson, step, view, text).why or message(""))
    assert "not a corner" in english(judge(lesson, step, view, "1 up 2").why or message(""))


def test_try_that_the_rules_forbid_is_left_to_them() -> None:
    lesson = LESSONS["pileon"]
    verdict = judge(lesson, lesson.scenes[0].steps[1], view_of("pileon", 0), "1 2")
    assert not verdict.done
    assert verdict.why is None


def test_legal_try_is_always_answered() -> None:
    lesson = LESSONS["pileon"]
    bare = Step(message("Do it."), ("12 14",))
    assert judge(lesson, bare, view_of("pileon", 0), "1 14").why == NOT_THAT


def test_what_is_no_move_is_refused() -> None:
    with pytest.raises(Refused, match="is not a move"):
        judge(LESSONS["pileon"], LESSONS["pileon"].scenes[0].steps[1], view_of("pileon", 0), "hello")
