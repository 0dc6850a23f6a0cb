"""A demonstration: the computer plays on for a person, at the speed the person likes, until the person stops it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import trio

from core.base.game import Refused
from core.base.message import Message, message
from core.live.decision import MovedOn
from core.sessions.at_table import play
from core.sessions.at_table.play import check_demonstration
from core.sessions.others import rematch
from core.table import Restart
from frontends.terminal.terminal import Key, Line
from frontends.visit.action import why_not
from frontends.visit.destination import Destination
from frontends.visit.everywhere.waiting import STOPPED, first_of, use_up, wait
from frontends.visit.table import arrival
from frontends.visit.table.actions.play import is_solitaire
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.permissions import while_you_play_it
from frontends.visit.text import game_over

PACES = (4.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.1)
"""Seconds between two moves, the slowest first."""
SOLUTION = "solution"
SPEEDS = {"slow": 1, "": 3, "normal": 3, "fast": 5}
"""Indices of `PACES` by the words for them."""
CHANGES = {"+": 1, "=": 1, "faster": 1, "-": -1, "slower": -1}


def unless_demo(at: AtTable) -> Message | None:
    """Why nothing can be shown; of a deal that is over the solution can."""
    if at.table.outcome is not None and game_over.is_numbered(at.table, at.seats):
        return None
    return while_you_play_it(at) or why_not(check_demonstration, at.own)


async def demo(at: AtTable, rest: str) -> Destination | None:
    """Let the computer play on; keys and lines change the speed, any other stops it and is handled afterwards."""
    if not rest and (at.table.outcome or at.table.is_stuck):
        rest = SOLUTION  # There is nothing to play on with.
    if at.table.outcome is not None:
        return await _show_again(at, rest)
    await _demonstrate(at, rest)
    return None


async def _show_again(at: AtTable, rest: str) -> Destination | None:
    """Deal again what is over, and have the solution shown there."""
    if rest.lower().partition(" ")[0] != SOLUTION:
        raise Refused(at.over)
    question = message("Deal these cards again and see how to win? It will not count.")
    if not await at.visit.confirm(question):
        return None
    going = await arrival.open_table(at.visit, rematch.same_deal(at.own))
    at.visit.put_back(Line(f"demo {rest}"))
    return going


async def _demonstrate(at: AtTable, rest: str) -> None:
    word, _, pace = rest.lower().partition(" ")
    shows_solution = word == SOLUTION
    if (pace if shows_solution else rest.lower()) not in SPEEDS:
        raise Refused("Type demo, demo slow or demo fast; for a solitaire, also demo solution.")
    speed = _Speed(at, SPEEDS[pace if shows_solution else rest.lower()])
    if shows_solution and not await _begin_solution(at, speed):
        return
    with at.visit.busy(speed.told()) as speed.change:
        if not at.visit.on_screen:
            at.visit.write(message("The computer plays. Type + or - for the speed, or press Enter to stop."))
        await first_of(partial(_listen, at, speed), partial(_move_on, at, speed))
    if not at.visit.on_screen and not at.visit.look.reader and not at.table.outcome:
        at.describe()
    at.visit.say(message("The demonstration is over."))


async def _begin_solution(at: AtTable, speed: _Speed) -> bool:
    """Go back to the deal, and have a way to win it shown; False when there is none, or the person changed their mind.

    Raises: Refused.
    """
    if objection := is_solitaire(at):
        raise Refused(objection)
    question = message("Take back everything and see how to win this deal? It will not count.")
    if at.table.plays and not await at.visit.confirm(question):
        return False
    looking = message("Looking for a way to win this deal.")
    found = await wait(at.visit, looking, lambda: play.solution(at.own))
    if found is None:
        at.visit.say(STOPPED)
    elif not found.winnable:
        proved = message("This deal cannot be won: that is proved.")
        at.visit.say(message("No way to win this deal is known.") if found.winnable is None else proved)
    elif not at.table.plays or await at.submit(Restart()):
        speed.script = found.moves
        return True
    return False


class _Speed:
    """How fast it goes, and where that is shown."""

    def __init__(self, at: AtTable, index: int) -> None:
        self.at, self.index = at, index
        self.script: tuple[str, ...] = ()
        """The moves that are to be shown; where it ends the computer player goes on."""
        self.change: Callable[[str], None]
        """Shows another text in the bottom row."""

    @property
    def pace(self) -> float:
        """Seconds until the next move."""
        return PACES[self.index]

    def told(self) -> str:
        """What stands in the bottom row meanwhile."""
        said = message(
            "Demonstration, speed {speed} of {most}. +: faster, -: slower, any other key: stop.",
            speed=self.index + 1, most=len(PACES),
        )  # fmt: skip
        return self.at.text(said) if self.at.visit.on_screen else ""

    def handle(self, word: str) -> bool:
        """Change the speed by a key or a word; False when it is none for that."""
        if word not in CHANGES:
            return False
        self.index = max(0, min(len(PACES) - 1, self.index + CHANGES[word]))
        self.change(self.told())
        if not self.at.visit.on_screen:
            self.at.visit.say(message("Speed {speed} of {most}.", speed=self.index + 1, most=len(PACES)))
        return True


async def _listen(at: AtTable, speed: _Speed) -> None:
    """Return when the person wants to play again themselves."""
    while True:
        received = await at.visit.receive()
        match received:
            case Line(text) if speed.handle(text.strip().lower()):
                pass
            case Key(key) if speed.handle(key):
                pass
            case Line(text) if text.strip():
                at.visit.put_back(received)  # It is a command of its own.
                return
            case Key(key):
                use_up(at.visit, key)
                return
            case _:
                return


async def _move_on(at: AtTable, speed: _Speed) -> None:
    """The moves, until the game is over."""
    while at.live.turn:
        await trio.sleep(speed.pace)
        script = speed.script[at.live.table.now.plays :]
        with suppress(MovedOn):  # It thinks again then, on the position that there is now.
            if not await play.demonstrate(at.own, script[0] if script else ""):
                return
