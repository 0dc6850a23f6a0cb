"""The way to a lesson: what is typed, what is listed, and where one goes on."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.games.features.guides import LESSONS
from core.sessions.at_table.lessons import LessonRef, asked, note_done
from tests.frontends.terminals import open_house
from tests.frontends.visit.door.test_registration import leave, registered, signed_in


def test_words_name_a_lesson_and_its_part() -> None:
    assert asked("mille") == ("mille", None)
    assert asked("signora 2") == ("terrace", 2)
    assert asked("General's Patience") == ("terrace", None)


def test_words_that_name_none_are_refused() -> None:
    with pytest.raises(Refused, match="a part from 1 to 4"):
        asked("mille 9")
    with pytest.raises(Refused, match="is not a game"):
        asked("chess")


async def test_every_lesson_is_listed_with_what_is_done_of_it() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        text = await anna.told("learn")
        assert [line.split()[1] for line in text.splitlines()] == [f"{name}:" for name in LESSONS]
        assert text.count("not begun") == len(LESSONS)


async def test_lesson_that_is_done_begins_anew() -> None:
    async with open_house() as house:
        anna = house.enter("Anna")
        solution = (step.wanted[0] if step.wanted else "" for step in LESSONS["pileon"].scenes[0].steps)
        await anna.told("learn pileon", *solution)
        assert "learn pileon: Pileon, 8 steps, done." in await anna.told("learn")
        assert "Lesson in Pileon, part 1 of 1." in await anna.told("learn pileon")


async def test_done_lessons_are_remembered_with_the_person() -> None:
    async with open_house() as house:
        anna = await registered(house)
        await note_done(house.visits[anna].session, LessonRef("mille", 0))
        await leave(anna)
        again = await signed_in(house)
        told = await again.told("learn")
        assert "1 of" in next(line for line in told.splitlines() if line.startswith("learn mille"))


async def test_done_lessons_are_remembered_at_home() -> None:
    async with open_house() as house:
        await house.service.directory.holder("Anna")
        anna = house.enter("Anna", has_files=True)
        await anna.told("")
        await note_done(house.visits[anna].session, LessonRef("mille", 0))
        again = house.enter("Anna", has_files=True)
        await again.say("learn", "learn mille: Mille, 12 steps, 1 of 4 parts done.")


async def test_lesson_that_was_left_is_found_at_home() -> None:
    async with open_house() as house:
        await house.service.directory.holder("Anna")
        anna = house.enter("Anna", has_files=True)
        await anna.say("learn mille", "Lesson in Mille")
        await anna.say("quit", "Welcome to the lobby")
        again = house.enter("Anna", has_files=True)
        await again.wait_text("1. lesson in Mille, part 1 of 4: learn mille")
