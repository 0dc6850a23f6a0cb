"""Functions that are imported when they are first called."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys

import pytest

from core.base.lazy_import import Imported
from core.games.features.bots import ALL
from core.games.features.solvers import SOLVERS

EVERY = [bot.choose for bot in ALL] + [
    function for solver in SOLVERS.values() for function in (solver.judge, solver.grade, solver.settle, solver.plain)
]


def test_it_is_called_like_the_function_it_names() -> None:
    assert Imported("operator", "sub")(7, 5) == 2


def test_it_can_be_sent_to_a_worker() -> None:
    assert pickle.loads(pickle.dumps(Imported("operator", "sub")))(7, 5) == 2


@pytest.mark.parametrize("function", [function for function in EVERY if function is not None], ids=str)
def test_what_is_named_is_there(function: Imported) -> None:
    function.load()
    assert callable(getattr(sys.modules[function.module], function.name))


SELDOM_NEEDED = re.compile(
    r"core\.games\.(elixir|terrace|pileon)\b|core\.games\.(?!features)\w+\.(bot|solver|lesson)\b|core\.games\.\w+\.rulebook"
    r"|core\.(sessions\.)?(duels|tournaments)\.(pages|participation|standings|terms|results)"
    r"|core\.public_log\.(keys|tickets|formats)|frontends\.(server\.config|server\.notifications|telnet|programs)"
)


def test_what_few_need_is_not_imported_for_a_first_board() -> None:
    """Other games, what thinks hard, and rooms of a house: all of it would cost everybody some 0.1 s before theirs."""
    listed = (
        "import sys, frontends.commands.play; from core.games import GAMES; assert GAMES['mille'].name == 'mille';"
        "print(*(name for name in sys.modules if name.startswith(('core.', 'frontends.'))))"
    )
    names = subprocess.run((sys.executable, "-c", listed), check=True, capture_output=True, text=True).stdout.split()
    assert "core.games.mille.rules" in names
    assert [name for name in names if SELDOM_NEEDED.match(name)] == []
