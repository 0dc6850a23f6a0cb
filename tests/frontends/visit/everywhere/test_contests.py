"""What can be typed about tournaments, ladders and duels: what does it is there."""

from __future__ import annotations

import inspect
import sys

import pytest

from core.base.lazy_import import Imported
from core.games import FOR_TWO
from frontends.visit.action import Action
from frontends.visit.everywhere.contests import ACTIONS
from frontends.visit.room import Room


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.word)
def test_what_is_named_is_there(action: Action[Room]) -> None:
    assert isinstance(action.run, Imported)
    action.run.load()
    assert inspect.iscoroutinefunction(getattr(sys.modules[action.run.module], action.run.name))


def test_games_are_offered_that_two_play() -> None:
    (ladder,) = (action for action in ACTIONS if action.word == "ladder")
    assert ladder.more(Room.__new__(Room)) == FOR_TWO == ("mille", "elixir")
