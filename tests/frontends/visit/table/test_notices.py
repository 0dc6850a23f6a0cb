"""What those at a table have noticed: nobody hears what they must not know, and no move is decided in another position
than the one that its maker saw.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from core.base.game import SPECTATOR, Seat
from core.live.decision import MovedOn
from core.live.live_table import LiveTable, News
from core.records import fold
from core.sessions.at_table.held_seats import NO_SEATS, Held
from core.table import Answer, Move
from frontends.locale.language import language
from frontends.terminal.terminal import Input, Key, Line
from frontends.visit.table.notices import MOST, REMEMBERED, Ear, Seen
from journal import open_journal
from tests.core.parlour import move, moves, submit
from tests.frontends.terminals import COMP, House, ListTerminal, open_house, quiet
from tests.patience import PATIENCE

MOVED_ON = "The game has moved on"
ENGLISH, PSEUDO = language("en"), language("qps")


# What is heard.


async def test_event_is_told_once_for_all_who_look_from_the_same_seat_in_one_language() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await move(live)
        news = News(events=(live.recent[-1][0],))
        assert Ear(live, SPECTATOR, ENGLISH).hear(news) is Ear(live, SPECTATOR, ENGLISH).hear(news)
        assert Ear(live, SPECTATOR, ENGLISH).hear(news).told != Ear(live, SPECTATOR, PSEUDO).hear(news).told
        assert Ear(live, Seat(0), ENGLISH).hear(news).told != Ear(live, SPECTATOR, ENGLISH).hear(news).told


async def test_log_grows_by_what_is_told_and_forgets_what_was_long_ago() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = await house.look_on("Carl", live)
        told: list[str] = []
        for _ in range(REMEMBERED + 5):
            before = len(carl.text)
            await move(live)
            told.append(carl.text[before:].split("\n")[0])
            log = house.visits[carl].room.heard.log  # type: ignore[attr-defined]
            assert len(log) <= REMEMBERED
            assert log[-1] in carl.text
        assert log[0] not in told[0]


async def test_log_is_the_same_for_those_who_came_early_and_late() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        await house.look_on("Carl", live)
        await move(live, 9)
        early = Ear(live, SPECTATOR, ENGLISH).hear(News(events=(live.recent[-1][0],))).log
        live.kept.clear()
        late = Ear(live, SPECTATOR, ENGLISH).lately(NO_SEATS).log
        assert early[-len(late) :] == late


async def test_players_do_not_hear_spectators_and_hear_each_line_of_players() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        carl = await house.look_on("Carl", live)
        await carl.told("say psst")
        await live.say(live.table.chairs[0].person, 0, "hello")
        assert Ear(live, SPECTATOR, ENGLISH).lately(NO_SEATS).talk == ("<~Carl> psst", "<Anna> hello")
        assert Ear(live, Seat(1), ENGLISH).lately(Held((1,))).talk == ("<Anna> hello",)
        await live.say(live.table.chairs[1].person, 1, "hi")
        assert Ear(live, Seat(0), ENGLISH).lately(Held((0,))).talk == ("<Anna> hello", "<Bert> hi")


async def test_card_that_is_picked_is_named_to_whoever_picked_it_only() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        await submit(live, Move("p"), 0)
        (own,) = Ear(live, Seat(0), ENGLISH).hear(News(events=(live.recent[-1][0],))).told
        (other,) = Ear(live, Seat(1), ENGLISH).hear(News(events=(live.recent[-1][0],))).told
        assert own.startswith("You pick ")
        assert other == "Anna picks a card."


# What was seen.


class Overtaken(ListTerminal):
    """A terminal of a house that stands still now and then: what is typed meanwhile is given, and taken only later."""

    def __init__(self, look: Any = None) -> None:
        super().__init__(look)
        self.given = self.taken = 0
        self._waiting: list[Input] | None = None

    def count_given(self) -> int:
        return self.given

    def count_taken(self) -> int:
        return self.taken

    def type(self, *lines: str) -> None:
        self._give(*map(Line, lines))

    def press(self, *keys: str) -> None:
        self._give(*map(Key, keys))

    def _give(self, *inputs: Input) -> None:
        self.given += len(inputs)
        if self._waiting is not None:
            self._waiting += inputs
            return
        for one in inputs:
            self._send.send_nowait(one)

    @asynccontextmanager
    async def standstill(self) -> AsyncIterator[None]:
        """What is typed within is taken at its end."""
        self._waiting = waiting = list[Input]()
        yield
        self._waiting = None
        for one in waiting:
            self._send.send_nowait(one)
        await quiet()

    async def receive(self) -> Any:
        received = await super().receive()
        self.taken += isinstance(received, Line | Key)
        return received


async def seated(house: House, monkeypatch: pytest.MonkeyPatch, name: str, live: LiveTable, **more: Any) -> Overtaken:
    """Somebody whose typing is counted."""
    monkeypatch.setattr("tests.frontends.terminals.ListTerminal", Overtaken)
    person = await house.seat(name, live, **more)
    assert isinstance(person, Overtaken)
    return person


async def test_line_that_came_too_late_is_kept_to_be_edited_after_the_new_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", COMP)
        anna = await seated(house, monkeypatch, "Anna", live)
        before = len(anna.text)
        async with anna.standstill():
            anna.type("p")
            for text, seat in (("p", 0), ("d 1", 0), ("p", 1), ("d 1", 1)):
                await submit(live, Move(text), seat)
            plays = live.table.now.plays
        assert live.table.now.plays == plays
        assert anna.text.index("Hand 1, ", before) < anna.text.index(MOVED_ON)
        assert (anna.prefilled, anna.prompt.text, anna.rung) == ("p", "your move> ", 1)
        assert MOVED_ON not in await anna.told("p")
        assert live.table.now.plays == plays + 1


async def test_each_of_several_keys_that_came_too_late_is_meant_for_the_position_its_maker_saw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await seated(house, monkeypatch, "Anna", live)
        async with anna.standstill():
            anna.type("score")
            await submit(live, Move("roll"), 0)  # from elsewhere
            text = moves(live)[0]
            anna.type(text)
            await submit(live, Move(text), 0)
            await submit(live, Move("roll"), 1)
            await move(live)
            await submit(live, Move("roll"), 0)
            assert text in moves(live)
            plays = live.table.now.plays
        assert live.table.now.plays == plays
        assert MOVED_ON in anna.text
        assert MOVED_ON not in await anna.told(text)
        assert live.table.now.plays == plays + 1


async def test_of_very_many_that_came_too_late_the_last_are_meant_for_no_later_position_than_was_seen() -> None:
    terminal = Overtaken()
    seen = Seen(terminal)
    for seq in range(2 * MOST):
        terminal.given += 1
        seen.note_news(seq)
    for number in range(2 * MOST):
        terminal.taken += 1
        assert seen.of(2 * MOST) == min(number, MOST - 1)
    terminal.taken += 1
    assert seen.of(2 * MOST) == 2 * MOST


async def test_key_that_waits_for_a_word_is_meant_for_the_position_its_maker_saw(
    monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    async with open_house() as house:
        live = await house.set_up("terrace", "Anna", deal=7)
        await submit(live, Move("t3 f"), 0)
        anna = await seated(house, monkeypatch, "Anna", live, screen=True)
        anna.press("d")
        await wait_all_tasks_blocked()
        await submit(live, Move("d"), 0)  # from elsewhere
        anna.press("tab")
        await quiet()
        assert MOVED_ON in anna.message
        assert live.table.now.plays == 2
        await anna.pressed("d")
        assert live.table.now.plays == 3


async def test_choice_half_made_on_a_screen_stays_if_it_still_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        live = await house.set_up("pileon", "Anna", deal=7)
        anna = await seated(house, monkeypatch, "Anna", live, screen=True)
        await anna.pressed("enter", "end")
        room = house.visits[anna].room
        async with anna.standstill():
            anna.press("enter")
            await submit(live, Move(moves(live)[0]), 0)
            chosen = room.input.source  # type: ignore[attr-defined]
        assert MOVED_ON in anna.message
        assert room.input.source == chosen  # type: ignore[attr-defined]
        assert live.table.now.plays == 1


async def test_choice_that_does_not_exist_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await seated(house, monkeypatch, "Anna", live, screen=True)
        await anna.pressed("enter", "1", "right")
        async with anna.standstill():
            anna.press("enter")
            await submit(live, Move(moves(live)[0]), 0)
            await submit(live, Move("roll"), 1)
        assert live.table.now.plays == 3
        assert not house.visits[anna].room.input.is_taken  # type: ignore[attr-defined]


async def test_what_one_types_after_ones_own_move_is_meant_for_what_comes_of_it() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        anna = await house.seat("Anna", live)
        anna.type("roll", "1")
        await anna.told()
        assert MOVED_ON not in anna.text


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


async def test_same_seat_open_in_two_houses_doubles_no_move(tmp_path: Path) -> None:
    async with two_houses(tmp_path / "a.db") as (first, second):
        anna, again = await seat_twice(first, second, "new pileon deal=7")
        await again.wait(lambda: again.prompt.text == "your move> ")
        for number in range(1, 9):
            text = anna.prompt.words[0]
            assert again.prompt.words[0] == text
            anna.type(text)
            again.type(text)
            done = f"{number} move"
            for person in (anna, again):
                await person.wait(lambda here=person, what=done: what in here.prompt.toolbar)  # type: ignore[misc]
        assert MOVED_ON in anna.text + again.text
        assert anna.prefilled or again.prefilled
        (id,) = await first.tables()
        assert fold.verify(f"table/{id}", await first.service.records(id)).now.plays == 8


async def test_stray_answer_to_an_old_question_is_refused(tmp_path: Path) -> None:
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
        await bert.wait(lambda: "Allow it?" in bert.prompt.text)
        async with second.service.table(id) as live:
            asked = live.table.seq
        bert.type("n")
        await anna.wait_text("Bert declined.")
        anna.type("undo")
        await bert.wait(lambda: "Allow it?" in bert.prompt.text)
        async with second.service.table(id) as live:
            with pytest.raises(MovedOn):
                await submit(live, Answer(True), 1, asked)
        assert "You take back" not in anna.text


async def test_hand_of_mille_by_two_houses_at_once_follows_the_rules(tmp_path: Path) -> None:
    async with two_houses(tmp_path / "a.db") as (first, second):
        anna, again = await seat_twice(first, second, "new mille")
        (id,) = await first.tables()
        table = fold.verify(f"table/{id}", await first.service.records(id))
        with trio.fail_after(PATIENCE):
            while table.now.plays <= 20:
                for person in (anna, again):
                    await person.wait(lambda here=person: here.prompt.text == "your move> ")  # type: ignore[misc]
                    for one in (anna, again):
                        one.type(person.prompt.words[0])
                    await trio.testing.wait_all_tasks_blocked(0.01)
                table = fold.verify(f"table/{id}", await first.service.records(id))
        assert table.ended is None


async def test_question_about_a_takeback_goes_when_the_table_moves_on_elsewhere() -> None:
    async with open_house() as house:
        live = await house.set_up("elixir", "Anna", "Bert")
        bert = await house.seat("Bert", live)
        await move(live, 2)
        anna = await house.seat("Anna", live)
        await anna.told("undo")
        assert "Allow it?" in bert.prompt.text
        await submit(live, Move("roll"), 1)  # in another house on the same journal
        assert "You roll" in bert.text
        assert "Allow it?" not in bert.prompt.text
