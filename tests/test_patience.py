"""No test gives up on its own time: what waits for something real waits for minutes, by the one figure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent
OWN_TIME = ("bench", "hostile", "clients", "archive")
"""Folders of programs that measure time, and of no tests that wait."""
WAITS = {"fail_after", "move_on_after", "settimeout", "join", "wait", "poll"}
CLOCKS = {"autojump_clock", "mock_clock"}
"""Whoever has one of them waits for no real time."""
GIVEN = re.compile(rf"\b(?:{'|'.join(sorted(WAITS))})\(\s*[\d.]|\btimeout\s*=\s*[\d.]")
"""Where a number may be how long somebody waits: only there a file is looked through."""
FILES = sorted(path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] not in OWN_TIME)


def waits_in(tree: ast.AST) -> Iterator[ast.expr]:
    """How long calls in a tree wait, as it is written there; functions that are given a clock are passed over."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.AsyncFunctionDef) and CLOCKS & {one.arg for one in node.args.args}:
            continue
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield from node.args[:1] if name in WAITS else ()
            yield from (given.value for given in node.keywords if given.arg == "timeout")
        yield from waits_in(node)


def own_limits_in(path: Path) -> list[tuple[Path, int, float]]:
    """Where a file waits for a number of seconds that is written there: file, line and seconds."""
    text = path.read_text()
    waits = [one for one in waits_in(ast.parse(text if GIVEN.search(text) else "")) if isinstance(one, ast.Constant)]
    return [(path, one.lineno, one.value) for one in waits if isinstance(one.value, int | float) and one.value >= 1]


def test_nothing_real_is_given_up_after_a_time_of_the_tests_own() -> None:
    assert [limit for path in FILES for limit in own_limits_in(path)] == []


def test_time_of_a_tests_own_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_waits.py"
    path.write_text("process.join(30)\nhouse.poll(PATIENCE)\nlock.acquire(timeout=2.5)\n")
    assert own_limits_in(path) == [(path, 1, 30), (path, 3, 2.5)]
