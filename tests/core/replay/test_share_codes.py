"""Codes of deals and games: short, and checked for typing errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.games import GAMES
from core.games.deals.daily import LARGEST
from core.people.directory import LETTERS
from core.replay.share_codes import MISTYPED, SharedDeal, SharedGame, code_of, is_like_code, read_code

KINDS = [kind for game in GAMES.values() if game.numbered for kind in game.variants or (game.name,)]
ANY = st.one_of(
    st.builds(SharedDeal, st.sampled_from(KINDS), st.integers(1, LARGEST)),
    st.builds(SharedGame, st.text(LETTERS, min_size=5, max_size=5)),
)


@given(ANY)
def test_code_opens_what_it_was_made_of_however_it_is_typed(shared: SharedDeal | SharedGame) -> None:
    code = code_of(shared)
    assert read_code(code) == read_code(f" {code.upper()} ") == shared
    assert is_like_code(code)


@given(ANY, st.data())
def test_one_or_two_wrong_letters_are_found(shared: SharedDeal | SharedGame, data: st.DataObject) -> None:
    letters = list(code_of(shared))
    dash = len(letters) - 1 - letters[::-1].index("-")
    first = dash + 1 if isinstance(shared, SharedDeal) else 0  # names of games are looked up besides
    places = [place for place in range(first, len(letters)) if letters[place] != "-"]
    for place in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=2, unique=True)):
        letters[place] = data.draw(st.sampled_from([one for one in LETTERS if one != letters[place]]))
    with pytest.raises(Refused) as refused:
        read_code("".join(letters))
    assert refused.value.message == MISTYPED


@given(ANY, st.integers(0, 40))
def test_neighbours_that_changed_places_are_found(shared: SharedDeal | SharedGame, place: int) -> None:
    code = code_of(shared)
    place %= len(code) - 1
    swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    if swapped != code and "-" not in code[place : place + 2]:  # else it names no game
        with pytest.raises(Refused):
            read_code(swapped)


def test_codes_are_short() -> None:
    assert code_of(SharedDeal("signora", 7)) == "signora-h" + code_of(SharedDeal("signora", 7))[-2:]
    assert len(code_of(SharedDeal("signora", LARGEST))) <= len("signora-") + 7 + 2
    assert len(code_of(SharedGame("d2uht"))) == 8


@pytest.mark.parametrize("text", ["", "-", "x", "signora", "signora-", "signora-a", "a-öö", "é-aa", "a" * 99 + "-aaa"])
def test_anything_else_is_no_code(text: str) -> None:
    with pytest.raises(Refused):
        read_code(text)
