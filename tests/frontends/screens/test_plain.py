"""The screen of a game that has none of its own: every game can be played on it."""

import pytest

from core.chance import Dice
from core.game import Play, Seat
from core.games import GAMES
from core.service import Player, open_service
from frontends.screens import plain, screen_of
from frontends.screens.picture import Canvas, Look
from journal import open_journal
from tests.frontends.tables import view_of


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_can_be_drawn_and_described(name):
    game = GAMES[name]
    async with open_journal("memory:") as journal, open_service(journal) as service:
        id = await service.open(game, {}, [Player(f"p{seat}") for seat in range(game.seats)])
        async with service.table(id) as live:
            sight = live.view(Seat(0))
    face = plain.screen_for(name)
    canvas = Canvas(Look())
    face.draw(sight, face.idle(sight.view), "A note.", canvas)
    text = canvas.picture().text()
    assert game.title in text
    assert "A note." in text
    assert all(len(line) <= 40 for line in face.describe(sight.view, 40))


def test_moves_are_typed_and_entered():
    game = GAMES["pileon"]
    state = game.start({})
    for event in game.begin({}, Dice(b"0" * 16, "pileon", 1)):
        state = game.evolve(state, event)
    view, move = view_of(game, state, 0), next(iter(game.moves(view_of(game, state, 0))))
    hand = plain.idle(view)
    for key in (*move, "x", "backspace"):
        hand = plain.press(hand, key, view).hand
    pressed = plain.press(hand, "enter", view)
    assert pressed.move == move
    assert game.decide(state, Play(0, game.read(view, move), Dice(b"0" * 16, "pileon", 9)))


def test_keys_of_the_conversation_are_left_to_it_while_nothing_is_typed():
    assert not plain.press(plain.Hand(), "?", None).known
    assert plain.press(plain.Hand("1"), "?", None).known
    assert not plain.press(plain.Hand(), "f1", None).known


def test_game_without_a_screen_gets_the_plain_one():
    assert screen_of("chess").game == "chess"
    assert screen_of("mille").draw is not plain.screen_for("mille").draw
    assert screen_of("mille", one_key=True) is screen_of("mille")
