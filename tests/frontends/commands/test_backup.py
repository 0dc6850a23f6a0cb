"""Backup and restore, as a shell runs them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from frontends.commands.backup import moment
from frontends.commands.environment import Misfit
from tests.frontends.commands.test_transfer import house
from tests.frontends.served import come_in, serving, visitors
from tests.frontends.shell import Parlour, child
from tests.frontends.telnet.clients import Bare


def test_restored_house_has_the_same_games(home: Path, parlour: Parlour) -> None:
    url, file, new = house(home, 2), home / "backup.db", f"sqlite:{home / 'new.db'}"
    status, text, _ = parlour("backup", file, "--journal", url)
    found = re.fullmatch(r"(\d+ streams with \d+ records) are in .*, and every hash is correct; the last .*Z\.\n", text)
    assert (status, bool(found)) == (0, True)
    status, text, _ = parlour("restore", file, "--journal", new)
    assert (status, bool(found and text.startswith(found[1]))) == (0, True)
    listed = [sorted(parlour("list", "--journal", one)[1].splitlines()) for one in (url, new, f"sqlite:{file}")]
    assert listed[0] == listed[1] == listed[2] != []


def test_restored_to_a_time_before_the_first_game_there_is_none(home: Path, parlour: Parlour) -> None:
    url, file, new = house(home, 1), home / "backup.db", f"sqlite:{home / 'new.db'}"
    parlour("backup", file, "--journal", url)
    parlour("list", "--journal", url)
    (home / "house.db.views").rename(home / "new.db.views")  # Lists of what was there before are not believed.
    assert parlour("restore", file, "--to", "2026-01-01", "--journal", new)[0] == 0
    assert "pileon" not in parlour("list", "--all", "--journal", new)[1]


def test_nothing_is_written_over_unless_that_is_wanted(home: Path, parlour: Parlour) -> None:
    url, file = house(home, 1), home / "backup.db"
    assert parlour("backup", file, "--journal", url)[0] == 0
    status, _, error = parlour("backup", file, "--journal", url)
    assert (status, error) == (1, f"parlour: {file} exists already: choose another name, or use --force.\n")
    assert parlour("backup", file, "--force", "--journal", url)[0] == 0
    status, _, error = parlour("restore", file, "--journal", url)
    assert (status, "restore into a new journal" in error) == (1, True)


@pytest.mark.parametrize("url", ["memory:", "file:a.jsonl"])
def test_journals_that_hold_no_house_are_refused(home: Path, parlour: Parlour, url: str) -> None:
    file = home / "backup.db"
    parlour("backup", file, "--journal", house(home, 1))
    assert parlour("restore", file, "--journal", url)[0] == 2
    if url == "memory:":
        assert parlour("backup", home / "other.db", "--journal", url)[0] == 2


def test_game_in_a_file_is_backed_up_with_its_names(home: Path, parlour: Parlour) -> None:
    file = f"file:{home / 'game.jsonl'}"
    parlour("copy", house(home, 1), file)
    assert parlour("backup", home / "backup.db", "--journal", file)[0] == 0
    assert "Anna" in parlour("list", "--all", "--journal", f"sqlite:{home / 'backup.db'}")[1]


async def test_house_is_backed_up_while_people_play(home: Path) -> None:
    url = f"sqlite:{home / 'house.db'}"
    async with serving("--journal", url) as house, visitors(house, Bare) as (anna,):
        await come_in(anna, "Annabella")
        id = (await anna.ask("new mille person", r"table (\w{5})"))[1]

        status, _, error = await trio.to_thread.run_sync(child, "backup", home / "backup.db", "--journal", url)
        assert (status, error) == (0, "")
        await anna.ask("say still here", "still here")
    status, text, _ = child("list", "--journal", f"sqlite:{home / 'backup.db'}")
    assert (status, id in text) == (0, True)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2026-11-20T20:15:03.120Z", "2026-11-20T20:15:03.120Z"),
        ("2026-11-20 20:15", "2026-11-20T20:15:00.000Z"),
        ("2026-11-20", "2026-11-20T00:00:00.000Z"),
        ("2026-11-20T21:15:03+01:00", "2026-11-20T20:15:03.000Z"),
        ("2026-11-20T20:15:03.9996Z", "2026-11-20T20:15:04.000Z"),
    ],
)
def test_times_are_read_as_records_have_them(text: str, wanted: str) -> None:
    assert moment(text) == wanted


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(Misfit, match="is not a"):
        moment("yesterday")
