"""Lessons of the solitaires: whatever a step accepts keeps the deal won, and leads on to the next step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.base.chance import SEED_BYTES, Dice, table_seed
from core.base.game import Seat
from core.base.message import english
from core.games.features.guides import LESSONS
from core.games.features.lesson import PUPIL, Scene, Step, Verdict, best, judge
from core.games.features.solvers import SOLVERS

SOLITAIRES = ("terrace", "pileon")
SCENES = [(name, number) for name in SOLITAIRES for number in range(len(LESSONS[name].scenes))]
BUDGET = 60_000
BUILDING, LOCKED = "let us build in the columns", "unlock the stock: use the waste card"


def begun(name: str, scene: Scene) -> Any:
    """The position as pupils have it: what they do not see is dealt from the scene's seed."""
    seed = scene.seed.to_bytes(SEED_BYTES, "big")
    return LESSONS[name].game.redeal(scene.position(), Seat(PUPIL), Dice(table_seed(seed, ("",)), name, 1))


def after(name: str, state: Any, text: str) -> Any:
    game = LESSONS[name].game
    return game.fold(state, game.decide_typed(state, PUPIL, text, Dice(bytes(16), name, 1)))


def reached(name: str, scene: Scene) -> Iterator[tuple[Step, Any]]:
    """Every step in every position to which moves that were accepted lead."""
    lesson, states = LESSONS[name], [begun(name, scene)]
    for step in scene.steps:
        yield from ((step, state) for state in states)
        if step.wanted:
            ways = [(one, text) for one in states for text in accepted(name, step, one)]
            states = list(dict.fromkeys(after(name, one, text) for one, text in ways))
            states = list({lesson.game.view(one, Seat(PUPIL)): one for one in states}.values())


def judged(name: str, step: Step, state: Any) -> dict[str, Verdict]:
    lesson = LESSONS[name]
    view = lesson.game.view(state, Seat(PUPIL))
    return {text: judge(lesson, step, view, text) for text in lesson.game.moves(view)}


def accepted(name: str, step: Step, state: Any) -> list[str]:
    """Once each, where the foundation makes no difference."""
    done = [text for text, verdict in judged(name, step, state).items() if verdict.done]
    return [text for text in done if text.split()[-1][0] != "f" or text.endswith(" f")]


@pytest.mark.parametrize(("name", "number"), SCENES)
def test_accepted_moves_lead_to_the_next_step(name: str, number: int) -> None:
    for step, state in reached(name, LESSONS[name].scenes[number]):
        view = LESSONS[name].game.view(state, Seat(PUPIL))
        assert not step.wanted or best(LESSONS[name].game, step, view), english(step.said)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), SCENES)
def test_accepted_moves_lose_nothing(name: str, number: int) -> None:
    for step, state in reached(name, LESSONS[name].scenes[number]):
        assert SOLVERS[name].settle(state, BUDGET).winnable, english(step.said)


@pytest.mark.parametrize(("name", "number"), SCENES)
def test_refused_moves_are_not_of_the_kind_that_they_are_refused_for(name: str, number: int) -> None:
    for step, state in reached(name, LESSONS[name].scenes[number]):
        for text, verdict in judged(name, step, state).items() if step.wanted else ():
            if not verdict.done:
                said = english(verdict.why) if verdict.why else ""
                assert said, text
                assert not (LOCKED in said and text.startswith("w ")), text
                assert not (BUILDING in said and _builds(state, text)), text


def _builds(state: Any, text: str) -> bool:
    target = text.split()[-1]
    return target[0] == "t" and bool(state.columns[int(target[1:]) - 1])
