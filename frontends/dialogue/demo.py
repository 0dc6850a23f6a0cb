"""A demonstration: the computer plays on for a person, at the speed the person likes, until the person stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from frontends.dialogue.effects import Effects, Refresh
from frontends.dialogue.wording import LOOKING_ON

if TYPE_CHECKING:
    from frontends.dialogue.seat import AtTable

PACES = (4.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.1)
"""Seconds between two moves, the slowest first."""
SPEEDS = {"slow": 1, "": 3, "normal": 3, "fast": 5}
"""Indices of `PACES` by the words for them."""
IN_LINES = "The computer plays on for you. Type + or - for the speed; any other line stops it."


@attrs.frozen
class Demo:
    """Whether a demonstration runs, and how fast. Every method answers the demonstration as it is afterwards."""

    is_running: bool = False
    speed: int = SPEEDS["normal"]
    """An index of `PACES`."""

    @property
    def pace(self) -> float | None:
        """Seconds until the next move; None while none runs."""
        return PACES[self.speed] if self.is_running else None

    @property
    def speed_words(self) -> str:
        """The speed among those there are."""
        return f"speed {self.speed + 1} of {len(PACES)}"

    def started(self, word: str) -> Demo | None:
        """Running, at the speed of a word; None for a word that is no speed."""
        return Demo(True, SPEEDS[word]) if word in SPEEDS else None

    def changed(self, word: str) -> Demo | None:
        """Faster or slower, by a key or a word typed while it runs; None for anything else."""
        match word:
            case "+" | "=" | "faster":
                return self._at(self.speed + 1)
            case "-" | "slower":
                return self._at(self.speed - 1)
            case "fast" | "slow":
                return self._at(SPEEDS[word])
            case _:
                return None

    def stopped(self) -> Demo:
        """Not running; the speed is remembered."""
        return attrs.evolve(self, is_running=False)

    def _at(self, speed: int) -> Demo:
        return attrs.evolve(self, speed=max(0, min(len(PACES) - 1, speed)))


def start(room: AtTable, word: str) -> Effects:
    """Let the computer play on, at the speed of a word."""
    demo = room.demo.started(word)
    if demo is None:
        return room.complain("Type demo, demo slow or demo fast.")
    if room.seat is None or room.table.outcome:
        return room.complain("This game is over." if room.table.outcome else LOOKING_ON)
    if any(
        player.name and not player.is_bot for seat, player in enumerate(room.table.players) if seat not in room.seats
    ):
        return room.complain("Somebody plays against you: the computer does not help there.")
    room.demo = demo
    return _shown(room, IN_LINES)


def heed(room: AtTable, word: str) -> Effects:
    """A key or a line while the computer plays: it changes the speed, or stops the demonstration."""
    changed = room.demo.changed(word)
    if changed is None:
        return stop(room, "You play on yourself.")
    room.demo = changed
    return _shown(room, f"Now at {changed.speed_words}.")


def stop(room: AtTable, sentence: str) -> Effects:
    """Say that it is over, with the position it led to; nothing if none runs."""
    was_running, room.demo = room.demo.is_running, room.demo.stopped()
    if not was_running:
        return ()
    position = () if room.talk.on_screen or room.table.outcome else room.describe()
    return (*position, *room.say(sentence))


def _shown(room: AtTable, sentence: str) -> Effects:
    """On a screen the bottom row says it all the time."""
    return (Refresh(),) if room.talk.on_screen else room.say(sentence)
