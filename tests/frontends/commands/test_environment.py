"""What every command stands on."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from core.base.game import Refused
from frontends.commands.environment import (
    VARIABLE,
    VIEWS,
    Misfit,
    beside,
    command,
    is_file,
    journal_option,
    kept_log,
    own_journal,
    program,
)
from journal import JournalError


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:/a/b.db", Path("/a/b.db.views")),
        ("/a/b.db", Path("/a/b.db.views")),
        ("memory:", None),
        ("nats://127.0.0.1:4222/parlour", None),
        ("file:/a/game.jsonl", None),
        ("/a/game.jsonl", None),
    ],
)
def test_lists_are_beside_the_journals_that_need_them(url: str, path: Path | None) -> None:
    assert beside(url, VIEWS) == path
    assert path is None or path.name.endswith(VIEWS)


def test_identifiers_are_no_files() -> None:
    assert [is_file(word) for word in ("abcde", "game.jsonl", "./abcde", "")] == [False, True, True, True]


@pytest.mark.parametrize(
    ("journal", "option"),
    [
        ("", ""),
        ("sqlite:usual.db", ""),
        ("sqlite:a.db", " --journal sqlite:a.db"),
        ("file:my game.jsonl", " --journal 'file:my game.jsonl'"),
    ],
)
def test_journal_is_named_where_it_is_not_the_usual_one(
    journal: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "sqlite:usual.db")
    assert journal_option(journal) == option


def test_home_in_which_nothing_can_be_kept_is_answered_with_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.write_text("a file")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    with pytest.raises(JournalError, match=f"--journal sqlite:FILE or the variable {VARIABLE}=sqlite:FILE"):
        own_journal()


@pytest.mark.parametrize(("error", "status"), [(Refused("No."), 1), (Misfit("No."), 2)])
def test_what_went_wrong_is_one_sentence(error: Exception, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    @command
    async def work() -> int:
        raise ExceptionGroup("", [ExceptionGroup("", [error])])

    assert work() == status
    assert capsys.readouterr().err == "parlour: No.\n"


def test_log_is_written_only_when_nobody_looks_any_more(capsys: pytest.CaptureFixture[str]) -> None:
    with kept_log():
        logging.getLogger("parlour").warning("Something is %s.", "odd")
        assert capsys.readouterr().err == ""
    assert capsys.readouterr().err == "Something is odd.\n"


def test_program_is_called_by_its_name_or_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "bin" / "parlour"
    script.parent.mkdir()
    script.write_text("")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(script)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == "bin/parlour"
    monkeypatch.chdir("/")
    assert program() == str(script).removeprefix("/")
    monkeypatch.setenv("PATH", str(script.parent))
    assert program() == "parlour"
    monkeypatch.setattr("sys.argv", ["/somewhere/pytest"])
    assert program() == "parlour"
    monkeypatch.setattr("sys.argv", ["/somewhere/parlour/__main__.py"])
    assert program().endswith(" -m parlour")
