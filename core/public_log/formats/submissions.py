"""What a log sends to a witness to be signed, and what that answers (C2SP tlog-witness, add-checkpoint). Pure.

old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=        the proof that the log only grew, a hash on each line

example.com/behind-the-sofa                         the checkpoint, as a signed note
...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from core.base.game import Refused
from core.base.merkle_tree import EMPTY_ROOT, is_consistent
from core.public_log.formats.checkpoints import Checkpoint, SignedCheckpoint, read_checkpoint, read_text
from core.public_log.formats.signed_notes import (
    LARGEST,
    MOST_HASHES,
    Note,
    PublicKey,
    encoded,
    hashes_in,
    number_in,
    read_note,
)

ADD = "/add-checkpoint"
"""With what the path of a submission ends."""
LONGEST = LARGEST + 64 * (MOST_HASHES + 1)
"""Bytes of a submission."""
SIZE = "text/x.tlog.size"
"""The media type of an answer that is the size a witness has signed last."""


@attrs.frozen
class Submission:
    """A checkpoint that a witness is asked to sign, of which nothing has been checked yet."""

    old: int
    """How large the log was when the witness signed it last, as its sender believes."""
    proof: tuple[bytes, ...]
    checkpoint: bytes
    """A note as it was written."""

    def __bytes__(self) -> bytes:
        """As it is sent."""
        lines = (f"old {self.old}", *map(encoded, self.proof), "", "")
        return "\n".join(lines).encode() + self.checkpoint


def read_submission(raw: bytes) -> Submission:
    """A submission as it was sent. Raises: Refused."""
    above, blank, checkpoint = raw.partition(b"\n\n")
    first, *lines = above.decode("latin-1").split("\n")
    old, proof = number_in(first.removeprefix("old ")), hashes_in(lines)
    if not first.startswith("old ") or old is None or not blank or proof is None or len(raw) > LONGEST:
        raise Refused("That is not a checkpoint to be signed.")
    return Submission(old, proof, checkpoint)


@attrs.frozen
class Verdict:
    """What a witness answers to a submission, with the status of HTTP."""

    status: int
    body: str = ""
    form: str = "text/plain"
    kept: SignedCheckpoint | None = None
    """What the witness has signed, and must keep before it answers."""
    evidence: Note | None = None
    """A checkpoint that the log has signed beside another one of the same size: it has two pasts."""


def judged(
    raw: bytes,
    logs: Mapping[str, PublicKey],
    remembered: Callable[[PublicKey], SignedCheckpoint | None],
    sign: Callable[[SignedCheckpoint], Note],
) -> Verdict:
    """What a witness of some logs, by their names, answers; `remembered` is what it has signed last of one of them.

    Nothing else may be signed until what is `kept` is kept. Raises: what `remembered` does.
    """
    try:
        submission = read_submission(raw)
        new = read_text(read_note(submission.checkpoint).text)
    except Refused as refused:
        return Verdict(400, f"{refused}\n")
    if (log := logs.get(new.origin)) is None:
        return Verdict(404, "This witness does not know that log.\n")
    try:
        signed = read_checkpoint(submission.checkpoint, log)
    except Refused as refused:
        return Verdict(403, f"{refused}\n")
    if submission.old > new.size:
        return Verdict(400, "The log was larger before.\n")
    last = remembered(log)
    return _compared(submission, signed, last.checkpoint if last else Checkpoint(log.name, 0, EMPTY_ROOT), sign)


def _compared(
    submission: Submission,
    signed: SignedCheckpoint,
    last: Checkpoint,
    sign: Callable[[SignedCheckpoint], Note],
) -> Verdict:
    new = signed.checkpoint
    has_two_pasts = new.size == last.size and new.root != last.root
    evidence = signed.note if has_two_pasts and last.size else None
    if submission.old != last.size or has_two_pasts:
        return Verdict(409, f"{last.size}\n", SIZE, evidence=evidence)
    if last.size and not is_consistent(last.size, last.root, new.size, new.root, submission.proof):
        return Verdict(422, "That proof does not show that the log only grew.\n")
    if not last.size and submission.proof:
        return Verdict(422, "Of an empty log nothing is to be proved.\n")
    note = sign(signed)
    own = note.signatures[-1]
    return Verdict(200, own.line, kept=attrs.evolve(signed, note=note))
