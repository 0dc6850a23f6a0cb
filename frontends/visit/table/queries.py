"""Questions about a table that change nothing: those answered in two lines at most, for readers, and longer ones."""

from collections.abc import Iterable

from core.base.durations import span
from core.base.game import Refused
from core.base.message import Message, counted, message
from core.games.deals.daily import one_line
from core.sessions.at_table.fairness import proof
from core.sessions.at_table.missed import missed
from core.sessions.lists import results
from core.sessions.others.company import absence
from frontends.visit.action import Action, Topic, under
from frontends.visit.everywhere.rules import unless_begun
from frontends.visit.table import codes, questions
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.questions import TWO_LINES, answering
from frontends.visit.text import wording

NOTHING = message("Nothing has happened yet.")
NOTHING_SINCE = message("Nothing has happened since your last move.")


def turn(at: AtTable) -> str:
    """Who is to move, or how it ended."""
    turn = wording.whose_turn(at.table)
    if at.table.outcome is not None:
        return at.text(turn)
    now = message("Now: {turn}.", turn=turn)
    return " ".join(map(at.text, (now, *_missing(at, [seat for seat in at.table.turn if seat != at.seat]))))


def _missing(at: AtTable, seats: Iterable[int]) -> list[Message]:
    """Which players at some seats are not at the table, or are idle there."""
    persons = [at.live.table.chairs[seat].holder.person for seat in seats]
    service = at.visit.session.service
    return [said for person in persons if (said := absence(service, at.id, person)) is not None]


def time(at: AtTable) -> Message:
    """How long it has taken, and what is left for the move."""
    table = at.table
    said = message("{time} of play.", time=span(table.elapsed))
    if table.clocks and table.turn:
        said = message("{time} {left}", time=said, left=wording.time_left(table, at.live.now()))
    return said


def since(at: AtTable) -> Message | str:
    """What has happened since one's own last move: the last sentences of it."""
    told, is_back = missed(at.live, at.own.held, at.own.viewer, at.visit.session.attention)
    sentences = [at.text(line) for line in told]
    while len(sentences) > 1 and len(" ".join(sentences)) > TWO_LINES:
        sentences.pop(0)
    return " ".join(sentences) or (NOTHING_SINCE if is_back else NOTHING)


async def board(at: AtTable, rest: str) -> None:
    """The position in words; in screen mode, the board again."""
    if not at.visit.on_screen:
        at.describe()
    at.visit.redraw(repaint=at.visit.on_screen)


async def repeat(at: AtTable, rest: str) -> None:
    """What was told last, once more."""
    said = " ".join(at.message) if at.visit.on_screen else at.visit.last_said
    at.visit.say(said or NOTHING)


async def lately(at: AtTable, rest: str) -> None:
    """What was done and said lately, the newest last."""
    await at.visit.read(*(_heard(at) or [at.text(NOTHING)]))


def _heard(at: AtTable) -> list[str]:
    return [*at.heard.log, *at.heard.talk, *at.visit.overheard]


async def about(at: AtTable, rest: str) -> None:
    """The table's name, the way back to it, the proof of its fairness; on a screen also what scrolled by."""
    others = [seat for seat in range(len(at.live.table.chairs)) if seat not in at.seats]
    lines = (*wording.about(at.table, codes.back(at)), *proof(at.table), *_missing(at, others))
    await at.visit.read(*lines, *(("", *_heard(at)) if at.visit.on_screen else ()))


async def fair(at: AtTable, rest: str) -> None:
    """What the house committed to, who gave luck, and how to check it."""
    await at.visit.read(*proof(at.table))


async def show_summary(at: AtTable, rest: str) -> None:
    """What the game came to, and which moves mattered."""
    found = await results.summary(at.own)
    await at.visit.read_column(*found.told, *(_lines(found.daily) if found.daily else ()))


async def show_result(at: AtTable, rest: str) -> None:
    """The result of a daily deal, in one line to paste."""
    found = await results.daily(at.own)
    if found is None:
        raise Refused("This was not a daily deal: type summary to see how it went.")
    await at.visit.read(*_lines(found))


def _lines(found: results.Daily) -> tuple[Message, ...]:
    """The result, and the streak of the person who played it."""
    if found.streaks is None:
        return (one_line(found.result),)
    days = counted("{n} day", "{n} days", found.streaks.now)
    best = counted("{n} day", "{n} days", found.streaks.best)
    return one_line(found.result), message("Won in a row: {days}; longest streak: {best}.", days=days, best=best)


def _unless_over(at: AtTable) -> Message | None:
    return None if at.table.outcome else results.NOT_OVER


ACTIONS: tuple[Action[AtTable], ...] = (
    Action("board", board, message("the position again"), topic=Topic.MOVES, aliases=("look", "l", "r"), keys=("c-l",)),
    Action(
        "last",
        answering(lambda at, _: at.heard.log[-1] if at.heard.log else NOTHING),
        message("what happened last"),
        topic=Topic.MOVES,
    ),
    Action(
        "since", answering(lambda at, _: since(at)), message("what happened since your last move"), topic=Topic.MOVES
    ),
    Action(
        "hand",
        answering(lambda at, _: at.face.hand(at.table)),
        message("your hand, or what you can choose from"),
        topic=Topic.MOVES,
        unless=unless_begun,
    ),
    Action(
        "score",
        answering(lambda at, _: at.face.score(at.table)),
        message("the score"),
        topic=Topic.MOVES,
        unless=unless_begun,
    ),
    Action("turn", answering(lambda at, _: turn(at)), message("whose turn it is"), topic=Topic.MOVES),
    Action("time", answering(lambda at, _: time(at)), message("time used, and time left"), topic=Topic.TIME),
    Action("repeat", repeat, message("the last thing said, again"), topic=Topic.MOVES),
    *questions.ACTIONS,
)
AFTERWARDS: tuple[Action[AtTable], ...] = under(
    Topic.MOVES,
    Action(
        "summary",
        show_summary,
        message("how the game went, and the moves that mattered"),
        keys=("S",),
        unless=_unless_over,
    ),
    Action(
        "result",
        show_result,
        message("the result of a daily deal, to paste"),
        keys=("=",),
        unless=_unless_over,
    ),
)
"""What can be asked when the game is over."""
