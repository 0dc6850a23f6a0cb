"""The words of the command line: help, completion, and those that do not fit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from frontends.visit.orders import names
from tests.frontends.cli.teletype import ROOT
from tests.frontends.shell import Parlour, child

COMMANDS = ("play", "serve", "list", "watch", "replay", "export", "import", "verify", "stats", "forget", "check")


def test_help_is_enough_for_a_newcomer(home: Path) -> None:
    status, text, error = child("--help")
    assert (status, error) == (0, "")
    assert [command for command in COMMANDS if f"\n  {command} " not in text] == []
    assert "parlour play mille" in text
    assert "telnet 127.0.0.1 2323" in text
    assert "_PARLOUR_COMPLETE=bash_source" in text
    assert max(map(len, text.splitlines())) <= 80


def test_no_words_at_all_get_the_help(parlour: Parlour) -> None:
    assert parlour() == parlour("--help")


def test_every_command_has_help_of_its_own(parlour: Parlour) -> None:
    for command in COMMANDS:
        status, text, _ = parlour(command, "--help")
        assert (status, text.count("--journal URL")) == (0, int(command != "check"))


def test_help_names_every_game_that_can_be_played(parlour: Parlour) -> None:
    text = parlour("play", "--help")[1].replace("-\n", "-")
    assert [name for name in names() if name not in text] == []


def test_help_needs_nothing_slow() -> None:
    slow = {"trio", "prompt_toolkit", "msgspec", "cattrs", "attrs", "platformdirs", "importlib.metadata"}
    code = f"import sys, frontends.__main__; print({slow} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT) == b"set()\n"


def test_version_is_told(parlour: Parlour) -> None:
    status, text, _ = parlour("--version")
    assert status == 0
    assert re.fullmatch(r"parlour \d+\.\d+\.\d+\S*\n", text)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["juggle"], "No such command 'juggle'. Type parlour --help to see what does."),
        (["play"], "Say which game, or go on with one: parlour play GAME, or parlour play --table ID."),
        (["play", "pileon", "--hotseat"], "Pileon is for one player: leave out --opponent and --hotseat."),
        (
            ["play", "mille", "--hotseat", "--opponent", "person"],
            "With --hotseat both players are here: leave out --opponent.",
        ),
        (["play", "mille", "--deal", "7"], "The deals of Mille have no numbers: leave out --deal and --winnable."),
        (["play", "pileon", "--deal", "7", "--winnable"], "--deal says which deal it is to be: leave out --winnable."),
        (
            ["play", "pileon", "--table", "x", "--deal", "7"],
            "--opponent, --deal, --winnable, --clock and --set are for a new game: leave them out.",
        ),
        (
            ["play", "pileon", "game.jsonl", "--table", "x"],
            "A game is gone on with from a file or from the journal: leave out FILE or --table.",
        ),
        (["play", "mille", "--name", "Computer"], "That name belongs to the house: please take another."),
        (["play", "mille", "--screen"], "There is no terminal here to draw in: leave out --screen."),
        (["play", "terrace", "--set", "variant"], '--set wants NAME=VALUE, and "variant" is not that.'),
        (
            ["play", "pileon", "--luck", "x"],
            "The deals of Pileon have numbers, so luck changes nothing: leave out --luck.",
        ),
        (
            ["verify", "abcde", "--commitment", "1234 ABCD"],
            (
                "--commitment wants 32 digits at least, and these are 8: "
                "a house could have prepared two seeds whose commitments begin alike, so fewer prove nothing."
            ),
        ),
        (
            ["verify", "abcde", "--commitment", "x" * 32],
            "--commitment wants the hexadecimal digits that fair has shown, 32 or all 64 of them.",
        ),
        (["serve", "--telnet", "2323"], '--telnet wants HOST:PORT, such as 0.0.0.0:2323, and "2323" is not that.'),
    ],
)
def test_words_that_do_not_fit_get_one_sentence_and_status_two(
    parlour: Parlour, words: list[str], sentence: str
) -> None:
    assert parlour("--journal", "memory:", *words) == (2, "", f"parlour: {sentence}\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["watch", "zzzzz"], "There is no game zzzzz in this journal: type parlour list for those there are."),
        (["verify", "no.jsonl"], "There is no no.jsonl; check the name."),
        (["list", "--journal", "oracle:x"], "Parlour knows no journal of the kind oracle"),
        (["serve", "--telnet", "192.0.2.1:2323"], "Nobody can come in at 192.0.2.1 port 2323: "),
    ],
)
def test_what_does_not_work_gets_one_sentence_and_status_one(parlour: Parlour, words: list[str], sentence: str) -> None:
    status, text, error = parlour(*words)
    assert (status, text, error.count("\n")) == (1, "", 1)
    assert error.startswith(f"parlour: {sentence}")
    assert "attempting" not in error


def test_a_shell_sees_the_status_and_the_sentence(home: Path) -> None:
    assert child("play")[0] == 2
    assert child("watch", "zzzzz")[::2] == (
        1,
        "parlour: There is no game zzzzz in this journal: type parlour list for those there are.\n",
    )


def test_the_journal_may_come_from_the_environment_but_words_win(
    home: Path, parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_JOURNAL", f"sqlite:{home / 'no' / 'such.db'}")
    assert parlour("list")[0] == 1
    assert parlour("--journal", "memory:", "list")[0] == 0
    assert parlour("list", "--journal", "memory:")[0] == 0


def test_games_complete_in_the_shell(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"COMPLETE": "bash_complete", "COMP_WORDS": "parlour play p", "COMP_CWORD": "2"}.items():
        monkeypatch.setenv(name if "COMP_" in name else "_PARLOUR_COMPLETE", value)
    assert parlour()[1] == "plain,pileon\n"
