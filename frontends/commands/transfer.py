"""`parlour copy`, `mirror` and `scrub`: a house moved between stores, kept twice, and its copies compared."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.books import daily_chains
from core.books.seed_books import BOOK
from core.house.service import open_service
from core.records.house_events import EVENTS, STREAM, Dropped
from core.records.whole_table import folded
from core.replay import transfer
from frontends.commands.environment import Misfit, check_readable, command, own_journal, warn_all
from frontends.commands.signals import until_signal
from frontends.terminal.standard_streams import show, warn
from journal import Journal, JournalError, Record, open_journal, split_url
from journal.credentials import without_secrets
from journal.operations.copy import Copied, Drops, Gone, Progress, copy
from journal.operations.examination import Fault, Findings
from journal.operations.mirror import Mirrored, mirror
from journal.operations.scrub import Scrubbed, scrub

MOST_SHOWN = 20
"""Faults, or names of streams, that are listed one by one."""
TABLE = "table/"


def _dropped(record: Record) -> Gone | None:
    if EVENTS.get(record.kind) is not Dropped or not isinstance(record.data, dict):
        return None
    stream, first = record.data.get("stream"), record.data.get("first", "")
    return Gone(stream, first) if isinstance(stream, str) and isinstance(first, str) else None


DROPS = Drops(STREAM, _dropped)


@command
async def copy_house(source: str, target: str) -> int:
    """Copy everything from one journal, the usual one if it is empty, to another."""
    source = source or own_journal()
    _check_different(source, target)
    async with open_journal(source, read_only=True) as old, open_journal(target) as new:
        warn_all((*old.notices, *new.notices))
        is_file = split_url(target)[0] == "file"
        if is_file:
            await _name_persons(old, new)
        with _bar() as told:
            # A file holds one game; persons and talk have no place in it.
            copied = await copy(old, new, told, lambda stream: stream.startswith(TABLE) or not is_file, DROPS)
        await (introduce if is_file else finish)(old, new)
        status = _report(copied, target)
        check_readable(old)
    return status


def _check_different(source: str, target: str) -> None:
    """Raises: Misfit for journals that cannot be copied."""
    if "memory" in (split_url(source)[0], split_url(target)[0]):
        raise Misfit("A journal in memory ends with its program: name two that are stored.")
    if split_url(source) == split_url(target):
        raise Misfit("Both are the same journal: name two different ones.")


def _check_is_there(url: str) -> None:
    """Raises: JournalError for a journal that would have to be made: it has nothing to compare."""
    scheme, path = split_url(url)
    if scheme == "sqlite" and not Path(path).expanduser().exists():
        raise JournalError("{path} is not there; check the name of the journal.", path=path)


async def _name_persons(old: Journal, new: Journal) -> None:
    """Say on the first line of a file what those are called who play in it."""
    page = await old.streams(TABLE, limit=2)
    if len(page.summaries) > 1:
        raise JournalError("A file holds one game only; copy into sqlite:PATH, or export a game with parlour export.")
    for summary in page.summaries:
        id = summary.stream.removeprefix(TABLE)
        async with open_service(old) as service:
            table = await folded(id, await service.records(id))
            await service.directory.learn(table.people)
            await new.note(transfer.header(service, table))


async def finish(old: Journal, new: Journal) -> None:
    """Bring over what a copy of a house has left: names, and numbers and days of tables opened while it was made.

    A table may have been copied that was opened after its book was: then the book would not know the table's number. So
    it is with the chain of a daily deal.
    """
    await introduce(old, new)
    await copy(old, new, wanted=lambda stream: stream.startswith(BOOK) or stream == daily_chains.STREAM)


async def introduce(old: Journal, new: Journal) -> None:
    """Learn the names of the people in a game from a file."""
    if old.header is not None:
        async with open_service(new) as service:
            for id, name in old.header.names.items():
                await service.directory.introduce(id, name)


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    """Show how far it has come, on standard error and only at a terminal."""
    error = sys.stderr
    shown = -1

    def told(progress: Progress) -> None:
        nonlocal shown
        done = 50 * (progress.copied + progress.compared) // progress.of if progress.of else 100
        if error.isatty() and done != shown:
            shown = done
            bar = ("#" * (done // 4)).ljust(25, "-")
            error.write(f"\rCopying [{bar}] {done:>3} %  {progress.compared:,} of {progress.of:,} records")
            error.flush()

    try:
        yield told
    finally:
        if shown >= 0:
            error.write("\n")


def _report(copied: Copied, target: str) -> int:
    show(
        f"{copied.streams:,} streams with {copied.records:,} records are in {without_secrets(target)} now, the same "
        f"as in the source; {copied.new:,} of the records are new."
    )
    for damage in copied.damaged:
        warn(f"{damage} It was copied up to there.")
    _list("only in the copy, although nothing says that they were deleted", copied.extra)
    return 1 if copied.damaged else 0


def _list(what: str, streams: tuple[str, ...]) -> None:
    if streams:
        more = f" and {len(streams) - MOST_SHOWN} more" if len(streams) > MOST_SHOWN else ""
        warn(f"Streams {what}: {', '.join(streams[:MOST_SHOWN])}{more}.")


@command
async def keep_mirror(source: str, target: str) -> int:
    """Follow everything in a journal, the usual one if it is empty, into a second one, until a signal says enough."""

    def told(mirrored: Mirrored) -> None:
        if mirrored.trouble is not None:
            warn(mirrored.trouble)

    async def keep(source: str) -> None:
        async with open_journal(source, read_only=True) as old, open_journal(target) as new:
            with _bar() as progress:
                await mirror(old, new, DROPS, told, progress, lambda: show("The mirror follows the house."))

    source = source or own_journal()
    _check_different(source, target)
    if split_url(target)[0] == "file":
        raise Misfit("A file holds one game only: mirror into sqlite:PATH.")
    async with until_signal() as nursery:
        nursery.start_soon(keep, source)
    return 0


@command
async def scrub_house(journal: str, house: str, mirror: str, repair: bool) -> int:
    """Compare all copies of a house, or else of the one on the journal, and make them whole."""
    house = house or journal or own_journal()
    for url in filter(None, (house, mirror)):
        _check_is_there(url)
    with _reading() as told:
        scrubbed = await scrub(house, mirror, DROPS, repair=repair, told=told)
    return _report_scrubbed(scrubbed, repaired=repair)


@contextmanager
def _reading() -> Iterator[Callable[[str, int, int], None]]:
    """Say which copy is read; at a terminal also, on standard error, how far all of them are."""
    error = sys.stderr
    shares: dict[str, str] = {}

    def told(name: str, done: int, of: int) -> None:
        if name not in shares:
            show(f"Reading {name} ...")
        share = f"{100 * done // of:>3} %" if of else f"{done:,}"
        if error.isatty() and shares.get(name) != share:
            error.write("\r" + "  ".join(f"{one}: {how}" for one, how in {**shares, name: share}.items()))
            error.flush()
        shares[name] = share

    try:
        yield told
    finally:
        if shares and error.isatty():
            error.write("\n")


def _report_scrubbed(scrubbed: Scrubbed, *, repaired: bool) -> int:
    found = scrubbed.found
    show(f"{found.streams:,} streams with {found.records:,} records: {_said(found)}.")
    _list_faults(found.faults)
    _list("that no copy has in full; they were left as they are", found.lost)
    if repaired and found.faults:
        show(f"After the repair: {_said(scrubbed.left)}.")
        _list_faults(scrubbed.left.faults)
    elif found.faults:
        show("Nothing was changed: --repair puts back what any of the copies has.")
    return 1 if scrubbed.left.faults else 0


def _said(findings: Findings) -> str:
    if not findings.faults:
        return "all copies are whole and the same"
    return f"{len(findings.faults):,} faults in {len(findings.whole):,} streams"


def _list_faults(faults: tuple[Fault, ...]) -> None:
    for fault in faults[:MOST_SHOWN]:
        show(f"  {fault.copy}: {fault.stream + ': ' if fault.stream else ''}{fault.what}")
    if len(faults) > MOST_SHOWN:
        show(f"  and {len(faults) - MOST_SHOWN:,} more")
