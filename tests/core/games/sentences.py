"""What a viewer reads, with the players called {0} and {1}, as the recorded games write them."""

from __future__ import annotations

from typing import Any

from core.base.game import Game, Viewer
from core.base.message import english

NAMES = ("{0}", "{1}")


def told(game: Game, event: Any, viewer: Viewer) -> str:
    """The sentence on an event; empty when it is nothing to this viewer."""
    fact = game.reveal(event, viewer)
    return "" if fact is None else english(game.tell(fact, viewer), NAMES)


def concluded(game: Game, state: Any) -> str:
    """The sentence with which a game ends; empty while it goes on."""
    outcome = game.outcome(state)
    return "" if outcome is None else english(game.conclude(outcome, None), NAMES)


def hinted(game: Game, view: Any) -> str | None:
    """The sentence that proposes a move, where there is one."""
    assert game.hint is not None
    hint = game.hint(view)
    return None if hint is None else english(hint.said, NAMES)
