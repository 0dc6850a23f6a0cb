"""`parlour backup` and `restore`."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.records.house_events import STREAM
from frontends.commands.environment import VIEWS, Misfit, beside, command, own_journal
from frontends.commands.transfer import finish
from frontends.terminal.standard_streams import show, warn
from journal import JournalError, split_url
from journal.credentials import without_secrets
from journal.operations.backup import Checked, back_up
from journal.operations.restore import restore


@command
async def back_up_house(journal: str, file: Path, force: bool) -> int:
    """Write a whole journal to a file."""
    url = journal or own_journal()
    if split_url(url)[0] == "memory":
        raise Misfit("A journal in memory ends with its program: name one that is stored.")
    if file.exists() and not force:
        raise JournalError("{file} exists already: choose another name, or use --force.", file=file)
    checked = await back_up(url, file, overwrite=force, finish=finish)
    _tell(checked, f"are in {file}")
    for damage in checked.damaged:
        warn(f"{damage} The backup has the same damage as the journal.")
    return 1 if checked.damaged else 0


@command
async def restore_house(journal: str, file: Path, until: str) -> int:
    """Make a new journal of a backup."""
    url = journal or own_journal()
    scheme, path = split_url(url)
    if scheme not in ("sqlite", "nats"):
        raise Misfit("A whole house goes into sqlite:PATH or nats://HOST; name such a journal with --journal.")
    # What was dropped stays dropped, whenever that was.
    wanted = moment(until) if until else ""
    if scheme == "sqlite" and Path(path).expanduser().exists():
        raise JournalError("{path} exists already: restore into a new journal, and name it with --journal.", path=path)
    checked = await restore(file, url, wanted, {STREAM})
    if views := beside(url, VIEWS):
        views.unlink(missing_ok=True)  # Lists of what was there before.
    target = path if scheme == "sqlite" else without_secrets(url)
    _tell(checked, f"of {file} are in {target}")
    return 0


def _tell(checked: Checked, where: str) -> None:
    ended = f"; the last of them is of {checked.newest}" if checked.newest else ""
    show(f"{checked.streams:,} streams with {checked.records:,} records {where} now, and every hash is correct{ended}.")


def moment(text: str) -> str:
    """A time as records have it. Raises: Misfit."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise Misfit(f'"{text}" is not a time: write it as 2026-11-20T20:15:03Z or "2026-11-20 20:15".') from error
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    time = (time + timedelta(microseconds=500)).astimezone(UTC)  # Records round to milliseconds, too.
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z"
