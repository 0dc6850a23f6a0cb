"""Copy, mirror and scrub, as a shell runs them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.durations import DAY
from core.games import GAMES
from core.replay import proof
from frontends.commands.transfer import finish
from journal import Damaged, open_journal
from journal.operations.copy import copy
from tests.clock import BEGIN
from tests.core.parlour import ANNA, BERT, a_service
from tests.frontends.cli.teletype import ROOT
from tests.frontends.shell import Parlour, child
from tests.journal.samples import change


def house(directory: Path, games: int) -> str:
    url = f"sqlite:{directory / 'house.db'}"
    for _ in range(games):
        child("play", "pileon", "--lines", "--name", "Anna", "--journal", url, typed="1 14\nquit\ny\n")
    return url


def test_copied_house_has_the_same_games(home: Path, parlour: Parlour) -> None:
    url, other = house(home, 2), f"sqlite:{home / 'other.db'}"
    status, text, _ = parlour("copy", url, other)
    assert status == 0
    assert re.search(
        r"(\d+) streams with (\d+) records are in .*, the same as in the source; \2 of the records are new", text
    )
    assert parlour("copy", url, other)[1].endswith("; 0 of the records are new.\n")
    # Games in which something happened at the same moment stand in any order.
    listed = [sorted(parlour("list", "--journal", one)[1].splitlines()) for one in (url, other)]
    assert listed[0] == listed[1] != []


def test_one_game_goes_into_a_file_with_its_names_and_several_do_not(home: Path, parlour: Parlour) -> None:
    url, file = house(home, 1), f"file:{home / 'game.jsonl'}"
    assert parlour("copy", url, file)[0] == 0
    assert "Anna" in parlour("list", "--journal", file)[1]
    back = f"sqlite:{home / 'back.db'}"
    assert parlour("copy", file, back)[0] == 0
    assert "Anna" in parlour("list", "--journal", back)[1]
    house(home, 1)
    status, _, error = parlour("copy", url, f"file:{home / 'second.jsonl'}")
    assert (status, error.startswith("parlour: A file holds one game only")) == (1, True)


@pytest.mark.parametrize("command", ["copy", "mirror"])
def test_journals_that_make_no_sense_together_are_refused(home: Path, parlour: Parlour, command: str) -> None:
    assert parlour(command, "memory:", "sqlite:a.db")[0] == 2
    assert parlour(command, "sqlite:a.db", "a.db")[0] == 2


def named_in_a_file(directory: Path, name: str, url: str) -> str:
    file = directory / name
    file.write_text(url + "\n")
    return f"@{file}"


def test_journals_are_named_in_files_and_by_the_environment(
    home: Path, parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, other = house(home, 1), f"sqlite:{home / 'other.db'}"
    source, target = named_in_a_file(home, "from", url), named_in_a_file(home, "to", other)
    assert parlour("copy", source, target)[0] == 0
    assert parlour("copy", target, "--journal", source)[1].endswith("; 0 of the records are new.\n")
    assert parlour("--journal", source, "copy", target)[0] == 0
    monkeypatch.setenv("PARLOUR_JOURNAL", source)
    assert parlour("copy", target)[1].endswith("; 0 of the records are new.\n")
    assert "all copies are whole and the same" in parlour("scrub", "--mirror", target)[1]
    assert parlour("backup", home / "backup.db")[0] == 0
    restored = named_in_a_file(home, "new", f"sqlite:{home / 'new.db'}")
    assert parlour("restore", home / "backup.db", "--journal", restored)[0] == 0
    assert parlour("list")[1] == parlour("list", "--journal", restored)[1] != ""


def test_source_that_is_named_nowhere_is_the_usual_journal(home: Path, parlour: Parlour) -> None:
    child("play", "pileon", "--lines", "--name", "Anna", typed="1 14\nquit\ny\n")
    other = f"sqlite:{home / 'other.db'}"
    assert parlour("copy", other)[0] == 0
    assert parlour("scrub", "--mirror", other)[0] == 0
    status, _, error = parlour("copy", "a.db", "b.db", "c.db")
    assert (status, error.startswith("parlour: Name at most two journals")) == (2, True)


def test_mirror_follows_until_it_is_interrupted_and_scrub_compares(home: Path, parlour: Parlour) -> None:
    url, mirror = house(home, 1), f"sqlite:{home / 'mirror.db'}"
    process = subprocess.Popen(
        [sys.executable, "-m", "frontends", "mirror", url, mirror], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    with process:
        assert process.stdout.readline() == "The mirror follows the house.\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    status, text, _ = parlour("scrub", url, "--mirror", mirror)
    assert (status, "all copies are whole and the same" in text) == (0, True)


def test_scrub_names_what_is_wrong_and_repairs_it(home: Path, parlour: Parlour) -> None:
    url, mirror = house(home, 1), f"sqlite:{home / 'mirror.db'}"
    parlour("copy", url, mirror)
    change(home / "house.db", "delete from record where cast(line as text) like '%table.seated%'")
    status, text, _ = parlour("scrub", url, "--mirror", mirror)
    assert (status, "the house: table/" in text, "--repair puts back" in text) == (1, True, True)
    status, text, _ = parlour("scrub", url, "--mirror", mirror, "--repair")
    assert (status, "After the repair: all copies are whole and the same." in text) == (0, True)
    assert parlour("scrub", url, "--mirror", mirror)[0] == 0


async def test_table_that_was_opened_while_a_copy_was_made_is_found_right_there(tmp_path: Path) -> None:
    """A copy goes from stream to stream: the book is copied, then a number taken, then the table copied."""
    async with a_service() as service, open_journal(f"sqlite:{tmp_path / 'copy.db'}") as target:
        await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        await copy(service.journal, target, wanted=lambda stream: stream.startswith("book/"))
        late = await service.open(GAMES["elixir"], {}, [ANNA, BERT])
        await copy(service.journal, target, wanted=lambda stream: not stream.startswith("book/"))
        with pytest.raises(Damaged, match="is not its own"):
            await proof.prove(target, late)
        await finish(service.journal, target)
        assert (await proof.prove(target, late)).is_in_journal


async def test_daily_deal_of_a_chain_that_was_made_while_a_copy_was_is_found_right_there(tmp_path: Path) -> None:
    now = [BEGIN]
    async with (
        a_service(now=lambda: now[0]) as service,
        open_journal(f"sqlite:{tmp_path / 'copy.db'}") as target,
    ):
        await copy(service.journal, target)
        await service.dailies.seal()
        now[0] += DAY
        dailies = service.dailies
        deal = (await dailies.numbers("pileon", [dailies.today]))[dailies.today]
        late = await service.open(GAMES["pileon"], {}, [ANNA], deal=deal)
        await copy(service.journal, target, wanted=lambda stream: stream == f"table/{late}")
        assert not (await proof.prove(target, late)).is_in_journal
        await finish(service.journal, target)
        assert (await proof.prove(target, late)).is_in_journal
