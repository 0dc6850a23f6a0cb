"""`certificates.sh`: what it makes, and that it takes nothing away when it is run again."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

from tests.deploy.units import DEPLOY

SCRIPT = DEPLOY / "cluster" / "certificates.sh"
OF_A_NODE = {"ca.pem", "node.pem", "node.key", "token.conf", "nats.conf"}


def run(directory: Path, *nodes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(SCRIPT), str(directory), *nodes], capture_output=True, text=True, check=False)


def made(directory: Path, *nodes: str) -> dict[str, bytes]:
    """Every file after a run, but for the number of the next certificate."""
    ran = run(directory, *nodes)
    assert ran.returncode == 0, ran.stderr
    return {
        str(file.relative_to(directory)): file.read_bytes()
        for file in directory.rglob("*")
        if file.is_file() and file.name != "ca.srl"
    }


def trusts(directory: Path, node: str, host: str) -> bool:
    certificate = directory / node / "node.pem"
    kind = "-verify_ip" if host[0].isdigit() else "-verify_hostname"
    ran = subprocess.run(
        ["openssl", "verify", "-CAfile", str(directory / "house" / "ca.pem"), kind, host, str(certificate)],
        capture_output=True, check=False,
    )  # fmt: skip
    return ran.returncode == 0


def test_each_node_and_house_gets_what_is_its_own(tmp_path: Path) -> None:
    made(tmp_path, "nats1", "192.0.2.7")
    given = {each.name: set(os.listdir(each)) for each in tmp_path.iterdir() if each.is_dir()}
    assert given == {"nats1": OF_A_NODE, "192.0.2.7": OF_A_NODE, "house": {"ca.pem", "token"}}
    assert (tmp_path / "nats1" / "node.key").read_bytes() != (tmp_path / "192.0.2.7" / "node.key").read_bytes()


def test_certificate_is_for_its_node_and_for_this_machine(tmp_path: Path) -> None:
    made(tmp_path, "nats1", "192.0.2.7")
    assert trusts(tmp_path, "nats1", "nats1")
    assert trusts(tmp_path, "nats1", "127.0.0.1")
    assert trusts(tmp_path, "192.0.2.7", "192.0.2.7")
    assert not trusts(tmp_path, "nats1", "nats2")


def test_second_run_keeps_everything(tmp_path: Path) -> None:
    before = made(tmp_path, "nats1", "nats2")
    assert made(tmp_path, "nats1", "nats2") == before


def test_node_that_is_added_later_is_trusted_like_the_first(tmp_path: Path) -> None:
    before = made(tmp_path, "nats1")
    after = made(tmp_path, "nats1", "nats2")
    assert {name: after[name] for name in before} == before
    assert trusts(tmp_path, "nats1", "nats1")
    assert trusts(tmp_path, "nats2", "nats2")


@pytest.mark.parametrize(
    "token", [b"12345", b"5k", b"true", b'so "quoted" \\ it is'], ids=["number", "size", "truth", "quotes"]
)
def test_token_is_a_text_for_the_server_whatever_it_looks_like(tmp_path: Path, token: bytes) -> None:
    made(tmp_path, "nats1")
    (tmp_path / "token").write_bytes(token)
    files = made(tmp_path, "nats1")
    quoted = token.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    assert files["nats1/token.conf"] == b'token: "%b"\n' % quoted
    assert files["house/token"] == token


def test_secrets_are_for_their_owner_alone(tmp_path: Path) -> None:
    directory = tmp_path / "certificates"
    made(directory, "nats1")
    # What is in the directories of nodes and houses may be read by containers' users, who are given those alone.
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert stat.S_IMODE((directory / "ca.key").stat().st_mode) == 0o600


def test_authority_that_is_kept_elsewhere_is_not_replaced(tmp_path: Path) -> None:
    before = made(tmp_path, "nats1")
    key = (tmp_path / "ca.key").rename(tmp_path / "elsewhere")
    assert made(tmp_path, "nats1")["ca.pem"] == before["ca.pem"]
    refused = run(tmp_path, "nats2")
    assert refused.returncode == 1
    assert "ca.key is not there: put it back to certify nats2." in refused.stderr
    key.rename(tmp_path / "ca.key")
    made(tmp_path, "nats2")
    assert trusts(tmp_path, "nats2", "nats2")


@pytest.mark.parametrize("name", ["house", "../nats1", ".nats1"])
def test_name_that_would_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    refused = run(tmp_path / "certificates", name)
    assert refused.returncode == 2
    assert "choose another" in refused.stderr


def test_run_without_nodes_says_what_to_name() -> None:
    ran = subprocess.run([str(SCRIPT)], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "Name a directory and the nodes" in ran.stderr
