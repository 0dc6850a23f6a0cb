"""What is said about a table as a whole."""

from __future__ import annotations

import pytest

from core.chance import commitment
from core.games import GAMES
from core.table import Chair, Resign, sight
from frontends.dialogue import wording
from tests.core.games.mille.positions import ended, given
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, SEED, a_table, after, at


def test_everybody_is_named_and_free_seats_are_called_so():
    assert wording.players(sight(a_table("mille", ANNA, BOT), 0)) == "Anna against Comp"
    assert wording.players(sight(a_table("elixir", ANNA, Chair()), 0)) == "Anna against a free seat"


@pytest.mark.parametrize(
    ("chairs", "seat", "words", "prompt"),
    [
        ((ANNA, BERT), 0, "your turn", "your move> "),
        ((ANNA, BERT), 1, "Anna to move", "waiting> "),
        ((ANNA, BERT), None, "Anna to move", "watching> "),
        ((BOT, ANNA), 1, "Comp to move", ""),
        ((BOT, Chair()), None, "Comp to move", "watching> "),
        ((Chair(), ANNA), 1, "a free seat to move", "waiting> "),
    ],
)
def test_turn_and_prompt_agree(chairs: tuple[Chair, ...], seat: int | None, words: str, prompt: str):
    seen = sight(a_table("mille", *chairs), seat)
    assert wording.whose_turn(seen) == words
    assert wording.prompt_text(seen, seat is not None) == prompt


def test_computer_that_waits_for_somebody_to_sit_down_does_not_think():
    assert not wording.is_computers_turn(sight(a_table("mille", BOT, Chair()), None))


def test_both_may_have_the_turn():
    over = at(a_table("mille", ANNA, BERT), ended(given()))
    assert wording.whose_turn(sight(over, None)) == "Anna or Bert to move"


def test_toolbar_is_one_line_with_score_and_turn():
    bar = wording.toolbar(GAMES["mille"], sight(a_table("mille", ANNA, BOT), 0), "700 miles")
    assert bar == "Mille: Anna against Comp | 700 miles | your turn"
    assert "move 0" in wording.toolbar(GAMES["mille"], sight(a_table("mille", ANNA, BOT), 0), "")


def test_seed_is_promised_first_and_told_at_the_end():
    table = a_table("mille", ANNA, BERT)
    before = wording.fairness(sight(table, 0))
    assert commitment(SEED) in before
    assert SEED.hex() not in before
    table, _ = after(table, Resign(0))
    told = wording.fairness(sight(table, None))
    assert commitment(SEED) in told
    assert SEED.hex() in told


def test_deal_with_a_number_is_its_own_proof():
    assert wording.fairness(sight(a_table("pileon", ANNA, deal=7), 0)).startswith("Deal 7:")


def test_table_is_told_with_its_options_and_the_way_back():
    table = a_table("terrace", ANNA, deal=7, variant="wood")
    told = wording.about(GAMES["terrace"], sight(table, 0), "abcde", "resume abcde-x")
    assert told.startswith("Terrace, variant wood, table abcde: Anna.\nTo come back: resume abcde-x\nDeal 7:")


def test_end_and_what_can_be_done_share_a_row():
    table, _ = after(a_table("pileon", ANNA, deal=7), Resign(0))
    seen = sight(table, 0)
    assert wording.bottom_when_over(seen, 80) == f"Anna gave up.  {wording.KEYS_WHEN_OVER}"
    assert wording.bottom_when_over(seen, 30).startswith(wording.KEYS_WHEN_OVER)


def test_help_offers_only_what_the_game_allows():
    assert "redo" in wording.words_for(GAMES["pileon"])
    assert "if the other agrees" in wording.words_for(GAMES["elixir"])
    assert "undo" not in wording.words_for(GAMES["mille"])
    for game in GAMES.values():
        assert max(map(len, wording.words_for(game).splitlines())) <= 80
    assert max(map(len, wording.ON_SCREEN.splitlines())) <= 80
    assert [name for name, game in GAMES.items() if "U  ask" in wording.keys_for(game)] == ["elixir"]


def test_bookmark_is_called_as_the_table_keeps_it():
    assert wording.bookmark("  My\tPlace ") == "my place"
    assert len(wording.bookmark("x" * 99)) == 24
