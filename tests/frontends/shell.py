"""`parlour` as a shell runs it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.frontends.cli.teletype import ROOT
from tests.patience import PATIENCE

Answer = tuple[int, str, str]
"""The exit status and what came out of standard output and standard error."""
Parlour = Callable[..., Answer]


def child(*words: str | Path, typed: str = "") -> Answer:
    """`parlour` in a child process that is typed to through a pipe."""
    process = subprocess.run(
        [sys.executable, "-m", "frontends", *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
        check=False,
    )
    return process.returncode, process.stdout, process.stderr


def played(*words: str | Path, typed: str = "quit\n") -> str:
    status, text, error = child("play", *words, "--lines", "--name", "Anna", typed=typed)
    assert (status, error) == (0, "")
    found = re.search(r"table (\w+)\.", text)
    assert found is not None
    return found[1]
