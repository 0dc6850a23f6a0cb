from __future__ import annotations

from typing import get_args

from core.games.mille import GAME
from core.games.mille.events import Event


def test_every_event_has_its_written_name() -> None:
    assert set(GAME.events.values()) == set(get_args(Event))


def test_written_names_stay() -> None:
    assert list(GAME.events) == [
        "dealt", "picked", "played", "discarded", "ordered", "extension_offered", "extended", "declined",
        "hand_ended", "game_ended", "stopped",
    ]  # fmt: skip
