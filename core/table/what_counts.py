"""What a game counts as for those who played it: one rule for statistics, streaks, deals of the day and ratings. Pure.

- A game counts once every person at the table has made a move there. One that was resigned, given up or lost on time
  before that counts for nobody, and has no winner (see `Table.is_early`).
- Where luck was sealed a game counts from its beginning: who could look at the deal before they revealed theirs must
  not get away from it for nothing.
- A game that was left unfinished is in progress, however long ago that was: it is lost only when it is given up. To
  start again from the same deal takes everything back and is an undo.
- One that never began because somebody did not reveal the luck they had sealed is lost for them, and won for the
  others, for the same reason.
- A game in which the computer made a move for a person is played by the computer: neither won nor lost.
- Help is each takeback, each hint, each stand-in, and to go on with an exact copy of a game.
- Practice games, in which hidden cards were dealt anew, never count.
- A rated game is one between two persons that is decided, with no help and no move of the computer's.
- Programs have ratings of their own. A game between a program and a person counts for those, and for those alone, if
  the table was opened so, which both have agreed to who sit there; between two programs it always does. Who was a
  program, and who answers for it, stand in the record of their sitting down.
- Nobody gains by games with themselves: one of a person with a program of theirs, or of two programs of one owner,
  counts for no ratings.
- Nor does a game of a duel: the cards of the second game of a pair are known from the first.
"""

import enum

from core.table import UNREVEALED, Table

UNDECIDED = ("closed", "abandoned")
"""Reasons why a game is over that nobody has won or lost."""


class Ending(enum.IntEnum):
    """What became of a game, for one of its players. The numbers are stored."""

    RUNNING = 0
    WON = 1
    LOST = 2
    DRAWN = 3
    SHOWN = 4
    """Played by the computer, wholly or in part."""


class Pool(enum.Enum):
    """Whose ratings a game counts for; its value stands behind the game's name in lists of ratings."""

    PEOPLE = ""
    PROGRAMS = " bots"


def ending_of(table: Table, seat: int) -> Ending | None:
    """What a game is for the person at a seat; None where it does not count."""
    if table.ended is not None and table.ended.reason == UNREVEALED:
        return Ending.WON if seat in table.ended.winners else Ending.LOST
    if not table.was_played or table.setup.is_practice:
        return None
    if table.ended is None or table.ended.reason in UNDECIDED:
        return Ending.RUNNING
    if seat in table.demonstrated:
        return Ending.SHOWN
    if seat in table.ended.winners:
        return Ending.WON
    return Ending.LOST if table.ended.winners or len(table.chairs) == 1 else Ending.DRAWN


def helps(table: Table) -> int:
    """How often somebody was helped at a table."""
    return table.undos + table.hints + len(table.stood_in) + table.restored


def pool_of(table: Table) -> Pool | None:
    """For which ratings a game counts, if its players have registered; None for none."""
    programs = [chair.is_program for chair in table.chairs]
    answerable = {chair.answerable for chair in table.chairs}
    if not _is_clean(table) or len(answerable) < len(programs) or table.setup.duel is not None:
        return None
    if not any(programs):
        return Pool.PEOPLE
    return Pool.PROGRAMS if all(programs) or table.setup.programs == "rated" else None


def _is_clean(table: Table) -> bool:
    are_two = len(table.chairs) == 2 and all(chair.person for chair in table.chairs)
    if table.ended is not None and table.ended.reason == UNREVEALED and not table.ended.winners:
        return False  # Of two who both have lost, neither has beaten the other.
    had_help = bool(helps(table) or table.demonstrated or table.is_of_another)
    return are_two and not had_help and ending_of(table, 0) in (Ending.WON, Ending.LOST, Ending.DRAWN)
