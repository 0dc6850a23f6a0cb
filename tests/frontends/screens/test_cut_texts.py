"""Boards in other languages: no text is cut that is not cut in English, in any window, whatever is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.base.chance import Dice
from core.base.game import SPECTATOR, Game, Play, Seat
from core.games import GAMES
from core.table import PlayerView, TableView
from frontends.locale.language import LANGUAGES, TEMPLATES
from frontends.screens import screen_of
from frontends.screens.controls import Scene
from frontends.terminal.picture import Look
from tests.frontends.screens.pictures import SIZES, drawn

MOVES = 90
EVERY = 15
"""Of so many moves one position is looked at."""
CHOSEN = ((), ("tab",), ("tab", "enter"), ("d",), ("u",), ("1",), ("w",))
"""Keys after which a board is looked at."""


def positions(game: Game) -> Iterator[Any]:
    """Some states of a game in which moves are made by chance."""
    options = {option.name: option.choices[0] for option in game.options}
    state = game.start(options)
    state = game.fold(state, game.begin(options, Dice(bytes(16), game.name, 1)))
    for number in range(MOVES):
        if number % EVERY == 0:
            yield state
        for seat in game.turn(state)[:1]:
            view = game.view(state, Seat(seat))
            if listed := sorted(game.moves(view)):
                dice = Dice(bytes(16), game.name, number + 2)
                move = dice.shuffled(tuple(listed))[0]
                state = game.fold(state, game.decide(state, Play(seat, game.read(view, move), dice)))


def scenes(game: Game) -> Iterator[Scene]:
    """What is shown to a player, with this and that chosen, and to those who watch."""
    face, options = screen_of(game.name), {option.name: option.choices[0] for option in game.options}
    players = tuple(map(PlayerView, ("Anna", "Bert")[: game.seats]))
    for state in positions(game):
        for viewer, chosen in ((Seat(0), CHOSEN), (SPECTATOR, ((),))):
            view = game.view(state, viewer)
            deal = 7 if game.numbered else None
            table = TableView("k3f9x", game.name, options, deal, players, view.seat, view, view.turn, None, 1, "", "")
            for keys in chosen:
                choice = face.idle(view)
                for key in keys:
                    choice = face.press(choice, key, view).input
                yield Scene(table, choice)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_cut_that_is_not_cut_in_english(game: str) -> None:
    face = screen_of(game)
    for scene in scenes(GAMES[game]):
        for columns, rows in SIZES:
            shown = {code: drawn(face, scene, Look(rows, columns, language=code)).text() for code in LANGUAGES}
            for code in LANGUAGES:
                assert shown[code].count("…") <= shown[TEMPLATES].count("…"), shown[code]
