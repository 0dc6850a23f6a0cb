"""What a player does at a table besides moves: functions of a `Seat`, which raise Refused, MovedOn and JournalError.

`seen` is the last record that the person had seen when they decided that; None is all there are. What needs no more
than one command is asked of the seat itself: `seat.submit(Resign())`.
"""

from contextlib import suppress
from pathlib import Path

import trio
from msgspec.structs import replace

from core.base.game import Hint, Refused
from core.base.message import Message, message
from core.base.text import clean, plain
from core.games.deals import shipped_findings
from core.games.features.advisers import adviser_of
from core.games.features.bots import BOTS
from core.games.features.critics import CRITICS
from core.games.features.solvers import SOLVERS, Settled
from core.house.duels import check_told
from core.live import winnability
from core.live.automatic_play import play_for
from core.live.decision import MovedOn
from core.replay import transfer
from core.replay.costly_moves import CostlyMove, decisions, find
from core.replay.turning_point import Inquiry, line_in_force, look_for, way_back
from core.scheduling.worker_pool import search
from core.sessions.at_table.seat import NOT_YOURS, Seat
from core.table import LONGEST_NAME, Answer, Mark, Resign, TableView, TakeHint, Undo, check_abandoned, is_slow
from core.table.what_counts import Ending, ending_of
from journal import JournalError

ONLY_AT_HOME = message("You can write files only at home. To save the game here: save NAME")
CLOSING = 3.0
"""Seconds that a journal has for ending a game in which nothing was done."""


async def undo(seat: Seat, *, seen: int | None = None) -> None:
    """Take back the last move, or ask the other for it; who plays all seats need not be asked."""
    if len(seat.seats) < 2:
        await seat.submit(Undo(), seen=seen)
        return
    # The last move is that of whoever waits now.
    mover = next((one for one in seat.seats if one not in seat.live.turn), seat.number)
    other = next(one for one in seat.seats if one != mover)
    await seat.submit(Undo(), seen=seen, seat=mover)
    await seat.submit(Answer(yes=True), seat=other)


async def answer(seat: Seat, *, yes: bool, seen: int | None = None) -> None:
    """Let the other take back a move, or not."""
    asker = seat.view.asks
    await seat.submit(Answer(yes), seen=seen, seat=next((one for one in seat.seats if one != asker), None))


async def hint(seat: Seat, *, seen: int | None = None) -> Hint:
    """A proposal with its reason, which is recorded as help. One without a move says how far to go back."""
    seat.acting()
    adviser, view = adviser_of(seat.game), seat.view
    if adviser is None:
        raise Refused("{game} has no hints.", game=seat.game.title)
    if not view.begun or view.seat not in view.turn:
        raise Refused("It is not your turn.")
    seen = seat.seq if seen is None else seen
    asker = seat.session.asker
    proposed = await search(adviser.advise, view.view, asker=asker) if adviser.slow else adviser.advise(view.view)
    if proposed is None:
        raise Refused("No move helps any more.")
    if not proposed.move and seat.game.name in SOLVERS:
        proposed = replace(proposed, said=way_back((await _inquire(seat))[0]))
    await seat.submit(TakeHint(), seen=seen)
    return proposed


async def mark(seat: Seat, name: str, *, seen: int | None = None) -> str:
    """Set a bookmark, to which the player can return at the table, or go back from elsewhere as a practice game.

    Returns: its name as the table keeps it.
    """
    check_owner(seat)
    kept = plain(clean(name, LONGEST_NAME))
    if not kept:
        raise Refused("Type mark and a name, such as mark before the queen")
    marks, most = seat.view.marks, seat.session.allowance.budget.bookmarks
    if kept not in marks and len(marks) >= most:
        raise Refused("You have {n} bookmarks here already: use one of their names again.", n=len(marks))
    await seat.submit(Mark(kept, seat.session.is_muted), seen=seen)
    return kept


def counts_as_lost(seat: Seat) -> bool:
    """Whether the player loses by abandoning the game. Raises: Refused where it cannot be abandoned."""
    table, number = seat.live.table, seat.number
    if number is None:
        return False
    check_abandoned(table, number, seat.live.now())
    counts = ending_of(table, number) is Ending.RUNNING and number not in table.demonstrated
    return counts and len(table.persons) == 1


def is_untouched(seat: Seat) -> bool:
    """Whether nothing would be lost with a table: somebody at home, with nobody else there, has not moved yet."""
    table, own = seat.live.table, set(seat.seats)
    is_own = seat.session.is_home and bool(own) and own.issuperset(table.persons)
    is_new = table.begun and not table.outcome and table.setup.origin is None and not table.restored
    return is_own and is_new and not table.movers & own and not table.marks and not is_slow(table.setup.clock)


async def clear_away(seat: Seat) -> None:
    """End an untouched game, so that it stands in no list of unfinished ones: it counts for nobody."""
    if is_untouched(seat):
        with trio.move_on_after(CLOSING, shield=True), suppress(Refused, MovedOn, JournalError):
            await seat.submit(Resign())


# What the computer finds out or does for a player.


async def judge(seat: Seat, *, shows: bool) -> Message:
    """Whether the position can still be won; with `shows` also how to go on, which is a hint to whoever plays."""
    return await winnability.judge(seat.live, seat.acting() if seat.seats else None, shows, asker=seat.session.asker)


async def solution(seat: Seat) -> Settled:
    """A way to win a solitaire's deal, if one is found."""
    return await winnability.solution(seat.live, asker=seat.session.asker)


async def turning_point(seat: Seat) -> tuple[Inquiry, int]:
    """The move that lost a solitaire which is over or stuck, and the record after which it could be won last.

    The record is 0 where no way to win was found.
    """
    check_turning_point(seat)
    return await _inquire(seat)


async def _inquire(seat: Seat) -> tuple[Inquiry, int]:
    whole = await seat.session.service.fold_again(seat.id, seat.seq)
    line = line_in_force(whole)
    known = shipped_findings.settled(seat.game.name, whole.setup.options, whole.setup.deal)
    states = [snapshot.state for snapshot in line]
    found = await look_for(seat.game.name, states, known=known, asker=seat.session.asker)
    return found, line[found.won].seq if found.won >= 0 else 0


async def take_back(seat: Seat, moves: int, *, seen: int | None = None) -> None:
    """Take back so many moves of a game that one plays alone."""
    for _ in range(moves):
        await seat.submit(Undo(), seen=seen)
        seen = None


async def costly_moves(seat: Seat) -> tuple[CostlyMove, ...]:
    """The moves that cost the player most, in a game for two that is over."""
    check_turning_point(seat)
    number = seat.acting().seat
    made = await decisions(seat.session.service, seat.id, number)
    return await find(seat.game.name, made, asker=seat.session.asker)


def check_turning_point(seat: Seat) -> None:
    """Raises Refused while a game can go well: the answer would be a hint."""
    if seat.game.name in SOLVERS:
        _check_lost(seat.view)
    elif seat.game.name in CRITICS:
        _check_over(seat)
    else:
        raise Refused("No computer player can say that of {game}.", game=seat.game.title)


def _check_over(seat: Seat) -> None:
    seat.acting()  # Refused for who only looks on.
    if not seat.view.outcome:
        raise Refused("That is told when the game is over.")


def _check_lost(solitaire: TableView) -> None:
    if not solitaire.outcome and not solitaire.is_stuck:
        raise Refused("You can ask that when the game is over or stuck.")
    if solitaire.outcome and solitaire.outcome.winners:
        raise Refused("You have won this game.")


async def demonstrate(seat: Seat, move: str = "") -> bool:
    """Have the computer make one move, or a given one, for the player. Returns: whether there was one to make."""
    check_demonstration(seat)
    actor = seat.acting()
    return await play_for(actor, move) if actor.seat in seat.live.turn else True


def check_demonstration(seat: Seat) -> None:
    """Raises Refused where the computer may not play on for the player."""
    check_owner(seat)
    if seat.game.name not in BOTS:
        raise Refused("The computer does not play {game}.", game=seat.game.title)
    chairs = seat.live.table.chairs
    if any(chair.person for number, chair in enumerate(chairs) if number not in seat.seats):
        raise Refused("The computer does not help when you play a person.")


async def export(seat: Seat, file: Path, *, overwrite: bool = False) -> str:
    """Write the game to a file, at home. Returns: when its last record was made. Raises: Refused, JournalError."""
    await _check_export(seat)
    last = await transfer.export(seat.session.service, seat.id, file, overwrite=overwrite)
    return last.at


async def exported(seat: Seat) -> bytes:
    """The game as text, at home. Raises: Refused, JournalError."""
    await _check_export(seat)
    return await transfer.exported(seat.session.service, seat.id)


async def _check_export(seat: Seat) -> None:
    if not seat.session.is_home:
        raise Refused(ONLY_AT_HOME)
    await check_told(seat.session.service.journal, seat.live.table)


# Who may.


def check_owner(seat: Seat) -> None:
    """Raises Refused for those who look on, and those who play for another."""
    seat.acting()
    if seat.stand_in:
        raise Refused(NOT_YOURS)
