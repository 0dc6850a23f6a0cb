"""What a witness does (C2SP tlog-witness): it remembers a log's last checkpoint, and signs only what goes on there.

A house that shows strangers different logs must show its witness one of them: then the others lack a signature.
"""

from __future__ import annotations

from hashlib import sha256

from core.base.game import Refused
from core.base.merkle_tree import EMPTY_ROOT, is_consistent
from core.public_log.directory import LogFiles
from core.public_log.formats.checkpoints import Checkpoint, SignedCheckpoint
from core.public_log.formats.signed_notes import Note, PrivateKey


def place_of(origin: str) -> str:
    """Where a witness shows the last checkpoint of a log that it has signed, below its own address."""
    return f"{sha256(origin.encode()).hexdigest()}/checkpoint"


def check_growth(files: LogFiles, old: Checkpoint | None, new: Checkpoint) -> None:
    """Check by the files of a log that it is an older one gone on with.

    Raises: Refused when it is not, or the files are not those of the checkpoint; JournalError.
    """
    if old is None or old.size == 0:
        is_same = new.size > 0 or new.root == EMPTY_ROOT
    elif old.size > new.size:
        raise Refused(
            "The log {name} has become shorter: {old} entries before, {new} now. Ask the house why.",
            name=new.origin, old=old.size, new=new.size,
        )  # fmt: skip
    else:
        is_same = is_consistent(old.size, old.root, new.size, new.root, files.consistency(old.size, new.size))
    if not is_same:
        raise Refused("The log {name} has changed its past: keep both checkpoints, they prove it.", name=new.origin)


def cosigned(signed: SignedCheckpoint, witness: PrivateKey, time: int) -> Note:
    """A checkpoint with the log's own signature and that of a witness, made at a time in seconds since the epoch."""
    own = (one for one in signed.note.signatures if one.name == signed.checkpoint.origin)
    return Note(signed.note.text, (*own, witness.sign(signed.note.text, time)))
