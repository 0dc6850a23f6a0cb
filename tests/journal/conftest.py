"""Every kind of journal, where it can be opened."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from journal import open_journal
from journal.stores.nats.journal import open_nats
from journal.stores.sqlite.journal import open_sqlite
from tests.journal.stores.nats.nodes import Nodes, started
from tests.patience import PATIENCE

KINDS = ("memory", "sqlite", "apart", "file", "nats", "cluster")
"""`apart` is SQLite in a process of its own."""


@pytest.fixture(scope="session", autouse=True)
def _has_patience() -> None:
    """Journals that a test opens in this process wait for a slow machine, unless it says how long they shall wait."""
    for opener in (open_nats, open_sqlite):
        inspect.unwrap(opener).__kwdefaults__["patience"] = PATIENCE


@pytest.fixture(scope="session")
def nats_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """One node of NATS for all tests of this process; each has a journal of its own there."""
    with started(tmp_path_factory.mktemp("nats")) as nodes:
        yield nodes


@pytest.fixture(scope="session")
def nats_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Three nodes that keep three replicas, in the same way. No test may stop one."""
    with started(tmp_path_factory.mktemp("cluster"), 3) as nodes:
        yield nodes


@pytest.fixture(params=KINDS)
def any_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind. The file's one stream is called game whatever happens."""
    return _url(request, tmp_path)


@pytest.fixture(params=["memory", "sqlite", "apart", "nats", "cluster"])
def large_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind that holds many streams."""
    return _url(request, tmp_path)


@pytest.fixture(params=KINDS[1:])
def stored_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind that outlives its process."""
    return _url(request, tmp_path)


@pytest.fixture(params=["sqlite", "file"])
def file_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new journal of each kind that lies in files."""
    return _url(request, tmp_path)


def _url(request: pytest.FixtureRequest, directory: Path) -> str:
    kind: str = request.param
    if kind == "apart":
        monkeypatch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
        monkeypatch.setitem(inspect.unwrap(open_journal).__kwdefaults__, "apart", True)
    if kind in ("nats", "cluster"):
        nodes: Nodes = request.getfixturevalue("nats_node" if kind == "nats" else "nats_cluster")
        return nodes.url()
    return {
        "memory": "memory:",
        "sqlite": f"sqlite:{directory}/games.db",
        "apart": f"sqlite:{directory}/games.db",
        "file": f"file:{directory}/game.jsonl",
    }[kind]
