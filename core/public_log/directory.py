"""A log as files in a directory, for any web server or bucket: read, checked and appended to. Blocks.

Tiles come first and the checkpoint last, each file whole or not at all. So whoever reads a checkpoint finds all tiles
of it, also after a crash at any moment; what a crash has left beyond the checkpoint is written again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import attrs

from core.base.game import Refused
from core.base.merkle_tree import EMPTY_ROOT, GrowingTree, consistency_parts, inclusion_parts, leaf_hash, root_of
from core.public_log.formats.checkpoints import Checkpoint, SignedCheckpoint, read_checkpoint, read_text
from core.public_log.formats.proofs import Proof
from core.public_log.formats.signed_notes import Note, PrivateKey, PublicKey, read_note
from core.public_log.formats.tiles import (
    ENTRIES,
    WIDTH,
    Tile,
    TiledTree,
    bundle_of,
    count_at,
    hashes_in,
    leaves_in,
    new_tiles,
    tile_at,
)
from journal.atomic_files import explained, placed

CHECKPOINT = "checkpoint"
WITNESSED = "witnessed"
"""The last checkpoint that witnesses have signed, too: while people play the newest one is always ahead of it."""
Fetch = Callable[[str], bytes]
_LARGEST = 32 << 20
"""Bytes of a file that is read: 256 leaves of the greatest length have half as many."""
_PUBLIC_FILE, _PUBLIC_DIRECTORY = 0o644, 0o755
"""A log is for everybody, so a web server may read it whatever the umask says."""
_KEPT = 64
"""Tiles that are kept once they were read."""


def read_file(path: Path) -> bytes:
    """What a file of a log holds; nothing if it is not there. Raises: JournalError."""
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise explained(path, error) from error


def write_file(path: Path, raw: bytes) -> None:
    """Write a file for everybody, whole or not at all, and the directories above it. Raises: JournalError."""
    try:
        path.parent.mkdir(_PUBLIC_DIRECTORY, parents=True, exist_ok=True)
        with placed(path, overwrite=True) as temporary:
            temporary.write_bytes(raw)
            temporary.chmod(_PUBLIC_FILE)
    except OSError as error:
        raise explained(path, error) from error


class LogFiles:
    """The files of a log, read by anybody."""

    def __init__(self, fetch: Fetch) -> None:
        """`fetch` gives what a file of that name holds; nothing if it is not there. Raises: Refused, JournalError."""
        self._fetch = fetch
        self._hashes = lru_cache(_KEPT)(self._read_hashes)

    def checkpoint(self, log: PublicKey) -> SignedCheckpoint | None:
        """Its checkpoint; None where it has none yet. Raises: Refused, JournalError."""
        raw = self._fetch(CHECKPOINT)
        return read_checkpoint(raw, log) if raw else None

    def tree(self, size: int) -> TiledTree:
        """Its tree when it had so many leaves."""
        return TiledTree(size, self._hashes)

    def leaves(self, size: int) -> Iterator[tuple[bytes, ...]]:
        """All leaves, a file at a time. Raises: Refused, JournalError."""
        for index in range(-(-size // WIDTH)):
            tile = tile_at(ENTRIES, index, size)
            yield leaves_in(tile, self._read(tile))

    def checked_leaves(self, checkpoint: Checkpoint) -> Iterator[bytes]:
        """All leaves, which must have the root that was signed. Raises: Refused, once all were read; JournalError."""
        tree = GrowingTree()
        for leaves in self.leaves(checkpoint.size):
            tree = tree.with_leaves(map(leaf_hash, leaves))
            yield from leaves
        if tree.root != checkpoint.root:
            raise Refused("The files of the log are damaged: they do not have the root that was signed.")

    def find(self, size: int, leaves: Sequence[bytes]) -> Mapping[bytes, int]:
        """Where some leaves are in a log of so many; the newest are looked at first. Raises: Refused, JournalError."""
        missing, found = set(leaves), dict[bytes, int]()
        for index in reversed(range(-(-size // WIDTH))):
            tile = tile_at(ENTRIES, index, size)
            raw = self._read(tile)
            if any(leaf in raw for leaf in missing):
                places = {leaf: index * WIDTH + place for place, leaf in enumerate(leaves_in(tile, raw))}
                found |= {leaf: places[leaf] for leaf in missing & places.keys()}
                missing -= found.keys()
            if not missing:
                break
        return found

    def proof(self, note: Note, index: int) -> Proof:
        """The proof of a leaf in the log of a checkpoint. Raises: Refused, JournalError."""
        size = read_text(note.text).size
        hashes = map(self.tree(size).root_over, inclusion_parts(index, size))
        return Proof(index, tuple(hashes), str(note).encode())

    def proofs(self, leaves: Mapping[str, bytes]) -> Mapping[str, str]:
        """Proofs of some leaves by names for them, as an export carries them, with witnesses where there are any.

        Raises: Refused where one of them is not in the log, or its files are damaged; JournalError.
        """
        for name in (WITNESSED, CHECKPOINT):
            raw = self._fetch(name)
            note = read_note(raw) if raw else None
            places = self.find(read_text(note.text).size, [*leaves.values()]) if note else {}
            if note and len(places) == len(leaves):
                proofs = {name: self.proof(note, places[leaf]) for name, leaf in leaves.items()}
                if not all(proofs[name].holds(leaf, read_text(note.text)) for name, leaf in leaves.items()):
                    raise Refused("The files of the log are damaged: they do not have the root that was signed.")
                return {name: str(proof) for name, proof in proofs.items()}
        raise Refused("The log does not say yet how this game ended: try again when parlour log has run.")

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """The proof that the log of `new` leaves is that of `old`, gone on with. Raises: Refused, JournalError."""
        return tuple(map(self.tree(new).root_over, consistency_parts(old, new)))

    def _read_hashes(self, tile: Tile) -> tuple[bytes, ...]:
        return hashes_in(tile, self._read(tile))

    def _read(self, tile: Tile) -> bytes:
        """A tile; a partial one may be gone by now, and is then the beginning of the full one."""
        if raw := self._fetch(tile.path):
            return raw
        full = attrs.evolve(tile, width=WIDTH)
        whole = self._fetch(full.path) if tile.width < WIDTH else b""
        if not whole:
            raise Refused("The log's file {path} is missing.", path=tile.path)
        if tile.level == ENTRIES:
            return bundle_of(leaves_in(full, whole)[: tile.width])
        return b"".join(hashes_in(full, whole)[: tile.width])


def in_directory(path: Path) -> LogFiles:
    """The files of a log in a directory."""
    return LogFiles(lambda name: read_file(path / name))


class OwnDirectory(LogFiles):
    """The files of a log by the house whose log it is."""

    def __init__(self, path: Path, key: PrivateKey) -> None:
        super().__init__(lambda name: read_file(path / name))
        self.path, self._key = path, key
        self._tree = GrowingTree()
        self._last: tuple[bytes, ...] = ()
        """The leaves of the last file, while it is not full."""

    @property
    def size(self) -> int:
        """How many leaves it has."""
        return self._tree.size

    def load(self) -> Iterator[bytes]:
        """All leaves that its checkpoint counts, whose root they must have. Raises: Refused, JournalError."""
        signed = self.checkpoint(self._key.public)
        checkpoint = signed.checkpoint if signed else Checkpoint(self._key.name, 0, EMPTY_ROOT)
        yield from self.checked_leaves(checkpoint)
        tree = self.tree(checkpoint.size)
        self._tree = GrowingTree(checkpoint.size, tree.edge())
        rest = checkpoint.size % WIDTH
        tile = tile_at(ENTRIES, checkpoint.size // WIDTH, checkpoint.size)
        self._last = leaves_in(tile, self._read(tile)) if rest else ()
        if self._tree.root != checkpoint.root:
            raise Refused("The files of the log are damaged: they do not have the root that was signed.")

    def append(self, leaves: Sequence[bytes]) -> Checkpoint:
        """Add leaves, and sign what the log is then. Raises: JournalError, after which it must be loaded again."""
        old, grown = self.size, self._tree.with_leaves(map(leaf_hash, leaves))
        begin = old - len(self._last)
        pending = (*self._last, *leaves)
        hashes = tuple(map(leaf_hash, pending))
        for tile in new_tiles(old, grown.size):  # each level after the one below it, of which it is made
            at = slice(tile.index * WIDTH - begin, tile.index * WIDTH - begin + tile.width)
            if tile.level == ENTRIES:
                raw = bundle_of(pending[at])
            else:
                raw = b"".join(hashes[at] if tile.level == 0 else self._hashes_above(tile, old))
            self._write(tile.path, raw)
        checkpoint = Checkpoint(self._key.name, grown.size, grown.root)
        self._write(CHECKPOINT, str(checkpoint.signed(self._key)).encode())
        self._tree, self._last = grown, pending[grown.size // WIDTH * WIDTH - begin :]
        self._tidy(old, grown.size)
        return checkpoint

    def _hashes_above(self, tile: Tile, old: int) -> Iterator[bytes]:
        """The hashes of a tile, each of a full tile below it; those that a log of `old` leaves had stand in a file."""
        first, known = tile.index * WIDTH, count_at(tile.level, old)
        if first < known:
            yield from self._hashes(tile_at(tile.level, tile.index, old))
        for index in range(max(first, known), first + tile.width):
            yield root_of(self._hashes(Tile(tile.level - 1, index)))

    def add_witnessed(self, raw: bytes) -> None:
        """Keep a checkpoint of this log that a witness has signed, too, unless a later one is there.

        Raises: Refused for what is not the log's, JournalError.
        """
        new, before = read_checkpoint(raw, self._key.public), self._fetch(WITNESSED)
        old = read_checkpoint(before, self._key.public) if before else None
        note, size = new.note, new.checkpoint.size
        if size > self.size or self.tree(size).root != new.checkpoint.root:
            raise Refused(
                "A witness has seen another log of {name}: it had {size} entries.", name=self._key.name, size=size
            )
        if old and old.checkpoint == new.checkpoint:
            note = Note(note.text, tuple(dict.fromkeys((*old.note.signatures, *note.signatures))))
        if old is None or size >= old.checkpoint.size:
            self._write(WITNESSED, str(note).encode())

    def _write(self, name: str, raw: bytes) -> None:
        write_file(self.path / name, raw)

    def _tidy(self, old: int, new: int) -> None:
        """Remove the partial tiles of tiles that have become full: nobody has to serve them any more."""
        for tile in new_tiles(old, new):
            if tile.width == WIDTH:
                partial = self.path / f"{tile.path}.p"
                with suppress(OSError):  # they only take up room
                    for left in partial.iterdir():
                        left.unlink()
                    partial.rmdir()
