"""Every game keeps the laws."""

from __future__ import annotations

import attrs
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Game
from core.base.message import english
from core.games import GAMES, LISTED
from core.games.features.titles import title_of
from core.laws import LAWS, Law, check
from tests.examples import examples

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@examples(20, quick=3)
@given(seed=st.binary(min_size=32, max_size=32), length=st.integers(0, 120))
def test_law_is_kept(game: Game, law: Law, seed: bytes, length: int) -> None:
    assert law(game, seed, length) >= 0


@pytest.mark.slow  # In `make test` each law is put to the test of each game by itself.
@games
def test_check_puts_all_laws_to_the_test(game: Game) -> None:
    counts = check(game, 10, b"every game").counts
    never = {
        "ended_games_refuse": game.seats == 1,  # random play does not win a solitaire
        "what_is_hidden_is_dealt_anew": not game.hides,
    }
    assert {law for law, count in counts.items() if not count} <= {law for law, is_so in never.items() if is_so}


@games
def test_what_is_listed_is_what_the_game_says(game: Game) -> None:
    listed = LISTED[game.name]
    assert (listed.title, listed.seats, listed.numbered) == (game.title, game.seats, game.numbered)
    assert tuple(listed.variants) == game.variants
    assert [title_of(game.name, {"variant": name}) for name in game.variants] == list(listed.variants.values())


@games
def test_every_game_is_described(game: Game) -> None:
    assert english(game.notation).strip()
    assert game.title
    assert all(attrs.has(event) or issubclass(event, msgspec.Struct) for event in game.events.values())
    assert {*game.draws, *game.reveals, *game.chapters} <= set(game.events.values())
