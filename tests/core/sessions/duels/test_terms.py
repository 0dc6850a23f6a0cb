"""What duel somebody wants, from the words they typed."""

from __future__ import annotations

import pytest

from core.base.game import Refused
from core.base.message import english
from core.sessions.duels.terms import Terms, level_of, read_terms
from core.sessions.limits import Budget

BUDGET = Budget(duel_pairs=200, duel_tables=4)


def read(words: str) -> Terms:
    return read_terms(words.split(), BUDGET)


def test_what_is_left_out_is_as_usual():
    terms = read("Robo Bert elixir")
    assert terms == Terms((("Robo", "Bert"),), "elixir", {}, 20, 10, 1)
    assert read("Robo Bert El-Ixir 200 seconds=5 tables=4") == Terms((("Robo", "Bert"),), "elixir", {}, 200, 5, 4)
    assert terms.told == "El-Ixir"


def test_names_of_several_words_are_tried_in_every_way():
    assert read("Robo One Bert mille 3").names == (("Robo", "One Bert"), ("Robo One", "Bert"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Robo", "Type two bots and a game"),
        ("Robo Bert", "Type two bots and a game"),
        ("Robo Bert chess 3", "Type two bots and a game"),
        ("Robo Bert pileon 3", "is for one player"),
        ("Robo Bert elixir 0", "from 1 to 200 pairs"),
        ("Robo Bert elixir 201", "from 1 to 200 pairs"),
        ("Robo Bert elixir 3 seconds=1", "from 2 to 600"),
        ("Robo Bert elixir 3 tables=5", "from 1 to 4"),
        ("Robo Bert elixir 3 luck=hare", "Type two bots and a game"),
        ("Robo Bert elixir 3 hotseat", "Type two bots and a game"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_type(words: str, why: str):
    with pytest.raises(Refused) as refused:
        read(words)
    assert why in english(refused.value.message)


def test_computer_player_is_named_by_its_level():
    assert [level_of(name, "elixir") for name in ("computer:strong", "Computer", "Robo")] == ["strong", "normal", ""]
    with pytest.raises(Refused, match="no level"):
        level_of("computer:best", "elixir")
