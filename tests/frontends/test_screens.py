"""The list of screens."""

from core.games import GAMES
from frontends.screens import ONE_KEY_SCREENS, SCREENS, screen_of


def test_every_game_has_a_screen_of_its_own():
    assert set(SCREENS) == set(GAMES)
    assert all(screen_of(name) is SCREENS[name] for name in GAMES)


def test_one_key_is_given_where_there_is_such_a_manner():
    assert screen_of("elixir", one_key=True) is ONE_KEY_SCREENS["elixir"]
    assert screen_of("elixir", one_key=True).pace
    assert screen_of("mille", one_key=True) is SCREENS["mille"]
