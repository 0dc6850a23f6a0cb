"""`parlour duel` in a shell."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from frontends.commands.duel import name_of
from tests.frontends.programs.duel import players
from tests.frontends.shell import Parlour, child

RESIGNS = shlex.join(players.RESIGNS)


def test_result_is_told_and_the_games_are_where_it_says(tmp_path: Path) -> None:
    journal = f"sqlite:{tmp_path / 'duel.db'}"
    status, out, error = child(
        "duel", "bot:easy", RESIGNS, "elixir", "2", "--seed", "7", "--games", "--journal", journal
    )
    assert (status, error) == (0, "parlour: easy has 100.0 % of the points of 1 pair (17.1 to 100.0), of 2\n")
    lines = out.splitlines()
    assert re.fullmatch(r"pair 1, game 1: \w{5}  easy won: \w+ resigned", lines[0])
    assert lines[4:6] == [
        "El-Ixir, seed 7, 10 seconds for a move.",
        "It is open which is stronger, easy or python: easy has 100.0 % of the points of 2 pairs (28.9 to 100.0)",
    ]
    assert "Games of easy: 4 won, 0 drawn, 0 lost." in out
    id = lines[0].split()[4]
    assert id in child("list", "--all", "--journal", journal)[1]
    status, proof, _ = child("verify", id, "--journal", journal)
    assert status == 0
    assert re.search(r"\nIt is game 1 of pair 1 of duel \w{5}: whoever ran the duel drew its seed\.\n", proof)


def test_games_go_to_a_new_file_here_whatever_journal_the_environment_names(
    home: Path, parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = home / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("PARLOUR_JOURNAL", f"sqlite:{home / 'house.db'}")
    status, out, _ = parlour("duel", "bot:easy", RESIGNS, "elixir", "1")
    (file,) = here.glob("duel-?????.db")
    assert status == 0
    assert f"--journal sqlite:{file.name}" in out
    assert not (home / "house.db").exists()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("python3", "mine.py", "--fast"), "mine"),
        (("python3", "-u", "-m", "bots.best"), "best"),
        (("./a.out",), "a"),
        (("sh", "-c", "cat"), "sh"),
    ],
)
def test_a_program_is_called_as_its_file(words: tuple[str, ...], name: str) -> None:
    assert name_of(words) == name


def test_our_own_levels_play_the_same_games_again(tmp_path: Path) -> None:
    words = ("duel", "bot:easy", "bot:easy", "elixir", "1", "--seed", "7", "--journal", "memory:")
    answers = [child(*words, "--workers", workers) for workers in ("1", "2")]
    assert answers[0] == answers[1]
    status, out, _ = answers[0]
    assert status == 0
    assert "Games of easy: 1 won, 0 drawn, 1 lost." in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("bot:mighty", "bot:easy", "mille", 1), 'The computer has no level "mighty" in this game'),
        (("bot:easy", "no-such-program --fast", "mille", 1), '"no-such-program --fast" is not a program'),
        (("bot:easy", "bot:easy", "pileon", 1), "Pileon is for one player"),
        (("bot:easy", "bot:easy", "mille", 0), "0 is not in the range"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[object, ...], why: str) -> None:
    status, out, error = child("duel", *map(str, words))
    assert (status, out) == (2, "")
    assert why in error
