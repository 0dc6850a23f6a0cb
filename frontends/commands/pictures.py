"""`parlour export --cast`, `--svg`, `--png` and `--text`: what one viewer may see of a game, for people elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from core.base.game import EVERYONE, SPECTATOR, Refused, Viewer
from core.house.service import Service
from core.people.persons import unmarked
from core.replay.player import Player
from core.replay.recorded_games import game_of
from core.replay.recording import Recording
from core.sessions.arrival.table_access import recall
from core.sessions.identity.visitor import Resident
from core.sessions.parlour import Parlour
from frontends.commands.environment import Misfit, command, language_asked, open_house
from frontends.commands.picture_options import Wanted
from frontends.locale.language import wanted_language
from frontends.sharing.cast import cast
from frontends.sharing.cropping import cropped
from frontends.sharing.mail import mail, title
from frontends.sharing.png import png
from frontends.sharing.svg import svg
from frontends.terminal.picture import Look
from frontends.terminal.standard_streams import show
from frontends.visit.replay.painting import still, where
from journal.atomic_files import placed

STANDARD_OUTPUT = Path("-")
WORDS: Mapping[Viewer, str] = {SPECTATOR: "spectator", EVERYONE: "everybody"}
"""What is typed for those who do not play."""
FOR_ALL = 0o644
"""Unlike a game, a picture is made to be shown."""


@command
async def export_pictures(journal: str, id: str, wanted: Wanted, force: bool) -> int:
    """Make what is wanted of a game of the journal."""
    look = _look(wanted)
    async with open_house(journal, reading=True) as service:
        await game_of(service.journal, id)
        recording = await _recording(service, id)
    player = _seen(Player(recording), wanted, look)
    for file, content in _made(player, wanted, look):
        _write(file, content, force)
    if STANDARD_OUTPUT not in wanted.files:
        show(f"Written: {', '.join(map(str, wanted.files))}.")
    return 0


async def _recording(service: Service, id: str) -> Recording:
    """The game as the journal's owner may see it, without talk: that was said to those who were there."""
    session = Parlour(service).at_home(Resident(service.directory, is_owner=True), keeps=False)
    try:
        return (await recall(session, id)).without_talk()
    finally:
        session.leave()


def _look(wanted: Wanted) -> Look:
    columns, rows = wanted.size
    code = language_asked(wanted.language) or wanted_language(os.environ)
    return Look(rows, columns, wanted.colour, not wanted.ascii, language=code)


def _seen(player: Player, wanted: Wanted, look: Look) -> Player:
    """Where the replay begins, and for whom. Raises: Refused."""
    recording = player.recording
    if wanted.perspective:
        viewer = perspective(recording, wanted.perspective, look)
    else:  # What is shown to many may be seen by the other player, too.
        viewer = player.viewer if recording.outcome or len(player.table.players) == 1 else SPECTATOR
    if wanted.at is not None and wanted.at > recording.moves:
        raise Refused("There is no such move: this game has {moves}.", moves=recording.moves)
    return player.seen_by(viewer)


def perspective(recording: Recording, who: str, look: Look) -> Viewer:
    """Whose view is meant. Raises: Refused with those that may be taken."""
    said = {viewer: recording.perspective_name(viewer) for viewer in recording.perspectives}
    named = {
        viewer: WORDS.get(viewer) or unmarked(look.words.say(name, recording.names)) for viewer, name in said.items()
    }
    for viewer, name in named.items():
        if unmarked(who).lower() == name.lower():
            return viewer
    raise Refused(
        "You cannot see this game as {who}. Choose one of: {names}.", who=who[:40], names=tuple(named.values())
    )


def _made(player: Player, wanted: Wanted, look: Look) -> Iterator[tuple[Path, bytes]]:
    """Each file that is wanted, and what stands in it. Raises: Refused."""
    recording = player.recording
    at = recording.at_move(wanted.at) if wanted.at is not None else None
    shown = player.go(len(recording) if at is None else at)
    if wanted.cast is not None:
        lines = cast(player.go(recording.first if at is None else at), look, wanted.speed)
        yield wanted.cast, "".join(lines).encode()
    if wanted.text is not None:
        yield wanted.text, mail(shown, look).encode()
    if wanted.svg is not None:
        yield wanted.svg, _drawn(shown, look, dark=True if wanted.dark else None).encode()
    if wanted.png is not None:
        yield wanted.png, png(_drawn(shown, look, dark=wanted.dark))


def _drawn(player: Player, look: Look, *, dark: bool | None) -> str:
    names = player.recording.names
    picture = cropped(still(player, look))
    return svg(picture, look.words.say(title(player), names), said=look.words.say(where(player), names), dark=dark)


def _write(file: Path, content: bytes, force: bool) -> None:
    """Write to a file, or to standard output. Raises: Refused, JournalError, Misfit."""
    if file == STANDARD_OUTPUT:
        if sys.stdout is None:
            raise Misfit("Standard output is closed: name a file.")
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    if not force and file.exists():
        raise Refused("{file} exists already: choose another name, or use --force.", file=str(file))
    with placed(file, force) as temporary:
        temporary.write_bytes(content)
        temporary.chmod(FOR_ALL)
