"""Lessons: each can be gone through by its own solution, and answers every kind of wrong try."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from core.base.game import Refused
from core.base.message import Message, english
from core.games.features.guides import LESSONS
from core.games.features.lesson import Step, judge
from frontends.terminal.picture import Look
from frontends.visit.lesson.room import AtLesson
from tests.frontends.terminals import House, ListTerminal, open_house, quiet

LOOKS: dict[str, dict[str, Any]] = {
    "screen": {"screen": True},
    "small screen": {"screen": True, "look": Look(rows=20, columns=40)},
    "lines": {},
    "reader": {"look": Look(reader=True)},
}
EVERY = pytest.mark.parametrize("game", LESSONS)
MODES = pytest.mark.parametrize("more", LOOKS.values(), ids=LOOKS)
TRANSCRIPTS = Path(__file__).parent / "transcripts"

WRITE = "PARLOUR_WRITE_TRANSCRIPTS"
"""With this in the environment the transcripts are written instead of compared."""


def check(path: Path, text: str) -> None:
    """Compare a text with the one that is kept."""
    if os.environ.get(WRITE):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


async def learner(house: House, game: str, **more: Any) -> ListTerminal:
    """Somebody who has just begun a lesson."""
    anna = house.enter("Anna", **more)
    await anna.told()
    anna.type(f"learn {game}")
    await anna.told() if not more.get("screen") else await anna.pressed()
    return anna


async def do(anna: ListTerminal, wanted: tuple[str, ...]) -> None:
    """What a step waits for, in either mode."""
    if anna.on_screen:
        await anna.pressed("S" if wanted else "enter")
    else:
        await anna.told(wanted[0] if wanted else "")


@EVERY
def test_lesson_has_six_to_twelve_steps(game: str) -> None:
    assert 6 <= LESSONS[game].steps <= 12


@MODES
@EVERY
async def test_lesson_is_gone_through_by_its_own_solution(game: str, more: dict[str, Any]) -> None:
    async with open_house() as house:
        anna = await learner(house, game, **more)
        for number, scene in enumerate(LESSONS[game].scenes, 1):
            for step in scene.steps:
                assert f"part {number} of" in anna.words or anna.on_screen
                if not more.get("look") or not anna.on_screen:
                    assert english(step.said) in anna.words
                await do(anna, step.wanted)
            if anna.on_screen and scene.steps[-1].wanted:
                assert "Well done" in anna.words
                await anna.pressed("enter")
        assert anna.prompt.text == "lobby> "
        assert "That was the lesson." in anna.text
        assert f"{LESSONS[game].steps} steps, done." in await anna.told("learn")


@EVERY
async def test_every_legal_wrong_try_is_answered_and_changes_nothing(game: str) -> None:
    lesson = LESSONS[game]
    async with open_house() as house:
        anna = await learner(house, game)
        for scene in lesson.scenes:
            for step in scene.steps:
                at = house.visits[anna].room
                assert isinstance(at, AtLesson)
                meant = [lesson.means(at.table.view, one) for one in step.sought(at.table.view)]
                wrong = [
                    one for one in lesson.game.moves(at.table.view) if lesson.means(at.table.view, one) not in meant
                ]
                for text in wrong if step.wanted else ():
                    before = at.table.seq
                    told = await anna.told(text)
                    assert " ".join(told.split()).startswith(answers(step))
                    assert f"Type {at.course.wanted}." in " ".join(told.split())
                    assert at.table.seq == before
                await do(anna, step.wanted)


def answers(step: Step) -> tuple[str, ...]:
    """What a teacher may say to a wrong try at a step."""
    why = [one for _, one in step.wrong]
    return tuple(" ".join(english(one).split()) for one in (*why, *([step.otherwise] if step.otherwise else [])))


@EVERY
async def test_every_answer_of_a_lesson_is_given_to_something(game: str) -> None:
    lesson, heard = LESSONS[game], set[str]()
    async with open_house() as house:
        anna = await learner(house, game)
        for scene in lesson.scenes:
            for step in scene.steps:
                at = house.visits[anna].room
                assert isinstance(at, AtLesson)
                tries = (*lesson.game.moves(at.table.view), *(one for one, _ in step.wrong)) if step.wanted else ()
                for text in tries:
                    with suppress(Refused):
                        verdict = judge(lesson, step, at.table.view, text)
                        heard.add(english(verdict.why) if verdict.why else "")
                assert {english(why) for _, why in step.wrong} <= heard
                await do(anna, step.wanted)


async def test_what_the_rules_forbid_is_refused_in_their_own_words() -> None:
    async with open_house() as house:
        anna = await learner(house, "mille")
        assert "first" in await anna.told("u go")
        assert "is not a move" in await anna.told("p p")
        anna.type("quit")
        anna = await learner(house, "pileon")
        await anna.told("")
        assert "choose the same rank" in " ".join((await anna.told("1 2")).split())
        assert "from 1 to 15" in await anna.told("1 99")


async def test_things_of_a_game_are_not_done_in_a_lesson() -> None:
    async with open_house() as house:
        anna = await learner(house, "pileon")
        assert '"undo" works at a table, not here.' in await anna.told("undo")
        assert "Press Enter to go on." in await anna.told("12 14")
        assert "You see all cards" in await anna.told("task")
        assert "rules" in await anna.told("?")


@MODES
async def test_lesson_is_left_and_gone_on_with_where_one_was(more: dict[str, Any]) -> None:
    async with open_house() as house:
        anna = await learner(house, "elixir", **more)
        for step in LESSONS["elixir"].scenes[0].steps:
            await do(anna, step.wanted)
        await (anna.pressed("q") if anna.on_screen else anna.told("quit"))
        assert "To go on with the lesson: learn elixir" in anna.text
        assert "learn elixir: El-Ixir, 12 steps, 1 of 6 parts done." in " ".join((await anna.told("learn")).split())
        anna.type("learn elixir")
        await anna.told()
        assert "Tile 2 is a1" in anna.words or anna.on_screen


async def test_lesson_leads_back_to_the_table_one_came_from() -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await house.seat("Anna", live)
        assert "Lesson in Mille, part 4 of 4." in await anna.told("learn mille 4")
        assert f"table {live.id}" in await anna.told("quit")


async def test_tables_of_lessons_are_recorded_and_count_for_nobody() -> None:
    async with open_house() as house:
        anna = await learner(house, "elixir")
        id = await house.only_table()
        async with house.service.table(id, attended=False) as live:
            assert live.table.setup.is_practice
            assert tuple(english(one) if isinstance(one, Message) else one for one in live.names) == (
                "~Anna",
                "Teacher",
            )
        await anna.told("roll")
        records = await house.service.records(id)
        assert len(records) > 4


async def test_left_lesson_is_listed_to_its_pupil_and_its_table_to_nobody() -> None:
    async with open_house() as house:
        anna = await learner(house, "pileon")
        table = await house.only_table()
        await anna.told("quit")
        await house.service.views.settle()
        await anna.say("list", "Nobody is playing now")
        await anna.say("list all", "Nobody has played here yet")
        await anna.say("solitaire", "You have no unfinished solitaire.")
        await anna.say("list mine", "lesson in Pileon, part 1 of 1: learn pileon")
        assert table not in anna.text


async def test_table_of_a_lesson_is_closed_when_the_line_is_lost() -> None:
    async with open_house() as house:
        anna = await learner(house, "mille")
        table = await house.only_table()
        anna.hang_up()
        await quiet()
        async with house.service.table(table, attended=False) as live:
            assert live.table.ended


async def test_lesson_is_not_told_as_a_copy() -> None:
    async with open_house() as house:
        anna = await learner(house, "mille", screen=True, look=Look(rows=40, columns=100))
        assert "Teacher sits down." in anna.screen
        assert "copy" not in anna.screen


async def test_screen_shows_the_task_and_lights_up_the_move() -> None:
    async with open_house() as house:
        anna = await learner(house, "elixir 2", screen=True)
        assert anna.screen.startswith(
            "Lesson in El-Ixir, part 2 of 6. Play what is highlighted, with the keys below.\nTile 2 is a1"
        )
        at = house.visits[anna].room
        assert isinstance(at, AtLesson)
        assert at.hint == "2 right 4"
        assert "for a screen" not in await anna.pressed("T")


async def test_small_screen_has_the_whole_task_on_a_key() -> None:
    async with open_house() as house:
        anna = await learner(house, "terrace", screen=True, look=Look(rows=20, columns=40))
        text = english(LESSONS["terrace"].scenes[0].steps[0].said)
        assert text not in anna.words
        await anna.pressed("T")
        assert text in " ".join(anna.screen.split())


@pytest.mark.parametrize(
    ("game", "more", "name"),
    [("mille", {"look": Look(reader=True)}, "mille-reader"), ("elixir", {}, "elixir-lines")],
)
async def test_transcript_stays_as_it_is(game: str, more: dict[str, Any], name: str) -> None:
    async with open_house() as house:
        anna = await learner(house, game, **more)
        before = anna.text.index("Lesson in")
        for scene in LESSONS[game].scenes:
            for step in scene.steps:
                for wrong, _ in step.wrong[:1]:
                    await type_in(anna, wrong)
                await type_in(anna, step.wanted[0] if step.wanted else "")
        check(TRANSCRIPTS / f"{name}.txt", anna.text[before:])


async def type_in(anna: ListTerminal, line: str) -> None:
    """A line, which is left in the transcript after the prompt."""
    anna.text += f"{anna.prompt.text}{line}\n"
    await anna.told(line)


async def test_teacher_goes_on_under_the_board_of_a_small_window() -> None:
    async with open_house() as house:
        anna = await learner(house, "elixir", screen=True, look=Look(rows=22, columns=40))
        rows = anna.screen.split("\n")
        under = anna.message
        said = english(LESSONS["elixir"].scenes[0].steps[0].said)
        shown = " ".join(" ".join((*rows[:2], under)).split())
        assert shown.startswith(said[:100])
        assert shown.count(said[:20]) == 1


async def test_what_is_cut_in_a_small_window_ends_with_the_key_for_all_of_it() -> None:
    async with open_house() as house:
        anna = await learner(house, "terrace", screen=True, look=Look(rows=20, columns=40))
        assert anna.message.endswith("... T: all of it")


async def test_step_that_is_only_read_offers_no_key_of_the_game() -> None:
    async with open_house() as house:
        anna = await learner(house, "elixir", screen=True)
        await anna.pressed("enter")
        assert "Press Enter to go on." in anna.words
        assert anna.bottom.startswith("Enter go on  ")
        assert "take a tile" not in anna.bottom


async def test_teacher_is_called_so_in_the_language_of_the_pupil() -> None:
    async with open_house() as house:
        anna = await learner(house, "mille", screen=True, look=Look(rows=40, columns=100, language="fr"))
        assert "Professeur s\N{RIGHT SINGLE QUOTATION MARK}assied." in anna.screen
        assert "Teacher" not in anna.screen
