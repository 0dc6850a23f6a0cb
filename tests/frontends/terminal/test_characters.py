"""Characters for terminals that read only ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from frontends.terminal.characters import cells, encode, encode_cells, width


@pytest.mark.parametrize(
    ("text", "octets"),
    [
        ("coup fourré", b"coup fourre"),
        ("cœur de l\N{RIGHT SINGLE QUOTATION MARK}été", b"coeur de l'ete"),
        ("more…", b"more..."),
        ("« oui »", b'" oui "'),
        ("7♥", b"7?"),
        ("日本", b"????"),
        ("e\u0301", b"e"),
    ],
)
def test_sentence_is_put_into_letters_that_everybody_has(text, octets):
    assert encode(text, False) == octets
    assert encode(text, True) == text.encode()


@given(st.text(st.characters(exclude_categories=["Cc"])))
def test_picture_keeps_its_width_in_ascii(text):
    octets = encode_cells(text, False)
    assert width(octets.decode("ascii")) == width(text)


def test_blank_at_which_no_line_is_broken_takes_a_cell():
    assert (cells("\xa0"), width("Coup\xa0: "), encode_cells("Coup\xa0: ", False)) == (1, 7, b"Coup : ")


@given(st.text(st.characters(codec="ascii")))
def test_ascii_is_sent_as_it_is(text):
    assert encode(text, False) == encode_cells(text, False) == text.encode()


@pytest.mark.parametrize("character", ["a", "é", "♠", "日", "ｱ", "\uff21", "\u0301", "\u200b", "─", "█", "🂡"])
def test_cells_are_those_that_terminals_use(character):
    assert cells(character) == max(0, wcwidth(character))
