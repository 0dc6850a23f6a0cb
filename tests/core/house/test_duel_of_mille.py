"""A duel of mille in a house: each game is one to 5000, hand after hand, and the house goes on between hands."""

from __future__ import annotations

from core.duels.duel import Game
from core.games.mille.events import Dealt, GameEnded
from core.games.mille.moves import Verb
from core.games.mille.state import GAME, Phase
from core.records import fold
from core.sessions.at_table.seat import Seat
from tests.core.house.duelling import Ring, a_ring, well


def greedily(seat: Seat) -> str:
    """Play well, and want to stop after each hand, as who leads would like to."""
    return Verb.STOP.value if seat.view.view.phase is Phase.HAND_OVER else well(seat)


async def game_at(ring: Ring, game: Game) -> list[tuple[object, object]]:
    """Look at a game that is over. Returns: what was dealt, hand by hand."""
    stream = fold.stream_of(game.table)
    records = await ring.house.service.journal.read(stream)
    events = [event for event, _ in fold.decode(stream, records)]
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    own, other = ended.totals if game.game == 1 else ended.totals[::-1]
    assert max(own, other) >= GAME
    assert game.result is not None
    assert (game.result.points, game.result.reason, game.result.lead) == (2 * (own > other), "", own - other)
    dealt: list[tuple[object, object]] = [(event.hands, event.deck) for event in events if isinstance(event, Dealt)]
    table = fold.verify(stream, records)
    assert table.state.dealt == len(dealt) > 1
    return dealt


async def test_house_deals_hand_after_hand_and_stops_after_the_first_game_whatever_the_players_want():
    async with a_ring() as ring:
        ring.robo.style = greedily
        duel = await ring.until(await ring.order("mille 1"))
        first, second = [await game_at(ring, duel.games[1, number]) for number in (1, 2)]
        assert all(one == other for one, other in zip(first, second, strict=False))
