"""`parlour backup` and `restore`.

Each answers an exit status: 0, 1 for what failed, 2 for words that do not fit.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.projections.engine.opening import SUFFIX
from core.records.house_events import STREAM
from frontends.commands.environment import Misfit, own_journal, run
from frontends.commands.transfer import introduce
from frontends.terminal.standard_streams import show, warn
from journal import JournalError, split_url
from journal.credentials import without_secrets
from journal.operations.backup import Checked, back_up, restore


def back_up_house(journal: str, file: Path, force: bool) -> int:
    """Write a whole journal to a file."""

    async def work() -> int:
        url = journal or own_journal()
        if split_url(url)[0] == "memory":
            raise Misfit("A journal in memory is gone with its program; name one that is kept.")
        if file.exists() and not force:
            raise JournalError("{file} exists already: choose another name, or use --force.", file=file)
        checked = await back_up(url, file, overwrite=force, finish=introduce)
        show(f"{_described(checked)} are in {file} now, and every hash is right{_ended(checked)}.")
        for damage in checked.damaged:
            warn(f"{damage} The journal has that damage, and so has the backup.")
        return 1 if checked.damaged else 0

    return run(work)


def restore_house(journal: str, file: Path, until: str) -> int:
    """Make a new journal of a backup."""

    async def work() -> int:
        url = journal or own_journal()
        scheme, path = split_url(url)
        if scheme not in ("sqlite", "nats"):
            raise Misfit("A whole house goes into sqlite:PATH or nats://HOST; name such a journal with --journal.")
        # What was dropped stays dropped, whenever that was.
        wanted = moment(until) if until else ""
        if scheme == "sqlite" and Path(path).expanduser().exists():
            raise JournalError(
                "{path} exists already: restore into a new journal, and name it with --journal.", path=path
            )
        checked = await restore(file, url, wanted, {STREAM})
        if scheme == "sqlite":
            Path(path + SUFFIX).expanduser().unlink(missing_ok=True)  # Lists of what was there before.
        target = path if scheme == "sqlite" else without_secrets(url)
        show(f"{_described(checked)} of {file} are in {target} now, and every hash is right{_ended(checked)}.")
        return 0

    return run(work)


def _described(checked: Checked) -> str:
    return f"{checked.streams:,} streams with {checked.records:,} records"


def _ended(checked: Checked) -> str:
    return f"; the last of them is of {checked.newest}" if checked.newest else ""


def moment(text: str) -> str:
    """A time as records have it. Raises: Misfit."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise Misfit(f'"{text}" is no time: write it as 2026-11-20T20:15:03Z or "2026-11-20 20:15".') from error
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    time = (time + timedelta(microseconds=500)).astimezone(UTC)  # Records round to milliseconds, too.
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z"
