"""Checkpoints (C2SP tlog-checkpoint): the size and the root of a log as a note, which it signs, and witnesses, too."""

from collections.abc import Sequence

import attrs

from core.base.game import Refused
from core.base.merkle_tree import HASH_BYTES
from core.public_log.formats.signed_notes import (
    COSIGNS,
    Note,
    PrivateKey,
    PublicKey,
    Signed,
    decoded,
    encoded,
    number_in,
    read_note,
    signers_of,
)

LARGEST_SIZE = 1 << 62


@attrs.frozen
class Checkpoint:
    """What a log says it is at a moment."""

    origin: str
    """The name of the log."""
    size: int
    """How many leaves it has."""
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{encoded(self.root)}\n"

    def signed(self, key: PrivateKey) -> Note:
        """With the log's own signature."""
        return Note(self.text, (key.sign(self.text),))


@attrs.frozen
class SignedCheckpoint:
    """A checkpoint whose signatures were checked."""

    checkpoint: Checkpoint
    note: Note
    witnesses: tuple[Signed, ...]
    """Those we know who have signed, too, and when."""


def read_text(text: str) -> Checkpoint:
    """What a checkpoint says, without looking at who has signed. Raises: Refused."""
    lines = text.split("\n")
    if len(lines) >= 4 and not lines[-1] and all(lines[:-1]):
        origin, size, root = lines[0], number_in(lines[1]), decoded(lines[2])
        if size is not None and size <= LARGEST_SIZE and len(root) == HASH_BYTES:
            return Checkpoint(origin, size, root)
    raise Refused("That is not the checkpoint of a log.")


def read_checkpoint(raw: bytes, log: PublicKey, witnesses: Sequence[PublicKey] = ()) -> SignedCheckpoint:
    """A checkpoint that the log with this key has signed. Raises: Refused."""
    if log.type == COSIGNS or any(witness.type != COSIGNS for witness in witnesses):
        raise Refused("The key of a log is not the key of a witness: exchange the two.")
    note = read_note(raw)
    checkpoint = read_text(note.text)
    signed = signers_of(note, (log, *witnesses))
    if checkpoint.origin != log.name or log not in {one.key for one in signed}:
        raise Refused("That checkpoint is not signed by the log {name}.", name=log.name)
    return SignedCheckpoint(checkpoint, note, tuple(one for one in signed if one.key != log))
