"""No move is decided in another position than the one in which it was made."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from core import fold
from core.live import MovedOn
from core.table import Answer, Move
from journal import open_journal
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, Shell, a_table, by, moves
from tests.frontends.house import House, ListTerminal, open_house

MOVED_ON = "The game has moved on meanwhile"


def test_line_that_came_too_late_is_kept_to_be_edited_after_the_new_position():
    shell = Shell(a_table("mille", ANNA, BOT))
    shell.go_on_unseen(by(0, Move("p")), by(0, Move("d 1")), by(1, Move("p")), by(1, Move("d 1")))
    shell.new_text()
    shell.type("p")
    text = shell.new_text()
    assert text.index("Hand 1, ") < text.index(MOVED_ON)
    assert (shell.prefilled, shell.prompt.text, shell.rung) == ("p", "your move> ", 1)
    shell.type("p")
    assert MOVED_ON not in shell.text


def test_choice_half_made_on_a_screen_stays_if_it_still_exists():
    shell = Shell(a_table("pileon", ANNA, deal=7), screen=True)
    text = moves(shell.table)[0]
    shell.press("enter")
    shell.go_on_unseen(by(0, Move(text)))
    before = shell.talk.room.hand  # type: ignore[attr-defined]
    shell.press("end", "enter")
    assert MOVED_ON in shell.picture
    assert shell.talk.room.hand.source == before.source  # type: ignore[attr-defined]


def test_choice_that_does_not_exist_any_more_is_dropped():
    shell = Shell(a_table("elixir", ANNA, BERT), screen=True)
    shell.press("enter", "1", "right")
    text = moves(shell.table)[0]
    shell.go_on_unseen(by(0, Move(text)), by(1, Move("roll")))
    shell.press("enter")
    assert MOVED_ON in shell.picture
    assert shell.bottom.startswith("Table tst01.")
    assert not shell.talk.room.hand.is_taken  # type: ignore[attr-defined]


@asynccontextmanager
async def two_houses(path: Path) -> AsyncIterator[tuple[House, House]]:
    """Two services on one SQLite journal, as two processes are."""
    url = f"sqlite:{path}"
    async with (
        open_journal(url) as one, open_journal(url) as two, open_house(one) as first, open_house(two) as second,
    ):  # fmt: skip
        yield first, second


async def seat_twice(first: House, second: House, order: str) -> tuple[ListTerminal, ListTerminal]:
    """Anna at one table, by the first house and by the second."""
    anna = first.enter("Anna")
    anna.type(order)
    await anna.wait_text("resume ")
    code = anna.text.partition("resume ")[2].split()[0]
    again = second.enter("Somebody")
    again.type(f"resume {code}")
    await again.wait_text("table ")
    return anna, again


async def test_same_seat_open_in_two_houses_doubles_no_move(tmp_path: Path):
    async with two_houses(tmp_path / "a.db") as (first, second):
        anna, again = await seat_twice(first, second, "new pileon deal=7")
        await again.wait(lambda: again.prompt.text == "your move> ")
        for number in range(1, 9):
            move = anna.prompt.words[0]
            assert again.prompt.words[0] == move
            anna.type(move)
            again.type(move)
            done = f"{number} move"
            for person in (anna, again):
                await person.wait(lambda here=person, what=done: what in here.prompt.toolbar)  # type: ignore[misc]
        assert MOVED_ON in anna.text + again.text
        assert anna.prefilled or again.prefilled
        (id,) = await first.tables()
        assert fold.verify(f"table/{id}", await first.service.records(id)).now.plays == 8


async def test_stray_answer_to_an_old_question_is_refused(tmp_path: Path):
    async with two_houses(tmp_path / "a.db") as (first, second):
        anna = first.enter("Anna")
        anna.type("new elixir person")
        await anna.wait_text("resume ")
        bert, (id,) = second.enter("Bert"), await first.tables()
        bert.type(f"join {id}")
        await anna.wait(lambda: anna.prompt.text == "your move> ")
        anna.type("roll")
        await anna.wait(lambda: "roll" not in anna.prompt.words)
        anna.type(anna.prompt.words[0])
        await anna.wait(lambda: anna.prompt.text == "waiting> ")
        anna.type("undo")
        await bert.wait(lambda: "may it be?" in bert.prompt.text)
        async with second.service.table(id) as live:
            asked = live.table.seq
        bert.type("n")
        await anna.wait_text("Bert would rather not.")
        anna.type("undo")
        await bert.wait(lambda: "may it be?" in bert.prompt.text)
        async with second.service.table(id) as live:
            with pytest.raises(MovedOn):
                await live.submit(Answer(True), 1, asked)
        assert "You take back" not in anna.text


async def test_hand_of_mille_by_two_houses_at_once_follows_the_rules(tmp_path: Path):
    async with two_houses(tmp_path / "a.db") as (first, second):
        anna, again = await seat_twice(first, second, "new mille")
        (id,) = await first.tables()
        with trio.fail_after(60):
            for turn in range(40):
                person = (anna, again)[turn % 2]
                await person.wait(lambda here=person: here.prompt.text == "your move> ")  # type: ignore[misc]
                for one in (anna, again):
                    one.type(person.prompt.words[0])
                await trio.testing.wait_all_tasks_blocked(0.01)
        table = fold.verify(f"table/{id}", await first.service.records(id))
        assert table.ended is None
        assert table.now.plays > 20
