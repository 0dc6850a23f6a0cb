"""The list of screens."""

from core.games import GAMES
from frontends.screens import ONE_KEY, OWN, screen_of


def test_screens_are_those_of_games():
    assert set(GAMES) >= OWN >= ONE_KEY


def test_every_game_can_be_shown_on_the_screen_that_belongs_to_it():
    for name in GAMES:
        assert screen_of(name).game == name


def test_game_without_a_screen_of_its_own_gets_a_plain_one():
    plain = screen_of("chess")
    assert plain.game == "chess"
    assert plain.keys
    assert screen_of("chess", one_key=True) is plain or screen_of("chess", one_key=True).game == "chess"


def test_one_key_is_given_where_there_is_such_a_mode():
    assert screen_of("elixir", one_key=True).pace
    assert screen_of("elixir", one_key=True) is not screen_of("elixir")
    assert screen_of("pileon", one_key=True).draw is screen_of("pileon").draw
