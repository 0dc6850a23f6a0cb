"""Questions about a table that change nothing and are answered in two lines at most: for readers, in every mode."""

from __future__ import annotations

from core.base.durations import span
from core.base.message import Message, message
from frontends.visit.action import Action
from frontends.visit.others.who import absence
from frontends.visit.table.at_table import AtTable
from frontends.visit.table.missed import missed
from frontends.visit.text import wording
from frontends.visit.text.pages import cut

TWO_LINES = 156


async def last(at: AtTable, rest: str) -> None:
    """What happened last."""
    _answer(at, at.heard.log[-1] if at.heard.log else at.text(NOTHING))


async def board(at: AtTable, rest: str) -> None:
    """The position in words; in screen mode, the board again."""
    visit = at.visit
    if visit.on_screen:
        visit.redraw(repaint=True)
    else:
        at.describe()
        visit.redraw()


async def hand(at: AtTable, rest: str) -> None:
    """What one holds, or can choose from."""
    _answer(at, at.text(at.face.hand(at.table) if at.table.begun else wording.NOT_BEGUN))


async def score(at: AtTable, rest: str) -> None:
    """How the game stands."""
    _answer(at, at.text(at.face.score(at.table) if at.table.begun else wording.NOT_BEGUN))


async def turn(at: AtTable, rest: str) -> None:
    """Who is to move, or how it ended."""
    turn = wording.whose_turn(at.table)
    if at.table.outcome is not None:
        _answer(at, at.text(turn))
        return
    now = at.text(message("Now: {turn}.", turn=turn))
    awaited = [at.live.table.chairs[seat].holder.person for seat in at.table.turn if seat != at.seat]
    missing = [said for person in awaited if (said := absence(at.visit.session.service, at.id, person)) is not None]
    _answer(at, " ".join((now, *map(at.text, missing))))


async def time(at: AtTable, rest: str) -> None:
    """How long it has taken, and what is left for the move."""
    table = at.table
    said = message("{time} of play.", time=span(table.elapsed))
    if table.clocks and table.turn:
        said = message("{time} {left}", time=said, left=wording.time_left(table, at.live.now()))
    _answer(at, at.text(said))


async def repeat(at: AtTable, rest: str) -> None:
    """What was told last, once more."""
    said = " ".join(at.message) if at.visit.on_screen else at.visit.last_said
    at.visit.say(said or at.text(NOTHING))


async def since(at: AtTable, rest: str) -> None:
    """What has happened since one's own last move."""
    told, is_back = missed(at.live, at.held, at.viewer, at.visit.session.attention)
    sentences = [at.text(line) for line in told]
    while len(sentences) > 1 and len(" ".join(sentences)) > TWO_LINES:
        sentences.pop(0)
    _answer(at, " ".join(sentences) or at.text(NOTHING_SINCE if is_back else NOTHING))


async def moves(at: AtTable, rest: str) -> None:
    """What can be played, as it is typed."""
    listed = at.moves()
    said = message("You can play: {moves}.", moves=listed) if listed else message("There is nothing you can play now.")
    await at.visit.read_lines(at.text(said))


def _answer(at: AtTable, sentence: str) -> None:
    at.visit.answer(cut(sentence, TWO_LINES))


NOTHING = message("Nothing has happened yet.")
NOTHING_SINCE = message("Nothing has happened since your last move.")


def _begun(at: AtTable) -> Message | None:
    return None if at.table.begun else wording.NOT_BEGUN


ACTIONS: tuple[Action[AtTable], ...] = (
    Action("board", board, message("the position again"), aliases=("look", "l", "r"), keys=("c-l",)),
    Action("moves", moves, message("what you can play"), unless=_begun),
    Action("last", last, message("what happened last")),
    Action("since", since, message("what happened since your last move")),
    Action("hand", hand, message("what you hold, or can choose from"), unless=_begun),
    Action("score", score, message("how the game stands"), unless=_begun),
    Action("turn", turn, message("whose turn it is")),
    Action("time", time, message("how long it takes, and what is left")),
    Action("repeat", repeat, message("what was said last, once more")),
)
