from __future__ import annotations

import pytest

from tests.core.games.mille.positions import tableau


@pytest.mark.parametrize(
    ("battle", "safeties", "rolling"),
    [
        (None, (), False),
        ("Go", (), True),
        ("Gasoline", (), False),
        ("Stop", (), False),
        (None, ("Right of Way",), True),
        ("Repairs", ("Right of Way",), True),
        ("Flat Tire", ("Right of Way",), False),
        ("Gasoline", ("Extra Tank",), False),
    ],
)
def test_rolling_follows_from_piles_and_safeties(battle: str | None, safeties: tuple[str, ...], rolling: bool) -> None:
    assert tableau(battle, safeties=safeties).rolling is rolling


@pytest.mark.parametrize(("speed", "limited"), [(None, False), ("Speed Limit", True), ("End of Limit", False)])
def test_limit_is_in_force_on_top_only(speed: str | None, limited: bool) -> None:
    assert tableau("Go", speed).limited is limited
