"""A replay as a recording of a terminal: asciicast v3, which asciinema and its player on web pages play.

One line of JSON for what it is, then one for each change: seconds since the one before, what it is, and the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from core.base.message import message
from core.replay.player import Player
from frontends.sharing.mail import title
from frontends.terminal.paint import paint
from frontends.terminal.picture import Look, Picture
from frontends.visit.replay.painting import still

LAST = 3.0
"""Seconds for which the last picture stays."""
OUTPUT, MARKER = "o", "m"


def cast(player: Player, look: Look, speed: float = 1.0) -> Iterator[str]:
    """The lines of a recording of everything from where the replay stands on: so many moves a second.

    Each part of the game after the first begins with a marker.
    """
    recording = player.recording
    name = look.words.say(title(player), recording.names)
    term = {"cols": look.columns, "rows": look.rows, "type": "xterm-256color"}
    yield _line({"version": 3, "term": term, "timestamp": int(recording.opened_at), "title": name})
    old: Picture | None = None
    pause = 0.0
    for moment in _played(player):
        new = still(moment, look)
        yield _line([round(pause, 3), OUTPUT, paint(old, new, look.colour)])
        if moment.seq in recording.chapters[1:]:
            part = message("Hand {n}", n=recording.chapter_of(moment.seq))
            yield _line([0.0, MARKER, look.words.say(part)])
        old, pause = new, 1 / speed
    yield _line([LAST, OUTPUT, ""])


def _played(player: Player) -> Iterator[Player]:
    """Where the replay stands at each picture, up to the end."""
    yield player
    while not player.at_end:
        player = player.tick()
        yield player


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"
