"""Environments in which Parlour is installed from its wheel, made without a network: what it needs is borrowed."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import attrs

from tests.frontends.served import ROOT
from tests.patience import PATIENCE

FOREIGN = ("core", "frontends", "journal")
"""Packages of somebody else, named as our folders are."""
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "foreign"
version = "1"

[tool.hatch.build.targets.wheel]
packages = ["core", "frontends", "journal"]
"""


@attrs.frozen
class Environment:
    """A virtual environment of its own."""

    place: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.place / "bin" / "python"

    @property
    def parlour(self) -> Path:
        """The command as people type it."""
        return self.place / "bin" / "parlour"

    @property
    def packages(self) -> Path:
        """Where packages are put."""
        (found,) = (self.place / "lib").glob("python3*/site-packages")
        return found

    def install(self, wheel: Path) -> None:
        """Install a wheel, and nothing else."""
        run(self.python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", wheel, at=self.place)

    def uninstall(self, name: str) -> None:
        """Take away what was installed."""
        run(self.python, "-m", "pip", "uninstall", "-q", "-y", name, at=self.place)


def run(*command: str | Path, at: Path, typed: str = "", **variables: str) -> str:
    """What a command answers that ends well. It is told nothing of the environment in which the tests run."""
    ran = subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd=at, timeout=PATIENCE,
        env={"PATH": "/usr/bin:/bin", "HOME": str(at), "LC_ALL": "C.UTF-8", **variables},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def build(project: Path, place: Path) -> Path:
    """The wheel of a project."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, at=project)
    (wheel,) = place.glob("*.whl")
    return wheel


def build_parlour(place: Path) -> Path:
    """The wheel of what stands here."""
    return build(ROOT, place)


def build_foreign(place: Path) -> Path:
    """The wheel of a distribution that has packages named as our folders are."""
    for name in FOREIGN:
        (place / name).mkdir(parents=True)
        (place / name / "__init__.py").write_text('WHOSE = "foreign"\n')
    (place / "pyproject.toml").write_text(_PROJECT)
    return build(place, place / "dist")


def make_environment(place: Path) -> Environment:
    """A new one, with all that the tests' own has installed but Parlour."""
    run(sys.executable, "-m", "venv", "--without-pip", place, at=place.parent)
    made = Environment(place)
    borrowed = place / "borrowed"
    borrowed.mkdir()
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "parlour" not in entry.name and entry.suffix != ".pth":
            (borrowed / entry.name).symlink_to(entry)
    (made.packages / "borrowed.pth").write_text(f"{borrowed}\n")
    return made
