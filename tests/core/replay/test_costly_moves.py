"""The moves that cost most: a player's own, in force, on what that player saw."""

from __future__ import annotations

from typing import Any

from core.base.game import Seat
from core.base.message import english
from core.games import GAMES
from core.games.features.critics import Review
from core.replay.costly_moves import MOST, CostlyMove, Decision, decisions, find, told
from core.table import Move, Undo
from core.table.opening import Player
from tests.core.parlour import COMP, a_service, move, submit, until


async def test_moves_in_force_are_a_seats_own_with_what_it_saw() -> None:
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [Player("anna"), Player("bert")])
        async with service.table(id) as live:
            seen: list[tuple[int, Any]] = []
            for _ in range(12):
                if live.table.turn == (0,):
                    seen.append((live.table.now.plays + 1, live.table.game.view(live.table.state, Seat(0))))
                await move(live)
            made = await decisions(service, id, 0)
        assert [(one.number, one.view) for one in made] == seen
        assert all(one.view.seat == 0 for one in made)


async def test_what_was_taken_back_and_what_the_computer_chose_is_not_there() -> None:
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [Player("anna"), COMP])
        async with service.table(id) as live:
            await until(live, lambda: live.table.turn == (0,))
            before = len(await decisions(service, id, 0))
            await submit(live, Move("p"), 0)
            await submit(live, Undo(), 0)
            await submit(live, Move("p", demo=True), 0)
            assert (before, await decisions(service, id, 0)) == (0, ())


def decision(number: int) -> Decision:
    """Some move."""
    return Decision(number, number, None, "p")


async def test_three_that_cost_most_are_found_the_costliest_first() -> None:
    async with a_service() as service:
        id = await service.open(GAMES["mille"], {}, [Player("anna"), Player("bert")])
        async with service.table(id) as live:
            await move(live, 120)
            found = await find("mille", await decisions(service, id, 0))
    costs = [one.review.cost for one in found]
    assert len(costs) == MOST
    assert costs == sorted(costs, reverse=True)
    assert min(costs) > 0


def test_the_answer_is_told() -> None:
    found = (
        CostlyMove(decision(12), Review(3.6, "a1 to a4", "c7", 4)),
        CostlyMove(decision(20), Review(1.2, "c3", "d3 to d1", 1)),
        CostlyMove(decision(4), Review(1.1, "x", "y")),
    )
    assert [english(line) for line in told("elixir", found)] == [
        "The moves that cost most, as Adept strong sees it from what you could know:",
        "Move 12: you chose a1 to a4. Better: c7, about 4 points more.",
        "Move 20: you chose c3. Better: d3 to d1, about 1 point more.",
        "Move 4: you chose x. Better: y.",
    ]
    assert (
        english(told("mille", ())[0]) == "No move of yours cost much, as Comp strong sees it from what you could know."
    )
