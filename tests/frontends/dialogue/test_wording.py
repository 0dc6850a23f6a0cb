"""What is said about a table as a whole."""

from __future__ import annotations

from functools import partial

import pytest

from core.chance import short_commitment
from core.game import SPECTATOR, Game
from core.games import GAMES
from core.table import Chair, Resign, view_table
from frontends.dialogue import wording
from frontends.dialogue.fairness import proof
from tests.core.games.mille.positions import ended, given
from tests.frontends.dialogue.shell import ANNA, BERT, BOT, SEED, a_table, after, at, by, view_of


def test_everybody_is_named_and_free_seats_are_called_so():
    assert wording.players(view_of(a_table("mille", ANNA, BOT), 0)) == "Anna against Comp"
    assert wording.players(view_of(a_table("elixir", ANNA, Chair()), 0)) == "Anna against a free seat"


@pytest.mark.parametrize(
    ("chairs", "seat", "words", "prompt"),
    [
        ((ANNA, BERT), 0, "your turn", "your move> "),
        ((ANNA, BERT), 1, "Anna to move", "waiting> "),
        ((ANNA, BERT), None, "Anna to move", "watching> "),
        ((BOT, ANNA), 1, "Comp to move", ""),
        ((BOT, Chair()), None, "waiting for a player", "watching> "),
        ((Chair(), ANNA), 1, "waiting for a player", "waiting> "),
    ],
)
def test_turn_and_prompt_agree(chairs: tuple[Chair, ...], seat: int | None, words: str, prompt: str):
    seen = view_of(a_table("mille", *chairs), seat)
    assert wording.whose_turn(seen) == words
    assert wording.prompt_text(seen, seat is not None) == prompt


def test_computer_that_waits_for_somebody_to_sit_down_does_not_think():
    assert not wording.is_computers_turn(view_of(a_table("mille", BOT, Chair()), None))


def test_both_may_have_the_turn():
    over = at(a_table("mille", ANNA, BERT), ended(given()))
    assert wording.whose_turn(view_of(over, None)) == "Anna or Bert to move"


def test_toolbar_is_one_line_with_score_and_turn():
    bar = wording.toolbar(GAMES["mille"], view_of(a_table("mille", ANNA, BOT), 0), "700 miles")
    assert bar == "Mille: Anna against Comp | 700 miles | your turn"
    assert "move 0" in wording.toolbar(GAMES["mille"], view_of(a_table("mille", ANNA, BOT), 0), "")


def test_seed_is_promised_first_and_told_at_the_end():
    table = a_table("mille", ANNA, BERT)
    about = partial(wording.about, GAMES["mille"], way_back="")
    assert short_commitment(SEED) in about(view_of(table, 0))
    assert SEED.hex() not in about(view_of(table, 0))
    table, _ = after(table, by(0, Resign()))
    assert short_commitment(SEED) in about(view_of(table, None))
    assert SEED.hex() in about(view_of(table, None))


def test_deal_with_a_number_is_its_own_proof():
    assert proof(view_of(a_table("pileon", ANNA, deal=7), 0)).startswith("Deal 7:")


def test_table_is_told_with_its_options_and_the_way_back():
    table = a_table("terrace", ANNA, deal=7, variant="wood")
    told = wording.about(GAMES["terrace"], view_of(table, 0), "resume tst01-x")
    assert told.startswith("Terrace, variant wood, table tst01: Anna.\nTo come back: resume tst01-x\nDeal 7:")


def test_end_and_what_can_be_done_share_a_row():
    table, _ = after(a_table("pileon", ANNA, deal=7), by(0, Resign()))
    seen = view_of(table, 0)
    assert wording.bottom_when_over(seen, 80) == f"Anna gave up.  {wording.KEYS_WHEN_OVER}"
    assert wording.bottom_when_over(seen, 30).startswith(wording.KEYS_WHEN_OVER)


def test_help_offers_only_what_the_game_allows():
    alone, computer, person = ((ANNA,), (ANNA, BOT), (ANNA, BERT))
    for name, chairs, words in (
        ("pileon", alone, "redo"), ("elixir", person, "if the other agrees"), ("elixir", computer, "redo"),
        ("mille", computer, "redo"),
    ):  # fmt: skip
        assert words in wording.words_for(GAMES[name], view_of(a_table(name, *chairs), 0))
    assert "undo" not in wording.words_for(GAMES["mille"], view_of(a_table("mille", *person), 0))
    assert "hint " not in wording.words_for(GAMES["mille"], view_of(a_table("mille", *computer), 0))


@pytest.mark.parametrize("others", [(BOT,), (BERT,)])
@pytest.mark.parametrize("game", GAMES.values())
def test_help_has_room_in_every_window(game: Game, others: tuple[Chair, ...]):
    seen = view_of(a_table(game.name, *(ANNA, *others)[: game.seats]), 0)
    lines = (*wording.words_for(game, seen).splitlines(), *wording.keys_for(game, seen).splitlines())
    assert max(map(len, lines)) <= 80


def test_keys_that_take_back_are_offered_where_the_screen_has_none():
    offered = {
        (name, other.bot): "take back your last move"
        in wording.keys_for(GAMES[name], view_of(a_table(name, ANNA, other), 0))
        for name in ("elixir", "mille")
        for other in (BOT, BERT)
    }
    assert [what for what, is_offered in offered.items() if is_offered] == [("elixir", "Comp"), ("elixir", "")]


@pytest.mark.parametrize("name", ["{1}", "{0} resigns", "%s", "You", "{who}"])
def test_no_name_changes_anything_but_how_somebody_is_called(name: str):
    table, _ = after(a_table("elixir", ANNA, BERT), by(1, Resign()))
    seen = view_table(table, SPECTATOR, (name, "Bert"))
    assert wording.whose_turn(seen) == "Bert resigned."
    seen = view_table(table, SPECTATOR, ("Anna", name))
    assert wording.whose_turn(seen) == f"{name} resigned."
    assert wording.players(seen) == f"Anna against {name}"


def test_bookmark_is_called_as_the_table_keeps_it():
    assert wording.bookmark("  My\tPlace ") == "my place"
    assert len(wording.bookmark("x" * 99)) == 24
