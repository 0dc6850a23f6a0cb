"""What the systemd units promise: few rights, and commands of ours that work as they stand there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from tests.deploy.units import DEPLOY, UNITS, Unit, read_unit
from tests.frontends.served import ROOT, Serving, come_in, serving
from tests.frontends.telnet.clients import Bare, connect

TLS = DEPLOY / "parlour.service.d" / "tls.conf"
CERTIFICATES = ROOT / "tests" / "journal" / "stores" / "nats"
CONFINED = {
    "DynamicUser": "yes", "UMask": "0077", "StateDirectoryMode": "0700", "CapabilityBoundingSet": "",
    "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "ProtectProc": "invisible",
    "ProcSubset": "pid", "ProtectClock": "yes", "ProtectControlGroups": "yes", "ProtectHostname": "yes",
    "ProtectKernelLogs": "yes", "ProtectKernelModules": "yes", "ProtectKernelTunables": "yes", "PrivateDevices": "yes",
    "PrivateTmp": "yes", "PrivateUsers": "yes", "LockPersonality": "yes", "MemoryDenyWriteExecute": "yes",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX", "RestrictNamespaces": "yes", "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes", "SystemCallArchitectures": "native", "SystemCallErrorNumber": "EPERM",
}  # fmt: skip
CALLS = ("@system-service", "~@privileged @resources")
ALLOWED_TOO = ((), ("setpriority",))
"""System calls besides: solvers give way to the house."""
EXPOSURE = 2.5
"""At most, by the count of systemd-analyze."""


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_unit_has_no_right_that_it_does_not_need(file: Path) -> None:
    unit = read_unit(file)
    assert {name: unit.one(name) for name in CONFINED} == CONFINED
    assert unit.settings["SystemCallFilter"][:2] == CALLS
    assert unit.settings["SystemCallFilter"][2:] in ALLOWED_TOO


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_unit_has_limits(file: Path) -> None:
    unit = read_unit(file)
    assert re.fullmatch("[1-9][0-9]*G", unit.one("MemoryMax"))
    assert int(unit.one("TasksMax")) > 0


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_unit_is_started_again_however_often_it_fails(file: Path) -> None:
    """By default systemd gives up after five starts in ten seconds."""
    assert read_unit(file).one("Restart") == "always"
    about = file.read_text().partition("[Unit]\n")[2].partition("\n[")[0]
    assert "StartLimitIntervalSec=0" in about.splitlines()


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_command_of_unit_shows_no_secret(file: Path) -> None:
    unit = read_unit(file)
    commands = " ".join((*unit.settings["ExecStart"], *unit.settings.get("ExecReload", ())))
    assert not re.search(r"TOKEN|nats://[^@\s]*@", commands)
    assert not re.search("TOKEN", " ".join(unit.settings.get("Environment", ())))


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_finds_unit_little_exposed(file: Path) -> None:
    """The settings are held by the tests above as well, for machines on which nothing is counted."""
    if (analyze := shutil.which("systemd-analyze")) is None:
        return
    ran = subprocess.run([analyze, "security", "--offline=true", file], capture_output=True, text=True, check=False)
    counted = re.search(r"Overall exposure level for \S+: ([0-9.]+)", ran.stdout)
    assert counted is None or float(counted[1]) <= EXPOSURE, ran.stdout


def test_keys_and_tokens_are_handed_over_by_systemd() -> None:
    handed = {
        file.name: {each.partition(":")[0] for each in read_unit(file).settings.get("LoadCredential", ())}
        for file in (*UNITS, TLS)
    }
    assert handed == {
        "parlour.service": set(),
        "tls.conf": {"cert.pem", "key.pem"},
        "parlour-house.service": {"token"},
        "parlour-mirror.service": {"token"},
        "parlour-nats.service": {"nats.conf", "token.conf", "ca.pem", "node.pem", "node.key"},
    }


# The commands, run as they stand in the unit.


def installed(command: list[str], state: Path) -> list[str]:
    """The words after those that start Python, as they are where the house is installed here."""
    assert command[:2] == ["/opt/parlour/bin/python", "-P"]
    places = {"/etc/parlour/house.toml": str(DEPLOY / "house.toml"), "0.0.0.0:2324": "127.0.0.1:0"}
    return [places.get(word, word).replace("/var/lib/parlour", str(state)) for word in command[2:]]


def environment(unit: Unit, state: Path) -> tuple[str, str]:
    name, _, value = unit.one("Environment").partition("=")
    return name, value.replace("/var/lib/parlour", str(state))


async def order(*words: str) -> str:
    ran = await trio.run_process(
        [sys.executable, "-P", *words], capture_stdout=True, stderr=subprocess.STDOUT, check=False, cwd=ROOT
    )
    assert ran.returncode == 0, ran.stdout.decode()
    return ran.stdout.decode()


def open_as(unit: Unit, state: Path) -> list[str]:
    """What stands after `serve --telnet`, but for the address."""
    words = installed(unit.words("ExecStart", {"CREDENTIALS_DIRECTORY": str(state)}), state)
    assert words[:3] == ["-m", "parlour", "serve"]
    at = words.index("--telnet")
    assert words[at + 1] == "0.0.0.0:2323"
    return words[3:at] + words[at + 2 :]


async def test_house_of_the_unit_obeys_what_unit_and_readme_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = read_unit(DEPLOY / "parlour.service")
    monkeypatch.setenv(*environment(unit, tmp_path))
    backup = snapshot_in_readme()
    assert str(Path(backup).parent) in unit.directories()
    (tmp_path / "backups").mkdir()
    here = backup.replace("/var/lib/parlour", str(tmp_path))
    async with serving(*open_as(unit, tmp_path)):
        assert "house.toml now apply" in await order(*installed(unit.words("ExecReload", {}), tmp_path))
        assert "all checked" in await order("-m", "parlour", "admin", "snapshot", here)
    assert Path(here).exists()


def snapshot_in_readme() -> str:
    shown = re.search(r"^parlour admin snapshot (\S+)", (DEPLOY / "README.md").read_text(), re.MULTILINE)
    assert shown is not None
    return shown[1]


async def test_house_of_the_unit_has_a_door_by_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(CERTIFICATES / "cert.pem", tmp_path / "cert.pem")
    shutil.copy(CERTIFICATES / "key.pem", tmp_path / "key.pem")
    unit = read_unit(DEPLOY / "parlour.service", TLS)
    monkeypatch.setenv(*environment(unit, tmp_path))
    async with serving(*open_as(unit, tmp_path)) as house:
        assert "By TLS:" in house.said
        await visit(house)


async def visit(house: Serving) -> None:
    async with await connect(house.port) as stream:
        await come_in(Bare(stream), "Anna")


@pytest.mark.parametrize("name", ["ExecStart", "ExecReload"])
def test_house_on_a_cluster_is_told_where_it_takes_orders(name: str) -> None:
    unit = read_unit(DEPLOY / "cluster" / "parlour-house.service")
    assert "${RUNTIME_DIRECTORY}/admin" in shlex.split(unit.one(name))
    assert unit.one("RuntimeDirectory") == "parlour-house"
