"""Putting back what a copy of a journal has lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from journal.api import Journal, JournalError, Record
from journal.blocking_threads import Threads
from journal.game_lines import write_lines
from journal.operations.comparison import StoredCopy
from journal.operations.copy import append_decisions
from journal.operations.examination import assembled

_THREADS = Threads("repairs", 1)


async def put_back(journal: Journal, stream: str, records: Sequence[Record], *, anew: bool = False) -> None:
    """Make a stream of a journal hold these records: the rest of them, if it has their beginning, else all anew.

    What was appended to it since they were read stays: that follows them, or else nothing is changed, for the next look
    at all copies takes it in. Followers of a stream that is made anew get nothing more. Raises: JournalError.
    """
    held = await StoredCopy("", journal).look(stream)
    records = assembled(stream, [[record.line for record in records], held.lines])
    chain = held.chain
    is_beginning = chain.is_whole and (
        not chain.seq or (chain.seq <= len(records) and records[chain.seq - 1].hash == chain.hash)
    )
    if is_beginning and not anew:
        if chain.seq < len(records):
            await append_decisions(journal, stream, records[chain.seq :])
    elif len(held.lines) <= len(records):
        await _rebuild(journal, stream, records, held.lines)


async def _rebuild(journal: Journal, stream: str, records: Sequence[Record], held: Sequence[bytes]) -> None:
    """Drop a stream and store it again. It is in a file meanwhile: no other copy may have it, and storing may fail."""
    file = Path(f"scrub-{records[-1].hash[:16]}-{os.getpid()}.jsonl")
    await _THREADS.run(partial(write_lines, file, records, {"stream": stream}, overwrite=True))
    try:
        # Somebody may play there: what was appended while the file was written would go with the stream.
        if (await StoredCopy("", journal).look(stream)).lines == held:
            await journal.drop(stream)
            await append_decisions(journal, stream, records)
    except JournalError as error:
        raise JournalError(
            "{stream} could not be put back: {why} Its records are in the file {path}; bring them into the journal "
            "with parlour copy.",
            stream=stream, why=error.sentence, path=file,
        ) from error  # fmt: skip
    await _THREADS.run(file.unlink)
