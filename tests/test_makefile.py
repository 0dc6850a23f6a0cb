"""What `make play` does."""

from __future__ import annotations

import subprocess

from tests.frontends.served import ROOT


def made(target: str) -> str:
    """The commands that make would run, were nothing there yet."""
    words = ("make", "-n", "-B", target)
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_play_goes_on_with_the_last_game() -> None:
    assert "parlour play mille --last" in made("play")


def test_first_set_up_says_what_it_does_meanwhile() -> None:
    lines = [line for line in made("play").splitlines() if "pip install" in line]
    assert lines
    assert not [line for line in lines if " -q" in line or "--quiet" in line]


def test_first_set_up_counts_its_steps() -> None:
    said = [line for line in made("play").splitlines() if " of 3: " in line]
    assert len(said) == 3
