"""Proofs as texts (C2SP tlog-proof): where a leaf is in a log, the way up to the root, and the checkpoint with it."""

import attrs

from core.base.game import Refused
from core.base.merkle_tree import is_included, leaf_hash
from core.public_log.formats.checkpoints import Checkpoint
from core.public_log.formats.signed_notes import LARGEST, encoded, hashes_in, number_in

_FIRST = "c2sp.org/tlog-proof@v1"


@attrs.frozen
class Proof:
    """That a leaf is in a log, of which nothing has been checked yet."""

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: bytes
    """A note as it was written."""

    def __str__(self) -> str:
        """The proof as it is written."""
        hashes = "".join(f"{encoded(hash)}\n" for hash in self.hashes)
        return f"{_FIRST}\nindex {self.index}\n{hashes}\n{self.checkpoint.decode()}"

    def holds(self, leaf: bytes, checkpoint: Checkpoint) -> bool:
        """Whether it shows that a leaf is in the log of a checkpoint, which is the one in it."""
        return is_included(checkpoint.root, checkpoint.size, self.index, leaf_hash(leaf), self.hashes)


def read_proof(text: str) -> Proof:
    """A proof as it was written. Raises: Refused."""
    above, blank, checkpoint = text.partition("\n\n")
    first, *lines = above.split("\n")
    if lines and lines[0].startswith("extra "):  # nobody has signed that, and nothing here needs it
        lines = lines[1:]
    index = number_in(lines[0].removeprefix("index ")) if lines and lines[0].startswith("index ") else None
    hashes = hashes_in(lines[1:])
    if first != _FIRST or not blank or index is None or hashes is None or len(text) > LARGEST:
        raise Refused("That is not a proof that something is in a log.")
    return Proof(index, hashes, checkpoint.encode())
