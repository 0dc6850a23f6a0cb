"""French cards."""

import pytest

from core.base.cards import PACK, definite, is_red, name, plural, rank, require_packs
from core.base.message import english


def test_pack_has_every_card_once_in_order():
    assert len(PACK) == len(set(PACK)) == 52
    assert PACK[:2] == ("Ac", "2c")
    assert PACK[-1] == "Ks"


def test_ranks_run_from_ace_to_king():
    assert [rank(card) for card in PACK[:13]] == list(range(1, 14))


def test_diamonds_and_hearts_are_red():
    assert {card[1] for card in PACK if is_red(card)} == {"d", "h"}


def test_cards_are_spoken():
    assert english(name("Th")) == "ten of hearts"
    assert english(name("As")) == "ace of spades"
    assert english(definite("As")) == "the ace of spades"


def test_several_of_a_rank_are_spoken():
    assert [english(plural(card)) for card in ("Ac", "6d", "Kh")] == ["aces", "sixes", "kings"]


def test_packs_must_be_whole():
    require_packs(PACK[::-1], 1)
    require_packs(PACK + PACK, 2)
    for cards in (PACK[1:], PACK + PACK, PACK[1:] + PACK[1:2], (*PACK[1:], "XX")):
        with pytest.raises(ValueError, match="not all the cards"):
            require_packs(cards, 1)
