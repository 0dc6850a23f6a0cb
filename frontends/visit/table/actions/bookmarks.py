"""Saving a game: to a file in front-ends that have files, else as a bookmark that can be returned to; and stopping.

Saving is also what is offered to somebody who wants no other hand. If it then comes to nothing, play goes on as if
another hand had been asked for, so that the save can be tried again (manual page of mille).
"""

from pathlib import Path

from msgspec.structs import replace

from core.base.game import Refused
from core.base.message import Message, message
from core.replay import transfer
from core.sessions.at_table import play
from core.table import Move, Return
from frontends.visit.destination import Destination, ToLobby
from frontends.visit.table.at_table import AtTable
from frontends.visit.text import wording
from journal import JournalError

NO_MARKS = message("No bookmarks yet. To set one: mark NAME")


async def save(at: AtTable, rest: str) -> None:
    """Keep the game as it stands now under a name."""
    if said := await _save(at, rest):
        at.visit.say(said)


async def stop(at: AtTable, rest: str) -> Destination | None:
    """No other hand is wanted: the game can be saved, unless it just has been."""
    if at.saved == at.table.view:
        return await _end(at)
    wants = await at.visit.confirm(message("Save game?"))
    if wants is None:
        return None
    if not wants:
        return await _end(at)
    try:
        said = await _save(at, "")
    except (Refused, JournalError):
        await at.submit(Move("another"))
        raise
    if not said:
        await at.submit(Move("another"))
        return None
    at.visit.farewell(said)
    return ToLobby()


async def mark(at: AtTable, rest: str) -> None:
    """Set a bookmark."""
    name = rest or await at.visit.ask(message("Name of the bookmark:"))
    if name and (kept := await at.attempt(lambda seen: play.mark(at.own, name, seen=seen))):
        at.visit.say(message('Marked as "{name}".', name=kept))


async def marks(at: AtTable, rest: str) -> None:
    """List the bookmarks; in screen mode, go to one."""
    names = at.table.marks
    if not names:
        raise Refused(NO_MARKS)
    if not at.visit.on_screen:
        at.visit.say(message("Bookmarks: {names}. To go back to one: return NAME", names=names))
        return
    if name := await at.visit.ask(message("Go back to ({names}):", names=names)):
        await go_back(at, name)


async def go_back(at: AtTable, rest: str) -> None:
    """Return to a bookmark."""
    if not rest:
        raise Refused("Type return and the name of a bookmark; marks lists them.")
    await at.submit(Return(rest))


async def _end(at: AtTable) -> Destination | None:
    """End the session, and go home with its result."""
    if not await at.submit(Move("stop")):
        return None
    if at.visit.on_screen:
        at.visit.farewell(wording.whose_turn(at.table))
    return ToLobby()


async def _save(at: AtTable, rest: str) -> Message | None:
    """Save. Returns: what to tell the person, None if they gave no name. Raises: Refused, JournalError."""
    return await (_save_file(at, rest) if at.visit.settings.has_files else _save_mark(at, rest))


async def _save_mark(at: AtTable, rest: str) -> Message | None:
    name = rest or await at.visit.ask(message("Name of the save:"))
    mark = await at.attempt(lambda seen: play.mark(at.own, name, seen=seen)) if name else None
    if not mark:
        return None
    at.saved = at.table.view
    return message('Saved as "{mark}". In the lobby: return {code} {mark}', mark=mark, code=at.own.code)


async def _save_file(at: AtTable, rest: str) -> Message | None:
    path, overwrite, last = rest, False, at.visit.settings.path
    if not path and last:
        overwrite = bool(await at.visit.confirm(message("Same file?")))
        path = last if overwrite else ""
    path = path or await at.visit.ask(message("file:"))
    if not path:
        return None
    file = _file(path)
    if not overwrite and transfer.is_there(file):
        overwrite = bool(await at.visit.confirm(message("Overwrite file?")))
        if not overwrite:
            return None
    time = await play.export(at.own, file, overwrite=overwrite)
    at.visit.settings, at.saved = replace(at.visit.settings, path=path), at.table.view
    return message("{path} [{time} UTC]", path=path, time=time[:19].replace("T", " "))


def _file(path: str) -> Path:
    """Raises Refused for what cannot name a file."""
    if "\0" in path:
        raise Refused("That is not a file name: choose another one.")
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise Refused("No home folder for {path}: give the full path.", path=path) from error
