"""What is said about the fairness of the chance."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import LONGEST_LUCK, commitment, short_commitment
from core.game import SPECTATOR
from core.table import LONGEST_NAME, Chair, Resign, view_table
from frontends.dialogue.fairness import grouped, promise, proof
from tests.frontends.dialogue.shell import ANNA, BERT, SEED, a_table, after, by, view_of


def test_commitment_is_shown_in_groups_that_can_be_noted():
    assert grouped(commitment(SEED)) == short_commitment(SEED)


def test_promise_fits_into_five_lines():
    lines = promise(commitment(SEED)).split("\n")
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80
    assert short_commitment(SEED) in promise(commitment(SEED))


@given(st.text(min_size=1, max_size=LONGEST_NAME), st.text(max_size=LONGEST_LUCK), st.booleans())
def test_proof_fits_into_five_lines_whatever_luck_was_given(name: str, luck: str, over: bool):
    table = a_table("mille", *(Chair(person, luck=luck) for person in ("anna", "bert")))
    table = after(table, by(0, Resign()))[0] if over else table
    lines = proof(view_table(table, SPECTATOR, (name, name))).split("\n")
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80


def test_proof_says_who_gave_what_and_tells_the_seed_at_the_end_only():
    table = a_table("mille", attrs.evolve(ANNA, luck="tortoise"), BERT)
    assert 'Luck: Anna gave "tortoise", Bert gave none.' in proof(view_of(table, 1))
    assert SEED.hex() not in proof(view_of(table, 1))
    assert SEED.hex() in proof(view_of(after(table, by(0, Resign()))[0], None))


@pytest.mark.parametrize("screen", [False, True])
def test_table_that_waits_shows_how_to_join_and_what_is_committed(screen: bool):
    from tests.frontends.dialogue.shell import Shell

    shell = Shell(a_table("mille", ANNA, Chair()), screen=screen)
    shown = shell.picture if screen else shell.text
    assert "the game begins when all seats are taken." in shown
    assert "types: join tst01" in shown
    assert short_commitment(SEED) in shown
    assert "Deck" not in shown
