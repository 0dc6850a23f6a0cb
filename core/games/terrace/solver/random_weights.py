"""Weights changed at random, so that of many beams each keeps other positions, and loses other deals."""

from __future__ import annotations

from typing import TypeVar

import attrs

from core.base.chance import Dice

STEPS = 1 << 16
"""Into how many steps a change is divided, up and down."""

W = TypeVar("W", bound=attrs.AttrsInstance)


def strayed(weights: W, dice: Dice) -> W:
    """Each weight, of one number or several, up to twice as much or half of it."""
    return type(weights)(**{field.name: _changed(weights, field.name, dice) for field in attrs.fields(type(weights))})


def _changed(weights: attrs.AttrsInstance, name: str, dice: Dice) -> object:
    stray = (dice.below(2 * STEPS + 1) - STEPS) / STEPS
    factor = (3 + stray) / (3 - stray)
    value = getattr(weights, name)
    return tuple(part * factor for part in value) if isinstance(value, tuple) else value * factor
