"""The command line: in child processes, as a shell sees it, and without one where only words and answers count."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from frontends.__main__ import main
from frontends.dialogue.wanted import names
from tests.frontends.cli.teletype import ROOT, Teletype

COMMANDS = ("play", "serve", "list", "watch", "replay", "export", "import", "verify", "stats")

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
        timeout=60,
        check=False,
    )
    return process.returncode, process.stdout, process.stderr


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of one's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PARLOUR_JOURNAL", raising=False)
    return tmp_path


@pytest.fixture
def parlour(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Parlour:
    """`parlour` without a process of its own: for commands that ask nobody anything."""

    def call(*words: str | Path) -> Answer:
        monkeypatch.setattr(sys, "argv", ["parlour", *map(str, words)])
        with pytest.raises(SystemExit) as exit:
            main()
        captured = capsys.readouterr()
        assert isinstance(exit.value.code, int)
        return exit.value.code, captured.out, captured.err

    return call


@pytest.fixture
def mille(home: Path) -> str:
    """A game of mille that was begun, by its identifier."""
    return played("mille", typed="p\nquit\n")


def played(*words: str | Path, typed: str = "quit\n") -> str:
    status, text, error = child("play", *words, "--lines", "--name", "Anna", typed=typed)
    assert (status, error) == (0, "")
    found = re.search(r"table (\w+)\.", text)
    assert found is not None
    return found[1]


def test_help_is_enough_for_a_newcomer() -> None:
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
        assert (status, text.count("--journal URL")) == (0, 1)


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
        (["play"], "Missing argument 'GAME'. Type parlour play --help to see what does."),
        (["play", "pileon", "--hotseat"], "Pileon is for one player: leave out --opponent and --hotseat."),
        (
            ["play", "mille", "--hotseat", "--opponent", "person"],
            "With --hotseat both players are here: leave out --opponent.",
        ),
        (["play", "mille", "--deal", "7"], "The deals of Mille have no numbers: leave out --deal and --winnable."),
        (["play", "pileon", "--deal", "7", "--winnable"], "--deal says which deal it shall be: leave out --winnable."),
        (
            ["play", "pileon", "--table", "x", "--deal", "7"],
            "--opponent, --deal, --winnable, --clock and --set are for a new game: leave them out.",
        ),
        (
            ["play", "pileon", "game.jsonl", "--table", "x"],
            "A game is gone on with from a file or from the journal: leave out FILE or --table.",
        ),
        (["play", "mille", "--name", "Computer"], "That cannot be a name: please take another."),
        (["play", "mille", "--screen"], "There is no terminal here to draw in: leave out --screen."),
        (["play", "terrace", "--set", "variant"], '--set wants NAME=VALUE, and "variant" is not that.'),
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


def test_a_shell_sees_the_status_and_the_sentence() -> None:
    assert child("play")[0] == 2
    assert child("watch", "zzzzz")[::2] == (
        1,
        "parlour: There is no game zzzzz in this journal: type parlour list for those there are.\n",
    )


def test_a_game_goes_through_a_file_into_another_journal_and_on(home: Path, parlour: Parlour) -> None:
    file, copy, other = home / "game.jsonl", home / "copy.jsonl", f"sqlite:{home / 'other.db'}"
    id = played("pileon", "--deal", "7")
    assert f"{id}  pileon" in child("list")[1]
    assert child("export", id, file)[0] == 0
    assert [json.loads(line)["seq"] for line in file.read_text().splitlines()] == [1, 2, 3]
    assert child("--journal", other, "import", file)[0] == 0
    assert child("export", id, copy, "--journal", other)[0] == 0
    assert copy.read_bytes() == file.read_bytes()
    assert played("pileon", "--table", id, "--journal", other) == id
    assert played("pileon", file) == id
    assert parlour("play", "mille", file)[2].endswith("type parlour play pileon instead of mille.\n")


def test_a_file_is_overwritten_only_by_force(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "precious.jsonl"
    file.write_text("precious")
    assert parlour("export", mille, file)[0] == 1
    assert file.read_text() == "precious"
    assert parlour("export", mille, file, "--force")[0] == 0
    assert file.read_text() != "precious"


def test_the_journal_may_come_from_the_environment_but_words_win(
    home: Path, parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_JOURNAL", f"sqlite:{home / 'no' / 'such.db'}")
    assert parlour("list")[0] == 1
    assert parlour("--journal", "memory:", "list")[0] == 0
    assert parlour("list", "--journal", "memory:")[0] == 0


def test_the_usual_journal_is_for_its_owner_only(home: Path, parlour: Parlour) -> None:
    assert parlour("list") == (0, "Nobody has played here yet: be the first.\n", "")
    assert (home / "home" / "parlour").stat().st_mode & 0o777 == 0o700


def test_verify_finds_the_record_that_was_tampered_with(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "game.jsonl"
    assert parlour("verify", mille)[0] == 0
    parlour("export", mille, file)
    assert parlour("verify", file)[1].startswith(f"{file} is as it should be: Mille, ")
    file.write_text(file.read_text().replace("Anna", "Anne"))
    for command in ("verify", "import", "replay"):
        status, text, error = parlour(command, file)
        assert (status, text) == (1, "")
        assert re.match(r"parlour: Record \d+ of game is damaged: ", error)


def test_statistics_are_those_of_the_player_or_of_everybody(parlour: Parlour, mille: str) -> None:
    everybody = parlour("stats")[1]
    assert everybody.startswith("Anna\nMille")
    assert parlour("stats", "Anna")[1] == everybody
    assert "played nothing" in parlour("stats", "Bert")[1]


def test_statistics_of_nobody_say_so(parlour: Parlour) -> None:
    assert parlour("stats") == (0, "Nobody has played here yet.\n", "")


def test_a_replay_reads_games_of_the_journal_and_of_files(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "game.jsonl"
    parlour("export", mille, file)
    for game in (mille, file):
        status, text, error = child("replay", game, "--lines", typed="next\nquit\n")
        assert (status, error) == (0, "")
        assert "Mille" in text


def test_a_spectator_sees_the_table_and_leaves_it_as_it_is(mille: str) -> None:
    status, text, _ = child("watch", mille, typed="quit\n")
    assert (status, f"You look on at table {mille}: Mille." in text) == (0, True)


def test_a_game_is_drawn_and_left_with_the_terminal_as_it_was(home: Path) -> None:
    words = ("-m", "frontends", "play", "pileon", "--deal", "7", "--name", "Anna")
    with Teletype(*words, XDG_DATA_HOME=os.environ["XDG_DATA_HOME"]) as tty:
        tty.wait(lambda: any("Pileon" in line for line in tty.lines) and b"\x1b[?2004h" in tty.sent)
        tty.type("q")
        tty.wait(lambda: tty.lines[-1:] == ["Really?"])
        tty.type("y")
        assert tty.wait_end() == 0
        assert tty.sane
        assert any(line.startswith("The game is kept.") for line in tty.lines)


def test_the_house_opens_and_closes_when_it_is_told() -> None:
    words = [sys.executable, "-u", "-m", "frontends", "serve", "--telnet", "127.0.0.1:0", "--journal", "memory:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert re.fullmatch(r"The house is open: telnet 127\.0\.0\.1 \d+\n", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_games_complete_in_the_shell(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"COMPLETE": "bash_complete", "COMP_WORDS": "parlour play p", "COMP_CWORD": "2"}.items():
        monkeypatch.setenv(name if "COMP_" in name else "_PARLOUR_COMPLETE", value)
    assert parlour()[1] == "plain,pileon\n"
