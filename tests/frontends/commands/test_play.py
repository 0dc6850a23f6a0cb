"""What the commands do, in child processes where a person or a store takes part."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.frontends.cli.teletype import ROOT
from tests.frontends.shell import Parlour, child, played
from tests.patience import PATIENCE


def test_a_game_goes_through_a_file_into_another_journal_and_on(home: Path, parlour: Parlour) -> None:
    file, copy, other = home / "game.jsonl", home / "copy.jsonl", f"sqlite:{home / 'other.db'}"
    id = played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    assert f"{id}  pileon" in child("list")[1]
    assert child("export", id, file)[0] == 0
    header, *records = [json.loads(line) for line in file.read_text().splitlines()]
    assert (header["stream"], list(header["names"].values())) == (f"table/{id}", ["Anna"])
    assert [record["seq"] for record in records] == [1, 2, 3, 4, 5]
    assert file.stat().st_mode & 0o777 == 0o600
    assert child("--journal", other, "import", file)[0] == 0
    assert child("export", id, copy, "--journal", other)[0] == 0
    assert copy.read_bytes() == file.read_bytes()
    assert played("pileon", "--table", id, "--journal", other) == id
    assert played("pileon", file) == id
    assert parlour("play", "mille", file)[2].endswith("type parlour play pileon instead of mille.\n")


def test_who_plays_one_game_loads_no_other(home: Path) -> None:
    code = (
        "import atexit, gc, sys; from frontends.__main__ import main;"
        "atexit.register(lambda: print(gc.get_freeze_count(), gc.isenabled(), *sys.modules, file=sys.stderr)); main()"
    )
    words = ("play", "mille", "--lines", "--name", "Anna")
    ran = subprocess.run(
        [sys.executable, "-c", code, *words], input="quit\n", cwd=ROOT, check=True, capture_output=True, text=True
    )
    frozen, collects, *loaded = ran.stderr.split()
    assert "Pick a card" in ran.stdout
    assert {name for name in loaded if re.fullmatch(r"core\.games\.(mille|elixir|terrace|pileon)", name)} == {
        "core.games.mille"
    }
    assert (int(frozen) > 50_000, collects) == (True, "True")  # Nobody looks for garbage in what modules are made of.


def test_a_file_is_overwritten_only_by_force(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "precious.jsonl"
    file.write_text("precious")
    sentence = f"parlour: {file} exists already: choose another name, or use --force.\n"
    assert parlour("export", mille, file) == (1, "", sentence)
    assert file.read_text() == "precious"
    assert parlour("export", mille, file, "--force")[0] == 0
    assert file.read_text() != "precious"


def test_the_usual_journal_is_for_its_owner_only(home: Path, parlour: Parlour) -> None:
    assert parlour("list") == (0, "Nobody is playing now. For old games, too: parlour list --all\n", "")
    assert parlour("list", "--all") == (0, "Nobody has played here yet: be the first.\n", "")
    assert (home / "home" / "parlour").stat().st_mode & 0o777 == 0o700


def test_verify_finds_the_record_that_was_tampered_with(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "game.jsonl"
    assert parlour("verify", mille)[0] == 0
    parlour("export", mille, file)
    assert parlour("verify", file)[1].startswith(f"{file} is correct: Mille, ")
    file.write_text(file.read_text().replace("dealt", "dolt"))
    for command in ("verify", "import", "replay"):
        status, text, error = parlour(command, file)
        assert (status, text) == (1, "")
        assert re.match(r"parlour: Record \d+ of game.jsonl is damaged: ", error)


def test_statistics_are_those_of_the_player_or_of_everybody(parlour: Parlour, mille: str) -> None:
    everybody = parlour("stats")[1]
    assert everybody.startswith("Anna\nMille")
    assert parlour("stats", "Anna")[1] == everybody
    assert "not played yet" in parlour("stats", "Bert")[1]


def test_statistics_of_nobody_say_so(parlour: Parlour) -> None:
    assert parlour("stats") == (0, "Nobody has played here yet.\n", "")


def test_a_replay_reads_games_of_the_journal_and_of_files(home: Path, parlour: Parlour, mille: str) -> None:
    file = home / "game.jsonl"
    parlour("export", mille, file)
    for game in (mille, file):
        status, text, error = child("replay", game, "--lines", typed="next\nquit\n")
        assert (status, error) == (0, "")
        assert "Mille" in text


def test_a_spectator_sees_the_table_and_leaves_it_as_it_is(home: Path, parlour: Parlour, mille: str) -> None:
    before, after = home / "before.jsonl", home / "after.jsonl"
    parlour("export", mille, before)
    status, text, _ = child("watch", mille, typed="quit\n")
    assert (status, f"You are watching table {mille}: Mille." in text) == (0, True)
    parlour("export", mille, after)
    assert after.read_bytes() == before.read_bytes()


def test_the_house_opens_and_closes_when_it_is_told() -> None:
    words = [sys.executable, "-u", "-m", "frontends", "serve", "--telnet", "127.0.0.1:0", "--journal", "memory:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert re.fullmatch(r"The house is open: telnet 127\.0\.0\.1 \d+\n", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_older_save_of_a_game_between_two_is_practice_in_which_nothing_hidden_is_kept(home: Path) -> None:
    file = home / "save.jsonl"
    id = played("mille", "--opponent", "person", typed="quit\ny\n")
    child("play", "mille", "--table", id, "--lines", "--name", "Bert", typed="quit\ny\n")
    child("play", "mille", "--table", id, "--lines", "--name", "Anna", typed="p\nquit\ny\n")
    child("export", id, file)
    child("play", "mille", "--table", id, "--lines", "--name", "Anna", typed="o\nquit\ny\n")
    status, text, _ = child("play", "mille", file, "--lines", "--name", "Anna", typed="board\nquit\ny\n")
    told = " ".join(text.split())
    copy = re.findall(rf"table (\w+), practice, from {id}: waiting for a second player\.", told)[0]
    assert (status, "Your hand:" in text) == (0, False)
    status, _, error = child("play", "mille", "--table", copy, "--lines", "--name", "Carl")
    assert (status, error) == (1, "")
    status, text, _ = child("play", "mille", "--table", copy, "--lines", "--name", "Bert", typed="quit\ny\n")
    assert (status, "Your hand:" in text) == (0, True)
    assert f"{copy}  mille    Anna against Bert, move 0, Anna to move, score 0 : 0, practice" in child("list")[1]


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
        assert (status, text) == (1, f"Table {copy} is for practice: only its players can see it.\n")


# Coming to a table.


def hand(text: str) -> str:
    """What a player of mille was told first of their cards."""
    found = re.search(r"Your hand: ([^.]*)\.", text)
    assert found is not None
    return found[1]


def waiting(*words: str) -> str:
    """A game of mille that its owner has opened and left before anybody else came."""
    status, text, error = child("play", "mille", "--opponent", "person", "--lines", *words, typed="quit\ny\n")
    assert (status, error) == (0, "")
    found = re.search(r"table (\w+)\.", text)
    assert found is not None
    return found[1]


def test_somebody_else_takes_the_free_seat_and_never_sees_the_hand_of_the_owner(home: Path) -> None:
    id = waiting()
    bob = child("play", "mille", "--table", id, "--lines", "--name", "Bob", typed="hand\nquit\ny\n")[1]
    owner = child("play", "--table", id, "--lines", typed="hand\nquit\ny\n")[1]
    assert hand(bob) != hand(owner)
    assert hand(owner) not in bob
    assert hand(bob) not in owner
    assert "against Bob, move 0" in child("list")[1]
    again = child("play", "--table", id, "--lines", "--name", "Bob", typed="quit\ny\n")[1]
    assert hand(again) == hand(bob)
    status, text, _ = child("play", "--table", id, "--lines", "--name", "Carl")
    assert (status, text) == (1, f"Table {id} has no free seat. To watch: watch {id}\n")


def test_owner_takes_no_second_seat_at_a_table_that_waits(home: Path) -> None:
    id = waiting()
    text = child("play", "--table", id, "--lines", typed="quit\ny\n")[1]
    assert "waiting for a second player" in text
    assert f"To play with you, people type: parlour play --table {id} --name NAME" in " ".join(text.split())


def test_table_needs_no_game_but_refuses_another(parlour: Parlour, mille: str) -> None:
    status, text, error = child("play", "--table", mille, "--lines", "--name", "Anna", typed="quit\ny\n")
    assert (status, error, f"Mille, table {mille}." in text) == (0, "", True)
    assert parlour("play", "pileon", "--table", mille) == (
        1,
        "",
        "parlour: That is a game of mille: type parlour play mille instead of pileon.\n",
    )


def test_way_back_is_told_as_it_has_to_be_typed(home: Path) -> None:
    url = f"sqlite:{home / 'my games.db'}"
    text = child("--journal", url, "play", "pileon", "--lines", "--name", "Anna Lee", typed="1 14\nquit\ny\n")[1]
    told = re.search(r"To go on with it: parlour (.*)", " ".join(text.split()))
    assert told is not None
    status, text, error = child(*shlex.split(told[1]), "--lines", typed="quit\ny\n")
    assert (status, error, "Pileon, deal" in text) == (0, "", True)


def test_file_alone_names_the_game(home: Path, parlour: Parlour) -> None:
    file = home / "game.jsonl"
    parlour("export", played("pileon", "--deal", "7", typed="1 14\nquit\ny\n"), file)
    status, text, error = child("play", file, "--lines", "--name", "Anna", typed="quit\ny\n")
    assert (status, error, "Pileon, deal 7, table " in text) == (0, "", True)
    assert parlour("play", home / "no.jsonl") == (
        1,
        "",
        f"parlour: {home / 'no.jsonl'} does not exist; check the name.\n",
    )


def test_play_alone_leads_to_the_games_one_has_and_can_have(home: Path) -> None:
    typed = "new pileon deal=7\n1 14\nquit\ny\nquit\n"
    status, text, error = child("play", "--lines", "--name", "Anna", typed=typed)
    assert (status, error, "You have no unfinished solitaire." in text) == (0, "", True)
    status, text, error = child("play", "--lines", "--name", "Anna", typed="solitaire 1\nquit\ny\nquit\n")
    assert (status, error, "1. Pileon, deal 7: 0 cards home, 1 move" in text) == (0, "", True)
    assert "Pile 14: 2♠" in text


BOTH_MOVE = "roll\n1 left 1\n1 right 1\n1 up 1\n1 down 1\nroll\nquit\ny\n"
"""In one of these directions the first tile can go; what comes too late is refused."""


def test_partners_at_one_keyboard_are_called_by_their_names(home: Path, parlour: Parlour) -> None:
    child("play", "pileon", "--lines", typed="quit\ny\n")  # The journal has an owner, who does not play here.
    for words in (("play", "--hotseat", "Ann,Bea", "elixir"), ("play", "elixir", "--hotseat", "Ann,Bea")):
        status, text, error = child(*words, "--lines", typed=BOTH_MOVE)
        assert (status, error) == (0, "")
        assert "Bea" in text
        assert not re.search("Second player|Player 2|Opponent|Seat 1", text)
    listed = parlour("list", "--game", "elixir")[1]
    assert listed.count("Ann against Bea, move") == 2
    assert [line for line in parlour("stats")[1].splitlines() if line in ("Ann", "Bea")] == ["Bea", "Ann"]
    id = listed[:5]
    status, text, error = child("play", "--table", id, "--hotseat", "--lines", typed="quit\ny\n")
    assert (status, error, f"parlour play --table {id} --hotseat" in text) == (0, "", True)


# What is kept.


def test_game_that_is_kept_nowhere_is_not_called_kept(home: Path) -> None:
    for journal in ("memory:", f"sqlite:{home / 'a.db'}"):
        status, text, error = child("play", "pileon", "--lines", "--journal", journal, typed="1 14\nquit\nfoo\ny\n")
        assert (status, error) == (0, "")
        assert ("is saved. To go on with it" in text) == (journal != "memory:")
        assert "Please answer y or n." in text


def test_finished_game_that_is_brought_in_is_for_replaying(home: Path, parlour: Parlour) -> None:
    file, url = home / "game.jsonl", f"sqlite:{home / 'other.db'}"
    id = played("pileon", "--deal", "7", typed="resign\ny\nquit\n")
    parlour("export", id, file)
    status, text, _ = parlour("import", file)
    assert (status, text) == (0, f"{file} is game {id} now: type parlour replay {id} to see it.\n")
    status, text, _ = parlour("import", file, "--journal", url)
    assert text == f"{file} is game {id} now: type parlour replay {id} --journal {url} to see it.\n"
    running = played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    parlour("export", running, file, "--force")
    assert parlour("import", file)[1].endswith(f"type parlour play pileon --table {running} to go on with it.\n")


@pytest.mark.parametrize("command", ["replay", "import", "verify", "play"])
def test_file_that_is_no_game_is_called_none(command: str, home: Path, parlour: Parlour) -> None:
    readme = (ROOT / "README.md").read_bytes()
    for name, octets in (("README.md", readme), ("a.json", b'{"a": 1}\n'), ("a.bin", bytes(range(256)))):
        (home / name).write_bytes(octets)
        status, text, error = parlour(command, home / name)
        assert (status, text) == (1, "")
        assert error == f"parlour: {home / name} is not a Parlour game; choose another file.\n"


def test_last_game_is_gone_on_with_and_a_new_one_begun_where_all_are_over(home: Path) -> None:
    first = played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    assert played("mille", "--last", typed="resign\ny\nquit\n") == first
    assert played("mille", "--last") != first


def test_last_game_is_no_new_one_of_some_kind(home: Path, parlour: Parlour) -> None:
    assert "--last goes on with a game as it is" in parlour("play", "mille", "--last", "--level", "easy")[2]
    assert "Say which game to begin if none is unfinished" in parlour("play", "--last")[2]


def test_code_of_a_deal_is_played_in_place_of_a_game(home: Path) -> None:
    _, text, _ = child("play", "pileon", "--deal", "7", "--lines", typed="share\nquit\ny\n")
    code = re.findall(r"open (pileon-\w+)", text)[-1]
    status, text, error = child("play", code, "--lines", typed="share\nquit\ny\n")
    assert (status, error) == (0, "")
    assert "Parlour Pileon, deal 7" in text
    status, _, error = child("play", code[:-1] + ("a" if code[-1] != "a" else "b"))
    assert (status, "typing error" in error) == (2, True)
