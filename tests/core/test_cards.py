"""French cards."""

from core.cards import PACK, is_red, name, rank


def test_pack_has_every_card_once_in_order():
    assert len(PACK) == len(set(PACK)) == 52
    assert PACK[:2] == ("Ac", "2c")
    assert PACK[-1] == "Ks"


def test_ranks_run_from_ace_to_king():
    assert [rank(card) for card in PACK[:13]] == list(range(1, 14))


def test_diamonds_and_hearts_are_red():
    assert {card[1] for card in PACK if is_red(card)} == {"d", "h"}


def test_cards_are_spoken():
    assert name("Th") == "ten of hearts"
    assert name("As") == "ace of spades"
