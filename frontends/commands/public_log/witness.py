"""`parlour witness`: remembers the last checkpoints of logs, and signs each that goes on there.

It looks at a log itself from time to time, or is sent checkpoints at a port (C2SP tlog-witness).
"""

from collections.abc import Sequence
from pathlib import Path

import trio

from core.base.game import Refused
from core.public_log.directory import LogFiles, read_file, write_file
from core.public_log.formats.checkpoints import SignedCheckpoint, read_checkpoint
from core.public_log.formats.signed_notes import COSIGNS, PrivateKey, PublicKey
from core.public_log.keys import opened_key
from core.public_log.witnessing import check_growth, cosigned, place_of
from frontends.commands.environment import Misfit, command
from frontends.commands.ports import address
from frontends.commands.public_log.files import log_files, public_key
from frontends.commands.public_log.witness_port import EVIDENCE, WitnessPort
from frontends.commands.signals import seconds_now, until_signal
from frontends.terminal.standard_streams import show, warn
from journal import JournalError
from journal.blocking_threads import Threads

_LOOKS = Threads("witnessed logs", 1)
ROUND = 60.0
"""Seconds between two looks at the log."""


@command
async def witness(
    place: str, log: tuple[str, ...], listen: str, out: Path, name: str, key: Path | None, once: bool
) -> int:
    """Witness logs into the directory `out`, until a signal says enough, or once.

    That is the log at `place`, which is looked at, or those of all keys in `log`, which are sent to the port `listen`.
    """
    if bool(place) == bool(listen) or (place and len(log) > 1) or (listen and once):
        raise Misfit("Name one log to look at, DIR or URL, with its key; or where logs send theirs: --listen HOST:PORT")
    door = address("--listen", listen) if listen else None
    theirs = [public_key(one) for one in log]
    with opened_key(key or out.with_name(out.name + ".key"), COSIGNS, name) as own:
        show(f"The witness {own.name} signs into {out}. Its key, for everybody: {own.public}")
        if once:
            await _LOOKS.run(_look, log_files(place), theirs[0], own, out)
            return 0
        async with until_signal() as nursery:
            if door is not None:
                at = await nursery.start(_port(theirs, own, out).run, *door)
                show(f"It signs what is sent to http://{door[0]}:{at}/add-checkpoint")
                await trio.sleep_forever()
            while True:
                try:
                    await _LOOKS.run(_look, log_files(place), theirs[0], own, out)
                except (Refused, JournalError) as error:
                    warn(str(error))
                await trio.sleep(ROUND)
    return 0


def _port(logs: Sequence[PublicKey], own: PrivateKey, out: Path) -> WitnessPort:
    return WitnessPort(
        logs, out, lambda log: remembered(out, log, own), lambda signed: cosigned(signed, own, int(seconds_now()))
    )


def _look(files: LogFiles, log: PublicKey, own: PrivateKey, out: Path) -> None:
    """Sign the log's checkpoint if it goes on where the last one was. Raises: Refused, JournalError."""
    signed = files.checkpoint(log)
    if signed is None:
        raise Refused("The log {name} has no checkpoint yet: try again later.", name=log.name)
    place = out / place_of(log.name)
    before = remembered(out, log, own)
    try:
        check_growth(files, before.checkpoint if before else None, signed.checkpoint)
    except Refused:
        write_file(place.with_name(EVIDENCE), str(signed.note).encode())
        raise
    write_file(place, str(cosigned(signed, own, int(seconds_now()))).encode())
    show(f"{signed.checkpoint.size:,} entries of {log.name} are signed.")


def remembered(out: Path, log: PublicKey, own: PrivateKey) -> SignedCheckpoint | None:
    """What was signed last; None before. Raises: Refused, where it is not what the witness has written."""
    place = out / place_of(log.name)
    raw = read_file(place)
    if not raw:
        return None
    found = read_checkpoint(raw, log, [own.public])
    if not found.witnesses:
        raise Refused("{path} is not signed by this witness: put back what it has signed last.", path=str(place))
    return found
