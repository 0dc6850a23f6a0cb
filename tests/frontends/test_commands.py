"""What the commands do, in child processes where a person or a store takes part."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.frontends.cli.teletype import ROOT, Teletype
from tests.frontends.shell import Parlour, child, played


def test_a_game_goes_through_a_file_into_another_journal_and_on(home: Path, parlour: Parlour) -> None:
    file, copy, other = home / "game.jsonl", home / "copy.jsonl", f"sqlite:{home / 'other.db'}"
    id = played("pileon", "--deal", "7")
    assert f"{id}  pileon" in child("list")[1]
    assert child("export", id, file)[0] == 0
    header, *records = [json.loads(line) for line in file.read_text().splitlines()]
    assert (header["stream"], list(header["names"].values())) == (f"table/{id}", ["Anna"])
    assert [record["seq"] for record in records] == [1, 2, 3, 4]
    assert file.stat().st_mode & 0o777 == 0o600
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


def test_the_usual_journal_is_for_its_owner_only(home: Path, parlour: Parlour) -> None:
    assert parlour("list") == (0, "Nobody is playing now; list all has the old games, too.\n", "")
    assert parlour("list", "--all") == (0, "Nobody has played here yet: be the first.\n", "")
    assert (home / "home" / "parlour").stat().st_mode & 0o777 == 0o700


def test_verify_finds_the_record_that_was_tampered_with(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "game.jsonl"
    assert parlour("verify", mille)[0] == 0
    parlour("export", mille, file)
    assert parlour("verify", file)[1].startswith(f"{file} is as it should be: Mille, ")
    file.write_text(file.read_text().replace("dealt", "dolt"))
    for command in ("verify", "import", "replay"):
        status, text, error = parlour(command, file)
        assert (status, text) == (1, "")
        assert re.match(r"parlour: Record \d+ of game.jsonl is damaged: ", error)


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
    with Teletype(*words, environment={"XDG_DATA_HOME": str(home / "home")}) as tty:
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


def test_older_save_of_a_game_between_two_is_practice_in_which_nothing_hidden_is_kept(home: Path) -> None:
    file = home / "save.jsonl"
    id = played("mille", "--opponent", "person", typed="quit\ny\n")
    child("play", "mille", "--table", id, "--lines", "--name", "Bert", typed="quit\ny\n")
    child("play", "mille", "--table", id, "--lines", "--name", "Anna", typed="p\nquit\ny\n")
    child("export", id, file)
    child("play", "mille", "--table", id, "--lines", "--name", "Anna", typed="o\nquit\ny\n")
    status, text, _ = child("play", "mille", file, "--lines", "--name", "Anna", typed="look\nquit\ny\n")
    copy = re.findall(rf"table (\w+), practice, from {id}: the game begins when all seats are taken\.", text)[0]
    assert (status, "You hold" in text) == (0, False)
    status, _, error = child("play", "mille", "--table", copy, "--lines", "--name", "Carl")
    assert (status, error) == (1, "")
    status, text, _ = child("play", "mille", "--table", copy, "--lines", "--name", "Bert", typed="quit\ny\n")
    assert (status, "You hold" in text) == (0, True)
    assert f"{copy}  mille    Anna against Bert, move 0, practice" in child("list")[1]


def test_practice_is_for_those_it_was_made_for(home: Path) -> None:
    file = home / "save.jsonl"
    id = played("mille", "--opponent", "person", typed="quit\ny\n")
    child("play", "mille", "--table", id, "--lines", "--name", "Bert", typed="quit\ny\n")
    child("export", id, file)
    child("play", "mille", "--table", id, "--lines", "--name", "Anna", typed="p\nquit\ny\n")
    text = child("play", "mille", file, "--lines", "--name", "Anna", typed="quit\ny\n")[1]
    copy = re.findall(r"table (\w+), practice", text)[0]
    for words in (("watch", copy), ("replay", copy), ("play", "mille", "--table", copy)):
        status, text, _ = child(*words, "--lines", "--name", "Carl")
        assert (status, text) == (1, f"Table {copy} is for practice: only those it was made for see it.\n")
