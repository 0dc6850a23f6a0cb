"""What is asked about a game, and what the computer finds out or does for a player."""

from core.base.game import Refused
from core.base.message import message
from core.base.text import plain
from core.games.deals.daily import DailyResult
from core.games.features.guides import explain
from core.replay import costly_moves, turning_point
from core.sessions.at_table import play, sharing, watching
from core.sessions.at_table.seat import Seat
from core.sessions.limits import Limit
from core.sessions.lists import results
from core.table import Restart
from frontends.programs.door.program import Handlers, Program
from frontends.programs.door.views import spelled
from frontends.programs.protocol.answers.house import Told
from frontends.programs.protocol.answers.others import Onlookers
from frontends.programs.protocol.answers.questions import Account, Advice, Line, Score, Sharing, Turning
from frontends.programs.protocol.requests.questions import (
    Demo,
    Hint,
    Share,
    Summary,
    Watchers,
    Where,
    Why,
    Winnable,
)

NOT_BEGUN = message("The game has not begun yet.")
OVER = message("This game is over.")


async def why(program: Program, asked: Why) -> Told:
    """Why the last thing happened, or why a move is not allowed."""
    seat = program.place(asked.table).seat
    if not seat.view.begun:
        raise Refused(NOT_BEGUN)
    lines = program.each_said(explain(seat.game, seat.view.view, plain(asked.text)), seat.view.names)
    return Told(id=asked.id, table=asked.table, said=lines)


async def hint(program: Program, asked: Hint) -> Advice:
    """Ask what to play."""
    seat = program.place(asked.table).seat
    found = await play.hint(seat)
    move = spelled(seat.game.name, found.move)
    return Advice(id=asked.id, table=seat.id, move=move, said=program.said(found.said, seat.view.names))


async def winnable(program: Program, asked: Winnable) -> Told:
    """Whether it can still be won."""
    seat = program.place(asked.table).seat
    seat.acting()  # Refused for who only looks on.
    found = await play.judge(seat, shows=asked.shows)
    return Told(id=asked.id, table=asked.table, said=[program.said(found)])


async def where(program: Program, asked: Where) -> Turning:
    """Where it was lost, or what cost most."""
    seat = program.place(asked.table).seat
    if seat.game.numbered:
        inquiry, record = await play.turning_point(seat)
        told, at = turning_point.told(inquiry), [record] if record else []
    else:
        found = await play.costly_moves(seat)
        told, at = costly_moves.told(seat.game.name, found), [one.decision.record for one in found]
    return Turning(id=asked.id, table=asked.table, at=at, said=program.each_said(told, seat.view.names))


async def demo(program: Program, asked: Demo) -> Line:
    """Have the computer move, or begin to show how a deal is won."""
    seat = program.place(asked.table).seat
    play.check_demonstration(seat)
    if seat.view.outcome is not None:
        raise Refused(OVER)
    seat.session.spend(Limit.RECORDS)  # People are shown it at a pace.
    if asked.solution:
        return await _solution(seat, asked)
    await play.demonstrate(seat)
    return Line(id=asked.id, table=asked.table, at=seat.seq)


async def _solution(seat: Seat, asked: Demo) -> Line:
    found = await play.solution(seat)
    if found.winnable:
        if seat.view.plays:
            await seat.submit(Restart())
        await play.demonstrate(seat, next(iter(found.moves), ""))  # From here on it does not count.
    return Line(id=asked.id, table=asked.table, at=seat.seq, winnable=found.winnable, moves=list(found.moves))


async def summary(program: Program, asked: Summary) -> Account:
    """What it came to."""
    seat = program.place(asked.table).seat
    found = await results.summary(seat)
    told = program.each_said(found.told, found.names)
    if found.daily is None:
        return Account(id=asked.id, table=asked.table, said=told)
    streaks = found.daily.streaks
    return Account(
        id=asked.id, table=asked.table, said=told, daily=score_of(found.daily.result),
        streak=streaks.now if streaks else 0, best_streak=streaks.best if streaks else 0,
    )  # fmt: skip


def score_of(one: DailyResult, name: str = "") -> Score:
    """A result as data."""
    return Score(
        name=name, won=one.won, score=one.score, best=one.best, moves=one.moves, seconds=round(one.seconds, 3),
        helps=one.helps, by_computer=one.by_computer, was_known=one.was_known,
    )  # fmt: skip


async def share(program: Program, asked: Share) -> Sharing:
    """What there is to paste."""
    found = sharing.share(program.place(asked.table).seat)
    line = program.said(found.line, found.names)
    return Sharing(id=asked.id, table=asked.table, deal=found.deal, game=found.game, said=line)


async def watchers(program: Program, asked: Watchers) -> Onlookers:
    """Who looks on."""
    names = watching.watchers(program.place(asked.table).seat)
    return Onlookers(id=asked.id, table=asked.table, names=list(names))


HANDLERS: Handlers = {
    Why: why, Hint: hint, Winnable: winnable, Where: where, Demo: demo, Summary: summary, Share: share,
    Watchers: watchers,
}  # fmt: skip
