"""Secrets come from files, and are not shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from journal import JournalError, open_journal, split_url
from journal.credentials import read_credential, without_secrets


def test_line_of_a_file_is_read_without_what_is_around_it(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("\n  s3cret \r\n\n")
    assert read_credential(file) == "s3cret"


@pytest.mark.parametrize("content", [b"", b"\n \n", b"one\ntwo\n", b"\xff\xfe", b"a\0b"])
def test_file_that_does_not_hold_one_line_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    with pytest.raises(JournalError, match=r"token must hold one line of text and nothing else\.$"):
        read_credential(file)


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"none cannot be read: No such file or directory\.$"):
        read_credential(tmp_path / "none")
    with pytest.raises(JournalError, match=r"cannot be read: Is a directory\.$"):
        read_credential(tmp_path)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("nats://s3cret@one,two/house?tls=1", "nats://one,two/house?tls=1"),
        ("nats://ann:p@ss@one", "nats://one"),
        ("nats://one/house", "nats://one/house"),
        ("sqlite:a@b.db", "sqlite:a@b.db"),
        ("@/run/journal", "@/run/journal"),
    ],
)
def test_url_is_shown_without_login(url: str, shown: str) -> None:
    assert without_secrets(url) == shown


async def test_journal_is_named_by_a_file(tmp_path: Path) -> None:
    named = tmp_path / "journal.url"
    named.write_text(f"sqlite:{tmp_path / 'games.db'}\n")
    assert split_url(f"@{named}") == ("sqlite", str(tmp_path / "games.db"))
    async with open_journal(f"@{named}"):
        pass
    assert (tmp_path / "games.db").exists()


def test_file_names_a_journal_and_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "journal.url").write_text("redis:there\n")
    with pytest.raises(JournalError, match=r"not know journals of the kind redis; write .* or @FILE\.$"):
        split_url(f"@{tmp_path / 'journal.url'}")
