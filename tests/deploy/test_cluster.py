"""`make cluster`, as far as its nodes and what it keeps; the nodes run with the settings that operators get."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import socket
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qs
from urllib.request import urlopen

import pytest
import trio

from journal import open_journal
from tests.deploy.units import DEPLOY
from tests.journal.samples import records


@pytest.fixture(scope="module")
def cluster() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cluster", DEPLOY / "cluster" / "cluster.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ports_are_kept(cluster: ModuleType, tmp_path: Path) -> None:
    ports = cluster.kept_ports(tmp_path / "ports.json")
    assert len(set(ports)) == 11
    assert cluster.kept_ports(tmp_path / "ports.json") == ports


def test_port_that_is_taken_is_named(cluster: ModuleType, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "ports.json").write_text(json.dumps([port]))
        with pytest.raises(cluster.CannotStart, match=f"Port {port} is in use: end what uses it, or remove"):
            cluster.kept_ports(tmp_path / "ports.json")


@pytest.mark.parametrize("token", ["12345", "5k", "true"])
def test_server_takes_its_settings_with_any_token(cluster: ModuleType, tmp_path: Path, token: str) -> None:
    (tmp_path / "token").write_text(token)
    subprocess.run([cluster.HERE / "certificates.sh", tmp_path, "nats1"], check=True)
    given = tmp_path / "nats1"
    environment = {
        "NODE": "nats1", "HOST": "nats1", "CLIENTS": "127.0.0.1:4222", "MONITOR": "127.0.0.1:8222",
        "NODES": "127.0.0.1:6222", "ROUTES": "[nats-route://127.0.0.1:6222]", "DATA": str(tmp_path / "data"),
        "CA": str(given / "ca.pem"), "CERT": str(given / "node.pem"), "KEY": str(given / "node.key"),
    }  # fmt: skip
    ran = subprocess.run(
        [cluster.SCRIPTS / "nats-server", "-t", "-c", given / "nats.conf"],
        env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_journal_is_where_it_was_after_a_second_start(cluster: ModuleType, tmp_path: Path) -> None:
    certificates = tmp_path / "certificates"
    certificates.mkdir()
    (certificates / "token").write_text("5k")
    first = with_nodes(cluster, tmp_path, write)
    assert with_nodes(cluster, tmp_path, read) == first


def with_nodes(cluster: ModuleType, directory: Path, work: Callable[[str], Awaitable[None]]) -> str:
    """Do something with the journal while its nodes run; answers where it is."""
    with ExitStack() as stack:
        _, url = cluster.open_nodes(stack, directory, cluster.kept_ports(directory / "ports.json"))
        assert "5k" not in url
        check_limits(url)
        trio.run(work, url)
        return str(url)


def check_limits(url: str) -> None:
    """A node says that it leaves some of the disk and the memory to others, and syncs what it acknowledges."""
    monitor = parse_qs(url)["monitor"][0].partition(",")[0]
    with urlopen(f"http://127.0.0.1:{monitor}/varz") as answer:
        settings = json.load(answer)["jetstream"]["config"]
    assert settings["max_storage"] == 20 * 1024**3
    assert settings["max_memory"] == 64 * 1024**2
    assert settings["sync_always"]


def test_nodes_tell_one_another_of_names_for_which_there_are_certificates() -> None:
    settings = (DEPLOY / "cluster" / "nats.conf").read_text()
    assert re.search(r"^cluster \{.*^  advertise: \$HOST$.*^\}", settings, re.MULTILINE | re.DOTALL)


async def write(url: str) -> None:
    async with open_journal(url) as journal:
        assert await journal.append("table/kept", 0, records(3)) == 3


async def read(url: str) -> None:
    async with open_journal(url) as journal:
        assert await journal.read("table/kept") == records(3)
