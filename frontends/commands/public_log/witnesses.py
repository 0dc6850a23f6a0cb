"""The witnesses of a log that is kept here: what they show is fetched, and what they are to sign is sent to them."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import attrs
import trio

from core.base.game import Refused
from core.public_log.directory import OwnDirectory, in_directory, read_file
from core.public_log.formats.checkpoints import SignedCheckpoint, read_checkpoint
from core.public_log.formats.signed_notes import Note, PublicKey, read_signatures
from core.public_log.formats.submissions import ADD, Submission
from core.public_log.publisher import FILES
from core.public_log.witnessing import place_of
from frontends.commands.public_log.files import SECONDS, fetched, is_address
from frontends.terminal.standard_streams import warn
from journal import JournalError
from journal.blocking_threads import Threads

ROUND = 60.0
"""Seconds between two looks at what witnesses have signed."""
LONGEST_ANSWER = 200
"""Characters of what a witness says that are shown."""
_WITNESSES = Threads("witnesses", 1)


@attrs.define
class Asked:
    """A witness that is sent each new checkpoint (C2SP tlog-witness)."""

    url: str
    key: PublicKey
    size: int = 0
    """Of the log when it signed last, as far as that is known."""


async def keep_witnessed(
    directory: OwnDirectory, log: PublicKey, shown: Sequence[str], asked: Sequence[Asked], *, once: bool
) -> None:
    """Keep what witnesses sign beside the newest checkpoint, from time to time or once."""
    while shown or asked:
        for place in shown:
            await _keep(directory, partial(_found, place, place_of(log.name)))
        for one in asked:
            await _keep(directory, partial(_signed, directory.path, log, one))
        if once:
            return
        await trio.sleep(ROUND)


async def _keep(directory: OwnDirectory, get: Callable[[], bytes]) -> None:
    try:
        if raw := await _WITNESSES.run(get):
            await FILES.run(directory.add_witnessed, raw)
    except (Refused, JournalError) as error:
        warn(str(error))


def _found(place: str, name: str) -> bytes:
    return fetched(f"{place.rstrip('/')}/{name}") if is_address(place) else read_file(Path(place) / name)


def _signed(path: Path, log: PublicKey, witness: Asked) -> bytes:
    """The newest checkpoint with the signature of a witness; nothing where it has signed that already. Blocks.

    Raises: Refused, JournalError.
    """
    files = in_directory(path)
    new = files.checkpoint(log)
    if new is None or new.checkpoint.size == witness.size:
        return b""
    status, said = _sent(witness, new, files.consistency(witness.size, new.checkpoint.size))
    if status == 409 and said.isascii() and said.strip().isdecimal() and int(said) <= new.checkpoint.size:
        witness.size = int(said)
        status, said = _sent(witness, new, files.consistency(witness.size, new.checkpoint.size))
    if status != 200:
        raise Refused(
            "The witness {name} does not sign this log: {said}",
            name=witness.key.name,
            said=said.strip()[:LONGEST_ANSWER],
        )
    note = Note(new.note.text, (*new.note.signatures, *read_signatures(said)))
    if not read_checkpoint(str(note).encode(), log, [witness.key]).witnesses:
        raise Refused("The signature of {name} is not right.", name=witness.key.name)
    witness.size = new.checkpoint.size
    return str(note).encode()


def _sent(witness: Asked, new: SignedCheckpoint, proof: tuple[bytes, ...]) -> tuple[int, str]:
    """Send a checkpoint. Returns: the status of HTTP, and the answer."""
    import httpx  # only for witnesses elsewhere

    body = bytes(Submission(witness.size, proof, str(new.note).encode()))
    try:
        answer = httpx.post(witness.url.rstrip("/") + ADD, content=body, timeout=SECONDS)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Refused("{address} does not answer as a witness does: try again later.", address=witness.url) from error
    return answer.status_code, answer.text
