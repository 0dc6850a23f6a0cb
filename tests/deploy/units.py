"""The systemd units as systemd reads them: settings may be given several times, and commands hold variables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

import attrs

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = (DEPLOY / "parlour.service", *sorted((DEPLOY / "cluster").glob("*.service")))


@attrs.frozen
class Unit:
    """The section [Service] of a unit, with what its drop-ins add."""

    settings: Mapping[str, tuple[str, ...]]
    """What each setting is given, in the order of the files."""

    def one(self, name: str) -> str:
        """What a setting is given that has to be given once."""
        (value,) = self.settings[name]
        return value

    def words(self, name: str, variables: Mapping[str, str]) -> list[str]:
        """A command, with variables in their places."""
        return [re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], word) for word in shlex.split(self.one(name))]

    def directories(self) -> list[str]:
        """Where the service may write, and finds it again."""
        return [f"/var/lib/{name}" for name in " ".join(self.settings["StateDirectory"]).split()]


def read_unit(*files: Path) -> Unit:
    """A unit and its drop-ins."""
    settings: dict[str, list[str]] = {}
    for file in files:
        section = file.read_text().partition("[Service]\n")[2].partition("\n[")[0]
        for line in section.splitlines():
            name, equals, value = line.partition("=")
            if line.startswith("#") or not equals:
                continue
            if value or name in EMPTY:
                settings.setdefault(name, []).append(value)
            else:  # as systemd has it: what was given before counts no more
                settings.pop(name, None)
    return Unit({name: tuple(values) for name, values in settings.items()})


EMPTY = {"CapabilityBoundingSet"}
"""Settings of which an empty list says: none at all."""
