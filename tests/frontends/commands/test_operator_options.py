"""The words of those who run a house."""

from __future__ import annotations

import pytest

from frontends.commands.operator_options import OPERATORS
from tests.frontends.shell import Parlour


@pytest.mark.parametrize("command", [command.name for command in OPERATORS])
def test_command_is_listed_and_has_help(parlour: Parlour, command: str) -> None:
    assert f"  {command} " in parlour("--help")[1]
    status, text, _ = parlour(command, "--help")
    assert (status, text.startswith(f"Usage: parlour {command} ")) == (0, True)


def test_misspelled_option_is_refused_with_a_way_on(parlour: Parlour) -> None:
    status, _, error = parlour("restore", "a.db", "--too", "2026-11-20")
    assert (status, error.endswith("For help: parlour restore --help\n")) == (2, True)
