"""What all computer players keep to: they are found by level and by name, and none of them knows what is hidden."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from core.base.chance import Dice
from core.base.game import Game, Play, Refused, Seat, Viewer
from core.games import GAMES
from core.games.features.bots import ALL, BOTS, Bot, bot_named, bot_of, levels
from core.games.mille.state import Phase, State

SLOW_MOVES, MOVES = 6, 120
"""Moves of a game that are looked at, of players that take their time and of others."""


def positions(game: Game, bot: Bot, seed: bytes, most: int) -> list[Any]:
    """The states in which the player is asked, in a game with itself."""
    options = {option.name: option.choices[0] for option in game.options}
    state, found = game.start(options), list[Any]()
    events = game.begin(options, Dice(seed, game.name, 1))
    for record in range(2, most + 2):
        for event in events:
            state = game.evolve(state, event)
        if not game.turn(state) or getattr(state, "phase", None) is Phase.HAND_OVER:
            break
        found.append(state)
        seat = game.turn(state)[0]
        view = game.view(state, Seat(seat))
        text = bot.choose(view, Dice(seed, "bot", record))
        if not text:
            break
        assert text in game.moves(view)
        events = game.decide(state, Play(seat, game.read(view, text), Dice(seed, game.name, record)))
    return found


def is_blind(game: Game, choose: Callable[[Any, Dice], str], states: list[Any]) -> bool:
    """Whether the player chooses the same when all that it may not know is dealt anew."""
    for number, state in enumerate(states):
        seat = Seat(game.turn(state)[0])
        other = game.redeal(state, seat, Dice(bytes(16), "redeal", number + 1))
        chosen = [choose(game.view(it, seat), Dice(bytes(16), "bot", 1)) for it in (state, other)]
        if chosen[0] != chosen[1]:
            return False
    return True


@pytest.mark.parametrize("bot", ALL, ids=lambda bot: bot.name)
def test_no_player_peeks_and_all_play_what_is_listed(bot: Bot) -> None:
    game = GAMES[bot.game]
    states = positions(game, bot, bytes(16), SLOW_MOVES if bot.slow else MOVES)
    assert len(states) > 1
    assert is_blind(game, bot.choose, states)


def test_player_that_peeks_is_found_out() -> None:
    """It is handed what no seat sees, as if a view held the deck."""
    game = GAMES["mille"]
    states: list[State] = positions(game, BOTS["mille"], bytes(16), MOVES)

    def looking(state: Any, viewer: Viewer) -> Any:
        return game.view(state, viewer), state.deck

    def peeks(view: Any, dice: Dice) -> str:
        seen, deck = view
        return "p" if deck[0] in seen.hand else BOTS["mille"].choose(seen, dice)

    assert not is_blind(attrs.evolve(game, view=looking), peeks, states)


@pytest.mark.parametrize("bot", [bot for bot in ALL if bot.slow], ids=lambda bot: bot.name)
def test_slow_players_can_think_in_another_process(bot: Bot) -> None:
    assert pickle.loads(pickle.dumps(bot.choose)) == bot.choose


def test_levels_go_from_the_weakest_to_the_strongest() -> None:
    assert levels("mille") == ("easy", "classic", "normal", "strong")
    assert levels("elixir") == ("easy", "normal", "strong")
    assert levels("pileon") == ("normal",)
    assert levels("bridge") == ()


@pytest.mark.parametrize("bot", ALL, ids=lambda bot: bot.name)
def test_player_is_found_by_level_and_by_name(bot: Bot) -> None:
    assert bot_of(bot.game, bot.level) is bot
    assert bot_named(bot.game, bot.name) is bot


def test_normal_player_is_whoever_is_not_asked_for_otherwise() -> None:
    assert bot_of("mille") is BOTS["mille"]
    assert bot_named("mille", "") is bot_named("mille", "Somebody of old") is BOTS["mille"]


def test_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as refused:
        bot_of("elixir", "divine")
    assert str(refused.value) == 'The computer has no level "divine" in this game; choose easy, normal, strong.'


def test_nobody_plays_an_unknown_game() -> None:
    with pytest.raises(Refused):
        bot_named("bridge", "Comp")


def test_names_are_different() -> None:
    assert len({bot.name for bot in ALL}) == len(ALL)
