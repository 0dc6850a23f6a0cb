"""Who sits where, and what somebody has missed."""

from __future__ import annotations

import attrs

from core import fold
from core.table import Chair, Mark, Move, Say, hash_code
from frontends.seats import MOST_TOLD, missed, own_seats, persons, seats_with, show_saves
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, a_table, after
from tests.frontends.recorded import played


def test_persons_are_those_who_sit_and_are_no_computers():
    assert persons(a_table("mille", BOT, ANNA)) == (1,)
    assert persons(a_table("mille", ANNA, Chair())) == (0,)


def test_person_at_home_is_known_by_name_or_by_being_the_only_one():
    assert own_seats(a_table("elixir", ANNA, BERT), "Bert") == (1,)
    assert own_seats(a_table("elixir", ANNA, BERT), "Carl") == ()
    assert own_seats(a_table("mille", BOT, ANNA), "Carl") == (1,)


def test_code_goes_with_all_seats_that_it_was_given_for():
    coded = attrs.evolve(ANNA, code=hash_code("x-1"))
    table = a_table("elixir", coded, attrs.evolve(coded, name="Second player"))
    assert seats_with(table, "x-1") == (0, 1)
    assert seats_with(table, "x-2") == ()
    assert seats_with(a_table("mille", ANNA, BOT), "") == ()


async def test_what_was_missed_begins_behind_ones_own_last_decision():
    records = await played("elixir", Move(0, "roll"), Say("Bert", 1, "hurry"), moves=0, over=False)
    table = fold.fold("abcde", None, records)
    told, is_back = missed(table, records, (0,), 0)
    assert (told, is_back) == (("Bert: hurry",), True)
    told, is_back = missed(table, records, (1,), 1)
    assert (told, is_back) == ((), True)


async def test_those_who_have_not_played_yet_are_told_what_happened_lately():
    records = await played("mille", moves=4, over=False)
    table = fold.fold("abcde", None, records)
    told, is_back = missed(table, records, (), None)
    assert told[0] == "A hand is dealt; Anna starts."
    assert not is_back
    assert not any("sits down" in sentence for sentence in told)


async def test_only_the_last_sentences_are_told():
    records = await played("mille", moves=40, over=False)
    told, _ = missed(fold.fold("abcde", None, records), records, (), None)
    assert len(told) == MOST_TOLD


async def test_what_was_missed_is_what_one_may_know():
    records = await played("mille", Move(0, "p"), moves=0, over=False)
    table = fold.fold("abcde", None, records)
    assert missed(table, records, (), None)[0][-1] == "Anna picks a card."
    assert missed(table, records, (1,), 1)[0][-1] == "Anna picks a card."


def test_saves_are_listed_with_what_to_type():
    table = a_table("mille", ANNA, BOT)
    assert show_saves("abcde", table, "x-1") == "There are no saves at table abcde."
    table, _ = after(table, Mark(0, "start"), Move(0, "p"), Mark(0, "later"))
    assert show_saves("abcde", table, "x-1").splitlines() == [
        "Saves at table abcde, Mille:",
        "  start, after move 0: return x-1 start",
        "  later, after move 1: return x-1 later",
    ]
