"""The key of a log: made once, for its owner alone, and for one program at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.game import Refused
from core.public_log.formats.signed_notes import COSIGNS, SIGNS
from core.public_log.keys import opened_key
from journal import JournalError


def test_key_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with opened_key(path, SIGNS, "parlour.example/log") as key:
        assert path.stat().st_mode & 0o777 == 0o600
    with opened_key(path, SIGNS, "") as again:
        assert again == key
    assert str(key.seed) not in repr(key)


def test_key_is_for_one_program_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with (
        opened_key(path, SIGNS, "parlour.example/log"),
        pytest.raises(Refused, match="Another program signs with"),
        opened_key(path, SIGNS, ""),
    ):
        pass


@pytest.mark.parametrize(("name", "why"), [("", "has no name yet"), ("a b", "no blanks"), ("a+b", "no plus signs")])
def test_log_needs_a_name(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(Refused, match=why), opened_key(tmp_path / "key", SIGNS, name):
        pass
    assert not (tmp_path / "key").exists()


def test_key_keeps_its_name_and_its_purpose(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with opened_key(path, SIGNS, "parlour.example/log"):
        pass
    with pytest.raises(Refused, match=r"that of parlour\.example/log"), opened_key(path, SIGNS, "other.example/log"):
        pass
    with pytest.raises(Refused, match=r"that of parlour\.example/log"), opened_key(path, COSIGNS, ""):
        pass


@pytest.mark.parametrize("raw", [b"", b"nonsense", b"\xff\xfe", b"PRIVATE+KEY+a+b+c"])
def test_file_that_is_no_key_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "key").write_bytes(raw)
    with pytest.raises(Refused, match="not the private key"), opened_key(tmp_path / "key", SIGNS, ""):
        pass


def test_missing_directory_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="does not exist"), opened_key(tmp_path / "none" / "key", SIGNS, "a/b"):
        pass
