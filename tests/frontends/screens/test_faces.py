from __future__ import annotations

import pytest

from core.base.cards import PACK
from frontends.screens.faces import RED_SUIT, WIDTH, brief, face, suit_style
from frontends.terminal.picture import PLAIN, Look

ASCII = Look(utf8=False)


def test_card_shows_its_rank_and_suit() -> None:
    assert [face(card, Look()) for card in ("Ac", "7d", "Th", "Ks")] == [" A♣", " 7♦", "10♥", " K♠"]


def test_card_can_be_written_without_blanks() -> None:
    assert [brief(card, Look()) for card in ("Ac", "Th")] == ["A♣", "10♥"]


def test_card_is_written_with_letters_where_there_are_no_marks() -> None:
    assert [face(card, ASCII) for card in ("Ac", "7d", "Th", "Ks")] == [" Ac", " 7d", "10h", " Ks"]


def test_all_cards_differ_without_colour_and_take_the_same_room() -> None:
    for look in (Look(), ASCII):
        faces = {face(card, look) for card in PACK}
        assert len(faces) == 52
        assert {len(text) for text in faces} == {WIDTH}


def test_red_suits_are_red() -> None:
    assert [suit_style(card) for card in ("Ac", "Ad", "Ah", "As")] == [PLAIN, RED_SUIT, RED_SUIT, PLAIN]


def test_red_suits_are_underlined_where_there_is_no_colour() -> None:
    assert ";4" in suit_style("Ah").sgr(colour=False)
    assert ";4" not in suit_style("Ah").sgr(colour=True)
    assert ";4" not in suit_style("As").sgr(colour=False)


@pytest.mark.parametrize(("code", "letters"), [("en", "AKQJ"), ("fr", "ARDV"), ("de", "AKDB")])
def test_cards_have_the_letters_of_the_viewers_language(code: str, letters: str) -> None:
    look = Look(language=code)
    assert "".join(brief(card, look)[0] for card in ("As", "Kh", "Qd", "Jc")) == letters
    assert {len(face(card, look)) for card in PACK} == {WIDTH}
    assert brief("Th", look) == "10♥"
