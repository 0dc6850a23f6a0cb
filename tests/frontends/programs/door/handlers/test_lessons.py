"""A program that learns a game."""

from __future__ import annotations

import pytest

from core.games.features.guides import LESSONS
from tests.frontends.programs.programs import robots


@pytest.mark.parametrize("game", sorted(LESSONS))
async def test_lesson_is_gone_through_by_doing_what_the_teacher_says(game: str) -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        (about,) = [one for one in (await robot.ask("lessons"))["lessons"] if one["game"] == game]
        assert (about["part"], about.get("done")) == (1, None)
        task = await robot.ask("learn", game=game)
        for _ in range(about["steps"]):
            assert task["said"]["text"]
            task = await robot.ask("try", text=task.get("move", ""))
            assert task["type"] == "task", task
        assert task["is_over"]
        assert robot.of("notice") == []
        (done,) = [one for one in (await robot.ask("lessons"))["lessons"] if one["game"] == game]
        assert done["done"] == done["parts"]
        assert (await robot.ask("try"))["type"] == "refused"


async def test_teacher_says_what_is_wrong_and_shows_how_it_is_done() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        task = await robot.ask("learn", game="mille")
        while not task.get("move"):
            assert (await robot.ask("try", text="p"))["code"] == "illegal"
            task = await robot.ask("try")
        assert (await robot.ask("try", text="dance"))["code"] == "illegal"
        assert (await robot.ask("try"))["code"] == "illegal"
        following = await robot.ask("try", show=True)
        assert (following["part"], following["step"]) != (task["part"], task["step"])
        assert following["happened"]


async def test_lesson_is_left_and_gone_on_with_by_its_part() -> None:
    async with robots() as house:
        robot = await house.guest("Robo")
        assert (await robot.ask("unlearn"))["type"] == "refused"
        first = await robot.ask("learn", game="elixir", part=2)
        assert (first["part"], first["step"]) == (2, 1)
        other = await robot.ask("learn", game="pileon")
        assert other["game"] == "pileon"
        assert (await robot.ask("unlearn"))["type"] == "ack"
        begun = (await robot.ask("games"))["lessons"]
        assert {one["game"] for one in begun} == {"elixir", "pileon"}
        assert (await robot.ask("learn", game="elixir", part=99))["type"] == "refused"
