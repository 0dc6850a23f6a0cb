"""What somebody wants to play, from the words they used."""

from __future__ import annotations

import pytest

from core.game import Refused
from core.games import GAMES
from frontends.dialogue.effects import Open
from frontends.dialogue.wanted import find_game, meant, names, read_another, read_open


def test_every_name_that_is_offered_names_a_game():
    assert set(GAMES) <= set(names())
    for name in names():
        game, options = find_game(name)
        assert game.name == name or options == {"variant": name}


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("mille", Open("mille", {}, "computer")),
        ("MILLE person", Open("mille", {}, "person")),
        ("elixir hotseat clock=60", Open("elixir", {}, "hotseat", clock=60)),
        ("el-ixir", Open("elixir", {}, "computer")),
        ("signora", Open("terrace", {"variant": "signora"})),
        ("falling stars deal=9", Open("terrace", {"variant": "falling-stars"}, deal=9)),
        ("General's Patience", Open("terrace", {"variant": "generals-patience"})),
        ("pileon winnable", Open("pileon", {}, winnable=True)),
        ("terrace variant=wood", Open("terrace", {"variant": "wood"})),
        ("pileon Deal=123456789012", Open("pileon", {}, deal=123456789012)),
    ],
)
def test_order_is_understood(words: str, order: Open):
    assert read_open(words.split()) == order


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Which game? Type new and one of: mille, "),
        ("mile", 'There is no game "mile" here (did you mean mille?); there is mille, '),
        ("chess", 'There is no game "chess" here; there is mille, '),
        ("mille deal=7", "The deals of Mille have no numbers: leave out deal=."),
        ("mille winnable", "Mille is not a solitaire: leave out winnable."),
        ("pileon person", "Pileon is for one player: leave out person."),
        ("pileon deal=", "deal= wants a number, such as deal=60."),
        ("pileon deal=0", "deal= wants a number, such as deal=60."),
        ("pileon deal=-1", "deal= wants a number, such as deal=60."),
        ("pileon deal=1234567890123", "deal= wants a number, such as deal=60."),
        ("mille clock=soon", "clock= wants a number, such as clock=60."),
        ("pileon deal=1 winnable", "deal= says which deal it shall be: leave out winnable."),
        ("mille persn", '"persn" is no part of an order (did you mean person?); try: new mille person'),
        ("pileon please", '"please" is no part of an order; try: new pileon deal=12345'),
    ],
)
def test_order_that_makes_no_sense_is_refused_with_what_would(words: str, sentence: str):
    with pytest.raises(Refused) as refused:
        read_open(words.split())
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("deal=5", Open("terrace", {"variant": "wood"}, deal=5)),
        ("winnable", Open("terrace", {"variant": "wood"}, winnable=True)),
        ("variant=signora", Open("terrace", {"variant": "signora"})),
        ("pileon", Open("pileon", {})),
        ("mille person", Open("mille", {}, "person")),
    ],
)
def test_order_at_a_table_says_what_shall_be_different(words: str, order: Open):
    assert read_another(words.split(), Open("terrace", {"variant": "wood"})) == order


def test_opponent_at_a_table_can_change():
    here = Open("elixir", {}, "person")
    assert read_another(["computer"], here) == Open("elixir", {}, "computer")
    assert read_another(["clock=30"], here) == Open("elixir", {}, "person", clock=30)


def test_near_words_are_guessed_and_far_ones_not():
    assert meant("pilon", names()) == " (did you mean pileon?)"
    assert meant("xyzzy", names()) == ""
