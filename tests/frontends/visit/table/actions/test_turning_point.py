"""Where a game was lost, or what cost most: asked when it is over or stuck, answered by a solver or a player."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from core.base.chance import Dice
from core.base.game import Seat
from core.live.live_table import LiveTable
from core.table import Move, Resign
from frontends.visit.replay.room import AtReplay
from tests.core.parlour import moves, submit
from tests.examples import slow
from tests.frontends.terminals import House, ListTerminal, open_house, pileon


async def test_where_is_told_of_a_game_that_was_given_up_and_not_of_one_that_runs():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new pileon deal=7")
        await anna.wait_prompt("your move")
        await anna.say("where", "You can ask that when the game is over or stuck.")
        anna.type("1 14", "resign", "y")
        await anna.wait_text("resigned")
        await anna.say("where", "You can still win")


async def test_where_offers_to_go_back_in_a_game_that_is_stuck() -> None:
    async with open_house() as house:
        live, anna = await stuck(house)
        played = live.table.now.plays
        await anna.say("where", "lost the game: that is proved.")
        (back,) = re.findall(r"Go back there\? It takes back (\d+) moves?\.", anna.prompt.text)
        anna.type("y")
        await anna.wait(lambda: live.table.now.plays == played - int(back))
        await anna.say("winnable", "You can still win")


async def test_where_goes_nowhere_unless_it_is_wanted() -> None:
    async with open_house() as house:
        live, anna = await stuck(house)
        seq = live.table.seq
        await anna.say("where", "lost the game: that is proved.")
        await anna.told("n")
        assert live.table.seq == seq


async def test_where_offers_to_see_the_position_of_a_game_that_is_over() -> None:
    async with open_house() as house:
        live, anna = await stuck(house)
        await submit(live, Resign(), 0)
        await anna.say("where", "lost the game: that is proved.")
        (won,) = re.findall(r"After (\d+) moves? you could still win", anna.words)
        assert anna.prompt.text.startswith("See that position in the replay?")
        anna.type("y")
        await anna.wait(lambda: isinstance(house.visits[anna].room, AtReplay))
        at = house.visits[anna].room
        assert isinstance(at, AtReplay)
        assert at.player.recording.plays(at.player.seq) == int(won)


async def stuck(house: House) -> tuple[LiveTable, ListTerminal]:
    """A game of Pileon in which nothing can be moved any more, lost on the way."""
    live, anna = await pileon(house)
    while not live.view(Seat(0)).is_stuck:
        legal = live.table.game.moves(live.view(Seat(0)).view)
        await submit(live, Move(next(text for text in legal if uncovers(live, text))), 0)
    await anna.told("")
    return live, anna


def uncovers(live: LiveTable, text: str) -> bool:
    """Whether a move leaves fewer places where one rank lies on another, so that there is an end."""
    game, state = live.table.game, live.table.state
    then = game.fold(state, game.decide_typed(state, 0, text, Dice(bytes(16), "", 1)))
    return sum(map(borders, then.piles)) < sum(map(borders, state.piles))


def borders(pile: tuple[str, ...]) -> int:
    """Where a card lies on one of another rank."""
    return sum(one[0] != other[0] for one, other in pairwise(pile))


@pytest.mark.parametrize("game", ["mille", *slow("elixir")])
async def test_where_names_the_moves_that_cost_most_in_a_game_for_two(game: str) -> None:
    async with open_house() as house:
        live = await house.set_up(game, "Anna", "Bert")
        anna = await house.seat("Anna", live)
        await anna.say("where", "That is told when the game is over.")
        for _ in range(40 if game == "mille" else 12):
            await badly(live)
        await submit(live, Resign(), 1)
        await anna.say("where", "The moves that cost most, as ")
        (number,) = re.findall(r"See the position before move (\d+) in the replay", anna.prompt.text)
        assert f"Move {number}: you chose " in anna.words
        anna.type("y")
        await anna.wait(lambda: isinstance(house.visits[anna].room, AtReplay))
        at = house.visits[anna].room
        assert isinstance(at, AtReplay)
        assert at.player.recording.plays(at.player.seq) == int(number) - 1


async def badly(live: LiveTable) -> None:
    """Discard what can be discarded, or take the shortest block."""
    legal = moves(live)
    text = next((text for text in legal if text[0] in "dp"), legal[-1])
    await submit(live, Move(text), live.table.turn[0])


async def test_where_is_for_those_who_played() -> None:
    async with open_house() as house:
        live = await house.set_up("mille", "Anna", "Bert")
        bob = await house.look_on("Bob", live)
        await submit(live, Resign(), 1)
        await bob.told("")
        await bob.say("where", "You are watching")


async def test_level_of_the_computer_is_named_at_the_table():
    async with open_house() as house:
        anna = house.enter("Anna")
        anna.type("new mille level=easy")
        await anna.wait_prompt("your move")
        await anna.say("table", "Comp easy")
        anna.type("quit", "y")
        await anna.say("new mille level=godlike", "choose easy")
        await anna.say("new mille person level=easy", "leave out level=")
        await anna.say("new elixir level=classic", "choose easy")


async def test_daily_deal_is_the_same_for_everybody_and_a_grade_is_one_of_three():
    async with open_house() as house:
        deals = []
        for name in ("Anna", "Bert"):
            guest = house.enter(name)
            guest.type("new signora daily")
            await guest.wait_text("table ")
            deals.append(guest.text.split("deal ")[1].split(",")[0])
        assert deals[0] == deals[1]
        carol = house.enter("Carol")
        await carol.say("new signora grade=brutal", "Add a grade to grade=, one of: easy, fair, hard.")
        await carol.say("new signora daily deal=7", "Use only one of")
        await carol.say("new mille daily", "is not a solitaire")
