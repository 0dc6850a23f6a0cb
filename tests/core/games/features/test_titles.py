"""What games are called."""

from core.games.features.titles import title_of


def test_variant_goes_by_its_own_title() -> None:
    assert title_of("terrace", {"variant": "signora"}) == "Signora"
    assert title_of("terrace", {"variant": "generals-patience"}) == "General's Patience"
    assert title_of("mille", {}) == "Mille"
