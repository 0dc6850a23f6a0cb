"""What somebody wants to play, from the words they used."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.game import Refused
from core.games import GAMES
from core.sessions.arrival.order_words import (
    find_game,
    names,
    read_another,
    read_open,
    read_query,
    split_luck,
)
from core.sessions.arrival.orders import MOST_PAGES, Order, Query
from core.table import Fischer


def test_every_name_that_is_offered_names_a_game():
    assert set(GAMES) <= set(names())
    for name in names():
        game, options = find_game(name)
        assert game.name == name or options == {"variant": name}


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("mille", Order("mille", {}, "computer")),
        ("MILLE person", Order("mille", {}, "person")),
        ("elixir hotseat clock=60", Order("elixir", {}, "hotseat", clock=60)),
        ("mille person clock=10m+5s", Order("mille", {}, "person", clock=Fischer(600, 5))),
        ("mille person 10m+5s", Order("mille", {}, "person", clock=Fischer(600, 5))),
        ("elixir 3d", Order("elixir", {}, "computer", clock=259_200)),
        ("el-ixir", Order("elixir", {}, "computer")),
        ("signora", Order("terrace", {"variant": "signora"})),
        ("falling stars deal=9", Order("terrace", {"variant": "falling-stars"}, deal=9)),
        ("General's Patience", Order("terrace", {"variant": "generals-patience"})),
        ("pileon winnable", Order("pileon", {}, winnable=True)),
        ("terrace variant=wood", Order("terrace", {"variant": "wood"})),
        ("pileon Deal=123456789012", Order("pileon", {}, deal=123456789012)),
    ],
)
def test_order_is_understood(words: str, order: Order):
    assert read_open(words.split()) == order


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Which game? Type new and one of: mille, "),
        ("mile", '"mile" is not a game here (did you mean mille?). Choose one of: mille, '),
        ("chess", '"chess" is not a game here. Choose one of: mille, '),
        ("mille deal=7", "Mille has no numbered deals: leave out deal="),
        ("mille winnable", "Mille is not a solitaire: leave out winnable"),
        ("pileon person", "Pileon is for one player: leave out person"),
        ("pileon deal=", "Add a number to deal=, such as deal=60"),
        ("pileon deal=0", "Add a number to deal=, such as deal=60"),
        ("pileon deal=-1", "Add a number to deal=, such as deal=60"),
        ("pileon deal=1234567890123", "Add a number to deal=, such as deal=60"),
        (
            "mille clock=soon",
            "Give clock= a time for each move, such as clock=60 or clock=3d, or for the game, such as clock=10m+5s.",
        ),
        ("pileon deal=1 winnable", "Use only one of deal=, winnable, grade= and daily"),
        ("mille persn", '"persn" cannot follow new (did you mean person?). Try: new mille person'),
        ("pileon please", '"please" cannot follow new. Try: new pileon deal=12345'),
    ],
)
def test_order_that_makes_no_sense_is_refused_with_what_would(words: str, sentence: str):
    with pytest.raises(Refused) as refused:
        read_open(words.split())
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("deal=5", Order("terrace", {"variant": "wood"}, deal=5)),
        ("winnable", Order("terrace", {"variant": "wood"}, winnable=True)),
        ("variant=signora", Order("terrace", {"variant": "signora"})),
        ("pileon", Order("pileon", {})),
        ("mille person", Order("mille", {}, "person")),
    ],
)
def test_order_at_a_table_says_what_shall_be_different(words: str, order: Order):
    assert read_another(words.split(), Order("terrace", {"variant": "wood"})) == order


def test_opponent_at_a_table_can_change():
    here = Order("elixir", {}, "person")
    assert read_another(["computer"], here) == Order("elixir", {}, "computer")
    assert read_another(["30"], here) == Order("elixir", {}, "person", clock=30)
    assert read_another(["clock=30"], here) == Order("elixir", {}, "person", clock=30)


def test_partners_of_a_hotseat_game_stay_for_another():
    here = Order("elixir", {}, "hotseat", partners=("Ann", "Bea"))
    assert read_another(["clock=30"], here).partners == ("Ann", "Bea")


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("", Query()),
        ("2", Query(page=2)),
        ("all mille 3", Query(page=3, game="mille", everything=True)),
        ("mine", Query(mine=True, everything=True)),
        ("SIGNORA", Query(game="terrace")),
        ("all WITH Anna 2", Query(page=2, everything=True, player="Anna")),
    ],
)
def test_list_is_asked_for_in_words(words: str, query: Query):
    assert read_query(words.split()) == query


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("0", f"Choose a page from 1 to {MOST_PAGES}."),
        (str(MOST_PAGES + 1), f"Choose a page from 1 to {MOST_PAGES}."),
        ("9" * 5000, f"Choose a page from 1 to {MOST_PAGES}."),
        ("with", "Type list with and a name"),
        ("nothing", '"nothing" is not a game here'),
    ],
)
def test_list_that_there_is_not_is_refused(words: str, sentence: str):
    with pytest.raises(Refused) as refused:
        read_query(words.split())
    assert str(refused.value).startswith(sentence)


def test_luck_is_taken_out_of_the_words():
    assert split_luck(["abcde", "luck=Hare"]) == (["abcde"], "Hare")
    assert split_luck(["abcde"]) == (["abcde"], "")
    with pytest.raises(Refused, match="Add a word of your own to luck="):
        split_luck(["luck="])


@given(st.text(max_size=40))
def test_any_words_are_understood_or_refused(text: str):
    for read in (read_open, read_query):
        with suppress(Refused):
            assert isinstance(read(text.split()), Order | Query)
