"""What the solitaires say alike."""

from typing import Any

from msgspec.structs import replace

from core.base.message import english, message
from core.games.pileon import GAME
from core.table import TableView
from frontends.screens.solitaires import efforts, moves, praise
from tests.frontends.tables import table_view, view_of

PERFECT = message("No undo, no hint: a perfect game.")


def table(**around: Any) -> TableView:
    seen = table_view(GAME, view_of(GAME, GAME.dealt({}, 1), 0), "Ann", plays=1)
    return replace(seen, **around)


def test_moves_and_help_are_counted() -> None:
    assert english(moves(table())) == "1 move"
    assert [english(said) for said in efforts(table(undos=2, hints=1))] == ["2 undos", "1 hint"]


def test_only_a_win_without_help_is_perfect() -> None:
    assert praise(table()) == PERFECT
    assert english(praise(table(undos=1))) == "1 undo, 0 hints."
    assert "this win does not count" in english(praise(table(demonstrated=True)))
