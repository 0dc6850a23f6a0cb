"""The words of the command line: help, completion, and those that do not fit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.sessions.arrival.order_words import names
from tests.frontends.cli.teletype import ROOT
from tests.frontends.shell import Parlour, child, played

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
    text = re.sub(r"-\n +", "-", parlour("play", "--help")[1])
    assert [name for name in names() if name not in text] == []


SLOW = {"trio", "prompt_toolkit", "msgspec", "cattrs", "attr", "platformdirs", "importlib.metadata", "sqlite3"}


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["juggle"]])
def test_help_needs_nothing_slow(words: list[str]) -> None:
    """Neither libraries that take long to load nor the rules of a game, of which help tells the name."""
    code = (
        "import atexit, sys; from frontends.__main__ import main;"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    ran = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, check=False, capture_output=True, text=True)
    loaded = set(ran.stderr.splitlines()[-1].split())
    assert "frontends.commands.options" in loaded
    assert loaded & SLOW == set()
    assert [name for name in loaded if name.startswith(("core.games.", "core.base.game", "frontends.visit"))] == []


def test_version_is_told(parlour: Parlour) -> None:
    status, text, _ = parlour("--version")
    assert status == 0
    assert re.fullmatch(r"parlour \d+\.\d+\.\d+\S*\n", text)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["juggle"], "No such command 'juggle'. For help: parlour --help"),
        (["play", "--deal", "7"], "Say which game, too: parlour play GAME."),
        (["play", "pileon", "--hotseat"], "Pileon is for one player: leave out --opponent and --hotseat."),
        (
            ["play", "mille", "--hotseat", "--opponent", "person"],
            "With --hotseat both players are here: leave out --opponent.",
        ),
        (
            ["play", "mille", "--deal", "7"],
            "The deals of Mille have no numbers: leave out --deal, --winnable, --grade and --daily.",
        ),
        (
            ["play", "pileon", "--deal", "7", "--winnable"],
            "Choose one of --deal, --winnable, --grade and --daily: each of them chooses a deal.",
        ),
        (
            ["play", "pileon", "--table", "x", "--deal", "7"],
            "Options for a new game do not go with --table or FILE: leave them out.",
        ),
        (
            ["play", "pileon", "game.jsonl", "--table", "x"],
            "A game comes from a file or from the journal: leave out FILE or --table.",
        ),
        (["play", "mille", "--name", "Computer"], "You cannot use that name: choose another."),
        (["play", "mille", "--name", "x" * 25], "That name is too long: use 24 characters at most."),
        (
            ["play", "mille", "--name", "日本"],
            "That name has characters too wide or too narrow to show: choose another.",
        ),
        (["play", "mille", "--hotseat", "Ann,Bea,Carl"], "Mille is for 2 players, and these are 3: leave some out."),
        (["play", "mille", "--hotseat", "Ann,Ann"], "Players at one keyboard need different names."),
        (["play", "mille", "--hotseat", "Ann,"], "Type a name."),
        (
            ["play", "mille", "--language", "xx"],
            '--language needs one of en (English), fr (français), de (Deutsch), and "xx" is not one.',
        ),
        (
            ["serve", "--log-level", "loud"],
            (
                "Invalid value for '--log-level': 'loud' is not one of 'debug', 'info', 'warning', 'error'. "
                "For help: parlour serve --help"
            ),
        ),
        (["play", "mille", "--screen"], "There is no terminal here to draw in: leave out --screen."),
        (["play", "terrace", "--set", "variant"], '--set needs NAME=VALUE, and "variant" is not that.'),
        (
            ["play", "pileon", "--luck", "x"],
            "The deals of Pileon have numbers, so luck changes nothing: leave out --luck.",
        ),
        (
            ["verify", "abcde", "--commitment", "1234 ABCD"],
            (
                "--commitment needs at least 32 digits, and these are 8: "
                "a house could have prepared two seeds whose commitments begin alike, so fewer prove nothing."
            ),
        ),
        (
            ["verify", "abcde", "--commitment", "x" * 32],
            "--commitment needs the hexadecimal digits that fair showed, 32 or all 64 of them.",
        ),
        (["serve", "--telnet", "2323"], '--telnet needs HOST:PORT, such as 0.0.0.0:2323, and "2323" is not that.'),
    ],
)
def test_words_that_do_not_fit_get_one_sentence_and_status_two(
    parlour: Parlour, words: list[str], sentence: str
) -> None:
    assert parlour("--journal", "memory:", *words) == (2, "", f"parlour: {sentence}\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["watch", "zzzzz"], "There is no game zzzzz in this journal. To see all games: parlour list"),
        (["verify", "no.jsonl"], "no.jsonl does not exist; check the name."),
        (["play", "no.jsonl"], "no.jsonl does not exist; check the name."),
        (["list", "--journal", "oracle:x"], "Parlour does not know journals of the kind oracle"),
        (["serve", "--telnet", "192.0.2.1:2323"], "Nobody can come in at 192.0.2.1 port 2323: "),
    ],
)
def test_what_does_not_work_gets_one_sentence_and_status_one(parlour: Parlour, words: list[str], sentence: str) -> None:
    status, text, error = parlour(*words)
    assert (status, text, error.count("\n")) == (1, "", 1)
    assert error.startswith(f"parlour: {sentence}")
    assert "attempting" not in error


def test_a_shell_sees_the_status_and_the_sentence(home: Path) -> None:
    assert child("play", "--deal", "7")[0] == 2
    assert child("watch", "zzzzz")[::2] == (
        1,
        "parlour: There is no game zzzzz in this journal. To see all games: parlour list\n",
    )


def test_the_journal_may_come_from_the_environment_but_words_win(
    home: Path, parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_JOURNAL", f"sqlite:{home / 'no' / 'such.db'}")
    assert parlour("list")[0] == 1
    assert parlour("--journal", "memory:", "list")[0] == 0
    assert parlour("list", "--journal", "memory:")[0] == 0


# Completion, as the shells ask for it.


def completed(parlour: Parlour, monkeypatch: pytest.MonkeyPatch, line: str, shell: str = "bash") -> list[str]:
    """What a shell is given for the last word of a line, in the lines that it reads."""
    words = line.split(" ")
    monkeypatch.setenv("_PARLOUR_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
    status, text, error = parlour()
    assert (status, error) == (0, "")
    return text.splitlines()


@pytest.mark.parametrize("line", ["parlour play p", "parlour check p", "parlour list --game p"])
def test_games_complete(parlour: Parlour, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    assert completed(parlour, monkeypatch, line) == ["plain,pileon"]


def test_languages_complete_with_their_names(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(parlour, monkeypatch, "parlour watch --language ", "zsh") == (
        ["plain", "en", "English", "plain", "fr", "français", "plain", "de", "Deutsch"]
    )


@pytest.mark.parametrize(
    "line",
    [
        "parlour watch ",
        "parlour replay ",
        "parlour export ",
        "parlour verify ",
        "parlour play --table ",
        "parlour play pileon --table ",
    ],
)
def test_tables_complete_with_what_they_are(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, mille: str, line: str
) -> None:
    over = played("pileon", "--deal", "7", typed="resign\ny\nquit\n")
    assert completed(parlour, monkeypatch, line) == [f"plain,{over}", f"plain,{mille}"]
    said = ["pileon Anna, deal 7: Anna resigned.", "mille Anna against Comp, move 1, Anna to move, score 0 : 0"]
    assert completed(parlour, monkeypatch, line, "zsh") == ["plain", over, said[0], "plain", mille, said[1]]
    assert completed(parlour, monkeypatch, line, "fish") == [
        f"plain,{over}\t{said[0]}",
        f"plain,{mille}\t{said[1]}",
    ]
    assert completed(parlour, monkeypatch, f"{line}{mille[:3]}") == [f"plain,{mille}"]


def test_tables_are_those_of_the_journal_that_was_named(
    home: Path, parlour: Parlour, monkeypatch: pytest.MonkeyPatch, mille: str
) -> None:
    url = f"sqlite:{home / 'other.db'}"
    other = played("pileon", "--deal", "7", "--journal", url)
    for line in (f"parlour --journal {url} watch ", f"parlour watch --journal {url} "):
        assert completed(parlour, monkeypatch, line) == [f"plain,{other}"]
    assert completed(parlour, monkeypatch, f"parlour watch --journal sqlite:{home / 'no' / 'such.db'} ") == [""]
    monkeypatch.setenv("PARLOUR_JOURNAL", url)
    assert completed(parlour, monkeypatch, "parlour watch ") == [f"plain,{other}"]


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_complete_where_a_file_may_stand(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, mille: str, command: str
) -> None:
    assert completed(parlour, monkeypatch, f"parlour {command} ./ga") == ["file,./ga"]
