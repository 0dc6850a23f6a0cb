"""A game of a duel, seen through by the house; who plays here plays in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import attrs
import pytest
import trio

from core.base.chance import Dice
from core.base.game import Refused
from core.duels.rules import ENDLESS
from core.duels.score import GameResult
from core.games import GAMES
from core.games.mille.bot.normal import choose
from core.games.mille.events import Dealt, GameEnded
from core.games.mille.state import Phase
from core.house.duel_game import DuelTable, Side, Terms, open_game
from core.live.decision import MovedOn
from core.records import fold
from core.sessions.at_table import play
from core.sessions.at_table.seat import Seat, TableRef
from core.sessions.others import invitations
from core.table import DuelGame
from tests.core.sessions.houses import House, in_turn, open_house
from tests.patience import PATIENCE


@attrs.define
class Played:
    """A game of a duel between Anna and Bert, by seat."""

    house: House
    table: DuelTable
    seats: tuple[Seat, Seat]
    result: GameResult | None = None


@asynccontextmanager
async def duel_game(number: int = 1, seed: bytes = bytes(32), seconds: int = 600) -> AsyncIterator[Played]:
    """One that has begun, and which the house sees to; at the end of the block it has to be over."""
    async with open_house() as house:
        those = await house.guests("Anna", "Bert")
        sides = [Side(await one.identify(), one.name) for one in those]
        terms, duel = Terms("d", GAMES["mille"], {}, seconds), DuelGame("d", 7, number)
        id = await open_game(house.service, terms, duel, (sides[0], sides[1]), seed)
        seats = []
        for one in those if number == 1 else those[::-1]:
            ref = await invitations.accept(one)
            assert isinstance(ref, TableRef)
            seats.append(await house.sit(one, ref))
        async with house.service.table(id, attended=False) as live, trio.open_nursery() as nursery:
            game = Played(house, DuelTable(live, duel, seconds), (seats[0], seats[1]))

            async def see_through() -> None:
                game.result = await game.table.run()

            with trio.fail_after(PATIENCE):
                nursery.start_soon(see_through)
                yield game
                while game.result is None:
                    await trio.sleep(0.001)


async def play_to(game: Played, phase: Phase) -> None:
    """Have the computer play for both until then."""
    while (view := in_turn(*game.seats)[0].view).view.phase is not phase:
        assert view.seat is not None
        await game.seats[view.seat].play(choose(view.view, Dice(bytes(32), "mille", view.seq)))


async def play_on(game: Played) -> None:
    """Have the computer play for both until the game is over, whose players say nothing between hands."""
    while game.table.live.table.ended is None:
        view = in_turn(*game.seats)[0].view
        if view.seat is None or view.view.phase is Phase.HAND_OVER or not (text := choose(view.view, Dice(b"", "", 1))):
            await trio.sleep(0)
        else:
            await game.seats[view.seat].play(text)


async def test_nobody_can_stop_while_they_lead_because_the_house_deals_the_next_hand():
    async with duel_game() as game:
        await play_to(game, Phase.HAND_OVER)
        with pytest.raises(MovedOn):
            await game.seats[0].play("stop")
        while game.seats[0].view.view.phase is Phase.HAND_OVER:
            await trio.sleep(0.001)
        assert game.seats[0].view.view.dealt == 2
        with pytest.raises(Refused, match="you can only play, or resign"):
            await play.hint(in_turn(*game.seats)[0])
        game.table.lose(1, "crashed")
    assert game.result is not None
    assert (game.result.points, game.result.reason, game.result.loser) == (2, "crashed", 1)


@pytest.mark.parametrize("number", [1, 2])
async def test_game_of_mille_is_one_to_5000_and_is_told_of_the_sides(number: int):
    async with duel_game(number) as game:
        await play_on(game)
        stream = game.table.live.stream
        records = await game.house.service.journal.read(stream)
    events = [event for event, _ in fold.decode(stream, records)]
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    own, other = ended.totals if number == 1 else ended.totals[::-1]
    assert game.result == GameResult(7, number, game.table.live.id, 2 * (own > other), lead=own - other)
    assert fold.verify(stream, records).setup.duel == DuelGame("d", 7, number)


async def test_both_games_of_a_pair_are_dealt_the_same_hands_in_their_order():
    dealt = []
    for number in (1, 2):
        async with duel_game(number) as game:
            for _ in range(2):
                await play_to(game, Phase.HAND_OVER)
                while game.seats[0].view.view.phase is Phase.HAND_OVER:
                    await trio.sleep(0.001)
            stream = game.table.live.stream
            events = fold.decode(stream, await game.house.service.journal.read(stream))
            dealt.append([(event.hands, event.deck, event.starter) for event, _ in events if isinstance(event, Dealt)])
            game.table.lose(0, "crashed")
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) == 3


async def test_game_that_goes_on_for_ever_is_lost_by_who_is_to_move(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.duels.rules.MOST_MOVES", 20)
    async with duel_game(2) as game:
        seat = in_turn(*game.seats)[0]
        with suppress(Refused):
            while True:
                await seat.play("o")
    assert game.result is not None
    assert (game.result.points, game.result.reason, game.result.loser) == (2, ENDLESS, 1)
