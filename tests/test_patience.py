"""No test gives up on its own time: what waits for something real waits for minutes, by the one figure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
OWN_TIME = ("bench", "hostile", "clients", "archive")
"""Folders of programs that measure time, and of no tests that wait."""
WAITS = {"fail_after", "move_on_after", "settimeout", "join", "wait", "poll"}
CLOCKS = {"autojump_clock", "mock_clock"}
"""Whoever has one of them waits for no real time."""
FILES = sorted(path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] not in OWN_TIME)


def limits_in(tree: ast.AST) -> Iterator[ast.expr]:
    """How long calls in a tree wait, as it is written there; functions that are given a clock are passed over."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.AsyncFunctionDef) and CLOCKS & {one.arg for one in node.args.args}:
            continue
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield from node.args[:1] if name in WAITS else ()
            yield from (given.value for given in node.keywords if given.arg == "timeout")
        yield from limits_in(node)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_real_is_given_up_after_a_time_of_the_tests_own(path: Path) -> None:
    limits = [one for one in limits_in(ast.parse(path.read_text())) if isinstance(one, ast.Constant)]
    found = [(one.lineno, one.value) for one in limits if isinstance(one.value, int | float) and one.value >= 1]
    assert found == []
