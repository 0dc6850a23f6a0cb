"""Proofs, forgetting and laws, as a shell runs them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.sessions.at_table.fairness import grouped
from journal.game_lines import read_lines, write_lines
from tests.archive.__main__ import PLACE
from tests.archive.recorder import chain_made_for
from tests.frontends.shell import Parlour, child, played


def committed(text: str) -> str:
    """The digits of a book that `fair` showed at a table."""
    found = re.search(r"These digits fixed all 16:\s+((?:[0-9a-f]{4} ?){8})", text)
    assert found is not None
    return found[1].strip()


def ended(text: str) -> str:
    """The end of a game that was told."""
    found = re.search(r"They end in ((?:[0-9a-f]{4} ?){8})\.", text)
    assert found is not None
    return found[1]


def test_what_was_shown_before_is_what_the_game_was_played_with(home: Path, parlour: Parlour) -> None:
    typed = "fair\np\nresign\ny\nfair\nquit\n"
    _, text, _ = child("play", "mille", "--lines", "--luck", "the tortoise", typed=typed)
    id, noted = re.findall(r"table (\w+)\.", text)[0], committed(text)
    assert 'Luck before the number: you "the tor..".' in text
    seed = re.findall(r"House seed: (\w{64})", text)[-1]
    file = home / "game.jsonl"
    parlour("export", id, file)
    for game in (id, file):
        for given in (noted, noted.upper(), noted.replace(" ", "")):
            status, answer, _ = parlour("verify", game, "--commitment", given)
            assert status == 0
            assert f"the house seed {seed}." in answer
            assert "The seed is number 0 of book " in answer
            assert ("That book is in this journal" in answer) == (game == id)
            assert answer.endswith("The house used the seed that number has in the book you noted.\n")
    other = noted.replace(noted[0], "f" if noted[0] != "f" else "0")
    status, answer, error = parlour("verify", file, "--commitment", other)
    assert (status, answer) == (1, "")
    assert "is damaged: what was noted is neither of its seed nor of its book " in error


def test_end_that_was_noted_tells_a_whole_game_from_one_sealed_anew(home: Path, parlour: Parlour) -> None:
    _, text, _ = child("play", "mille", "--lines", typed="p\nresign\ny\nquit\n")
    id = re.findall(r"table (\w+)\.", text)[0]
    file, other = home / "game.jsonl", home / "other.jsonl"
    exported = parlour("export", id, file)[1]
    noted = ended(exported)
    for game in (id, file):
        status, answer, _ = parlour("verify", game, "--end", noted)
        assert (status, ended(answer)) == (0, noted)
        assert "Nothing was changed or left out before the end you noted." in answer
    lines = read_lines(file)
    write_lines(other, lines.records[:-2], {"stream": lines.header.stream})
    status, answer, _ = parlour("verify", other)
    assert status == 0
    assert "\nThe game is not over, so later moves may have been left out.\n" in answer
    status, answer, error = parlour("verify", other, "--end", noted)
    assert (status, answer) == (1, "")
    assert error.endswith("is damaged: neither it nor an earlier record is the end that was noted.\n")


@pytest.mark.parametrize("noted", ["9f3a", "x" * 32, "0" * 65])
def test_end_that_cannot_be_one_is_refused(noted: str, parlour: Parlour) -> None:
    status, _, error = parlour("verify", "abcde", "--end", noted)
    assert status == 2
    assert "--end needs the 32 digits that export or verify showed as the end." in error


def test_day_of_a_sealed_deal_is_proved_by_what_was_noted_before(parlour: Parlour) -> None:
    file = PLACE / "pileon-sealed-day-finished.jsonl"
    beacon = chain_made_for("pileon6").beacon
    for given in ((), ("--commitment", beacon[:32])):
        status, answer, error = parlour("verify", file, *given)
        assert (status, error) == (0, "")
        assert "Deal 98269055 is that of 2026-10-26: the day's secret cc6d84a0" in answer
        assert f", hashed 3 times, gives the beacon {grouped(beacon)}.\n" in answer
        assert ("That is the beacon you noted." in answer) == bool(given)
    status, _, error = parlour("verify", file, "--commitment", "0" * 32)
    assert status == 1
    assert error.endswith("is damaged: what was noted is not the beacon of 2026-10-26.\n")


def test_luck_is_drawn_where_nobody_gives_any(home: Path, parlour: Parlour) -> None:
    first, second = (played("mille", typed="quit\ny\n") for _ in range(2))
    lucks = []
    for id in (first, second):
        parlour("export", id, home / f"{id}.jsonl")
        records = read_lines(home / f"{id}.jsonl").records
        lucks.append(next(record.data["luck"] for record in records if record.kind == "table.seated"))
    assert all(re.fullmatch("[0-9a-f]{32}", luck) for luck in lucks)
    assert lucks[0] != lucks[1]


def test_file_of_a_single_game_is_a_journal_for_every_command(home: Path, parlour: Parlour) -> None:
    file = home / "game.jsonl"
    url = f"file:{file}"
    child("play", "mille", "--lines", "--name", "Anna", "--journal", url, typed="p\nquit\ny\n")
    _, listed, _ = parlour("list", "--journal", url)
    id = listed.split()[0]
    assert listed == f"{id}  mille    Anna against Comp, move 1, your turn, score 0 : 0\n"
    assert parlour("list", "--mine", "--journal", url)[1] == listed
    assert parlour("stats", "--journal", url)[1].startswith("Anna\nMille against the computer\n")
    assert parlour("verify", id, "--journal", url)[0] == 0
    assert parlour("export", id, home / "other.jsonl", "--journal", url)[0] == 0
    assert read_lines(home / "other.jsonl") == read_lines(file)
    assert parlour("forget", "Anna", "--yes", "--journal", url)[0] == 0
    assert b"Anna" not in file.read_bytes()
    child("play", "mille", "--lines", "--table", id, "--journal", url, typed="quit\ny\n")
    assert read_lines(file).header.names == {}
    assert parlour("verify", file)[0] == 0


def test_lesson_that_was_left_is_in_the_list_of_ones_own(parlour: Parlour) -> None:
    child("play", "--lines", typed="learn mille\nquit\nquit\n")
    assert parlour("list", "--all")[1] == "Nobody has played here yet: be the first.\n"
    assert parlour("list", "--mine")[1] == "lesson in Mille, part 1 of 4: learn mille\n"


def test_person_is_forgotten_in_every_byte_and_the_game_still_verifies(home: Path, parlour: Parlour) -> None:
    id = played("mille", typed="p\nsay xylophone\nquit\ny\n")
    file = home / "home" / "parlour" / "parlour.db"
    assert parlour("stats", "Anna")[1].startswith("Anna\n")
    status, text, error = parlour("forget", "Anna", "--yes")
    assert (status, error) == (0, "")
    assert text.startswith("Anna is forgotten: ")
    kept = b"".join(path.read_bytes() for path in (file, *file.parent.glob("parlour.db-wal")))
    assert b"xylophone" not in kept
    assert b"Anna" not in kept
    assert parlour("verify", id)[0] == 0
    status, text, _ = child("replay", id, "--lines", typed="eyes\nnext\nquit\n")
    assert status == 0
    assert "somebody picks a card." in text
    with closing(sqlite3.connect(file)) as database, database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)


def test_forgetting_is_asked_first_and_says_whom(home: Path, parlour: Parlour) -> None:
    played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    for typed in ("n\n", ""):
        status, text, error = child("forget", "Anna", typed=typed)
        assert (status, error) == (1, "")
        assert text.startswith("Forget Anna (")
        assert text.endswith("Nothing was deleted.\n")
    assert parlour("forget", "Nobody", "--yes")[2].startswith("parlour: Nobody here is called Nobody: ")


@pytest.mark.parametrize("game", ["mille", "pileon"])
def test_laws_are_checked_with_the_screens(parlour: Parlour, game: str) -> None:
    status, text, error = parlour("check", game, "--examples", "2")
    assert (status, error) == (0, "")
    assert "keeps the laws: 2 games of random play" in text
    assert "nobody sees what is hidden" in text


def test_list_takes_options(home: Path, parlour: Parlour) -> None:
    id = played("pileon", "--deal", "7", typed="resign\ny\nquit\n")
    assert parlour("list")[1] == "Nobody is playing now. For old games, too: parlour list --all\n"
    for words in (("--all",), ("--all", "--game", "pileon"), ("--all", "--page", "1")):
        assert f"{id}  pileon   Anna, deal 7: Anna resigned." in parlour("list", *words)[1]
    assert parlour("list", "--game", "mile")[0] == 2


def test_lists_are_kept_where_it_was_said(home: Path, parlour: Parlour) -> None:
    played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    parlour("list", "--views", home / "elsewhere")
    assert (home / "elsewhere").stat().st_mode & 0o777 == 0o600


def test_older_save_of_a_game_alone_goes_on_as_a_copy_with_help(home: Path, parlour: Parlour) -> None:
    file = home / "save.jsonl"
    id = played("pileon", "--deal", "7", typed="1 14\nquit\ny\n")
    parlour("export", id, file)
    child("play", "pileon", "--table", id, "--lines", "--name", "Anna", typed="2 15\nquit\ny\n")
    status, text, _ = child("play", "pileon", file, "--lines", "--name", "Anna", typed="quit\ny\n")
    assert status == 0
    assert re.search(r"Pileon, deal 7, table \w+, a copy, with help\.", text)
    assert ", with help" in parlour("list")[1]
