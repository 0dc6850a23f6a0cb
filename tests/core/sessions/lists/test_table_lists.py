"""Tables that are listed, and what a person may go on with; lists have what the person has just done."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.projections import TableState
from core.sessions.arrival import tables
from core.sessions.arrival.orders import MOST_PAGES, Order, Query
from core.sessions.at_table.lessons import LessonRef, note_done
from core.sessions.at_table.seat import seated
from core.sessions.lists import table_lists
from core.sessions.lists.table_lists import PAGE, find_tables
from core.table import Resign
from tests.core.sessions.houses import House, in_turn, open_house, play_on
from tests.patience import PATIENCE


async def test_tables_with_a_free_seat_come_first() -> None:
    async with open_house() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        solitaire = await house.opened(bert, "pileon", deal=7)
        waiting = await house.opened(anna, "mille", opponent="person")
        await house.service.views.caught_up.wait()
        found = await find_tables(bert, Query())
        assert [one.id for one in found.tables] == [waiting.id, solitaire.id]
        assert sorted(found.names.values()) == ["~Anna", "~Bert"]
        assert (found.person, found.has_more, found.is_behind) == (bert.visitor.id, False, False)


async def test_list_is_of_a_state_a_game_a_name_or_of_the_person_alone() -> None:
    async with open_house() as house:
        anna, bert = await house.registered("Anna"), await house.guest("Bert")
        mille = await house.opened(anna, "mille", opponent="person")
        pileon = await house.opened(bert, "pileon", deal=7)

        async def ids(query: Query, state: TableState | None = None) -> list[str]:
            return [one.id for one in (await find_tables(bert, query, state)).tables]

        assert await ids(Query(), TableState.WAITING) == [mille.id]
        assert await ids(Query(game="pileon")) == [pileon.id]
        assert await ids(Query(mine=True, everything=True)) == [pileon.id]
        assert await ids(Query(player="anna")) == [mille.id]
        with pytest.raises(Refused, match="Nobody here is called Zoe"):
            await ids(Query(player="Zoe"))


async def test_list_has_what_others_have_opened_in_the_house_before_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_lists, "LATE", PATIENCE)
    async with open_house() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        await house.service.views.caught_up.wait()
        for _ in range(5):
            opened = await house.opened(anna, "mille", opponent="person")
            found = await find_tables(bert, Query(), TableState.WAITING)
            assert opened.id in [one.id for one in found.tables]


async def test_list_does_not_wait_for_long_for_lists_that_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_lists, "LATE", 0.0)
    async with open_house() as house:
        anna = await house.guest("Anna")
        await house.service.views.caught_up.wait()
        house.service.newest = "zzzzz"
        assert (await find_tables(anna, Query())).tables == ()
        assert not house.service.newest


async def test_pages_hold_every_table_once_and_end() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        opened = [(await house.opened(anna, "pileon", deal=7)).id for _ in range(PAGE + 1)]
        first, second = [await find_tables(anna, Query(page=page)) for page in (1, 2)]
        assert (first.has_more, second.has_more) == (True, False)
        assert [one.id for one in (*first.tables, *second.tables)] == opened[::-1]
        for page in (0, -1, MOST_PAGES + 1):
            with pytest.raises(Refused, match="Choose a page from 1"):
                await find_tables(anna, Query(page=page))


async def test_who_left_a_game_that_waits_for_them_is_away() -> None:
    async with open_house() as house:
        mover, other = in_turn(*await house.two_at("elixir"))
        mover.session.be_at(mover)
        await house.service.views.settle()
        assert not (await find_tables(other.session, Query())).away
        mover.session.leave()
        assert (await find_tables(other.session, Query())).away == {(mover.id, mover.session.visitor.id)}


async def test_nobody_has_anything_to_go_on_with_and_is_made_nobody_by_asking() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        assert await table_lists.unfinished(anna) == ()
        assert await table_lists.solitaires(anna) == ()
        with pytest.raises(Refused, match="You have no unfinished games"):
            await table_lists.choose(anna)
        with pytest.raises(Refused, match="You have no unfinished solitaire"):
            table_lists.choose_solitaire((), 1)
        assert anna.visitor.id == ""


async def test_person_goes_on_with_the_first_game_or_lesson_where_they_are_not_already() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        first, second = [await house.opened(anna, "pileon", deal=deal) for deal in (7, 8)]
        await note_done(anna, LessonRef("elixir", 0))
        lesson = LessonRef("elixir", 1)
        assert await table_lists.to_go_on_with(anna) == (second.id, first.id, lesson)
        assert await table_lists.choose(anna) == second.id
        assert await table_lists.choose(anna, 3) == lesson
        async with seated(anna, second) as seat:
            anna.be_at(seat)
            assert await table_lists.choose(anna) == first.id
            assert await table_lists.choose(anna, 1) == second.id
        assert await table_lists.choose(anna, 1, (first.id,)) == first.id
        for wrong in (0, 4):
            with pytest.raises(Refused, match="number from 1 to 3; to list your games: games"):
                await table_lists.choose(anna, wrong)


async def test_solitaires_are_those_that_go_on_the_last_one_played_first() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        played, other, over = [await house.opened(anna, "pileon", deal=deal) for deal in (7, 8, 9)]
        await house.opened(anna, "mille", opponent="person")
        async with seated(anna, over) as seat:
            await seat.submit(Resign())
        async with seated(anna, played) as seat:
            await seat.play(next(iter(seat.moves)))
        found = await table_lists.solitaires(anna)
        assert [one.id for one in found] == [played.id, other.id]
        assert table_lists.choose_solitaire(found, 2).id == other.id
        for wrong in (0, 3):
            with pytest.raises(Refused, match="number from 1 to 2"):
                table_lists.choose_solitaire(found, wrong)
        last = await table_lists.look_at(anna, found[0])
        assert (last.id, last.title, last.deal, last.moves, last.cards_home) == (played.id, "Pileon", 7, 1, 0)


async def test_list_has_what_the_person_has_just_done() -> None:
    async with open_house() as house:
        anna, bert = await house.guest("Anna"), await house.guest("Bert")
        opened = await house.opened(anna, "mille", opponent="person")
        async with seated(bert, await tables.join(bert, opened.id)):
            pass
        assert [one.id for one in await table_lists.unfinished(bert)] == [opened.id]


async def listed(house: House, id: str) -> int | None:
    """The last record of a table that the lists know."""
    found = await house.service.views.table(id)
    return found.seq if found else None


async def test_lists_have_what_was_done_at_the_table_where_one_is_and_that_one_has_left(autojump_clock: object) -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        async with seated(anna, await tables.open_table(anna, Order("pileon", {}))) as seat:
            anna.be_at(seat)
            await play_on(seat)
            await table_lists.wait_for_own(anna)
            assert await listed(house, seat.id) == seat.seq
            await play_on(seat)
            anna.be_at(None)
        await table_lists.wait_for_own(anna)
        assert await listed(house, seat.id) == seat.seq


async def test_who_has_done_nothing_waits_for_nothing() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        await table_lists.wait_for_own(anna)
        await table_lists.wait_for_all(anna)
        assert house.service.views.caught_up.is_set()
