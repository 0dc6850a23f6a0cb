"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontends.shell import Parlour


@pytest.mark.parametrize("before", [True, False])
def test_journal_is_named_before_the_command_or_after_it(home: Path, parlour: Parlour, before: bool) -> None:
    named = ("--journal", "missing:x")
    words = (*named, "list") if before else ("list", *named)
    status, _, error = parlour(*words)
    assert (status, "not know journals of the kind missing" in error) == (1, True)


def test_the_one_after_the_command_counts(home: Path, parlour: Parlour) -> None:
    assert "kind second" in parlour("--journal", "first:x", "list", "--journal", "second:x")[2]
