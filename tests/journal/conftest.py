"""Every kind of journal, where it can be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

KINDS = ("memory", "sqlite", "file")


@pytest.fixture(params=KINDS)
def any_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind. The file's one stream is called game whatever happens."""
    return _url(request.param, tmp_path)


@pytest.fixture(params=KINDS[:2])
def large_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind that holds many streams."""
    return _url(request.param, tmp_path)


@pytest.fixture(params=KINDS[1:])
def stored_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind that outlives its process."""
    return _url(request.param, tmp_path)


def _url(kind: str, directory: Path) -> str:
    return {
        "memory": "memory:",
        "sqlite": f"sqlite:{directory}/games.db",
        "file": f"file:{directory}/game.jsonl",
    }[kind]
