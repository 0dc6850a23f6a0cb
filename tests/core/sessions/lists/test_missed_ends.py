"""Games that ended while somebody was away: told once, by whichever client they come."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.base.message import english
from core.sessions.arrival import resumption, tables
from core.sessions.arrival.orders import Order
from core.sessions.at_table.seat import seated
from core.sessions.lists.missed_ends import missed_ends
from core.sessions.session import Session
from core.table import Close, CloseUnbegun, Command, Resign
from tests.core.sessions.houses import Ears, House, open_house, play_on


def without_score(line: str) -> str:
    """Which score it is chance decides."""
    return re.sub(r" won \d+ to \d+\.", " won.", line)


async def told(house: House, session: Session, but: str = "") -> list[str]:
    """What somebody is told on coming in, once it is in the lists."""
    await house.service.views.settle()
    return [without_score(english(line)) for line in await missed_ends(session, but)]


async def left_alone(
    house: House, *commands: Command, moves: int = 4, name: str = "Bert", **order: Any
) -> tuple[str, str]:
    """A game that Anna, a guest, leaves, and somebody else ends. Returns: its id, and Anna's code."""
    anna, bert = await house.guests("Anna", name)
    opened = await tables.open_table(anna, Order("elixir", {}, "person", **order))
    joined = await tables.join(bert, opened.id)
    async with seated(anna, opened) as one, seated(bert, joined) as two:
        await play_on(one, two, moves=moves)
        code = one.code
    anna.leave()
    async with seated(bert, joined) as two:
        for command in commands:
            await two.submit(command)
    bert.leave()
    return opened.id, code


async def back(house: House, code: str, ears: Ears | None = None) -> Session:
    session = house.enter(ears=ears)
    await resumption.resume(session, code)
    return session


async def test_guest_who_comes_back_is_told_once_that_the_other_resigned() -> None:
    async with open_house() as house:
        id, code = await left_alone(house, Resign())
        again = await back(house, code)
        assert await told(house, again) == [
            f"While you were away: ~Bert resigned at El-Ixir, you won. To look: replay {id}"
        ]
        assert await told(house, again) == []
        assert await told(house, await back(house, code)) == []


async def test_table_that_one_comes_to_tells_of_itself() -> None:
    async with open_house() as house:
        id, code = await left_alone(house, Resign())
        assert await told(house, await back(house, code), but=id) == []
        assert await told(house, await back(house, code)) == []


async def test_of_several_games_each_has_a_line() -> None:
    async with open_house() as house:
        anna = await house.registered("Anna")
        person = await anna.identify()
        ids = []
        for name in ("Bert", "Carl"):
            other = await house.guest(name)
            opened = await tables.open_table(anna, Order("elixir", {}, "person"))
            joined = await tables.join(other, opened.id)
            async with seated(anna, opened) as one, seated(other, joined) as two:
                await play_on(one, two, moves=4)
            ids.append((joined, other))
        anna.leave()
        for joined, other in ids:
            async with seated(other, joined) as two:
                await two.submit(Resign())
        again = house.enter()
        again.visitor.become(person, "")
        again.be_called("Anna")
        said = await told(house, again)
        assert said[0] == "While you were away:"
        assert [line.split(" resigned")[0] for line in said[1:]] == ["~Bert", "~Carl"]
        assert await told(house, again) == []


@pytest.mark.parametrize("moves", [0, 1])
async def test_game_that_ended_early_has_no_winner(moves: int) -> None:
    async with open_house() as house:
        id, code = await left_alone(house, Resign(), moves=moves)
        (line,) = await told(house, await back(house, code))
        assert line == (
            f"While you were away: ~Bert resigned at El-Ixir before both had moved: nobody won. To look: replay {id}"
        )


async def test_who_ends_a_game_oneself_knows_it() -> None:
    async with open_house() as house:
        anna, bert = await house.two_at("elixir")
        await play_on(anna, bert, moves=4)
        code = anna.code
        await anna.submit(Resign())
        assert await told(house, anna.session) == []
        assert await told(house, await back(house, code)) == []
        assert await told(house, await back(house, bert.code)) == []  # Who was at the table has seen it.


async def test_who_is_elsewhere_in_the_house_is_told_at_once_and_not_again() -> None:
    async with open_house() as house:
        ears = Ears()
        anna, bert = await house.guest("Anna", ears=ears), await house.guest("Bert")
        opened = await tables.open_table(anna, Order("elixir", {}, "person"))
        joined = await tables.join(bert, opened.id)
        two = await house.sit(bert, joined)
        async with seated(anna, opened) as one:
            anna.be_at(one)
            await play_on(one, two, moves=4)
            code = one.code
        anna.be_at(None)
        await two.submit(Resign())
        line = f"~Bert resigned at El-Ixir, you won. To look: replay {opened.id}"
        assert without_score(ears.noticed[-1]) == line
        await house.service.views.settle()
        anna.leave()
        assert await told(house, await back(house, code)) == []


async def test_table_to_which_nobody_came_is_told() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        opened = await tables.open_table(anna, Order("elixir", {}, "person"))
        async with seated(anna, opened) as one:
            code = one.code
        anna.leave()
        async with house.service.table(opened.id, attended=False) as live:
            await live.submit(CloseUnbegun())
        (line,) = await told(house, await back(house, code))
        assert line.startswith("While you were away: Nobody came to play El-Ixir, so the table was closed.")


async def test_game_of_days_against_the_computer_may_end_while_nobody_is_there() -> None:
    async with open_house() as house:
        anna = await house.guest("Anna")
        opened = await tables.open_table(anna, Order("elixir", {}, "computer", clock=86400))
        async with seated(anna, opened) as one:
            code = one.code
        anna.leave()
        async with house.service.table(opened.id, attended=False) as live:
            await live.submit(Close())
        (line,) = await told(house, await back(house, code))
        assert line == f"While you were away: Your table of El-Ixir was closed. To look: replay {opened.id}"
