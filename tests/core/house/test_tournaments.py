"""Tournaments in houses: tables are opened, results copied, and a house that ends is gone on for."""

from __future__ import annotations

from functools import partial

import attrs
import pytest
import trio

from core.base.game import Refused
from core.house import tournaments
from core.house.service import open_service
from core.house.tournaments import LOOK, Steward, announce, cancel, change
from core.projections import TableState
from core.records import fold
from core.table import Close, Pause, Resign
from core.table.opening import Player
from core.tournaments.events import stream_of
from core.tournaments.standings import standings
from core.tournaments.tournament import Stage, advance, enter
from journal import Damaged, open_journal
from tests.core.house.halls import PATIENCE, TERMS, a_hall
from tests.core.parlour import Changed, submit

# From its beginning to its end.


@pytest.mark.parametrize("houses", [1, 2])
async def test_round_robin_is_held_to_its_end_by_one_house_or_by_two(houses: int):
    async with a_hall(houses) as hall:
        id = await hall.begun("anna", "bert", "carl", "dora")
        for round in (1, 2, 3):
            assert (await hall.read(id)).round == round
            await hall.resign(id)
            await hall.mind()
        over = await hall.read(id)
        assert over.stage is Stage.OVER
        assert len({game.table for game in over.games}) == len(over.games) == 6
        assert all(game.points == (2, 0) and game.reason == "resigned" for game in over.games)
        page = await hall.service.views.tables(TableState.ENDED)
        assert {one.id for one in page.items} == {game.table for game in over.games}


async def test_games_are_verified_and_rated_as_any_of_two_people_with_a_clock():
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        await hall.resign(id)
        await hall.mind()
        (game,) = (await hall.read(id)).games
        table = fold.verify(fold.stream_of(game.table), await hall.service.records(game.table))
        assert table.setup.clock == 600
        assert table.setup.reserved == game.persons


async def test_two_houses_pair_an_arena_once():
    async with a_hall(2) as hall:
        for person in ("anna", "bert", "carl", "dora"):
            hall.comes(person)
            hall.comes(person, house=1)
        id = await hall.begun("anna", "bert", "carl", "dora", terms=attrs.evolve(TERMS, length=900))
        await hall.mind()
        assert len((await hall.read(id)).under_way) == 2
        await hall.resign(id)
        await hall.mind()
        await hall.mind()
        found = await hall.read(id)
        assert len(found.under_way) == 2
        assert len(found.games) == 4


async def test_nobody_is_called_to_games_of_two_tournaments_at_once():
    async with a_hall() as hall:
        for person in ("anna", "bert", "carl"):
            hall.comes(person)
        await hall.begun("anna", "bert")
        arena = attrs.evolve(TERMS, length=900, starts_at=int(hall.clock.now) + 60)
        id = await hall.begun("anna", "bert", "carl", terms=arena)
        await hall.mind()
        assert not (await hall.read(id)).games


# Houses that end.


async def test_table_that_was_recorded_and_not_opened_is_opened_by_the_next_house():
    async with a_hall(2) as hall:
        id = await hall.hold("anna", "bert")
        hall.clock.now += 600
        for _ in range(2):  # The one house has begun it and paired, and is killed then.
            await change(hall.service, id, lambda now: advance(now, hall.clock.now, (), lambda: "tab1e"))
        assert not await hall.service.journal.head(fold.stream_of("tab1e"))
        await hall.mind(only=1)
        assert [game.table for game in (await hall.read(id)).under_way] == ["tab1e"]
        assert await hall.service.journal.head(fold.stream_of("tab1e")) == 1
        await hall.mind()
        assert await hall.service.journal.head(fold.stream_of("tab1e")) == 1


async def test_nobody_loses_by_not_coming_while_no_house_was_open():
    async with open_journal("memory:") as journal:
        async with a_hall(journal=journal) as hall:
            id = await hall.begun("anna", "bert")
        async with a_hall(journal=journal) as hall:
            hall.clock.now = TERMS.starts_at + 10.0 * PATIENCE
            hall.stewards = [Steward(hall.service)]
            await hall.mind()
            assert (await hall.read(id)).under_way
            hall.clock.now += PATIENCE
            await hall.mind()
            (game,) = (await hall.read(id)).games
            assert (game.reason, game.points) == ("no_show", (0, 0))


# Who does not come, and who goes.


async def test_who_does_not_come_in_time_loses_the_game():
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        async with hall.service.table(game.table, attended=False) as live:
            await hall.service.sit(live, 0, Player(game.persons[0]))
        hall.clock.now += PATIENCE - 1
        await hall.mind()
        assert (await hall.read(id)).under_way
        hall.clock.now += 1
        await hall.mind()
        over = await hall.read(id)
        assert [(one.reason, one.points, one.absent) for one in over.games] == [("no_show", (2, 0), game.persons[1:])]
        assert standings(over)[0].person == game.persons[0]


@pytest.mark.parametrize(("pauses", "later"), [(True, PATIENCE), (False, 600 + PATIENCE)])
async def test_game_that_both_have_left_is_drawn(pauses: bool, later: float):
    """Where the clocks do not stand the house was killed in which they were."""
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        async with hall.service.table(game.table, attended=False) as live:
            for seat, person in enumerate(game.persons):
                await hall.service.sit(live, seat, Player(person))
            if pauses:
                await live.submit(Pause())
        hall.clock.now += later - 1
        await hall.mind()
        assert (await hall.read(id)).under_way
        hall.clock.now += LOOK
        await hall.mind()
        (over,) = (await hall.read(id)).games
        assert (over.reason, over.points) == ("closed", (1, 1))


async def test_game_at_which_one_is_left_goes_on():
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        async with hall.service.table(game.table, attended=False) as live:
            for seat, person in enumerate(game.persons):
                await hall.service.sit(live, seat, Player(person))
        hall.comes(game.persons[0], game.table, seats=(0,))
        await hall.mind()
        hall.clock.now += PATIENCE
        await hall.mind()
        assert (await hall.read(id)).under_way


async def test_who_resigns_before_both_have_moved_loses_in_a_tournament():
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        async with hall.service.table(game.table, attended=False) as live:
            for seat, person in enumerate(game.persons):
                await hall.service.sit(live, seat, Player(person))
            await submit(live, Resign(), 0)
        await hall.mind()
        (over,) = (await hall.read(id)).games
        assert (over.reason, over.points) == ("resigned", (0, 2))


async def test_table_that_an_operator_closes_before_it_begins_is_drawn():
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        async with hall.service.table(game.table, attended=False) as live:
            await live.submit(Close())
        await hall.mind()
        (over,) = (await hall.read(id)).games
        assert (over.reason, over.points, over.absent) == ("void", (1, 1), ())


# What does not go well.


async def test_tables_of_one_that_is_cancelled_are_closed_where_nobody_has_begun():
    async with a_hall() as hall:
        id = await hall.begun("anna", "bert")
        (game,) = (await hall.read(id)).under_way
        await cancel(hall.service, id, "op", is_operator=True)
        await hall.mind()
        found = await hall.service.views.table(game.table)
        assert found is not None
        assert found.state is TableState.ENDED


async def test_no_tournament_begins_in_a_house_that_is_going_to_close():
    async with a_hall() as hall:
        id = await hall.hold("anna", "bert")
        hall.service.moderation.is_draining = True
        hall.clock.now += 600
        await hall.mind()
        assert (await hall.read(id)).stage is Stage.ANNOUNCED


@pytest.mark.parametrize("id", ["", "none", "../x", "é"])
async def test_tournament_that_is_not_there_is_refused(id: str):
    async with a_hall() as hall:
        with pytest.raises(Refused, match="There is no tournament"):
            await hall.read(id)


async def test_stream_that_was_put_under_another_name_is_damaged():
    async with a_hall() as hall:
        id = await hall.hold("anna")
        records = await hall.service.journal.read(stream_of(id))
        await hall.service.journal.append(stream_of("zzzz"), 0, records)
        with pytest.raises(Damaged, match="another one"):
            await hall.read("zzzz")


@pytest.mark.parametrize(
    "change_of", [{"game": "chess"}, {"game": "pileon"}, {"clock": 0}, {"clock": 172_800}, {"options": (("x", "y"),)}]
)
async def test_terms_by_which_none_can_be_held_are_damaged(change_of: dict[str, object]):
    async with a_hall() as hall:
        with pytest.raises(Damaged):
            await announce(hall.service, attrs.evolve(TERMS, **change_of))  # type: ignore[arg-type]
        await hall.mind()


async def test_tournament_that_cannot_be_read_keeps_no_other_from_being_held():
    async with a_hall() as hall:
        broken, id = await hall.hold("anna", "bert"), await hall.hold("carl", "dora")
        service, whole = hall.service, hall.service.journal.read

        async def read_all_but(stream: str, *more: int):
            if stream == stream_of(broken):
                raise Damaged(stream, 1, "it is torn")
            return await whole(stream, *more)

        service.journal = Changed(service.journal, read=read_all_but)
        hall.clock.now += 600
        await hall.mind()
        assert (await hall.read(id)).stage is Stage.RUNNING


async def test_rounds_come_with_time_alone(autojump_clock: trio.testing.MockClock):
    async with open_journal("memory:") as journal, open_service(journal, now=trio.current_time) as service:
        terms = attrs.evolve(TERMS, starts_at=int(trio.current_time()) + 60, patience=5)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Steward(service).run)
            held = await announce(service, terms)
            for person in ("anna", "bert"):
                await change(service, held.id, partial(enter, person=person))
            while not (await tournaments.read(service, held.id)).is_over:
                await trio.sleep(1)
            nursery.cancel_scope.cancel()
