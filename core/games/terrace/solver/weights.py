"""The weights that were found by playing: one set for each way in which foundations build."""

from __future__ import annotations

from core.games.terrace.board import VARIANTS
from core.games.terrace.solver.worth import Weights

ALTERNATING = Weights(
    up=(1.95, -4.64),
    started=(5.32, 6.15),
    tall=-0.36,
    reserve=(-30.76, -12.08),
    buried=(-2.42, -0.57),
    next_three=(-2.11, -6.01, -2.69),
    waste=(-8.68, 2.9),
    descending=0.57,
    ascending=6.62,
    space=(-3.42, -20.62),
    bottom=(0.83, -0.85),
    last=-4.42,
    room=-2.75,
    twin=-5.54,
    chance=(87.81, 22.5),
    chance_up=19.92,
    locked=-1.07,
    turned=-4.8,
)
IN_SUIT = Weights(
    up=(8.17, 10.79),
    started=(5.76, -4.56),
    tall=1.35,
    reserve=(-5.99, -15.89),
    buried=(0.4, 0.63),
    next_three=(-2.48, -1.98, -0.22),
    waste=(-6.27, -0.43),
    descending=10.07,
    ascending=-0.74,
    space=(-27.57, -46.68),
    bottom=(-1.72, -2.69),
    last=1.26,
    room=-2.76,
    twin=-8.62,
    chance=(58.35, 29.39),
    chance_up=29.44,
    locked=-7.56,
    turned=6.0,
)
WEIGHTS = {variant: IN_SUIT if rules.in_suit else ALTERNATING for variant, rules in VARIANTS.items()}
"""By variant."""
