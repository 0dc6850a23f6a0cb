"""`parlour witness`: remembers the last checkpoint of somebody's log, and signs each that goes on there."""

from pathlib import Path

import trio

from core.base.game import Refused
from core.public_log.checkpoints import SignedCheckpoint, read_checkpoint
from core.public_log.directory import LogFiles, read_file, write_file
from core.public_log.keys import opened_key
from core.public_log.signed_notes import COSIGNS, PrivateKey, PublicKey
from core.public_log.witnessing import check_growth, cosigned, place_of
from frontends.commands.environment import command
from frontends.commands.log_files import log_files, public_key
from frontends.commands.signals import seconds_now, until_signal
from frontends.terminal.standard_streams import show, warn
from journal import JournalError
from journal.threads import Threads

_LOOKS = Threads("witnessed logs", 1)
ROUND = 60.0
"""Seconds between two looks at the log."""
EVIDENCE = "changed"
"""What a checkpoint is called that does not go on where the last one was, beside that one."""


@command
async def witness(place: str, log: str, out: Path, name: str, key: Path | None, once: bool) -> int:
    """Witness the log at `place` into the directory `out`, until a signal says enough, or once."""
    files, theirs = log_files(place), public_key(log)
    with opened_key(key or out.with_name(out.name + ".key"), COSIGNS, name) as own:
        show(f"The witness {own.name} signs into {out}. Its key, for everybody: {own.public}")
        if once:
            await _LOOKS.run(_look, files, theirs, own, out)
            return 0
        async with until_signal():
            while True:
                try:
                    await _LOOKS.run(_look, files, theirs, own, out)
                except (Refused, JournalError) as error:
                    warn(str(error))
                await trio.sleep(ROUND)


def _look(files: LogFiles, log: PublicKey, own: PrivateKey, out: Path) -> None:
    """Sign the log's checkpoint if it goes on where the last one was. Raises: Refused, JournalError."""
    signed = files.checkpoint(log)
    if signed is None:
        raise Refused("The log {name} has no checkpoint yet: try again later.", name=log.name)
    place = out / place_of(log.name)
    before = _remembered(place, log, own)
    try:
        check_growth(files, before.checkpoint if before else None, signed.checkpoint)
    except Refused:
        write_file(place.with_name(EVIDENCE), str(signed.note).encode())
        raise
    write_file(place, str(cosigned(signed, own, int(seconds_now()))).encode())
    show(f"{signed.checkpoint.size:,} entries of {log.name} are signed.")


def _remembered(place: Path, log: PublicKey, own: PrivateKey) -> SignedCheckpoint | None:
    """What was signed last; None before. Raises: Refused, where it is not what the witness has written."""
    raw = read_file(place)
    if not raw:
        return None
    found = read_checkpoint(raw, log, [own.public])
    if not found.witnesses:
        raise Refused("{path} is not signed by this witness: put back what it has signed last.", path=str(place))
    return found
