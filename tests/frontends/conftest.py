"""The command line with a data directory of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from frontends.__main__ import main
from tests.frontends.logged import logged
from tests.frontends.shell import Answer, Parlour, played

T = TypeVar("T")


@pytest.fixture
def work_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What workers do for tables is done in this process: a clock that jumps would not wait for them."""

    async def do(function: Callable[..., T], *arguments: object, **_: object) -> T:
        return function(*arguments)

    monkeypatch.setattr("core.live.winnability.search", do)
    monkeypatch.setattr("core.live.automatic_play.in_worker", do)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of one's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PARLOUR_JOURNAL", raising=False)
    return tmp_path


@pytest.fixture
def parlour(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Parlour:
    """`parlour` without a process of its own: for commands that ask nobody anything."""

    def call(*words: str | Path) -> Answer:
        monkeypatch.setattr(sys, "argv", ["parlour", *map(str, words)])
        with logged(), pytest.raises(SystemExit) as exit:
            main()
        captured = capsys.readouterr()
        assert isinstance(exit.value.code, int)
        return exit.value.code, captured.out, captured.err

    return call


@pytest.fixture
def mille(home: Path) -> str:
    """A game of mille that was begun, by its identifier."""
    return played("mille", typed="p\nquit\n")
