"""`parlour log`: the public log of a house, kept as people play; two moments of one compared; a whole one read."""

from collections.abc import Sequence
from pathlib import Path

import trio

from core.base.game import Refused
from core.public_log.directory import CHECKPOINT, LogFiles, OwnDirectory, in_directory, read_file
from core.public_log.formats.checkpoints import Checkpoint, read_checkpoint
from core.public_log.formats.signed_notes import SIGNS, PublicKey
from core.public_log.keys import opened_key
from core.public_log.known_leaves import KnownLeaves, faults
from core.public_log.leaves import read_leaf
from core.public_log.logged_game import checkpoint_in
from core.public_log.publisher import Publisher
from core.public_log.witnessing import check_growth
from frontends.commands.environment import LOG_KEY, Misfit, beside, command, own_journal, warn_all
from frontends.commands.public_log.files import is_address, log_files, public_key
from frontends.commands.public_log.witnesses import Asked, keep_witnessed
from frontends.commands.signals import seconds_now, until_signal
from frontends.terminal.standard_streams import show
from journal import open_journal
from journal.blocking_threads import Threads
from journal.game_lines import read_lines

_READS = Threads("log reads", 1)
STATE = ".state"
"""What the file is called that says how far a log has come, after the name of its key."""


@command
async def keep_log(
    journal: str,
    out: Path | None,
    name: str,
    key: Path | None,
    once: bool,
    witnessed: tuple[str, ...],
    witness: tuple[tuple[str, str], ...],
    consistent: tuple[str, str] | None,
    audit: str,
    log: str,
) -> int:
    """Do what the words ask for, one of the three."""
    if sum(map(bool, (out, consistent, audit))) != 1:
        raise Misfit("Say one of --out DIR, --consistent A B and --audit DIR.")
    if out:
        asked = [Asked(url, public_key(word)) for url, word in witness]
        return await _publish(journal or own_journal(), out, name, key, witnessed, asked, once=once)
    if not log:
        raise Misfit("--log KEY is needed, the key of the house's log, or a file with it.")
    if consistent:
        return await _READS.run(_compare, consistent, public_key(log))
    return await _READS.run(_audit, audit, public_key(log))


async def _publish(
    url: str,
    out: Path,
    name: str,
    key: Path | None,
    witnessed: Sequence[str],
    asked: Sequence[Asked],
    *,
    once: bool,
) -> int:
    place = key or beside(url, LOG_KEY)
    if place is None:
        raise Misfit("--key FILE is needed for a journal that is no file here.")
    with opened_key(place, SIGNS, name) as own:
        directory = OwnDirectory(out, own)
        show(f"The log {own.name} is in {out}. Its key, for everybody: {own.public}")
        async with open_journal(url, read_only=True) as journal:
            warn_all(journal.notices)
            publisher = Publisher(journal, directory, place.with_name(place.name + STATE), seconds_now)
            caught_up = trio.Event()
            async with until_signal() as nursery:
                nursery.start_soon(publisher.run, caught_up.set)
                await caught_up.wait()
                show(f"It has all that was stored before: {directory.size:,} entries.")
                await keep_witnessed(directory, own.public, witnessed, asked, once=once)
                if once:
                    nursery.cancel_scope.cancel()
    return 0


def _compare(named: tuple[str, str], log: PublicKey) -> int:
    """Whether one of two checkpoints of a log is the other one gone on with."""
    (old, _), (new, files) = sorted((_moment(place, log) for place in named), key=lambda one: one[0].size)
    if old.size < new.size and files is None:
        raise Misfit("The later one must be the log itself, a directory or an address: its files prove the growth.")
    check_growth(files or in_directory(Path()), old, new)
    show(f"The log {log.name} only grew: its first {old.size:,} of {new.size:,} entries are as they were.")
    return 0


def _moment(place: str, log: PublicKey) -> tuple[Checkpoint, LogFiles | None]:
    """A checkpoint that somebody names: of a log, of an export, or in a file of its own."""
    path = Path(place)
    if is_address(place) or path.is_dir():
        files = log_files(place)
        signed = files.checkpoint(log)
        if signed is None:
            raise Refused("There is no log in {path}.", path=place)
        return signed.checkpoint, files
    raw = read_file(path)
    if raw.startswith(b'{"parlour":'):
        raw = checkpoint_in(read_lines(path).header.log)
    beside = in_directory(path.parent) if path.name == CHECKPOINT else None
    return read_checkpoint(raw, log).checkpoint, beside


def _audit(place: str, log: PublicKey) -> int:
    """Read a whole log as a stranger: whether its files are what it signed, which numbers are missing or double."""
    files = log_files(place)
    signed = files.checkpoint(log)
    if signed is None:
        raise Refused("There is no log in {path}.", path=place)
    checkpoint = signed.checkpoint
    known = KnownLeaves(map(read_leaf, files.checked_leaves(checkpoint)))
    found = [*faults(known)]
    for fault in found:
        show(str(fault))
    said = f"faults: {len(found):,}" if found else "each number once"
    show(f"The log {log.name} has {checkpoint.size:,} entries; {_counted(known)}; {said}.")
    return 1 if found else 0


def _counted(known: KnownLeaves) -> str:
    """What is in a log. Games that are not over may be played, and may have vanished: a stranger sees how many."""
    unknown = f", of kinds unknown here: {known.unknown:,}" if known.unknown else ""
    books = f"books: {len(known.books):,}, not used up: {known.open_books:,}"
    return f"{books}, games: {known.games:,}, not over: {known.unended_games:,}{unknown}"
