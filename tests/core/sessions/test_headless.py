"""The service is enough for an evening: nobody needs a terminal, nor anything of a front-end."""

from __future__ import annotations

import subprocess
import sys


def test_whole_hand_is_played_watched_and_come_back_to_without_a_front_end() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.core.sessions.headless"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Bert picks a card." in done.stdout
    assert "Anna picks a card." in done.stdout
