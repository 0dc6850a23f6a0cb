"""Games as they stood: the past of one that was played for days is let go of without harm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]
LET_GO = """
from core.table.snapshot import Snapshot
last = Snapshot(1, None)
for seq in range(2, 1_000_000):
    last = Snapshot(seq, None, previous=last)
del last
print("still there")
"""


def test_long_past_is_let_go_of_without_overflowing_the_stack() -> None:
    """In a process of its own, which it would take with it."""
    done = subprocess.run([sys.executable, "-c", LET_GO], cwd=ROOT, capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, b"still there\n")
