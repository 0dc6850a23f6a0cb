"""A log as files: grown in any steps it is the same, and a checkpoint has all of its tiles at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.game import Refused
from core.base.merkle_tree import inclusion_proof, is_consistent, leaf_hash, root_of
from core.public_log.directory import CHECKPOINT, OwnDirectory, in_directory
from core.public_log.formats.tiles import TiledTree
from journal import JournalError
from tests.core.public_log.houses import KEY

LEAVES = [b"leaf %d" % number for number in range(1200)]


def grown(path: Path, *sizes: int) -> OwnDirectory:
    """A log that had these sizes, one after the other, and was opened anew each time."""
    for size in sizes:
        directory = OwnDirectory(path, KEY)
        before = len([*directory.load()])
        directory.append(LEAVES[before:size])
    return directory


def files(path: Path) -> dict[str, bytes]:
    """All files but the partial tiles of smaller logs, which may stay."""
    found = {str(one.relative_to(path)): one.read_bytes() for one in path.rglob("*") if one.is_file()}
    return {name: raw for name, raw in found.items() if not name.endswith(CHECKPOINT) or name == CHECKPOINT}


def test_log_is_the_same_however_it_grew(tmp_path: Path) -> None:
    at_once, step_by_step = tmp_path / "a", tmp_path / "b"
    grown(at_once, 1200)
    grown(step_by_step, 1, 2, 255, 256, 257, 512, 900, 1199, 1200)
    whole, stepped = files(at_once), files(step_by_step)
    assert {name: stepped[name] for name in whole} == whole
    assert {name.partition(".p/")[0] for name in stepped} == {name.partition(".p/")[0] for name in whole}


def test_partial_tiles_go_when_the_tile_is_full(tmp_path: Path) -> None:
    grown(tmp_path, 100, 256)
    assert sorted(files(tmp_path)) == ["checkpoint", "tile/0/000", "tile/1/000.p/1", "tile/entries/000"]


def test_log_may_be_read_by_a_web_server(tmp_path: Path) -> None:
    grown(tmp_path / "log", 3)
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "log").rglob("*") if path.is_file()}
    assert modes == {0o644}


def test_every_leaf_is_proved(tmp_path: Path) -> None:
    directory = grown(tmp_path, 300, 1200)
    signed = directory.checkpoint(KEY.public)
    assert signed is not None
    hashes = [*map(leaf_hash, LEAVES)]
    places = directory.find(1200, [LEAVES[0], LEAVES[777], LEAVES[1199], b"leaf 1200"])
    assert places == {LEAVES[0]: 0, LEAVES[777]: 777, LEAVES[1199]: 1199}
    for leaf, index in places.items():
        proof = directory.proof(signed.note, index)
        assert proof.hashes == inclusion_proof(hashes, index)
        assert proof.holds(leaf, signed.checkpoint)
        assert not proof.holds(b"other", signed.checkpoint)


def test_growth_is_proved_also_from_a_size_whose_partial_tiles_are_gone(tmp_path: Path) -> None:
    directory = grown(tmp_path, 100, 1200)
    hashes = [*map(leaf_hash, LEAVES)]
    for old in (1, 100, 256, 1000):
        proof = directory.consistency(old, 1200)
        assert is_consistent(old, root_of(hashes[:old]), 1200, root_of(hashes), proof)
    assert TiledTree(100, directory.tree(100).read).root == root_of(hashes[:100])


def test_what_a_crash_left_beyond_the_checkpoint_is_written_again(tmp_path: Path) -> None:
    """Given a crash after the tiles and before the checkpoint, and other leaves than those that come then."""
    path = tmp_path / "log"
    grown(path, 250)
    checkpoint = (path / CHECKPOINT).read_bytes()
    grown(path, 600)
    (path / CHECKPOINT).write_bytes(checkpoint)
    (path / "tile/entries/000").write_bytes(b"half a file")
    fresh = OwnDirectory(path, KEY)
    with pytest.raises(Refused, match="damaged"):
        [*fresh.load()]
    (path / "tile/entries/000").unlink()
    (path / "tile/entries/000.p").mkdir()
    (path / "tile/entries/000.p/250").write_bytes(
        b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in LEAVES[:250])
    )
    directory = OwnDirectory(path, KEY)
    assert [*directory.load()] == LEAVES[:250]
    directory.append([b"another"] * 100)
    assert [*OwnDirectory(path, KEY).load()] == [*LEAVES[:250], *[b"another"] * 100]


@pytest.mark.parametrize("name", ["tile/entries/000", "tile/entries/004.p/176"])
def test_damaged_entries_are_noticed(tmp_path: Path, name: str) -> None:
    grown(tmp_path, 1200)
    place = tmp_path / name
    raw = place.read_bytes()
    for wrong in (raw.replace(b"leaf 1", b"loaf 1", 1), raw[:-1], raw + b"\0"):
        place.write_bytes(wrong)
        with pytest.raises(Refused, match="damaged"):
            [*OwnDirectory(tmp_path, KEY).load()]
    place.unlink()
    with pytest.raises(Refused, match="missing"):
        [*OwnDirectory(tmp_path, KEY).load()]


def test_damaged_tile_gives_no_proof(tmp_path: Path) -> None:
    directory = grown(tmp_path, 1200)
    signed = directory.checkpoint(KEY.public)
    assert signed is not None
    (tmp_path / "tile/0/002").write_bytes(b"short")
    with pytest.raises(Refused, match="tile/0/002 is damaged"):
        in_directory(tmp_path).proof(signed.note, 513)
    (tmp_path / "tile/0/002").write_bytes(bytes(8192))
    assert not in_directory(tmp_path).proof(signed.note, 513).holds(LEAVES[513], signed.checkpoint)


def test_empty_directory_is_an_empty_log(tmp_path: Path) -> None:
    assert [*OwnDirectory(tmp_path / "none", KEY).load()] == []
    assert in_directory(tmp_path / "none").checkpoint(KEY.public) is None


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file")
    directory = OwnDirectory(tmp_path / "log", KEY)
    with pytest.raises(JournalError, match="not inside a directory"):
        directory.append(LEAVES[:1])
