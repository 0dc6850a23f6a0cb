"""`parlour export --cast`, `--svg`, `--png` and `--text`, as a shell runs them."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.frontends.shell import Parlour, child, played


@pytest.fixture
def ended(home: Path) -> str:
    """A game of mille that was given up, by its identifier."""
    return played("mille", typed="p\nsay psst\nresign\ny\nquit\n")


def test_everything_is_made_at_once(home: Path, parlour: Parlour, ended: str) -> None:
    files = {name: home / f"game.{name}" for name in ("cast", "svg", "png", "text")}
    words = [word for name, file in files.items() for word in (f"--{name}", file)]
    status, text, error = parlour("export", ended, home / "game.jsonl", *words, "--language", "en")
    assert (status, error) == (0, "")
    assert text.endswith(f"Written: {', '.join(map(str, files.values()))}.\n")
    assert (home / "game.jsonl").exists()
    assert json.loads(files["cast"].read_text().split("\n")[0])["title"] == "Mille: Anna, Comp"
    assert files["svg"].read_text().startswith("<svg")
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert files["text"].read_text().startswith("Mille: Anna, Comp\n")
    assert all(b"psst" not in file.read_bytes() for file in files.values())
    assert {stat.S_IMODE(file.stat().st_mode) for file in files.values()} == {0o644}


def test_running_game_is_shown_as_watchers_see_it_unless_one_says_otherwise(parlour: Parlour, mille: str) -> None:
    usual, own = (parlour("export", mille, "--text", "-", *more)[1] for more in ((), ("--perspective", "anna")))
    assert usual.rstrip().endswith("as a spectator")
    assert own.rstrip().endswith("as Anna")
    assert usual != own
    for who in ("Comp", "everybody", "Bob"):
        status, text, error = parlour("export", mille, "--text", "-", "--perspective", who)
        assert (status, text) == (1, "")
        assert error == f"parlour: You cannot see this game as {who}. Choose one of: spectator, Anna.\n"


def test_all_perspectives_are_there_when_the_game_is_over(parlour: Parlour, ended: str) -> None:
    shown = {parlour("export", ended, "--text", "-", "--perspective", who)[1] for who in ("Anna", "Comp", "everybody")}
    assert len(shown) == 3
    assert " as Anna:" in parlour("export", ended, "--text", "-")[1]


def test_move_size_language_and_characters_are_as_wanted(parlour: Parlour, ended: str) -> None:
    words = ("--at", "1", "--size", "40x20", "--language", "fr", "--ascii")
    _, text, _ = parlour("export", ended, "--text", "-", *words)
    assert "coup 1 sur 1" in text
    assert text.isascii()
    assert max(map(len, text.split("\n"))) <= 40
    assert parlour("export", ended, "--text", "-", "--at", "9")[2].startswith("parlour: There is no such move:")
    assert parlour("export", ended, "--text", "-", "--size", "10x10")[0] == 2
    assert parlour("export", ended, "--text", "-", "--language", "xx")[0] == 2


def test_speed_is_for_recordings(parlour: Parlour, ended: str) -> None:
    _, text, _ = parlour("export", ended, "--cast", "-", "--speed", "4")
    assert [json.loads(line)[0] for line in text.splitlines()[1:3]] == [0.0, 0.25]


def test_files_that_are_there_stay_unless_it_is_forced(home: Path, parlour: Parlour, ended: str) -> None:
    file = home / "board.svg"
    file.write_text("mine")
    assert parlour("export", ended, "--svg", file)[0] == 1
    assert file.read_text() == "mine"
    assert parlour("export", ended, "--svg", file, "--force")[0] == 0
    assert file.read_text().startswith("<svg")


def test_nothing_to_write_is_said(parlour: Parlour, ended: str) -> None:
    status, _, error = parlour("export", ended)
    assert status == 2
    assert "--cast, --svg, --png or --text" in error
    assert parlour("export", "nosuch", "--text", "-")[2].startswith("parlour: There is no game nosuch")


def test_picture_comes_out_of_a_pipe(ended: str) -> None:
    status, text, error = child("export", ended, "--svg", "-")
    assert (status, error) == (0, "")
    assert text.endswith("</svg>\n")


def test_picture_is_of_the_journal_that_is_named_before_the_command(home: Path, parlour: Parlour, ended: str) -> None:
    other = ("--journal", f"sqlite:{home / 'other.db'}")
    assert parlour("export", ended, home / "game.jsonl")[0] == 0
    assert parlour(*other, "import", home / "game.jsonl")[0] == 0
    assert parlour(*other, "export", ended, "--text", "-")[1].startswith("Mille: Anna, Comp\n")
    here = played("pileon", typed="quit\n")
    assert parlour("export", here, "--text", "-")[0] == 0
    assert parlour(*other, "export", here, "--text", "-")[2].startswith(f"parlour: There is no game {here}")
