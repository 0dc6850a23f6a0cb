"""A witness: it signs what goes on, and nothing that became shorter or other than it was."""

from __future__ import annotations

import shutil
from collections import deque
from pathlib import Path

import pytest

from core.base.game import Refused
from core.base.merkle_tree import EMPTY_ROOT
from core.public_log.directory import WITNESSED, OwnDirectory, in_directory
from core.public_log.formats.checkpoints import Checkpoint, read_checkpoint
from core.public_log.formats.signed_notes import COSIGNS, PrivateKey
from core.public_log.witnessing import check_growth, cosigned, place_of
from tests.core.public_log.houses import KEY

WITNESSES = [PrivateKey(f"witness.example/w{n}", COSIGNS, bytes([n]) * 32) for n in (1, 2)]


def appended(path: Path, *leaves: bytes) -> Checkpoint:
    directory = OwnDirectory(path, KEY)
    deque(directory.load())
    return directory.append(leaves)


def test_growth_is_checked_by_the_files(tmp_path: Path) -> None:
    old = appended(tmp_path, b"a", b"b", b"c")
    new = appended(tmp_path, b"d", b"e")
    files = in_directory(tmp_path)
    check_growth(files, None, old)
    check_growth(files, old, new)
    check_growth(files, new, new)
    check_growth(files, Checkpoint(KEY.name, 0, EMPTY_ROOT), new)


def test_log_that_changed_its_past_is_found_out(tmp_path: Path) -> None:
    """Given a house that shows its witness one log, and later another."""
    old = appended(tmp_path / "a", b"a", b"b", b"c")
    new = appended(tmp_path / "b", b"a", b"x", b"c", b"d")
    with pytest.raises(Refused, match="changed its past"):
        check_growth(in_directory(tmp_path / "b"), old, new)
    same_size = appended(tmp_path / "c", b"a", b"x", b"c")
    with pytest.raises(Refused, match="changed its past"):
        check_growth(in_directory(tmp_path / "c"), old, same_size)
    with pytest.raises(Refused, match="changed its past"):
        check_growth(in_directory(tmp_path / "c"), None, Checkpoint(KEY.name, 0, bytes(32)))


def test_log_that_became_shorter_is_found_out(tmp_path: Path) -> None:
    old = appended(tmp_path / "a", b"a", b"b", b"c")
    new = appended(tmp_path / "b", b"a")
    with pytest.raises(Refused, match="shorter: 3 entries before, 1 now"):
        check_growth(in_directory(tmp_path / "b"), old, new)


def test_signatures_of_witnesses_are_kept_beside_the_newest_checkpoint(tmp_path: Path) -> None:
    appended(tmp_path, b"a")
    signed = in_directory(tmp_path).checkpoint(KEY.public)
    assert signed is not None
    directory = OwnDirectory(tmp_path, KEY)
    assert [*directory.load()] == [b"a"]
    for witness in WITNESSES:
        directory.add_witnessed(str(cosigned(signed, witness, 7)).encode())
    directory.append([b"b"])
    found = read_checkpoint((tmp_path / WITNESSED).read_bytes(), KEY.public, [one.public for one in WITNESSES])
    assert [one.key.name for one in found.witnesses] == ["witness.example/w1", "witness.example/w2"]
    assert '"closing"' not in str(directory.proofs({"closing": b"a"}))
    assert "witness.example/w2" in directory.proofs({"closing": b"a"})["closing"]
    assert "witness.example/w2" not in directory.proofs({"closing": b"b"})["closing"]


def test_house_notices_that_its_witness_has_seen_another_log(tmp_path: Path) -> None:
    """Given a house whose log was restored from a backup that is older than what its witness has signed."""
    appended(tmp_path / "a", b"a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    appended(tmp_path / "b", b"b")
    seen = in_directory(tmp_path / "b").checkpoint(KEY.public)
    assert seen is not None
    directory = OwnDirectory(tmp_path / "a", KEY)
    assert [*directory.load()] == [b"a"]
    with pytest.raises(Refused, match="seen another log"):
        directory.add_witnessed(str(cosigned(seen, WITNESSES[0], 7)).encode())


def test_place_is_that_of_the_specification() -> None:
    assert place_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855/checkpoint"
