"""What a model is told of a table: all that happened since it was last told, each sentence once."""

from __future__ import annotations

from typing import Any

from parlour.client import House, Over, State, Table
from parlour.client.answers import Outcome, Said
from parlour.client.mcp_server.positions import position
from tests.frontends.programs.client.test_table import event


def state(at: int, turn: int, outcome: Outcome | None = None) -> State:
    return State(type="state", table="t", at=at, game="mille", seat=0, turn=[turn], moves=["p"], outcome=outcome)


def a_table(*news: Any) -> Table:
    table = Table(House("127.0.0.1:1", {}), "t", is_watched=False)
    for one in news:
        table.hear(one)
    return table


def said(at: int, text: str) -> Any:
    one = event(at)
    return type(one)(type="event", at=at, kind=one.kind, said=[Said(text, text)])


async def test_it_waits_until_it_is_ones_turn_and_says_each_thing_once() -> None:
    table = a_table(said(1, "You pick."), state(1, 1), said(2, "Comp picks."), state(2, 0))
    assert (await position(table, 60)).happened == ["You pick.", "Comp picks."]
    table.hear(said(3, "You discard."))
    table.hear(state(3, 0))
    told = await position(table, 60)
    assert (told.happened, told.your_turn, told.result) == (["You discard."], True, "")


async def test_it_does_not_wait_for_ever(autojump_clock: Any) -> None:
    told = await position(a_table(said(1, "You pick."), state(1, 1)), 20)
    assert (told.happened, told.your_turn) == (["You pick."], False)


async def test_end_of_the_game_is_the_result() -> None:
    ended = Outcome("points", [0], [700, 200])
    over = Over(type="over", table="t", at=2, outcome=ended, said=Said("You win.", "You win."))
    told = await position(a_table(said(2, "You play 25 miles."), state(2, 0, ended), over), 60)
    assert (told.happened, told.your_turn, told.result) == (["You play 25 miles.", "You win."], False, "You win.")
