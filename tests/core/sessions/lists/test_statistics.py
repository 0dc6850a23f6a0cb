"""What somebody has played and won, through bare sessions."""

from __future__ import annotations

from core.sessions.arrival import tables
from core.sessions.at_table.seat import seated
from core.sessions.lists import statistics
from core.sessions.session import Session
from core.table import Resign
from tests.core.sessions.houses import House, in_turn, open_house, play_on


async def lose(house: House, session: Session) -> None:
    async with seated(session, await house.opened(session, "pileon", deal=7)) as seat:
        await seat.play(next(iter(seat.moves)))
        await seat.submit(Resign())
    await house.service.views.settle()


def lost(found: statistics.Statistics) -> list[tuple[str, int]]:
    return [(kind.game, tally.lost) for kind, tally in found.tallies.items()]


async def test_own_statistics_have_what_was_played_a_moment_ago() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        nothing = await statistics.of_own(anna)
        assert (nothing.name, lost(nothing), nothing.ratings, anna.visitor.id) == ("Anna", [], {}, "")
        await lose(house, anna)
        assert lost(await statistics.of_own(anna)) == [("pileon", 1)]


async def test_those_of_a_name_are_told_who_have_played() -> None:
    async with open_house() as house:
        for _ in range(2):
            anna = await house.guest("Anna")
            await lose(house, anna)
            anna.leave()
        bert = await house.guest("Bert")
        await bert.identify()
        found = await statistics.of_name(bert, "ANNA")
        assert [(one.name, lost(one)) for one in found] == [("~Anna", [("pileon", 1)])] * 2
        assert await statistics.of_name(bert, "Bert") == await statistics.of_name(bert, "Zoe") == ()


async def test_game_between_two_who_have_registered_is_rated() -> None:
    async with open_house() as house:
        anna, bert = await house.registered("Anna"), await house.registered("Bert")
        opened = await house.opened(anna, "elixir", opponent="person")
        joined = await tables.join(bert, opened.id)
        mover, other = in_turn(await house.sit(anna, opened), await house.sit(bert, joined))
        while not other.moves:
            await play_on(mover)
        await play_on(other)
        await other.submit(Resign())
        await house.service.views.settle()
        ratings = [(await statistics.of_own(one)).ratings["elixir"].value for one in (mover.session, other.session)]
        assert ratings[0] > 1500 > ratings[1]
